"""Asking a general in tests, and the plain player he is measured against."""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace

from game.bots.seat import Choice, Seat
from game.engine.decision import MoveAnswer, PickAnswer, Reply
from game.engine.ruleset import SideSetup
from game.engine.session import Session
from game.engine.state import Frame, State
from game.engine.text import T
from rulesets.universal_battle.army import data_army, limits
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.general.general import General
from rulesets.universal_battle.general.worth import TEMPERS, Temper
from rulesets.universal_battle.system import RULESET
from tests.rules.exams import Examined
from tests.rules.universal_battle.table import Play

PLAIN = T("the nearest enemy")


class Plain:
    """A player who looks the nearest target enemy alone: he charges him if he may, shoots at him if he can, else walks.

    What else there is to say he leaves to the rules' defaults.
    """

    name = "plain"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        answer = {"act": self._act, "shoot_at": self._shoot, "inside": self._inside}.get(seat.decision.question)
        found = answer(seat) if answer is not None else None
        return Choice(found or seat.asked.default, PLAIN)

    def _order(self, view: State, unit: str) -> list[str]:
        """The enemies, the nearest first."""
        far = {e: near.distance(view, unit, e) for e in facts.enemies(view, unit)}
        return sorted(far, key=lambda e: (round(far[e], 3), e))

    def _act(self, seat: Seat) -> Reply | None:
        view, unit = seat.view, seat.decision.args["unit"]
        for enemy in self._order(view, unit)[:3]:
            reply = Reply(MoveAnswer(unit, "charge", enemy))
            if seat.check(reply).legal:
                return reply
        aimed = Reply(MoveAnswer(unit, "aimed"))
        if seat.check(aimed).legal:
            return aimed
        for reply in seat.candidates("towards", 8):
            if isinstance(reply.answer, MoveAnswer) and reply.answer.courses:
                run = Reply(MoveAnswer(unit, "run", "", reply.answer.courses))
                return run if seat.check(run).legal else reply
        return None

    def _shoot(self, seat: Seat) -> Reply | None:
        rows = [c.id for c in seat.asked.space.things if c.bar is None]  # type: ignore[union-attr]
        unit = seat.decision.args["unit"]
        best = min(rows, key=lambda e: (near.distance(seat.view, unit, e), e), default="")
        return Reply(PickAnswer((best,))) if best else None

    def _inside(self, seat: Seat) -> Reply | None:
        """He gets out as soon as an enemy is within a run."""
        view, unit = seat.view, seat.decision.args["unit"]
        gap = min((near.distance(view, unit, e) for e in facts.enemies(view, unit)), default=math.inf)
        for reply in seat.candidates("any", 8):
            if gap < 300.0 and reply.answer is not None and reply.parts.get("inside") == "out":
                return reply
        return None


def begun(south: str, north: str, seed: str, points: int = 500, scenario: str = "meeting") -> Session:
    """A battle between two of the ready armies at its first decision."""
    setup = RULESET.default_setup(scenario, points)
    armies = {"south": south, "north": north}
    sides = {s: SideSetup(a, limits.list_for(data_army.load_army(a), points)) for s, a in armies.items()}
    return Session.start(RULESET, replace(setup, sides=sides, seed=seed))


class Exam(Examined):
    """A decision before a general, and his answer."""

    def __init__(self, play: Play, temper: Temper = TEMPERS[0], side: str = "") -> None:
        decision = next(d for d in play.session.waiting if side in ("", d.side))
        super().__init__(RULESET, play, General(temper), decision)
        assert self.legal


def exam(state: State, unit: str, *dice: int, until: str = "act", **asked: Any) -> Exam:
    """What the general says in a unit's activation, at the first question of a name."""
    return at(state, Frame("usb.activation", data={"unit": unit}), *dice, until=until, **asked)


def at(state: State, frame: Frame, *dice: int, until: str, acting: str = "", **asked: Any) -> Exam:
    """What the general says at the first question of a name in a frame, in somebody's activation."""
    state = replace(state, own=replace(state.own, acting=acting)) if acting else state
    play = Play(state, frame, *dice)
    while play.asked.question != until:
        play.default()
    return Exam(play, **asked)
