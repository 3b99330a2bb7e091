"""Who strikes whom, how often, in which order, and what comes of it (WAB-CMB-01 to WAB-CMB-10)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.state import State
from game.kit import situation
from rulesets.ancient_battles.army import profiles
from rulesets.ancient_battles.field import engagement
from rulesets.ancient_battles.field.engagement import combats
from rulesets.ancient_battles.fight import strikes
from tests.rules.ancient_battles.combat_play import Play, begin_clash, blows, clash, fight, left
from tests.rules.ancient_battles.shots_play import recruit
from tests.rules.ancient_battles.table import table, unit
from tests.rules.playing import plain

NO = (1,) * 40


def ranks(files: int = 5, models: int = 10, **more: object) -> State:
    """Phalanx (south) against warband (north), front to front, as wide as told."""
    return table(
        unit("PHA", (36, 24), 0, files=files, models=models),
        unit("WAR", (36, 24), 180, files=files, models=models),
        **more,
    )


# --- who fights --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-CMB-01", "WAB-S10")
def test_corner_contact_lets_the_outer_files_fight() -> None:
    """W22: five files touch three; the outer two touch at the corners."""
    state = table(unit("PHA", (36, 24), 0, files=5, models=10), unit("WAR", (36, 24), 180, files=3, models=9))
    assert list(engagement.fighting(state, "PHA")) == [f"PHA.{k}" for k in range(1, 6)]
    assert len(engagement.fighting(state, "WAR")) == 3


@pytest.mark.clause("WAB-CMB-01", "WAB-S10")
def test_a_tenth_of_an_inch_off_is_no_corner_contact() -> None:
    """W22: the enemy shifted by 0.1 inch to the east: the western file no longer touches."""
    state = table(unit("PHA", (36, 24), 0, files=5, models=10), unit("WAR", (36.1, 24), 180, files=3, models=9))
    assert list(engagement.fighting(state, "PHA")) == [f"PHA.{k}" for k in range(2, 6)]
    assert len(engagement.fighting(state, "WAR")) == 3


@pytest.mark.clause("WAB-FMR-10", "WAB-R32")
def test_a_fast_marching_unit_fights_with_its_front_rank_alone() -> None:
    def column(fast: bool) -> State:
        # A column of two files and five ranks facing north; the warband lies along its eastern flank.
        return table(
            unit("PHA", (36, 24), 0, files=2, models=10, fast=fast),
            unit("WAR", (36.8, 22), 270, files=5, models=10),
        )

    assert len(engagement.fighting(column(False), "PHA")) == 5
    assert list(engagement.fighting(column(True), "PHA")) == ["PHA.2"]
    assert len(engagement.fighting(column(True), "WAR")) == 5


# --- how many attacks --------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-CMB-02")
def test_a_model_has_as_many_attacks_as_its_characteristic() -> None:
    state = table(unit("SEL", (36, 24), 0), unit("LCH", (36, 24), 180, files=3, models=3))
    assert strikes.attacks(state, "SEL", 1).total == 4
    assert strikes.attacks(state, "LCH", 3).total == 6


@pytest.mark.clause("WAB-FRZ-03", "WAB-FRZ-06")
def test_frenzy_gives_an_attack_until_it_is_broken() -> None:
    wild = table(unit("GAE", (36, 24), 180, files=4, models=16))
    calm = table(unit("GAE", (36, 24), 180, files=4, models=16, calm=True))
    assert strikes.attacks(wild, "GAE", 4).total == 8
    assert strikes.attacks(calm, "GAE", 4).total == 4


def armed_twice(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Give a row of a list a weapon in each hand: none of the sample armies has one."""
    known = profiles.profiles()
    row = replace(known[code].row, two_weapons=True)
    monkeypatch.setitem(known, code, replace(known[code], row=row))


@pytest.mark.clause("WAB-CMB-03", "WAB-R50")
def test_two_weapons_add_an_attack_and_frenzy_another(monkeypatch: pytest.MonkeyPatch) -> None:
    armed_twice(monkeypatch, "GAE")
    armed_twice(monkeypatch, "LCH")
    state = table(unit("GAE", (36, 24), 180, files=4, models=16), unit("LCH", (20, 24), 180))
    found = strikes.attacks(state, "GAE", 4)
    assert found.total == 12
    assert [clause for _, _, clause in found.rows] == ["WAB-CMB-02", "WAB-CMB-03", "WAB-FRZ-03"]
    assert strikes.attacks(state, "LCH", 3).total == 3 * (2 + 1)


# --- to hit, to wound, to save -----------------------------------------------------------------------------------


@pytest.mark.clause("WAB-CMB-05", "WAB-CMB-06", "WAB-CMB-08", "WAB-CMB-09")
def test_hits_wounds_and_saves_are_thrown_in_turn() -> None:
    """The sequence of W01 with four men of Weapon Skill 4: hit on 3+, wound on 4+, large shield saves on 5+."""
    state = table(
        unit("SIL", (36, 24), 0, files=4, models=16),
        unit("WAR", (36, 24), 180, files=4, models=16),
        contacts=[{"a": "SIL", "b": "WAR", "how": "charge"}],
    )
    play = clash(state, 3, 2, 6, 4, 4, 3, 5, 5, 4, *(1, 1, 1))
    assert blows(play)[0] == ("SIL", "WAR", 4, 3, 2, 1)
    assert left(play.state, "WAR") == 15
    assert [plain_why for plain_why, _ in play.dice_thrown()][:3] == [
        "SIL struck at WAR",
        "3 hits on WAR: to wound",
        "Saves of WAR against 2 wounds",
    ]


@pytest.mark.clause("WAB-CMB-07", "WAB-CMB-08")
def test_who_cannot_wound_throws_no_dice_to_wound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strength 3 needs a 6 against Toughness 6, and cannot wound Toughness 7."""
    state = table(unit("SEL", (36, 24), 0), unit("WAR", (36, 24), 180, files=5, models=10))
    assert strikes.wound_need(state, "WAR", "SEL").total == 6
    known = profiles.profiles()
    row = known["SEL"].row
    hard = replace(known["SEL"], row=replace(row, profile=replace(row.profile, t=7)))
    monkeypatch.setitem(known, "SEL", hard)
    # All step 3: the active elephant first (4 dice, all miss), then the warband (4 men touch it, all hit).
    play = clash(state, 1, 1, 1, 1, 6, 6, 6, 6, 6)
    assert blows(play)[1] == ("WAR", "SEL", 5, 5, 0, 0)


@pytest.mark.clause("WAB-CMB-09", "WAB-ARM-13", "WAB-ARM-12", "WAB-CMB-02")
def test_strength_spoils_the_save() -> None:
    """Strength 6 of an elephant: 5+ becomes 8+, no dice are thrown."""
    state = table(
        unit("SEL", (36, 24), 0),
        unit("WAR", (36, 24), 180, files=5, models=10),
        contacts=[{"a": "SEL", "b": "WAR", "how": "charge"}],
    )
    play = clash(state, 3, 3, 3, 2, 2, 2, 1, *(1, 1, 1))
    assert blows(play)[0] == ("SEL", "WAR", 4, 3, 2, 2)
    assert left(play.state, "WAR") == 8
    assert blows(play)[1][2] == 3


# --- in which order ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-CMB-04")
def test_chargers_strike_before_a_higher_initiative() -> None:
    """Phalanx (I 3) charges Gaesati (I 4)."""
    state = table(
        unit("PHA", (36, 24), 0, files=4, models=8),
        unit("GAE", (36, 24), 180, files=4, models=8),
        contacts=[{"a": "PHA", "b": "GAE", "how": "charge"}],
    )
    assert [b[0] for b in blows(clash(state, *NO[:12]))] == ["PHA", "GAE"]


@pytest.mark.clause("WAB-CMB-04")
def test_without_a_charge_the_higher_initiative_strikes_first() -> None:
    state = table(unit("PHA", (36, 24), 0, files=4, models=8), unit("GAE", (36, 24), 180, files=4, models=8))
    assert [b[0] for b in blows(clash(state, *NO[:12]))] == ["GAE", "PHA"]


@pytest.mark.clause("WAB-CMB-04", "WAB-S21")
def test_of_equal_initiative_momentum_strikes_first() -> None:
    """Both I 3; the warband won the last round, so it strikes before the active phalanx, who is fewer by a man."""
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=10),
        unit("WAR", (36, 24), 180, files=5, models=10, won=1, beat=("PHA",)),
        contacts=[{"a": "PHA", "b": "WAR", "how": "charge", "since": 1}],
        fight=1,
    )
    play = clash(state, 4, 1, 1, 1, 1, 4, 1, *(1, 1, 1, 1))
    assert [b[:3] for b in blows(play)] == [("WAR", "PHA", 5), ("PHA", "WAR", 4)]


@pytest.mark.clause("WAB-CMB-04", "WAB-S20", "WAB-S30")
def test_equal_in_everything_strike_at_once_at_full_number() -> None:
    """Same Initiative, no Momentum: the active side's dice come first, and both strike with five."""
    play = clash(ranks(), *(4, 4, 1, 1, 1), 4, 4, 1, 1, *(4, 4, 4, 1, 1), 4, 4, 4, 1, 1, 1)
    assert [b[:3] for b in blows(play)] == [("PHA", "WAR", 5), ("WAR", "PHA", 5)]
    assert (left(play.state, "PHA"), left(play.state, "WAR")) == (7, 8)


@pytest.mark.clause("WAB-CMB-04", "WAB-S21")
def test_both_charged_when_one_counter_charged() -> None:
    """W20: Companions and light chariots, both I 4, both chargers: they strike together, active first."""
    state = table(
        unit("COM", (36, 24), 0),
        unit("LCH", (36, 24), 180),
        contacts=[{"a": "COM", "b": "LCH", "how": "counter"}],
    )
    assert strikes.steps_of(strikes.corps_of(state, ("COM", "LCH"))) == ((0, -4, 0),)
    assert engagement.momentum_counts(state, "COM")
    assert engagement.momentum_counts(state, "LCH")


# --- losses ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S20")
def test_who_strikes_later_has_as_many_fewer_as_it_lost() -> None:
    state = ranks(contacts=[{"a": "PHA", "b": "WAR", "how": "charge"}])
    play = clash(state, *(4, 4, 1, 1, 1), 4, 4, 1, 1, *(1, 1, 1))
    assert [b[:3] for b in blows(play)] == [("PHA", "WAR", 5), ("WAR", "PHA", 3)]
    assert left(play.state, "WAR") == 8


@pytest.mark.clause("WAB-R49", "WAB-RES-01")
def test_wounds_beyond_what_the_enemy_had_left_do_not_count() -> None:
    """Two elephants' worth of blows on a single chariot with one wound left."""
    state = table(
        unit("SEL", (36, 24), 0),
        unit("LCH", (36, 24), 180, files=1, models=1, wounds=1),
        contacts=[{"a": "SEL", "b": "LCH", "how": "charge"}],
    )
    play = clash(state, 6, 6, 6, 6, 6, 6, 6, 6)
    assert blows(play)[0][-1] == 4
    result = play.event("combat_result")
    assert next(row for row in result.sums[0].rows if row[2] == "WAB-RES-01")[1] == 1
    assert result.data["winner"] == "south"


# --- choosing whom to strike -------------------------------------------------------------------------------------


def between_two() -> State:
    """A warband of five files; two phalanxes meet before it, so its middle man touches both."""
    return table(
        unit("PHA", (34.4, 24), 0, files=4, models=4),
        unit("SIL", (37.6, 24), 0, files=4, models=4),
        unit("WAR", (36, 24), 180, files=5, models=5),
        active="north",
    )


@pytest.mark.clause("WAB-S20")
def test_a_model_that_touches_two_units_chooses() -> None:
    play = begin_clash(between_two(), *NO).on("wab.strike")
    assert play.decision.side == "north"
    marks = play.decision.args["marks"]
    assert marks == {"WAR.3": ["PHA", "SIL"]}
    play.option(**{"WAR.3": "SIL"})
    play.on()
    assert [b[:3] for b in blows(play) if b[0] == "WAR"] == [("WAR", "PHA", 2), ("WAR", "SIL", 3)]


@pytest.mark.clause("WAB-S30")
@pytest.mark.parametrize(("west", "east"), [("PHA", "SIL"), ("SIL", "PHA")])
def test_blows_at_several_enemies_come_in_the_order_of_the_army_list(west: str, east: str) -> None:
    """The warband strikes the phalanx first, hits, wounds and saves, then the Silver Shields, wherever they stand."""
    state = table(
        unit(west, (34.4, 24), 0, files=4, models=4),
        unit(east, (37.6, 24), 0, files=4, models=4),
        unit("WAR", (36, 24), 180, files=5, models=5),
        contacts=[{"a": "WAR", "b": u, "how": "charge"} for u in ("PHA", "SIL")],
        active="north",
    )
    play = begin_clash(state, *(6,) * 40).on("wab.hatred")
    assert [b[1] for b in blows(play) if b[0] == "WAR"] == ["PHA", "SIL"]
    struck = [plain(e.request.why) for e in play.of("rolled") if e.request and e.about[0] == "WAR"]
    assert [w for w in struck if "struck at" in w] == ["WAR struck at PHA", "WAR struck at SIL"]
    assert struck.index("WAR struck at SIL") == len([w for w in struck if "PHA" in w])


@pytest.mark.clause("WAB-S20")
def test_by_default_it_strikes_the_unit_to_its_front() -> None:
    """The corner man of a phalanx has the warband before him and the youths at his side."""
    state = table(
        unit("PHA", (36, 24), 0, files=2, models=2),
        unit("WAR", (36, 24), 180, files=5, models=5),
        unit("GAE", (36.8, 23.6), 270, files=1, models=1),
    )
    assert engagement.fighting(state, "PHA")["PHA.2"] == ("WAR", "GAE")


# --- characters --------------------------------------------------------------------------------------------------


def with_general(**more: object) -> State:
    """Companions with the General in their front rank charge the noble cavalry."""
    return table(
        unit("COM", (36, 24), 0, files=4, models=7),
        unit("SGE", joined="COM", **more),
        unit("NOB", (36, 24), 180, files=4, models=8),
        contacts=[{"a": "COM", "b": "NOB", "how": "charge"}],
    )


@pytest.mark.clause("WAB-S27", "WAB-CMB-04")
def test_a_character_strikes_by_his_own_profile_and_initiative() -> None:
    """The General (I 5, A 3) strikes before the three Companions beside him (I 4, A 1)."""
    play = begin_clash(with_general(), *NO).on()
    assert [b[:3] for b in blows(play)] == [("SGE", "NOB", 3), ("COM", "NOB", 3), ("NOB", "COM", 4)]


@pytest.mark.clause("WAB-S27")
def test_who_touches_a_character_strikes_the_unit_by_default() -> None:
    play = begin_clash(with_general(), *NO).on("wab.strike")
    assert play.decision.args["marks"] == {"NOB.2": ["COM", "SGE"]}
    play.on()
    assert [b[:3] for b in blows(play) if b[0] == "NOB"] == [("NOB", "COM", 4)]


@pytest.mark.clause("WAB-S27", "WAB-R49")
def test_wounds_do_not_carry_over_from_a_character() -> None:
    """Three of the warband touch the General, who has one wound left; three unsaved wounds kill him and count once."""
    state = table(
        unit("COM", (36, 24), 0, files=4, models=7),
        unit("SGE", joined="COM", wounds=2),
        unit("WAR", (36, 24), 180, files=5, models=10),
        contacts=[{"a": "COM", "b": "WAR", "how": "charge"}],
    )
    play = begin_clash(state, *NO[:6], *(6, 6, 6), *(6, 6, 6), *(1, 1, 1), 1, 1).on("wab.strike")
    marks = play.decision.args["marks"]
    assert len(marks) == 3
    assert set(map(tuple, marks.values())) == {("COM", "SGE")}
    play.option(**dict.fromkeys(marks, "SGE"))
    play.on()
    assert play.left() == ()
    assert blows(play)[-2] == ("WAR", "SGE", 3, 3, 3, 3)
    assert not situation.on_table(play.state, "SGE")
    assert left(play.state, "COM") == 7
    rows = [r for s in play.event("combat_result").sums for r in s.rows if r[2] == "WAB-RES-01"]
    assert [r[1] for r in rows] == [1.0]


# --- hatred and fear ---------------------------------------------------------------------------------------------


def hatred(**contact: object) -> State:
    """Oath-bound (who hate Seleucids) against a phalanx."""
    return table(
        unit("PHA", (36, 24), 0, files=5, models=10),
        unit("OAT", (36, 24), 180, files=5, models=10),
        contacts=[{"a": "OAT", "b": "PHA", "how": "charge", **contact}],
        active="north",
        fight=int(contact.get("since", 0) or 0),
    )


@pytest.mark.clause("WAB-HAT-02", "WAB-S30")
def test_hatred_throws_each_miss_again_once() -> None:
    """Two of five hit; three are thrown again, one hits; they are wounds and saves of three hits."""
    play = clash(hatred(), 4, 4, 3, 2, 1, 4, 1, 1, 4, 1, 1, 4, *(1, 1, 1, 1))
    assert blows(play)[0] == ("OAT", "PHA", 5, 3, 1, 1)
    assert play.dice_thrown()[1] == ("Hatred: OAT re-rolled its misses against PHA", (4, 1, 1))


@pytest.mark.clause("WAB-HAT-02")
def test_its_owner_may_let_the_dice_stand() -> None:
    play = begin_clash(hatred(), 4, 4, 3, 2, 1, 1, 1, *NO).on("wab.hatred")
    assert play.decision.side == "north"
    assert play.decision.args["missed"] == 3
    play.option(again="no")
    play.on()
    assert blows(play)[0][:4] == ("OAT", "PHA", 5, 2)


@pytest.mark.clause("WAB-HAT-02", "WAB-S36")
def test_hatred_is_spent_after_the_first_round() -> None:
    play = clash(hatred(since=1), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert not [e for e in play.events if e.type == "rolled" and "hatred" in plain(e.request.why)]  # type: ignore[union-attr]


@pytest.mark.clause("WAB-HAT-02")
def test_nobody_rerolls_against_an_enemy_it_does_not_hate() -> None:
    play = clash(ranks(), *NO[:10])
    assert not any("hatred" in why for why, _ in play.dice_thrown())


@pytest.mark.clause("WAB-FEA-03", "WAB-R19")
def test_a_shaken_unit_needs_sixes_in_its_first_fight_only() -> None:
    """W10: five models need 6 instead of 4: two hits of 5, 6, 4, 6, 3; from the second phase 4+ again."""
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=20, shaken_by_fear=1),
        unit("GAE", (36, 24), 180, files=4, models=12),
        contacts=[{"a": "GAE", "b": "PHA", "how": "charge"}],
        active="north",
    )
    play = clash(state, *(1,) * 8, 5, 6, 4, 6, 3, 1, 1)
    assert blows(play)[1] == ("PHA", "GAE", 5, 2, 0, 0)
    later = replace(play.state, own=replace(play.state.own, phase="moves"))
    assert strikes.hit_need(later, "PHA", "GAE").total == 4
    assert engagement.number(later) == 2


@pytest.mark.clause("WAB-R19", "WAB-CMB-06")
@pytest.mark.parametrize(("ws", "rows"), [(3, ["WAB-CMB-06", "WAB-R19"]), (2, ["WAB-CMB-06"])])
def test_who_needs_a_six_anyway_is_no_worse_for_being_shaken(
    ws: int, rows: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weapon Skill 3 against 6 needs 5, and 6 when shaken; 2 against 6 needs 6 as it is."""
    recruit(monkeypatch, "XAA", "PHA", ws=ws)
    recruit(monkeypatch, "XBB", "WAR", ws=6)
    state = table(
        unit("XAA", (36, 24), 0, side="south", files=5, models=20, shaken_by_fear=1),
        unit("XBB", (36, 24), 180, side="north", files=5, models=20),
        phase="combat",
        fight=1,
    )
    found = strikes.hit_need(state, "XAA", "XBB")
    assert (found.total, [clause for _, _, clause in found.rows]) == (6.0, rows)


@pytest.mark.clause("WAB-R19")
def test_the_enemy_of_a_shaken_unit_hits_as_usual() -> None:
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=20, shaken_by_fear=1),
        unit("GAE", (36, 24), 180, files=4, models=12),
    )
    assert strikes.hit_need(state, "PHA", "GAE").total == 6
    assert strikes.hit_need(state, "GAE", "PHA").total == 3


# --- several combats ---------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S36", "WAB-TRN-07")
def test_the_active_player_orders_the_combats() -> None:
    state = table(
        unit("PHA", (16, 24), 0, files=5, models=10),
        unit("WAR", (16, 24), 180, files=5, models=10),
        unit("SIL", (50, 24), 0, files=4, models=8),
        unit("GAE", (50, 24), 180, files=4, models=8, calm=True),
    )
    play = Play(state, NO)
    assert play.asked_for == "wab.combat_order"
    assert play.decision.side == "south"
    assert [c.id for c in play.asked.space.things] == ["PHA", "SIL"]  # type: ignore[union-attr]
    play.pick("SIL")
    play.on()
    assert [tuple(e.data["units"]) for e in play.of("combat_result")] == [("SIL", "GAE"), ("PHA", "WAR")]


@pytest.mark.clause("WAB-S36")
def test_units_joined_by_a_chain_of_contacts_fight_one_combat() -> None:
    play = fight(between_two(), *NO[:11])
    assert [tuple(e.data["units"]) for e in play.of("fight_begins")] == [("WAR", "PHA", "SIL")]


@pytest.mark.clause("WAB-S36", "WAB-TRN-07")
def test_combats_stand_in_the_order_of_their_westernmost_units() -> None:
    """A chain from x = 20 to 26 begins west of the pair at 24, though it ends east of it."""
    chain = (
        unit("PHA", (20, 24), 0, files=5, models=10),
        unit("WAR", (22, 24), 180, files=10, models=20),
        unit("SIL", (26, 24), 0, files=4, models=8),
    )
    pair = (unit("COM", (24, 36), 0, files=3, models=3), unit("NOB", (24, 36), 180, files=3, models=3))
    assert combats(table(*pair, *chain)) == (("PHA", "SIL", "WAR"), ("COM", "NOB"))
    moved = (unit("COM", (19, 36), 0, files=3, models=3), unit("NOB", (19, 36), 180, files=3, models=3))
    assert combats(table(*moved, *chain)) == (("COM", "NOB"), ("PHA", "SIL", "WAR"))
