"""A plan file (TOML): which players meet in which battles, how often, with which seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from game.bots.roster import UnknownBot, make_bot
from game.bots.seat import Bot
from game.bots.tuned import Value, name_with
from game.bots.work import WORK
from game.engine.files.player_files import PLAN, shown, toml_file, toml_row
from game.engine.files.toml_reading import DataError, convert, unknown
from game.engine.loader import UnknownRuleset, load_ruleset, ruleset_ids
from game.engine.ruleset import Ruleset
from game.engine.text import T, Text

MOST_GAMES = 1_000_000

Games = Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]


class Player(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player: a bot by any name that the command line takes, its parameters, and a name for the results."""

    bot: str
    name: str = ""
    parameters: dict[str, Value] = {}

    @property
    def made_of(self) -> str:
        """The bot's name with its parameters."""
        return name_with(self.bot, self.parameters)

    @property
    def title(self) -> str:
        """What it is called in the results."""
        return self.name or self.made_of


class Battles(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A set of battles of one system. All its lists are combined with each other.

    Attributes
    ----------
    scenarios
        All of the system where none is named.
    tables
        Files of tables; the scenario's own where none is named.
    points
        Sizes of the battle; the usual one where none is named.
    armies
        Ids of armies on offer, or files; every two of them meet. The scenario's sample armies where none is named.
    mirrors
        Each army meets itself as well.
    options
        Options of the set-up by key; a list means each of its values.
    games
        Battles of every two players in this set, divided among its combinations.
    each
        Battles of every two players in each combination, instead of ``games``.
    """

    ruleset: str
    scenarios: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    armies: tuple[str, ...] = ()
    mirrors: bool = False
    options: dict[str, Any] = {}
    games: Games | None = None
    each: Games | None = None


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A run of battles.

    Attributes
    ----------
    version
        Of this format; ``plan = 1`` in the file.
    players
        Every two of them meet; a single one meets itself.
    games
        Battles of every two players in a set that says nothing itself.
    seed
        The first part of every battle's seed.
    until
        Two players stop meeting when the first surely scores this, or surely does not.
    work
        Units of work that a bot may spend on one decision.
    """

    version: Literal[1] = msgspec.field(name="plan")
    title: str = ""
    players: tuple[str | Player, ...]
    games: Games = 40
    seed: str | int = 1
    until: Annotated[float, msgspec.Meta(gt=0.5, le=1.0)] | None = None
    work: Annotated[int, msgspec.Meta(ge=1)] = WORK
    sets: Annotated[tuple[Battles, ...], msgspec.Meta(min_length=1)] = msgspec.field(name="set")

    @property
    def field(self) -> tuple[Player, ...]:
        """The players in full."""
        return tuple(Player(one) if isinstance(one, str) else one for one in self.players)


def read_plan(path: Path) -> Plan:
    """Read a plan. Raises DataError naming the key that is wrong."""
    table = toml_file(path, PLAN)
    file = shown(path)
    if "plan" not in table:
        raise DataError(file, "", T("this is not a plan of battles: the key “{key}” is missing", key="plan"))
    if isinstance(table["plan"], int) and table["plan"] > 1:
        text = T("this plan was written for a later version of the program ({n})", n=table["plan"])
        raise DataError(file, "plan", text)
    plan = convert(with_lists(_with_parameters(table, path.parent)), Plan, file)
    if not plan.players:
        raise DataError(file, "players", T("a plan needs at least one player"))
    titles = [player.title for player in plan.field]
    for n, title in enumerate(titles, 1):
        if title in titles[: n - 1]:
            raise DataError(file, f"players {n}", T("two players are called “{name}”", name=title))
    return plan


def named_system(name: str, file: str, where: str) -> Ruleset:
    """The system that a file names under a key. Raises DataError naming the key."""
    try:
        return load_ruleset(name)
    except UnknownRuleset:
        raise unknown(file, where, T("system"), name, list(ruleset_ids())) from None


def named_bot(ruleset: Ruleset, name: str, file: str, where: str) -> Bot:
    """The bot that a file names under a key. Raises DataError naming the key."""
    try:
        return make_bot(ruleset, name, outside=True)
    except UnknownBot as fault:
        raise DataError(file, where, Text("{why}", {"why": str(fault)})) from None


class Parameters(msgspec.Struct, frozen=True):
    """A file of parameters, as ``lab tune`` writes it; what else it tells is for its readers."""

    parameters: dict[str, Value]


def _with_parameters(table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The same with the parameters of players that name a file with them read from there."""
    players = table.get("players")
    if not isinstance(players, list):
        return table
    return {**table, "players": [_read_parameters(one, folder) if isinstance(one, dict) else one for one in players]}


def _read_parameters(player: dict[str, Any], folder: Path) -> dict[str, Any]:
    named = player.get("parameters")
    if not isinstance(named, str):
        return player
    return {**player, "parameters": toml_row(folder / named, PLAN, Parameters).parameters}


def with_lists(table: dict[str, Any]) -> dict[str, Any]:
    """The same with single values in the place of lists taken as lists of one."""
    sets = table.get("set")
    if not isinstance(sets, list) or not all(isinstance(one, dict) for one in sets):
        return table
    many = ("scenarios", "tables", "points", "armies")
    return {
        **table,
        "set": [
            {key: [value] if key in many and not isinstance(value, list) else value for key, value in one.items()}
            for one in sets
        ],
    }
