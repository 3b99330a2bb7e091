"""The declarations of the special rules: all are there, broken ones are refused with file and key.

AFS-GEN-05, AFS-R01, AFS-R57, AFS-CMD-01.
"""

from __future__ import annotations

import pytest

from game.engine.files.toml_reading import DataError
from game.engine.numbers import read_numbers
from rulesets.age_of_fantasy_skirmish import data_files
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.attack import numbers, strikes
from rulesets.age_of_fantasy_skirmish.own import Effect
from tests.rules.age_of_fantasy_skirmish.attack_play import bow, model, scene, shoot, shot, squad, sword

RULES = (
    "ambush",
    "ap",
    "bane",
    "blast",
    "caster",
    "counter",
    "deadly",
    "fast",
    "fear",
    "fearless",
    "flying",
    "furious",
    "hero",
    "immobile",
    "impact",
    "indirect",
    "limited",
    "regeneration",
    "relentless",
    "reliable",
    "rending",
    "scout",
    "slow",
    "stealth",
    "strider",
    "surge",
    "thrust",
    "tough",
    "unstoppable",
)
UPGRADES = ("sergeant", "musician", "banner")


@pytest.mark.clause("AFS-R01", "AFS-CMD-01", "AFS-S26")
def test_all_rules_of_the_cheat_sheet_and_the_upgrades_are_declared():
    found = specials.specials()
    assert tuple(found) == (*RULES, *UPGRADES)
    assert [r.id for r in found.values() if r.bearer == "unit"] == list(UPGRADES)
    assert [r.id for r in found.values() if r.number] == ["ap", "blast", "caster", "deadly", "fear", "impact", "tough"]
    assert found["rending"].six_ap == 4
    assert found["immobile"].name == "Immobile"


@pytest.mark.clause("AFS-GEN-05")
def test_hooks_that_one_rule_alone_may_use_have_one():
    for hook, rule in (("ignores_wounds", "regeneration"), ("charge_dice", "impact")):
        assert specials.rule_with(hook).id == rule
    assert specials.with_flag("denies_ignoring") == ("bane", "rending", "unstoppable")
    assert specials.with_flag("once") == ("limited",)
    assert specials.with_flag("strikes_first") == ("counter",)
    assert specials.with_flag("sightless") == ("indirect",)


@pytest.mark.parametrize(
    ("rules", "bearer", "words"),
    [
        (
            {"rendign": 0},
            "weapon",
            "army.toml, unit 3, rendign: “rendign” is not a known special rule; did you mean “rending”?",
        ),
        ({"sergeant": 0}, "model", "army.toml, unit 3, sergeant: “sergeant” is not a known special rule"),
        ({"ap": 0}, "weapon", "army.toml, unit 3, ap: “AP” needs a number of at least 1"),
        ({"bane": 2}, "weapon", "army.toml, unit 3, bane: “Bane” has no number: write 0"),
        ({"hero": 0}, "weapon", "army.toml, unit 3, hero: “Hero” is a rule of models, not of weapons"),
    ],
)
@pytest.mark.clause("AFS-GEN-05")
def test_a_wrong_rule_is_refused_where_it_stands(rules, bearer, words):
    with pytest.raises(DataError) as refusal:
        specials.check_rules(rules, bearer, "army.toml", "unit 3")
    assert str(refusal.value).replace("unit 3.", "unit 3, ").startswith(words)


def test_right_rules_are_accepted():
    specials.check_rules({"ap": 2, "furious": 0, "bane": 0}, "weapon", "army.toml", "")
    specials.check_rules({"tough": 3, "rending": 0}, "model", "army.toml", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '[[rule]]\nid = "a"\nname = "A"\nbearer = "model"\nclause = "X"\n[[rule]]\nid = "a"\nname = "A"\n'
            'bearer = "model"\nclause = "X"\n',
            "defined twice",
        ),
        (
            '[[rule]]\nid = "a"\nname = "A"\nbearer = "model"\nclause = "X"\nap = [{ per = 1, clause = "X" }]\n',
            "number",
        ),
        ('[[rule]]\nid = "a"\nname = "A"\nbearer = "model"\nclause = "X"\nmultiplies = "hits"\n', "needs a number"),
        ('[[rule]]\nid = "a"\nname = "A"\nbearer = "horse"\nclause = "X"\n', "horse"),
        ('[[rule]]\nid = "a"\nname = "A"\nbearer = "model"\nclause = "X"\nhits = 1\n', "hits"),
    ],
)
def test_broken_declarations_are_refused(text, words):
    with pytest.raises(DataError, match=words):
        specials.read_specials(text.encode())


def test_broken_numbers_are_refused():
    with pytest.raises(DataError, match="less than 0"):
        read_numbers(b"[number]\nfar = -1\n", "attacks.toml")
    with pytest.raises(DataError, match="whole"):
        read_numbers(b"[number]\nfar = 1.5\n", "attacks.toml", whole=True)
    with pytest.raises(DataError, match="far"):
        data_files.number("farr")


@pytest.mark.clause("AFS-R57", "AFS-GEN-05")
def test_the_same_rule_twice_works_once_and_the_higher_number_counts():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(surge=0, ap=1), surge=0, ap=3)),
        squad("B1", [(10, 18)], model(4, 4, tough=6)),
    )
    assert numbers.held(state, "A1.1", numbers.weapon_of(state, "A1.1", "Bow")) == {"ap": 3, "surge": 0}
    fight = shoot(state, "A1", 6, 6, 6)
    assert fight.hits() == [2]
    assert fight.needs("AFS-SHT-05") == [7]


@pytest.mark.clause("AFS-R57", "AFS-S22")
def test_a_rule_given_by_a_spell_to_one_who_has_it_changes_nothing():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow())),
        squad("B1", [(10, 28)], model(4, 4, stealth=0), effects=(Effect("reed_veil", {"stealth": 0}),)),
    )
    assert numbers.to_hit(state, shot(state, "A1.1", "B1", far=True)).total == 5


@pytest.mark.clause("AFS-GEN-05", "AFS-R52")
def test_an_attack_rule_of_a_model_works_for_all_its_weapons():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(), bow(), rending=0)), squad("B1", [(10, 18)], model(4, 4, tough=6))
    )
    for name in ("Sword", "Bow"):
        kind = numbers.kind_of(state, numbers.Attack("A1.1", name, "B1", "charge"))
        assert (kind.six_ap, kind.denies) == (4, "AFS-REND-01")


@pytest.mark.clause("AFS-GEN-05")
def test_what_a_weapon_does_once_first_or_blindly_a_model_may_do_with_all_it_has():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(), counter=0, limited=0)),
        squad("B1", [(10, 11.5)], model(4, 4, sword("Knife"), tough=9)),
    )
    assert strikes.counter_models(state, "A1") == 1
    assert strikes.limited_melee(state, "A1", "B1", "counter") == ("Sword",)
    assert strikes.limited_melee(state, "A1", "B1", "back") == ()
