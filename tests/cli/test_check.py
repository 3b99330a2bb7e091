"""``check`` and ``texts``: each fault is named with file and line."""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from game import check, cli, texts_tool
from game.clauses import languages_of
from game.engine.packages import packages

PO = Path("locale/pl/LC_MESSAGES/xyz.po")


def run_check(*arguments: str) -> tuple[int, list[str]]:
    sys.modules.pop("xyz_rules", None)
    result = CliRunner().invoke(cli.cli, ["check", "--ruleset", "XYZ", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.output.splitlines()


def translated(xyz: Path) -> Path:
    """Make the ruleset's Polish catalogue complete and compiled, and return it."""
    (catalogue,) = [one for one in texts_tool.catalogues() if one.domain == "xyz"]
    texts_tool.refresh(catalogue, "pl")
    po = xyz / PO
    lines = po.read_text(encoding="utf-8")
    for msgid, msgstr in (
        ("Area", "Obszar"),
        ("Foot", "Piechota"),
        ("The battle of {place} begins", "Zaczyna się bitwa pod {place}"),
        ("too many {what}", "za dużo: {what}"),
    ):
        lines = lines.replace(f'msgid "{msgid}"\nmsgstr ""', f'msgid "{msgid}"\nmsgstr "{msgstr}"')
    for number, form in enumerate(("{n} rana", "{n} rany", "{n} ran")):
        lines = lines.replace(f'msgstr[{number}] ""', f'msgstr[{number}] "{form}"')
    po.write_text(lines, encoding="utf-8")
    assert texts_tool.refresh(catalogue, "pl") == (5, 0)
    return po


def test_nothing_wrong(xyz: Path) -> None:
    translated(xyz)
    assert run_check() == (
        0,
        [
            "XYZ: 3 clauses, 7 citations, 2 set-ups, 0 example positions, 0 guided battles",
            "texts: xyz in pl",
            "No problems",
        ],
    )


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


FAULTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "no TOML": (
        lambda f: spoil(f / "clauses.toml", 'title = "Halting"', "title = Halting"),
        "clauses.toml:13: not TOML",
    ),
    "unknown key": (
        lambda f: spoil(f / "clauses.toml", 'title = "Halting"', 'titel = "Halting"'),
        "clauses.toml:9: Object contains unknown field `titel` - at `$.clause[1]`",
    ),
    "wrong kind": (
        lambda f: spoil(f / "clauses.toml", 'kind = "ruling"', 'kind = "rumour"'),
        "clauses.toml:18: Invalid enum value 'rumour'",
    ),
    "twice the same id": (
        lambda f: spoil(f / "clauses.toml", '"XYZ-A-02"', '"XYZ-A-01"'),
        "clauses.toml: clause XYZ-A-01 is there 2 times",
    ),
    "another system's id": (
        lambda f: spoil(f / "clauses.toml", '"XYZ-A-02"', '"ZYX-A-02"'),
        "clauses.toml: ZYX-A-02 is no clause id of XYZ",
    ),
    "unknown phase": (
        lambda f: spoil(f / "clauses.toml", 'phase = "area"', 'phase = "aera"'),
        "clauses.toml: clause XYZ-A-01: there is no phase 'aera', only area",
    ),
    "empty text": (
        lambda f: spoil(f / "clauses.toml", '"It is still one halt."', '" "'),
        "clauses.toml: clause XYZ-R01 has no title or no text",
    ),
    "clause not translated": (
        lambda f: spoil(f / "locale/clauses.pl.toml", '"XYZ-R01"', '"XYZ-R02"'),
        "locale/clauses.pl.toml: clause XYZ-R01 is not translated",
    ),
    "translation of no clause": (
        lambda f: spoil(f / "locale/clauses.pl.toml", '"XYZ-R01"', '"XYZ-R02"'),
        "locale/clauses.pl.toml: there is no clause XYZ-R02",
    ),
    "dangling id in code": (
        lambda f: spoil(f / "__init__.py", "see XYZ-A-01", "see XYZ-A-07"),
        "__init__.py:2: there is no clause XYZ-A-07",
    ),
    "dangling id in data": (
        lambda f: spoil(f / "data/troops.toml", 'id = "foot"', 'id = "foot"\nclause = "XYZ-B-01"'),
        "data/troops.toml:3: there is no clause XYZ-B-01",
    ),
    "code that does not load": (
        lambda f: spoil(f / "__init__.py", "PROBLEMS = []", "PROBLEMS = no_such_name"),
        ": the ruleset XYZ cannot be loaded: NameError: name 'no_such_name' is not defined",
    ),
    "another interface": (
        lambda f: spoil(f / "__init__.py", "INTERFACE = 1", "INTERFACE = 0"),
        "xyz_rules: the ruleset XYZ cannot be loaded: it was written for version 0 of the interface",
    ),
    "a look that there is not": (
        lambda f: (f / "looks.toml").write_text('foot = "dragoons"'),
        "looks.toml: looks.toml: Invalid enum value 'dragoons'",
    ),
    "a sound that there is not": (
        lambda f: (f / "sounds.toml").write_text('[type]\nmoved = "trumpet"'),
        "sounds.toml: sounds.toml: no sound of an event is called trumpet",
    ),
    "no clauses": (lambda f: (f / "clauses.toml").unlink(), "clauses.toml: cannot be read: "),
    "a set-up that is refused": (
        lambda f: spoil(f / "__init__.py", "PROBLEMS = []", "PROBLEMS = ['sides.red.counts']"),
        "data: scenario plain, 2000 points: sides.red.counts: too many elephants",
    ),
    "a battle that does not begin": (
        lambda f: spoil(f / "__init__.py", "def _begin(setup):", "def _begin(setup):\n    raise ValueError('no hill')"),
        "data: scenario plain, 1000 points: no hill",
    ),
    "not translated": (
        lambda f: spoil(f / PO, "Zaczyna się bitwa pod {place}", ""),
        "not translated: 'The battle of {place} begins' (xyz_rules/__init__.py)",
    ),
    "a plural form missing": (lambda f: spoil(f / PO, '"{n} ran"', '""'), "not translated: '{n} wound'"),
    "a placeholder lost": (
        lambda f: spoil(f / PO, "za dużo: {what}", "za dużo: {co}"),
        "placeholders differ: 'too many {what}' and 'za dużo: {co}'",
    ),
    "a name in the data without its translation": (
        lambda f: spoil(f / PO, '"Piechota"', '""'),
        "not translated: 'Foot' (xyz_rules/data/troops.toml)",
    ),
    "a new sentence": (
        lambda f: spoil(f / "__init__.py", "{place} begins", "{place} starts"),
        "xyz.po: not gathered: 'The battle of {place} starts' (xyz_rules/__init__.py)",
    ),
    "not compiled": (lambda f: spoil(f / PO, '"Obszar"', '"Teren"'), "xyz.mo: not in step with its .po file"),
    "compiled file gone": (lambda f: (f / PO).with_suffix(".mo").unlink(), "xyz.mo: not in step with its .po file"),
    "no translation at all": (lambda f: (f / PO).unlink(), "xyz.po: there is no translation into pl"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(xyz: Path, fault: str) -> None:
    translated(xyz)
    break_it, said = FAULTS[fault]
    break_it(xyz)
    code, lines = run_check()
    assert code == 1
    assert any(said in line for line in lines), lines
    assert lines[-1].endswith("problems")


def test_a_package_of_its_own_need_not_be_translated(xyz: Path) -> None:
    shutil.rmtree(xyz / "locale")
    assert run_check() == (
        0,
        ["XYZ: 3 clauses, 4 citations, 2 set-ups, 0 example positions, 0 guided battles", "No problems"],
    )


@pytest.mark.parametrize("begun", ["locale/clauses.pl.toml", "locale/pl/LC_MESSAGES/xyz.po"])
def test_a_translation_that_was_begun_must_be_whole(xyz: Path, begun: str) -> None:
    translated(xyz)
    kept = (xyz / begun).read_bytes()
    shutil.rmtree(xyz / "locale")
    (xyz / begun).parent.mkdir(parents=True)
    (xyz / begun).write_bytes(kept)
    code, lines = run_check()
    assert code == 1
    assert any("not translated" in line or "no translation" in line for line in lines)


def test_what_comes_with_the_program_is_translated_into_every_language(xyz: Path) -> None:
    program = texts_tool.program_folder()
    for package in packages().values():
        ours = package.id != "XYZ"
        assert package.folder is not None
        assert languages_of(package.folder, program) == ("pl",)
        assert package.folder.is_relative_to(program / "rulesets") is ours
    shutil.rmtree(xyz / "locale")
    assert languages_of(xyz, program) == ()


def test_a_name_of_ones_own_for_the_ruleset(xyz: Path) -> None:
    translated(xyz)
    spoil(xyz / "__init__.py", "RULESET = _S(", "THE_RULES = _S(")
    spoil(xyz.parent / "xyz_rules-1.dist-info" / "entry_points.txt", ":RULESET", ":THE_RULES")
    assert run_check()[0] == 0


def test_texts_alone(xyz: Path) -> None:
    translated(xyz)
    spoil(xyz / "clauses.toml", 'kind = "ruling"', 'kind = "rumour"')
    assert run_check("--texts") == (0, ["texts: xyz in pl", "No problems"])


def test_an_example_that_cannot_be_played(xyz: Path) -> None:
    translated(xyz)
    (xyz / "examples").mkdir()
    (xyz / "examples" / "broken.toml").write_text('position = 1\ntitle = "x"\nruleset = "XYZ"\ndice = [1, \n')
    code, lines = run_check()
    assert code == 1
    assert lines[0].startswith(f"{xyz}/examples/broken.toml: broken.toml")


@pytest.mark.parametrize(
    ("content", "said"),
    [("guide = 1\ntitle = [", "line 2: "), ("guide = 2\n", "guide: "), ("guide = 1\n", "the key “title” is missing")],
)
def test_a_guided_battle_that_cannot_be_read(xyz: Path, content: str, said: str) -> None:
    translated(xyz)
    (xyz / "guides").mkdir()
    (xyz / "guides" / "broken.toml").write_text(content)
    code, lines = run_check()
    assert code == 1
    assert lines[0].startswith(f"{xyz}/guides/broken.toml: {said}")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.toml", "x = [1", "a.toml"),
        ("a.json", '{"x": }', "cannot be read: Expecting value"),
        ("a.svg", "<svg>\n<path>\n</svg>", "not SVG: mismatched tag"),
        ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><text>I</text></svg>', "has letters (<text>)"),
    ],
)
def test_assets_are_read_by_their_kind(tmp_path: Path, name: str, content: str, said: str) -> None:
    (tmp_path / name).write_text(content)
    (tmp_path / "whole.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    told: list[str] = []
    (found,) = check.check_assets(tmp_path, told)
    assert said in f"{found.path.name}: {found.message}"
    assert told == ["assets: 2 files"]


def test_no_such_ruleset() -> None:
    result = CliRunner().invoke(cli.cli, ["check", "--ruleset", "nope"])
    assert (result.exit_code, result.output) == (1, "There is no ruleset nope.\n")


def test_without_babel_it_says_what_it_left_out(xyz: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check.importlib.util, "find_spec", lambda name: None)
    told: list[str] = []
    assert check.check_texts("XYZ", told) == []
    assert told == ["texts: not examined, babel is not installed (pip install 'tabula-belli[dev]')"]


def test_a_refresh_changes_nothing_the_second_time(xyz: Path) -> None:
    po = translated(xyz)
    before = po.read_bytes(), po.with_suffix(".mo").read_bytes()
    (catalogue,) = [one for one in texts_tool.catalogues() if one.domain == "xyz"]
    texts_tool.refresh(catalogue, "pl")
    assert (po.read_bytes(), po.with_suffix(".mo").read_bytes()) == before


def test_a_sentence_that_goes_and_comes_back_keeps_its_translation(xyz: Path) -> None:
    po = translated(xyz)
    (catalogue,) = [one for one in texts_tool.catalogues() if one.domain == "xyz"]
    spoil(xyz / "__init__.py", "{place} begins", "{place} starts")
    assert texts_tool.refresh(catalogue, "pl") == (5, 1)
    assert '#~ msgstr "Zaczyna się bitwa pod {place}"' in po.read_text(encoding="utf-8")
    spoil(xyz / "__init__.py", "{place} starts", "{place} begins")
    assert texts_tool.refresh(catalogue, "pl") == (5, 0)


def test_the_compiled_file_speaks_polish(xyz: Path) -> None:
    import gettext

    translated(xyz)
    words = gettext.translation("xyz", str(xyz / "locale"), ["pl"])
    assert words.gettext("Foot") == "Piechota"
    assert [words.ngettext("{n} wound", "{n} wounds", n) for n in (1, 2, 5, 12, 22, 25)] == [
        "{n} rana",
        "{n} rany",
        "{n} ran",
        "{n} ran",
        "{n} rany",
        "{n} ran",
    ]


def test_every_sentence_with_placeholders_stands_where_it_is_made() -> None:
    """What comes out of a variable is not gathered, and nobody would miss its translation."""
    patterns = {"T": 1, "TN": 2}
    loose = [
        f"{path.relative_to(texts_tool.program_folder())}:{call.lineno}"
        for folder in {sentences.source for sentences in texts_tool.catalogues()}
        for path in folder.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in patterns
        if not all(isinstance(one, ast.Constant) for one in call.args[: patterns[call.func.id]])
    ]
    assert loose == []
