"""Positions of every system: words that are none, situations that cannot be, troops of one's own, lengths."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset
from game.engine.positions.position import PositionError, Resolution, read_position, resolve

HEAD = 'position = 1\ntitle = "A position"\nruleset = "{system}"\n'
UNITS = {
    "WMA": '[[unit]]\nid = "LEG-1"\nat = [90, 40]\n[[unit]]\nid = "CONS-1"\nat = [90, 30]\n'
    '[[unit]]\nid = "GAL-1"\nat = [90, 60]\n',
    "WAB": '[[unit]]\nid = "PHA"\nat = [36, 10]\n[[unit]]\nid = "CRE"\nat = [20, 10]\n'
    '[[unit]]\nid = "WAR"\nat = [36, 20]\n',
    "AFS": '[[unit]]\nid = "A3"\nat = [24, 10]\n[[unit]]\nid = "B6"\nat = [24, 20]\n'
    '[[unit]]\nid = "A5"\nwhere = "reserve"\n',
    "USB": '[[unit]]\nid = "BPHA"\nat = [18, 10]\n[[unit]]\nid = "BSLI"\nat = [10, 8]\n'
    '[[unit]]\nid = "SSCO"\nat = [18, 20]\n[[unit]]\nid = "SPOW"\nwhere = "reserve"\n',
}
NO_CLAUSE = "WAB-" + "NONE-1"
CONSUL = '[[unit]]\nid = "CONS-1"'
A3 = 'name = "activation", args = { unit = "A3" }'
BSLI = '[[unit]]\nid = "BSLI"'
ENTRY = {
    "WMA": 'entry = { name = "order", args = { character = "CONS-1", unit = "LEG-1" } }\ndice = [1, 2]\n',
    "WAB": 'entry = { name = "charges" }\n',
    "AFS": 'entry = { name = "activation", args = { unit = "A3" } }\n',
    "USB": 'entry = { name = "activation", args = { unit = "BPHA" } }\n',
}


def played(tmp_path: Path, system: str, text: str) -> Resolution:
    path = tmp_path / "p.toml"
    path.write_text(HEAD.format(system=system) + text, encoding="utf-8")
    return resolve(read_position(path), load_ruleset(system))


def refused(tmp_path: Path, system: str, text: str) -> str:
    """What is told of a position that cannot be; with everything in it that a template would leave."""
    with pytest.raises(PositionError) as fault:
        played(tmp_path, system, text)
    said = Speaker("en", load_ruleset(system)).say(fault.value.text)
    assert "{" not in said
    assert "Thing(" not in said
    return said


@pytest.mark.parametrize("system", UNITS)
def test_the_situation_of_these_tests_can_be_played(tmp_path: Path, system: str) -> None:
    assert played(tmp_path, system, ENTRY[system] + UNITS[system]).failures == []


@pytest.mark.parametrize(
    ("system", "old", "new", "says"),
    [
        # arguments of entries
        (
            "WMA",
            'unit = "LEG-1" }',
            'unti = "LEG-1" }',
            "entry.args.unti: “unti” is not a known argument of this entry; did you mean “unit”?",
        ),
        (
            "WMA",
            'unit = "LEG-1" }',
            'unit = "LEG1" }',
            "entry.args.unit: “LEG1” is not a known unit; did you mean “LEG-1”?",
        ),
        ("WMA", ', unit = "LEG-1" }', " }", "entry.args: the argument “unit” is missing"),
        ("AFS", 'unit = "A3" }', 'unit = "A5" }', "entry.args.unit: A5 is not on the table"),
        (
            "AFS",
            'name = "activation"',
            'name = "activaton"',
            "“activaton” is not a known entry; did you mean “activation”?",
        ),
        ("AFS", A3, 'name = "round_end", args = { round = 0 }', "at least 1"),
        (
            "WAB",
            'name = "charges"',
            'name = "flight", args = { unit = "PHA", cause = "panik" }',
            "did you mean “panic”?",
        ),
        (
            "WAB",
            'name = "charges"',
            'name = "test", args = { unit = "PHA", kind = "brake" }',
            "“brake” is not a known word here",
        ),
        (
            "WAB",
            'name = "charges"',
            'name = "panic", args = { owed = [{ unit = "PHA" }] }',
            "owed 1: the argument “causes” is missing",
        ),
        (
            "AFS",
            A3,
            'name = "hits", args = { unit = "A3", caster = "B6", spell = "will_o_flam" }',
            "“will_o_flam” is not a known spell; did you mean “will_o_flame”?",
        ),
        ("AFS", A3, 'name = "hits", args = { unit = "A3", hits = 1, rules = { poisn = 1 } }', "poisn"),
        (
            "USB",
            'unit = "BPHA" }',
            'unti = "BPHA" }',
            "“unti” is not a known argument of this entry; did you mean “unit”?",
        ),
        (
            "USB",
            'name = "activation"',
            'name = "activaton"',
            "“activaton” is not a known entry; did you mean “activation”?",
        ),
        # options
        (
            "WMA",
            "dice",
            "options = { harsh_confusoin = true }\ndice",
            "“harsh_confusoin” is not a known option; did you mean “harsh_confusion”?",
        ),
        (
            "WMA",
            "dice",
            "options = { harsh_confusion = 3 }\ndice",
            "options.harsh_confusion: this must be true or false",
        ),
        ("AFS", "entry", 'options = { points = "many" }\nentry', "options.points: Points is a whole number"),
        # fields
        ("WMA", "at = [90, 40]", "at = [90, 40]\nhits = -1", "unit LEG-1, hits: this is -1, but must be at least 0"),
        ("WMA", "at = [90, 40]", "at = [90, 40]\nconfuesd = true", "did you mean “confused”?"),
        (
            "WMA",
            "at = [90, 40]",
            'at = [90, 40]\nordered_by = "CONS1"',
            "“CONS1” is not a known unit; did you mean “CONS-1”?",
        ),
        ("WMA", "dice", 'active = "suoth"\ndice', "active: “suoth” is not a known side; did you mean “south”?"),
        ("WAB", "at = [36, 10]", "at = [36, 10]\nwounds = -1", "must be at least 0"),
        ("WAB", "at = [36, 10]", 'at = [36, 10]\nbeat = ["WRA"]', "“WRA” is not a known unit"),
        ("WAB", "at = [36, 10]", 'at = [36, 10]\nmodels = "many"', "unit PHA, models: this must be a whole number"),
        ("AFS", "at = [24, 10]", "at = [24, 10]\nwounds = -1", "must be a whole number from 0 to 40"),
        (
            "AFS",
            "at = [24, 10]",
            'at = [24, 10]\neffects = [{ spell = "will_o_flam" }]',
            "did you mean “will_o_flame”?",
        ),
        (
            "AFS",
            "at = [24, 10]",
            'at = [24, 10]\neffects = [{ spell = "will_o_flame", utnil = "round" }]',
            "“utnil” is not a known key here; did you mean “until”?",
        ),
        ("USB", "at = [18, 10]", "at = [18, 10]\nwounds = -1", "must be a whole number from 0 to 40"),
        ("USB", "at = [18, 10]", "at = [18, 10]\npower = -1", "power: this is -1, but must be at least 0"),
        ("USB", "at = [18, 10]", 'at = [18, 10]\nstatsu = "shaken"', "did you mean “status”?"),
        (
            "USB",
            "at = [18, 10]",
            'at = [18, 10]\nformation = "phalnx"',
            "choose from: skirmish, column, phalanx, hidden",
        ),
        ("USB", "at = [10, 8]", 'at = [10, 8]\njoined = "BPHA"', "unit BSLI, joined: only a hero joins troops"),
        ("USB", "at = [10, 8]", 'at = [10, 8]\naboard = "BPHA"', "aboard: “BPHA” is not a known carrier of its side"),
        ("USB", "at = [10, 8]", "at = [[10, 8]]", "unit BSLI, at: 1 places for 6 models"),
        # contacts
        ("USB", BSLI, '[[locked]]\na = "BPHA"\nb = "BSLI"\n' + BSLI, "BPHA and BSLI are on the same side"),
        ("WMA", CONSUL, '[[contact]]\na = "LEG-1"\nb = "LEG-1"\n' + CONSUL, "LEG-1 cannot be tied to itself"),
        ("WMA", CONSUL, '[[contact]]\na = "LEG-1"\nb = "CONS-1"\n' + CONSUL, "LEG-1 and CONS-1 are on the same side"),
        (
            "WMA",
            CONSUL,
            '[[contact]]\na = "LEG-1"\nb = "GAL-1"\nhow = "charje"\n' + CONSUL,
            "choose from: , charge, pursuit, advance",
        ),
        (
            "WAB",
            '[[unit]]\nid = "CRE"',
            '[[contact]]\na = "PHA"\nb = "CRE"\n[[unit]]\nid = "CRE"',
            "PHA and CRE are on the same side",
        ),
        # models of a unit far apart
        (
            "WMA",
            "at = [90, 40]",
            "poses = [[60, 40], [64, 40], [98, 40]]",
            "LEG-1.3 stands 30 cm from all the others of its unit",
        ),
        ("AFS", "at = [24, 10]", "at = [[10, 10], [11.5, 10], [24, 10]]", "stands"),
        # keys of the file
        ("WAB", "entry", "comand = []\nentry", "“comand” is not a known key here; did you mean “command”?"),
        ("WAB", "entry", f'clauses = ["{NO_CLAUSE}"]\nentry', f"clauses: “{NO_CLAUSE}” is not a known clause"),
    ],
)
def test_what_cannot_be_is_refused_in_words(tmp_path: Path, system: str, old: str, new: str, says: str) -> None:
    text = ENTRY[system] + UNITS[system]
    assert old in text
    assert says in refused(tmp_path, system, text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("system", "answer", "says"),
    [
        (
            "WMA",
            'subject = "LEG-1", mode = "marhc"',
            "answer.mode: “marhc” is not a known way of moving here; did you mean “march”?",
        ),
        (
            "WMA",
            'subject = "LEG-1", mode = "charge", mark = "GAL1"',
            "answer.mark: “GAL1” is not a known thing on the table; did you mean “GAL-1”?",
        ),
        (
            "WMA",
            'subject = "LEG-1", moed = "charge", mark = "GAL-1"',
            "“moed” is not a known key here; did you mean “mode”?",
        ),
        (
            "WAB",
            'aims = [{ actor = "PHA", means = "chrage", mark = "WAR" }]',
            "aims 1, means: “chrage” is not a known means of this question; did you mean “charge”?",
        ),
        (
            "WAB",
            'aims = [{ actor = "PHE", means = "charge", mark = "WAR" }]',
            "aims 1, actor: “PHE” is not a known unit or model of this question",
        ),
        (
            "WAB",
            'aims = [{ actor = "PHA", meens = "charge", mark = "WAR" }]',
            "“meens” is not a known key here; did you mean “means”?",
        ),
        ("USB", 'subject = "BPHA", mode = "rnu"', "answer.mode: “rnu” is not a known way of moving here"),
        (
            "USB",
            'subject = "BPHA", mode = "charge", mark = "SSC"',
            "“SSC” is not a known thing on the table; did you mean “SSCO”?",
        ),
    ],
)
def test_words_of_answers_are_looked_at(tmp_path: Path, system: str, answer: str, says: str) -> None:
    text = f"{ENTRY[system]}{UNITS[system]}[[command]]\nanswer = {{ {answer} }}\n"
    out = played(tmp_path, system, text)
    assert out.stopped == 1
    assert says in Speaker("en", load_ruleset(system)).say(out.failures[0], out.state)


def test_a_way_out_that_there_is_not(tmp_path: Path) -> None:
    out = played(tmp_path, "WAB", f'{ENTRY["WAB"]}{UNITS["WAB"]}[[command]]\nexit = "don"\n')
    assert "exit: “don” is not a known exit of this question; did you mean “done”?" in Speaker("en").say(
        out.failures[0]
    )


@pytest.mark.parametrize("system", UNITS)
def test_an_event_without_its_data_is_told_with_what_it_has(tmp_path: Path, system: str) -> None:
    text = ENTRY[system] + UNITS[system] + '[expect]\nevents = [{ type = "rolled", data = { nothing = 1 } }]\n'
    assert "“nothing” is not a known datum of this event" in refused(tmp_path, system, text)


# --- lengths -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cm", "right"), [(18.0, True), (17.98, False), (180.0, False)])
def test_lengths_of_events_are_in_the_unit(tmp_path: Path, cm: float, right: bool) -> None:
    """The charge of ``ex13`` goes 18 cm; a sixtieth of a cm less is another charge, and so is 180."""
    example = load_ruleset("WMA").meta.folder / "examples" / "ex13.toml"
    text = example.read_text(encoding="utf-8").replace("travel = 18 ", f"travel = {cm} ")
    path = tmp_path / "p.toml"
    path.write_text(text, encoding="utf-8")
    assert (resolve(read_position(path), load_ruleset("WMA")).failures == []) is right


def test_lengths_of_fields_are_in_the_unit(tmp_path: Path) -> None:
    text = UNITS["WMA"].replace("at = [90, 60]", "at = [90, 42]")
    tie = '[[contact]]\na = "LEG-1"\nb = "GAL-1"\nimpetus = 4\n[expect.things.c1]\n"own.impetus" = 4\n'
    out = played(tmp_path, "WMA", ENTRY["WMA"] + text + tie)
    assert out.failures == []
    assert out.state.ties["c1"].own.impetus == 40.0


# --- troops of one's own -----------------------------------------------------------------------------------------


def test_own_troops_of_warmaster(tmp_path: Path) -> None:
    """Four stands of three hits that save on 3 and shoot as far as 20 cm, ordered and marching as the rest."""
    rows = '[[profile]]\ncode = "GRD"\nlike = "LEG"\nname = "Guard"\nhits = 4\nstands = 4\narmour = 3\nrange_cm = 20\n'
    text = ENTRY["WMA"] + rows + UNITS["WMA"].replace('"LEG-1"', '"LEG-1"\nkind = "GRD"')
    out = played(tmp_path, "WMA", text)
    assert out.failures == []
    found = load_ruleset("WMA")
    from game.kit.muster.own import look
    from rulesets.warmaster_ancients.army.profiles import profile, profiles

    made, like = profile(out.state, "LEG-1"), profiles()["LEG"]
    assert (made.hits, made.stands, made.armour, made.range) == (4, 4, 3, 200.0)
    assert (made.attacks, made.move, made.army) == (like.attacks, like.move, like.army)
    assert len(out.state.bases_of("LEG-1")) == 4
    assert look(out.state, "LEG-1") == "LEG"
    assert found.card(out.state, "LEG-1").look == "LEG"


@pytest.mark.clause("WAB-S01")
def test_own_troops_of_ancient_battles(tmp_path: Path) -> None:
    rows = (
        '[[profile]]\ncode = "PIK"\nlike = "PHA"\nname = "Raw pikes"\nmodels = 40\nfiles = 8\narmour = ["light"]\n'
        "profile = { ws = 2, ld = 5 }\n"
    )
    out = played(tmp_path, "WAB", ENTRY["WAB"] + rows + UNITS["WAB"].replace('"PHA"', '"PIK"'))
    assert out.failures == []
    from game.kit.muster.own import look
    from rulesets.ancient_battles.army.profiles import profile, profiles

    assert look(out.state, "PIK") == "PHA"
    made, like = profile(out.state, "PIK").row, profiles()["PHA"].row
    assert (made.profile.ws, made.profile.ld, made.profile.t) == (2, 5, like.profile.t)
    assert made.armour == ("light",)
    assert len(out.state.bases_of("PIK")) == 40
    assert load_ruleset("WAB").card(out.state, "PIK").look == "PHA"


def test_a_mixed_group_of_a_skirmish(tmp_path: Path) -> None:
    rows = (
        '[[profile]]\ncode = "MIX"\nname = "Mixed"\nlike = "A3"\nfighter = [{ like = "A3", count = 2 }, { like = "A5", '
        'name = "Bow", weapon = [{ name = "Longbow", range = 30, attacks = 2 }] }]\n'
    )
    text = ENTRY["AFS"].replace('"A3"', '"MIX"') + rows + UNITS["AFS"].replace('"A3"', '"MIX"')
    out = played(tmp_path, "AFS", text)
    assert out.failures == []
    models = [b.own for b in out.state.bases_of("MIX")]
    assert len(models) == 3
    assert models[0].weapons == models[1].weapons
    assert [(w.name, w.reach, w.attacks) for w in models[2].weapons] == [("Longbow", 762.0, 2)]
    assert models[2].name == "Bow"


@pytest.mark.parametrize(
    ("system", "row", "says"),
    [
        ("WMA", 'code = "LEG"', "troops with this code exist already"),
        ("WMA", 'code = "GRD"\nlike = "LEX"', "“LEX” is not a known kind of troops"),
        ("WMA", 'code = "GRD"\nlike = "LEG"\nhist = 4', "“hist” is not a known key here; did you mean “hits”?"),
        ("WMA", 'code = "GRD"\nlike = "LEG"\narmour = 7', "but must be at most 6"),
        (
            "WAB",
            'code = "GRD"\nlike = "PHA"\narmour = ["lihgt"]',
            "“lihgt” is not a known armour; did you mean “light”?",
        ),
        ("WAB", 'code = "GRD"\nlike = "PHA"\nprofile = { ws = 0 }', "must be at least 1"),
        ("AFS", 'code = "GRD"\nlike = "A3"\nquality = 1', "must be at least 2"),
        ("AFS", 'code = "GRD"\nlike = "A3"\nrules = { stelth = 0 }', "stelth"),
        (
            "AFS",
            'code = "GRD"\nlike = "A3"\nfighter = [{ like = "A33" }]',
            "“A33” is not a known unit of the warbands; did you mean",
        ),
        ("USB", 'code = "BPHA"', "troops with this code exist already"),
        ("USB", 'code = "GRD"\nlike = "BPHX"', "“BPHX” is not a known kind of troops; did you mean “BPHA”?"),
        ("USB", 'code = "GRD"\nlike = "BPHA"\nmodels = 99', "from 1 to 20, not 99"),
        ("USB", 'code = "GRD"\nlike = "BPHA"\nspecialisations = ["smoek"]', "“smoek” cannot be bought here"),
    ],
)
def test_own_troops_that_cannot_be(tmp_path: Path, system: str, row: str, says: str) -> None:
    assert says in refused(tmp_path, system, f"{ENTRY[system]}[[profile]]\n{row}\n{UNITS[system]}")
