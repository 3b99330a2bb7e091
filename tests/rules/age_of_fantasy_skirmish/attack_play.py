"""Attacks in tests: models with any profile in a few words, one volley, one melee or one batch, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.decision import Aim, Answer, OptionAnswer, TargetsAnswer
from game.engine.dice import ScriptedDice
from game.engine.event import Event
from game.engine.session import Session
from game.engine.state import Frame, Luck, State
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.attack.hits import spell_hits
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack
from rulesets.age_of_fantasy_skirmish.fight.melee import MeleeData
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import WeaponOwn
from rulesets.age_of_fantasy_skirmish.shoot.shooting import ShootingData
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit
from tests.rules.age_of_fantasy_skirmish.flow_play import Play, plain

YES, NO = OptionAnswer({"use": "yes"}), OptionAnswer({"use": "no"})
TRY = OptionAnswer({"push": "yes"})
"""Whoever may push tries it here: a 1 in a script after a model is Shaken is the die of a Push that fails."""


def sword(name: str = "Sword", attacks: int = 1, **rules: int) -> WeaponOwn:
    """A melee weapon."""
    return WeaponOwn(name, attacks, 0.0, rules)


def bow(name: str = "Bow", attacks: int = 1, reach: float = 24.0, **rules: int) -> WeaponOwn:
    """A ranged weapon, its range in inches."""
    return WeaponOwn(name, attacks, inch(reach), rules)


def model(
    quality: int = 4,
    defense: int = 4,
    *weapons: WeaponOwn,
    role: str = "",
    wounds: int = 0,
    used: tuple[str, ...] = (),
    **rules: int,
) -> dict[str, Any]:
    """A model: "4+, 4+", its weapons, its special rules."""
    return {
        "quality": quality,
        "defense": defense,
        "weapons": weapons,
        "role": role,
        "wounds": wounds,
        "used": used,
        "rules": rules,
    }


def row(n: int, x: float, y: float, step: float = 1.2) -> list[tuple[float, float]]:
    """``n`` places side by side, eastward from a point."""
    return [(x + k * step, y) for k in range(n)]


def squad(name: str, at: Sequence[tuple[float, float]], *models: Mapping[str, Any], **own: Any) -> dict[str, Any]:
    """A unit, the south's where its name begins with A; the last profile serves for the rest of its models."""
    side = "south" if name[0] == "A" else "north"
    return {name: unit(side, *at, models=models, **own)}


def scene(*squads: Mapping[str, Any], features: Sequence[Any] = (), **battle: Any) -> State:
    """Units on a table."""
    units: dict[str, Any] = {}
    for one in squads:
        units.update(one)
    return replace(field(units, features=features, **battle), luck=Luck("scripted"))


MOVES = ("pile_in", "draw_back", "consolidate")
"""Moves about a melee, which are of no interest here: they go by default."""


class Fight(Play):
    """A frame that is being played; moves about a melee go by default."""

    def __init__(self, state: State, frame: Frame, dice: Sequence[int] = ()) -> None:
        self.dice = ScriptedDice(dice)
        self.session = Session.from_state(RULESET, state, frame, self.dice)
        self._skip()

    def give(self, answer: Answer | None = None, way_out: str = "") -> tuple[Event, ...]:
        """Answer what is asked; it must be accepted."""
        got = super().give(answer, way_out)
        self._skip()
        return got

    def default(self) -> tuple[Event, ...]:
        """Give the default of what is asked."""
        got = super().default()
        if self.asked_for in MOVES:
            self._skip()
        return got

    def _skip(self) -> None:
        while self.asked_for in MOVES:
            super().default()

    def to_end(self, **answers: Any) -> Fight:
        """Answer questions by name as told (a list: one after the other), the others by default; no die may be left."""
        told = {k: list(v) if isinstance(v, list) else [v] for k, v in answers.items()}
        while self.session.waiting:
            if told.get(self.asked_for):
                answer = told[self.asked_for].pop(0)
                self.give(*((None, answer) if isinstance(answer, str) else (answer,)))
            elif self.asked_for == "try_push":
                self.give(TRY)
            else:
                self.default()
        assert self.left() == (), self.left()
        assert not any(told.values()), told
        return self

    # -- what came of it --------------------------------------------------------------------------------------

    def alive(self, unit_id: str) -> list[int]:
        """Numbers of the models left."""
        return [b.number for b in self.state.bases_of(unit_id)]

    def markers(self, base: str) -> int:
        """Wound markers or tokens of a model."""
        return int(self.state.bases[base].own.wounds)

    def all(self, kind: str) -> list[Event]:
        """Events of a type, in order."""
        return [e for e in self.events if e.type == kind]

    def faces(self) -> list[tuple[int, ...]]:
        """Faces of every throw."""
        return [tuple(f for r in e.rolled.faces for f in r) for e in self.all("rolled") if e.rolled]

    def needs(self, clause: str) -> list[int | None]:
        """The faces needed in the throws of a clause."""
        return [e.request.need for e in self.all("rolled") if e.request and e.request.clause == clause]

    def throws(self) -> list[str]:
        """What each throw was for."""
        return [plain(e.request.why) for e in self.all("rolled") if e.request]

    def hits(self) -> list[int]:
        """Hits of each attack."""
        return [int(e.data["hits"]) for e in self.all("hits")]

    def wounds(self, unit_id: str) -> int:
        """Wounds that a unit has suffered in all."""
        return sum(int(e.data["wounds"]) for e in self.all("suffered") if e.data["unit"] == unit_id)

    def effects(self) -> list[tuple[int, str]]:
        """Totals and results of the wound-effect rolls."""
        return [(int(e.data["total"]), str(e.data["effect"])) for e in self.all("effect")]

    def clauses(self) -> set[str]:
        """All clauses that the events cite."""
        return {c for e in self.events for c in e.clauses}


def shoot(
    state: State, shooter: str, *dice: int, at: str | None = None, weapon: str | None = None, **more: Any
) -> Fight:
    """A unit shoots: with one weapon at one target where told, else as the question proposes."""
    fight = Fight(state, Frame("afs.shooting", data=ShootingData(shooter)), dice)
    if at is not None and fight.asked_for == "shoot":
        names = [weapon] if weapon else list(fight.asked.space.actors[0].means)
        more["shoot"] = TargetsAnswer(tuple(Aim(shooter, n, at) for n in names))
    return fight.to_end(**more)


def melee(state: State, charger: str, target: str, *dice: int, counters: int = -1, **answers: Any) -> Fight:
    """A melee after the charge; nobody strikes back unless told."""
    answers = {"strike_back": NO, "try_push": TRY, **answers}
    fight = Fight(state, Frame("afs.melee", data=MeleeData(charger, target, counters)), dice)
    while fight.session.waiting:
        if fight.asked_for in answers:
            given = answers[fight.asked_for]
            fight.give(given.pop(0) if isinstance(given, list) else given)
        else:
            fight.default()
    assert fight.left() == (), fight.left()
    return fight


def batch(state: State, target: str, hits: int, *dice: int, by: str = "", name: str = "Bolt", **rules: int) -> Fight:
    """Some plain hits with special rules on a unit, of the other side unless told; questions by default."""
    by = by or ("north" if state.units[target].side == "south" else "south")
    frame = Frame("afs.hits", data=spell_hits(target, by, name, hits, rules))
    return Fight(state, frame, dice).to_end()


def shot(state: State, base: str, target: str, how: str = "shooting", **about: Any) -> Attack:
    """One model's attack with its first weapon."""
    return Attack(base, state.bases[base].own.weapons[0].name, target, how, **about)  # type: ignore[arg-type]


def after(fight: Fight) -> State:
    """The state that a fight has left, ready for another."""
    return replace(fight.state, luck=Luck("scripted"), stack=(), pending=None)
