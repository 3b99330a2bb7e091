"""Battles: what can be played, and one battle started, played, saved and replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from game.battle import order
from game.bots.referee import Referee, Table
from game.bots.roster import bot_names, make_bot
from game.bots.seat import Bot, Choice, Seat
from game.bots.work import WORK, Work
from game.engine import command as cmd
from game.engine.decision import Decision, Reply
from game.engine.event import Event
from game.engine.eyes import EVERYTHING, Eyes
from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset, offered
from game.engine.playout import scores
from game.engine.records.record import Writer, read_record
from game.engine.records.transcript import story
from game.engine.records.verify import verify as differences
from game.engine.ruleset import OptionDef, usual_size
from game.engine.sealing import bots_seed
from game.engine.session import Session
from game.engine.state import State, state_hash, view

__all__ = [
    "Army",
    "Battle",
    "Event",
    "Moment",
    "Option",
    "Refused",
    "Scenario",
    "System",
    "armies",
    "bots",
    "options",
    "play",
    "replay",
    "scenarios",
    "start",
    "systems",
    "verify",
]


class System(msgspec.Struct, frozen=True):
    """A rule system that is installed."""

    id: str
    name: str
    version: str


class Scenario(msgspec.Struct, frozen=True):
    """A scenario of a system. ``sides`` are the ids of the sides, ``sizes`` the usual sizes in points."""

    id: str
    name: str
    briefing: str
    sides: tuple[str, ...]
    sizes: tuple[int, ...]


class Army(msgspec.Struct, frozen=True):
    """An army that a system offers, with the codes of its units."""

    id: str
    name: str
    units: tuple[str, ...]


class Option(msgspec.Struct, frozen=True):
    """An option of the set-up; ``choices`` are its words, ``least`` and ``most`` its bounds, where it has them."""

    id: str
    label: str
    default: bool | int | str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class Refused(ValueError):
    """A reply that is not legal; the message says why."""


def systems() -> list[System]:
    """The systems that can be played, in the order in which a newcomer is offered them."""
    return [System(one.meta.id, one.meta.name, str(one.meta.version)) for one in offered().rulesets]


def scenarios(system: str) -> list[Scenario]:
    """The scenarios of a system. Raises ``UnknownRuleset`` where there is no such system."""
    return [Scenario(one.id, one.name, one.briefing, one.sides, one.sizes) for one in load_ruleset(system).scenarios()]


def armies(system: str, points: int | None = None) -> list[Army]:
    """The armies that a system offers at a size, the usual one of its first scenario if None."""
    ruleset = load_ruleset(system)
    size = points or usual_size(ruleset, ruleset.scenarios()[0])
    return [Army(one.id, one.name, tuple(entry.code for entry in one.entries)) for one in ruleset.armies(size)]


def options(system: str) -> list[Option]:
    """The options of a system's set-up."""
    ruleset = load_ruleset(system)
    speaker = Speaker("en", ruleset)
    return [_option(one, speaker) for one in ruleset.meta.options]


def bots(system: str) -> list[str]:
    """The names of the bots that play a system, the best first."""
    return list(bot_names(load_ruleset(system)))


@dataclass(frozen=True)
class Moment:
    """One line of a battle: its number, the answer (None where nobody was asked), the events, the state after them."""

    line: int
    command: cmd.Command | None
    events: tuple[Event, ...]
    state: State


@dataclass
class Battle:
    """A battle: what happened so far, and the means to go on.

    Attributes
    ----------
    session
        The engine's own session, for tools of this program. It is no part of the public package.
    players
        Names of players by side, as a record keeps them.
    """

    session: Session
    players: dict[str, str] = field(default_factory=dict)

    # -- what is known ------------------------------------------------------------------------------------------------

    @property
    def system(self) -> str:
        """The id of its system."""
        return self.session.ruleset.meta.id

    @property
    def scenario(self) -> str:
        """The id of its scenario; "" for a battle that began from a position."""
        return "" if self.session.setup is None else self.session.setup.scenario

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides in playing order."""
        return tuple(self.session.state.sides)

    @property
    def state(self) -> State:
        """The whole state with the secrets of both sides."""
        return self.session.state

    def view(self, side: str | None) -> State:
        """The state as a side may know it; None for what lies open to all."""
        return view(self.session.state, side)

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.session.state.over is not None

    @property
    def winner(self) -> str:
        """The winner's side; "" for a draw and while the battle lasts."""
        over = self.session.state.over
        return "" if over is None else over.winner

    def scores(self) -> dict[str, float]:
        """Points by side, as the system would count them now."""
        over = self.session.state.over
        if over is not None and over.scores:
            return {side: float(points) for side, points in over.scores.items()}
        return scores(self.session.ruleset, self.session.state)

    @property
    def hash(self) -> str:
        """A hash of the state: the same on every machine."""
        return state_hash(self.session.state)

    def moments(self) -> Iterator[Moment]:
        """The lines of the battle from its beginning."""
        for n, line in enumerate(self.session.lines):
            yield Moment(n, line.command, line.events, line.state)

    def story(self, side: str | None = None, language: str = "en") -> list[str]:
        """The log in sentences: as a side knows it, or with everything for None."""
        eyes = EVERYTHING if side is None else Eyes(side)
        lines = ((line.events, line.state) for line in self.session.lines)
        return list(story(lines, Speaker(language, self.session.ruleset), eyes))

    # -- how it goes on -----------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[Decision, ...]:
        """The decisions that wait for an answer; several where the sides answer in secret."""
        return self.session.waiting

    def seat(self, decision: Decision | None = None, work: int = WORK, seed: int = 0) -> Seat:
        """The seat of the side that decides, the first that waits if None. ``work`` is what it may spend.

        Raises
        ------
        LookupError
            Nothing waits for an answer.
        """
        asked = decision or next(iter(self.waiting), None)
        if asked is None:
            raise LookupError("no decision waits for an answer")
        seen = view(self.session.state, asked.side)
        return Seat(self.session.ruleset, seen, asked, Random(f"{seed}:{asked.side}"), Work(work))

    def answer(self, decision: Decision, reply: Reply | Choice) -> tuple[Event, ...]:
        """Give an answer and return what it brought about. Raises Refused where it is not legal."""
        chosen = reply if isinstance(reply, Choice) else Choice(reply)
        self.session.seals = True
        got = self.session.submit(cmd.Answering(decision.id, decision.side, chosen.reply, "bot", chosen.why))
        if isinstance(got, cmd.Refusal):
            raise Refused(Speaker("en", self.session.ruleset).say(got.text, self.session.state))
        return got

    def play(self, players: Mapping[str, str | Bot], limit: int = 20_000) -> Battle:
        """Let bots decide until the battle is over, or a side without a bot is asked; return the battle.

        A bot is one of your own, the name of one, ``module:Class`` or ``exec:`` with a command line. An answer that is
        not legal is replaced by the default. Raises RuntimeError after ``limit`` decisions.
        """
        ruleset = self.session.ruleset
        found = {s: make_bot(ruleset, one, outside=True) if isinstance(one, str) else one for s, one in players.items()}
        self.players |= {s: one if isinstance(one, str) else one.name for s, one in players.items()}
        seed = bots_seed(self.session.setup.seed) if self.session.setup is not None else 0
        table = Table(self.session, found, seed, Referee())
        try:
            table.play(limit)
        finally:
            table.close()
        return self

    def save(self, path: Path | str) -> Path:
        """Write the battle into a new record; return its path. Raises OSError where it cannot be written."""
        title = next((one.name for one in scenarios(self.system) if one.id == self.scenario), "")
        writer = Writer.create(Path(path), self.session, dict(self.players), title=title)
        writer.close()
        if writer.fault:
            raise OSError(writer.fault)
        return Path(path)


def start(
    system: str,
    scenario: str = "",
    *,
    seed: str = "",
    points: int | None = None,
    armies: Mapping[str, str] | None = None,
    table: Path | None = None,
    options: Mapping[str, object] | None = None,
) -> Battle:
    """Start a battle from a set-up.

    Parameters
    ----------
    scenario
        The first of the system if none is named.
    armies
        By side the id of an army on offer, or a file with a list. The other sides have sample armies.
    table
        A file with a table (docs/table.md), instead of the scenario's own.

    Raises
    ------
    ValueError
        With what is wrong with the set-up, in sentences.
    """
    ruleset = load_ruleset(system)
    chosen = scenario or ruleset.scenarios()[0].id
    found = order(system, chosen, {}, seed, points, armies, table, options)
    return Battle(Session.start(ruleset, found.setup))


def play(
    system: str,
    scenario: str = "",
    players: Mapping[str, str | Bot] | None = None,
    *,
    seed: str = "",
    points: int | None = None,
    armies: Mapping[str, str] | None = None,
    table: Path | None = None,
    options: Mapping[str, object] | None = None,
) -> Battle:
    """Start a battle and play it to its end. Sides without a player are played by the system's best bot."""
    battle = start(system, scenario, seed=seed, points=points, armies=armies, table=table, options=options)
    best = bots(system)[0]
    return battle.play({**dict.fromkeys(battle.sides, best), **(players or {})})


def replay(path: Path | str) -> Battle:
    """The battle of a record, with all its moments; an unfinished one can be played on, without changing the file.

    Raises
    ------
    RecordError
        The file is no record, or none that can be read.
    """
    record = read_record(Path(path))
    return Battle(record.session(load_ruleset(record.header.ruleset)), dict(record.header.players))


def verify(path: Path | str) -> list[str]:
    """What differs between a record and the same battle played again by today's rules; nothing where all agrees."""
    record = read_record(Path(path))
    return [one.what for one in differences(record, load_ruleset(record.header.ruleset))]


def _option(one: OptionDef, speaker: Speaker) -> Option:
    return Option(one.id, speaker.say(one.label), one.default, tuple(one.choices), one.least, one.most)
