"""What two blocks could do to each other: beside icepool, and beside the flow itself played many times."""

from __future__ import annotations

from collections.abc import Sequence

import icepool
import pytest

from game.engine.event import Event
from game.engine.odds import Spread
from game.engine.prospects import Prospect, prospects_of
from game.engine.state import Frame, State, state_hash, view
from game.kit import situation
from rulesets.ancient_battles import RULESET
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.fight import combat_odds
from rulesets.ancient_battles.fight.combat import CombatData
from rulesets.ancient_battles.shoot import shooting
from rulesets.ancient_battles.shoot.shooting import VolleyData
from rulesets.ancient_battles.shoot.shooting import VolleyData as Shot
from tests.rules.ancient_battles.shots_play import recruit
from tests.rules.ancient_battles.table import table, unit
from tests.rules.odds_counts import agrees, by_label, chances, played, sums_open

SHARE = 300
"""Runs of the fast suite; the soak plays 100,000."""


def blocks(gap: float = 6.0, active: str = "south", phase: str = "moves") -> State:
    return table(
        unit("PHA", (36, 20), 0, files=5, models=20),
        unit("WAR", (36, 20 + gap), 180, files=5, models=25),
        active=active,
        phase=phase,
    )


def engaged(active: str = "south", **foe: object) -> State:
    return table(
        unit("PHA", (36, 24), 0, files=5, models=20),
        unit("WAR", (36, 24), 180, files=5, **{"models": 25, **foe}),
        contacts=[{"a": "PHA", "b": "WAR", "how": "charge"}],
        phase="combat",
        fight=1,
        active=active,
    )


def bows(monkeypatch: pytest.MonkeyPatch, models: int = 6, foes: int = 8) -> State:
    """Bowmen before a Phalanx: 4+ to hit, 4+ to wound, save 5+."""
    recruit(monkeypatch, "XBO", "PHA", weapon="bow")
    return table(
        unit("XBO", (36, 20), 0, side="south", models=models, files=models),
        unit("PHA", (36, 26), 180, side="north", models=foes, files=4, began=8),
        phase="shooting",
        active="north",
    )


def of(state: State, what: str, actor: str, mark: str) -> Prospect:
    found = prospects_of(RULESET, view(state, "south"), actor, mark)
    return next(p for p in found if (p.what, p.actor) == (what, actor))


# --- beside icepool ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-SHT-14", "WAB-S19")
@pytest.mark.parametrize("models", [2, 4, 6])
def test_a_volley_down_to_panic(monkeypatch: pytest.MonkeyPatch, models: int) -> None:
    state = bows(monkeypatch, models)
    shot = of(state, "shoot", "XBO", "PHA")
    through = (icepool.d6 >= 4) & (icepool.d6 >= 4) & (icepool.d6 < 5)
    lost = chances(models @ through)
    assert by_label(shot.forecast, "Hits on {unit}").spread == pytest.approx(chances(models @ (icepool.d6 >= 4)))
    told = by_label(shot.forecast, "Models lost by {unit}").spread
    assert told == pytest.approx({k: v for k, v in lost.items() if v >= 1e-4})
    fails = float((2 @ icepool.d6 > 7).probability(True))
    worse = float((2 @ icepool.d6 > 6).probability(True))
    panics = sum(p * (worse if 2 * (8 - n) <= 8 else fails) for n, p in lost.items() if n >= 2)
    assert by_label(shot.forecast, "{unit} fled in panic").chance == pytest.approx(panics)


@pytest.mark.clause("WAB-CMB-05", "WAB-CMB-08", "WAB-CMB-09", "WAB-RES-01")
def test_a_charge_of_equal_speed_by_icepool() -> None:
    """A charger strikes first; five dice to each side while nobody behind steps into the gap."""
    charge = of(blocks(), "charge", "PHA", "WAR")
    one = (icepool.d6 >= 4) & (icepool.d6 >= 4) & (icepool.d6 < 5)
    first = chances(5 @ one)
    assert by_label(charge.forecast, "Wounds dealt").spread == pytest.approx(
        {k: v for k, v in first.items() if v >= 5e-4}
    )
    back: dict[int, float] = {}
    for n, p in first.items():
        for m, q in (chances((5 - n) @ one) if n < 5 else {0: 1.0}).items():
            back[m] = back.get(m, 0.0) + p * q
    assert by_label(charge.forecast, "Wounds suffered").spread == pytest.approx(
        {k: v for k, v in back.items() if v >= 5e-4}
    )


@pytest.mark.clause("WAB-S24", "WAB-BRK-04")
def test_running_down_by_icepool() -> None:
    charge = of(blocks(), "charge", "PHA", "WAR")
    caught = float((2 @ icepool.d6 >= 2 @ icepool.d6).probability(True))
    breaks = [r.chance for r in charge.forecast.rows if r.label.key == "{unit}: broken"]
    down = [r.chance for r in charge.forecast.rows if r.label.key.startswith("{unit}: broken and run down")]
    assert down == pytest.approx([b * caught for b in breaks])


# --- beside the flow ---------------------------------------------------------------------------------------------


def _fought(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
    """Who won, what was lost in the round, who broke, who was run down."""
    upto = next((k for k, e in enumerate(told) if e.type == "combat_result"), len(told))
    result = told[upto].data
    found = {"win": int(result["winner"] == "south"), "draw": int(not result["winner"])}
    scores = result["scores"]
    found["margin"] = scores["south"] - scores["north"]
    for who in ("PHA", "WAR"):
        found[f"breaks {who}"] = int(any(e.type == "broken" and who in e.about for e in told))
        found[f"down {who}"] = int(found[f"breaks {who}"] and not situation.on_table(after, who))
    return found


def compare_combat(runs: int) -> None:
    for state in (engaged(), engaged(models=9), engaged("north", models=15)):
        group = tuple(u for u in ("PHA", "WAR"))
        found = combat_odds.round_odds(state, group, "south")
        frame = Frame("wab.combat", "choose", CombatData((group,)))
        names = ("win", "draw", "margin", "breaks PHA", "breaks WAR")
        tally = played(RULESET, view(state, "south"), [frame], _fought, runs, names)
        exact: dict[str, float | Spread] = {"win": found.win, "draw": found.draw, "margin": found.margin}
        agrees(tally, {**exact, "breaks PHA": found.breaks["PHA"], "breaks WAR": found.breaks["WAR"]})


def compare_charge(runs: int) -> None:
    """A charge as it is played: dared, come home, fought, broken, run down."""
    charge = of(blocks(), "charge", "PHA", "WAR")
    playout = charge.playout
    assert playout is not None
    tally = played(RULESET, playout.start, playout.stages, _fought, runs, ("win", "breaks WAR", "down WAR"))
    rows = charge.forecast.rows
    breaks = [r.chance for r in rows if r.label.key == "{unit}: broken" and r.chance > 0.3]
    down = [r.chance for r in rows if r.label.key.startswith("{unit}: broken and run") and r.chance > 0.2]
    agrees(tally, {"win": by_label(charge.forecast, "Win").chance, "breaks WAR": breaks[0], "down WAR": down[0]})


def compare_volley(runs: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        state = bows(patch)
        found = shooting.volleys(state, [Shot("XBO", "PHA")])

        def read(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
            return {"lost": 8 - (facts.count(after, "PHA") if situation.on_table(after, "PHA") else 0)}

        frame = Frame("wab.volley", data=VolleyData("XBO", "PHA"))
        agrees(played(RULESET, view(state, "north"), [frame], read, runs, ("lost",)), {"lost": found.lost})


@pytest.mark.clause("WAB-RES-01", "WAB-BRK-02", "WAB-BRK-04")
def test_combats_resolved_by_the_flow_agree() -> None:
    compare_combat(SHARE)


@pytest.mark.clause("WAB-CHG-06", "WAB-S24")
def test_charges_resolved_by_the_flow_agree() -> None:
    compare_charge(SHARE)


@pytest.mark.clause("WAB-SHT-14", "WAB-S20")
def test_volleys_resolved_by_the_flow_agree() -> None:
    compare_volley(2000)


@pytest.mark.soak
@pytest.mark.parametrize("compare", [compare_combat, compare_charge, compare_volley])
def test_a_hundred_thousand_resolved_samples_agree(compare) -> None:
    compare(100_000)


# --- what a player asks ------------------------------------------------------------------------------------------


def test_both_directions_in_either_turn() -> None:
    for active in ("south", "north"):
        state = blocks(active=active)
        found = prospects_of(RULESET, view(state, "south"), "PHA", "WAR")
        assert [(p.what, p.actor, p.bar) for p in found] == [("charge", "PHA", None), ("charge", "WAR", None)]
        notes = [n.key for p in found for n in p.notes]
        assert notes == ["In the next turn of {side}, standing as now"]


def test_what_cannot_be_done_says_why_with_its_clause() -> None:
    found = prospects_of(RULESET, view(blocks(20.0), "south"), "PHA", "WAR")
    assert [p.bar is not None and bool(p.bar.clause) for p in found] == [True, True]


def test_every_number_opens_into_its_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    for state, a, b in ((blocks(), "PHA", "WAR"), (engaged(), "PHA", "WAR"), (bows(monkeypatch), "XBO", "PHA")):
        told = [p.forecast for p in prospects_of(RULESET, view(state, "south"), a, b) if p.forecast is not None]
        assert told
        for forecast in told:
            sums_open(forecast)


def test_a_unit_thought_of_elsewhere_has_moved_when_it_shoots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bowmen who go one inch nearer shoot at 5+."""
    state = bows(monkeypatch)
    before = state_hash(state)
    seen = view(state, "south")
    poses = {b.id: b.pose.__class__(b.pose.x, b.pose.y + 25.0, b.pose.facing) for b in seen.bases_of("XBO") if b.pose}
    there = next(p for p in prospects_of(RULESET, seen, "XBO", "PHA", poses) if p.what == "shoot")
    here = of(state, "shoot", "XBO", "PHA")
    assert by_label(here.forecast, "Hits on {unit}").sum.total == 4
    assert by_label(there.forecast, "Hits on {unit}").sum.total == 5
    assert state_hash(state) == before


# --- charges under fire ------------------------------------------------------------------------------------------


def compare_shot_charge(runs: int) -> None:
    """Twelve bowmen stand and shoot at five warriors' files; the thinned block comes home and fights."""
    with pytest.MonkeyPatch.context() as patch:
        recruit(patch, "XBO", "PHA", weapon="bow")
        state = table(
            unit("WAR", (36, 20), 0, files=5, models=15),
            unit("XBO", (36, 28), 180, side="south", files=6, models=12),
            active="north",
            turn=1,
        )
        charge = of(state, "charge", "WAR", "XBO")
        playout = charge.playout
        assert playout is not None
        assert [n.key for n in charge.notes] == ["{unit}: stand and shoot"]

        def read(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
            result = next((e.data for e in told if e.type == "combat_result"), {"winner": ""})
            shot = sum(e.data["models"] for e in told if e.type == "losses" and e.data["cause"] == "reaction")
            broke = any(e.type == "broken" and "XBO" in e.about for e in told)
            return {"win": int(result["winner"] == "north"), "shot": shot, "broke": int(broke)}

        tally = played(RULESET, playout.start, playout.stages, read, runs, ("win", "shot", "broke"))
        shot = by_label(charge.forecast, "Models of {unit} shot down on the way").spread
        whole = sum(shot.values())
        breaks = [r for r in charge.forecast.rows if r.label.key == "{unit}: broken"]
        mine = next(r.chance for r in breaks if r.label.args["unit"].id == "XBO")
        agrees(
            tally,
            {
                "win": by_label(charge.forecast, "Win").chance,
                "shot": Spread.of({k: v / whole for k, v in shot.items()}),
                "broke": mine,
            },
        )
        sums_open(charge.forecast)


@pytest.mark.clause("WAB-RCT-03", "WAB-S20", "WAB-S35")
def test_charges_under_fire_resolved_by_the_flow_agree() -> None:
    compare_shot_charge(SHARE)


@pytest.mark.soak
def test_a_hundred_thousand_charges_under_fire_agree() -> None:
    compare_shot_charge(100_000)
