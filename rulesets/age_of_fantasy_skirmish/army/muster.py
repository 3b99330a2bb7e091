"""Before the game: which units a Musician and a Banner help beside the bearer's own (row 2 of the decisions).

AFS-MUS-02, AFS-BAN-02, AFS-R46, AFS-S27.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.decision import Asked, Choice, Decision, Kind, PickAnswer, PickSpace, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import T, Text, Thing
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.army import data_army
from rulesets.age_of_fantasy_skirmish.army.abilities import UPGRADES, Upgrade
from rulesets.age_of_fantasy_skirmish.flow_numbers import whole

ASKED = {"musician": T("{side}: units for the Musician to help"), "banner": T("{side}: units for the Banner to help")}
TOLD = {"musician": T("The Musician of {side} helps {units}"), "banner": T("The Banner of {side} helps {units}")}
HELPS = {
    "musician": T("helped, it moves farther with every action"),
    "banner": T("helped, it passes morale tests more easily"),
}
CLAUSE = {"musician": "AFS-MUS-02", "banner": "AFS-BAN-02"}


class MusterData(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many of the questions, side by side and upgrade by upgrade, have been gone through."""

    at: int = 0


MUSTER = FrameOf("afs.muster", MusterData)


def bearer_unit(view: State, side: str, upgrade: str) -> str:
    """The unit of the bearer of an upgrade, "" where the army has none (AFS-CMD-01)."""
    bearing = (u.id for u in view.units_of(side) if any(view.bases[b].own.role == upgrade for b in u.bases))
    return next(bearing, "")


def choices(view: State, side: str, upgrade: str) -> tuple[str, ...]:
    """The units that may be chosen: all but the bearer's own (AFS-R46)."""
    own = bearer_unit(view, side, upgrade)
    return tuple(u.id for u in view.units_of(side) if u.id != own) if own else ()


def usual(view: State, side: str, upgrade: str) -> tuple[str, ...]:
    """The usual beneficiaries: those of the army's sample where it has some, else the dearest (AFS-S27)."""
    open_units, most = choices(view, side, upgrade), whole("beneficiaries")
    own = view.sides[side].own
    army = data_army.armies().get(own.army)
    wished = own.wished.get(upgrade, ()) if army is None else army.musician if upgrade == "musician" else army.banner
    found = [u for u in open_units if view.units[u].kind in wished][:most]
    others = sorted((u for u in open_units if u not in found), key=lambda u: -view.units[u].own.points)
    found += others[: most - len(found)]
    return tuple(u for u in open_units if u in found)


def _turns(state: State) -> list[tuple[str, Upgrade]]:
    """The sides and upgrades in the order in which they are gone through."""
    return [(side, upgrade) for side in state.sides for upgrade in UPGRADES]


@MUSTER.step
def _begin(run: Run, data: MusterData | None, got: Any) -> Outcome:
    return Goto("next", MusterData())


@MUSTER.step
def _next(run: Run, data: MusterData, got: Any) -> Outcome:
    """The next side and upgrade that there is something to choose for."""
    rows = _turns(run.state)
    if data.at >= len(rows):
        return Done()
    side, upgrade = rows[data.at]
    after = MusterData(data.at + 1)
    if not choices(run.state, side, upgrade):
        return Goto("next", after)
    message = Text(ASKED[upgrade].key, {"side": Thing(side)})
    return BENEFICIARIES.ask(
        side, message, {"upgrade": upgrade}, (CLAUSE[upgrade], "AFS-R46"), then="chosen", data=after
    )


@MUSTER.step
def _chosen(run: Run, data: MusterData, got: Reply) -> Outcome:
    side, upgrade = _turns(run.state)[data.at - 1]
    units = tuple(u.id for u in run.state.units_of(side) if u.id in got.ids)
    listed = [Thing(u) for u in (bearer_unit(run.state, side, upgrade), *units)]
    run.emit(
        "beneficiaries",
        "order",
        Text(TOLD[upgrade].key, {"side": Thing(side), "units": listed}),
        *changes.side(run.state, side, **{upgrade: units}),
        clauses=(CLAUSE[upgrade], "AFS-R46"),
        about=units,
        side=side,
        data={"upgrade": upgrade, "units": list(units)},
    )
    return Goto("next", data)


class BeneficiariesQuestion(Discrete):
    """Up to three friendly units that a Musician or a Banner helps (decision 2)."""

    kind: Kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """All units of the side but the bearer's own."""
        upgrade = decision.args["upgrade"]
        units = choices(view, decision.side, upgrade)
        rows = tuple(Choice(u, T("{unit}", unit=Thing(u)), note=HELPS[upgrade]) for u in units)
        draft = PickAnswer(usual(view, decision.side, upgrade))
        return Asked(PickSpace(rows, 0, min(whole("beneficiaries"), len(rows))), Reply(draft), draft=draft)


BENEFICIARIES = Posed("beneficiaries", BeneficiariesQuestion())
