"""Who has lost what, who has dealt with which objectives, and the end (USB-VIC-01, USB-ACT-07, USB-S09)."""

from __future__ import annotations

from game.engine import changes
from game.engine.decision import Sum
from game.engine.endings import battle_ends, leader, points_of
from game.engine.flow import Run
from game.engine.state import State, other_sides
from game.engine.text import T, Thing
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.turn.special import OBJECTIVE


def worth(view: State, unit: str) -> int:
    """What the loss of a unit counts: a hero two, also with his mount, anybody else one (USB-VIC-01, USB-S09)."""
    return whole("hero_counts") if any(facts.is_hero(view.bases[b]) for b in view.units[unit].bases) else 1


def lost(view: State, side: str) -> tuple[str, ...]:
    """The units that a side has lost, a joined hero apart from his unit; after the last round also who never came."""
    ended = view.own.round >= view.own.rounds and not any(facts.eligible(view, s) for s in view.sides)
    return tuple(
        u.id
        for u in view.units_of(side)
        if not facts.survives(view, u.id) or (ended and not facts.deployed(view, u.id))
    )


def score(view: State, side: str) -> Sum:
    """What a side's enemies have lost, and the objectives that it has dealt with; the higher sum wins (USB-VIC-01)."""
    fallen = [u for enemy in other_sides(view, side) for u in lost(view, enemy)]
    rows = tuple((T("{unit}", unit=Thing(u)), float(worth(view, u)), "USB-VIC-01") for u in fallen)
    won = (m for m in view.markers.values() if m.kind == OBJECTIVE and m.side == side)
    rows += tuple((T("{marker}", marker=Thing(m.id)), float(m.own.worth), "USB-ACT-07") for m in won)
    return Sum(T("Activations that {side} has won", side=Thing(side)), sum(row[1] for row in rows), rows)


def wiped_out(view: State) -> tuple[str, ...]:
    """The sides that have nothing left on or off the table (USB-S09)."""
    return tuple(s for s in view.sides if not facts.activations(view, s))


def settle(run: Run) -> None:
    """End the battle: one side left alone wins, else whoever has lost fewer activations (USB-VIC-01, USB-S09)."""
    sums = {side: score(run.state, side) for side in run.state.sides}
    gone = wiped_out(run.state)
    winner = leader(points_of(sums))
    if len(gone) == 1:
        winner = other_sides(run.state, gone[0])[0]
        why = T("Victory for {winner}: {loser} has nothing left", winner=Thing(winner), loser=Thing(gone[0]))
    elif winner:
        why = T("Victory for {winner}, who has lost fewer activations", winner=Thing(winner))
    else:
        why = T("The battle is drawn: both sides have lost as much")
    over = changes.battle(run.state, phase="over", acting="", active="")
    battle_ends(run, winner, why, sums, ("USB-VIC-01", "USB-S09"), *over)
