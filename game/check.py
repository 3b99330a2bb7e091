"""The data check: every ruleset's clauses, citations, data and translations, each problem with its file and line."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from game.clauses import Book, DataError, comes_with, id_pattern, languages_of, read_book
from game.engine.i18n import Speaker
from game.engine.packages import Package, packages
from game.engine.text import T
from game.prose import doc_findings, text_findings
from game.terms import term_findings
from game.texts_tool import Finding, catalogues, findings, program_folder
from game.wording import wording_findings

if TYPE_CHECKING:
    from rich.console import Console

    from game.engine.ruleset import Meta, Ruleset

CITING = (".py", ".toml", ".md")


def run(console: Console, ruleset: str = "", *, texts: bool = False) -> int:
    """Check everything, or one ruleset, or the translations alone, and print what is wrong.

    Parameters
    ----------
    console
        Where to.
    ruleset
        Only this ruleset; empty for all.
    texts
        Only the translations.

    Returns
    -------
    int
        Exit code: 0 if all is well, else 1.
    """
    chosen = [package for package in packages().values() if not ruleset or package.id == ruleset.upper()]
    if ruleset and not chosen:
        console.print(f"There is no ruleset {ruleset}.", markup=False)
        return 1
    found: list[Finding] = []
    told: list[str] = []
    if not texts:
        for package in chosen:
            found += check_package(package, told)
    if not texts and not ruleset:
        found += check_assets(program_folder() / "assets", told)
    found += check_texts(ruleset, told)
    for finding in found:
        where = _shown(finding.path) + (f":{finding.line}" if finding.line else "")
        console.print(f"{where}: {finding.message}", markup=False, highlight=False, soft_wrap=True)
    for line in told:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    console.print(f"{len(found)} problems" if found else "No problems", markup=False, highlight=False)
    return 1 if found else 0


def check_package(package: Package, told: list[str]) -> list[Finding]:
    """Check one ruleset's clauses, the citations of them and its data; add to ``told`` what was gone through."""
    from game.engine.loader import UnknownRuleset, load

    folder = package.folder
    if package.fault is not None or folder is None:
        return [Finding(folder or Path(package.module), 0, Speaker().say(package.fault or T("nothing")))]
    try:
        book = read_book(package.id, folder)
    except DataError as error:
        return [Finding(error.path, error.line, error.message)]
    found = check_book(book, languages_of(folder, program_folder()))
    if comes_with(folder, program_folder()):
        found += wording_findings(book)
    cited, dangling = check_citations(book, citing_files(folder))
    found += dangling
    try:
        loaded = load(package)
    except UnknownRuleset as error:  # a broken ruleset must not stop the check of the others
        return [*found, Finding(folder, 0, str(error))]
    found += check_chapters(book, loaded.meta)
    found += check_art(folder)
    battles, problems = check_setups(folder, loaded)
    examples = sorted((folder / "examples").glob("*.toml"))
    for path in examples:
        found += check_example(path)
    guides, faults = check_guides(folder, loaded)
    found += faults
    told.append(
        f"{package.id}: {len(book.clauses)} clauses, {cited} citations, {battles} set-ups,"
        f" {len(examples)} example positions, {guides} guided battles"
    )
    return found + problems


def check_book(book: Book, languages: tuple[str, ...]) -> list[Finding]:
    """Check the clauses among themselves and against their translations into some languages."""
    path = book.folder / "clauses.toml"
    found = []
    pattern = id_pattern(book.ruleset)
    for clause_id, times in Counter(clause.id for clause in book.clauses).items():
        if times > 1:
            found.append(Finding(path, 0, f"clause {clause_id} is there {times} times"))
        if not pattern.fullmatch(clause_id):
            found.append(Finding(path, 0, f"{clause_id} is no clause id of {book.ruleset}"))
    for clause in book.clauses:
        if not clause.title.strip() or not clause.text.strip():
            found.append(Finding(path, 0, f"clause {clause.id} has no title or no text"))
    ids = {clause.id for clause in book.clauses}
    for language in languages:
        words = book.words.get(language, {})
        path = book.folder / "locale" / f"clauses.{language}.toml"
        found += [Finding(path, 0, f"clause {one} is not translated") for one in sorted(ids - set(words))]
        found += [Finding(path, 0, f"there is no clause {one}") for one in sorted(set(words) - ids)]
        for one in sorted(ids & set(words)):
            if not words[one].title.strip() or not words[one].text.strip():
                found.append(Finding(path, 0, f"clause {one} has no title or no text"))
    return found


def check_chapters(book: Book, meta: Meta) -> list[Finding]:
    """Check that each clause stands in a chapter the ruleset knows."""
    path = book.folder / "clauses.toml"
    return [
        Finding(path, 0, f"clause {clause.id}: there is no phase {clause.phase!r}, only {', '.join(meta.chapters)}")
        for clause in book.clauses
        if clause.phase not in meta.chapters
    ]


def check_citations(book: Book, paths: list[Path]) -> tuple[int, list[Finding]]:
    """Look for clause ids that no clause has; return how many are cited, and those that dangle."""
    ids = {clause.id for clause in book.clauses}
    pattern = id_pattern(book.ruleset)
    count = 0
    found = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for cited in pattern.findall(line):
                count += 1
                if cited not in ids:
                    found.append(Finding(path, number, f"there is no clause {cited}"))
    return count, found


def citing_files(folder: Path) -> list[Path]:
    """Return the files that may cite clauses: a ruleset's, and of the program's own rulesets all else that is here."""
    if not folder.is_relative_to(program_folder() / "rulesets"):
        return _citing([folder])
    places = [folder, program_folder() / "game"]
    if (program_folder() / "run.py").exists():  # a checkout; installed, "tests" and "docs" would be someone else's
        places += [program_folder() / "tests", program_folder() / "docs"]
    return _citing(places)


def _citing(places: list[Path]) -> list[Path]:
    places = [place for place in places if place.is_dir()]
    return sorted(path for place in places for path in place.rglob("*") if path.suffix in CITING and path.is_file())


def check_setups(folder: Path, ruleset: Ruleset) -> tuple[int, list[Finding]]:
    """Begin a battle of each scenario at each of its sizes, which reads every data file through its own loader."""
    try:
        scenarios = ruleset.scenarios()
    except Exception as error:  # whatever a loader says is told
        return 0, [Finding(folder / "data", 0, _words_of(error))]
    found = []
    count = 0
    for scenario in scenarios:
        for size in scenario.sizes:
            count += 1
            where = f"scenario {scenario.id}, {size} points"
            try:
                ruleset.armies(size)
                setup = ruleset.default_setup(scenario.id, size)
                problems = ruleset.check_setup(setup)
                if not any(problem.fatal for problem in problems):
                    ruleset.begin(setup)
            except Exception as error:  # as above
                found.append(Finding(folder / "data", 0, f"{where}: {_words_of(error)}"))
                continue
            for problem in problems:
                text = problem.text.key.format_map(problem.text.args)
                found.append(Finding(folder / "data", 0, f"{where}: {problem.where}: {text}"))
    return count, found


def check_example(path: Path) -> list[Finding]:
    """Play a position that a ruleset gives as an example; it must come out as it says."""
    from game.engine.i18n import Speaker
    from game.engine.positions.resolve import outcome_of

    outcome = outcome_of(path)
    speaker = Speaker("en", outcome.ruleset)
    if outcome.out is None:
        return [Finding(path, 0, speaker.say(outcome.error or T("it cannot be played")))]
    return [Finding(path, 0, speaker.say(failure, outcome.out.state)) for failure in outcome.out.failures]


def check_guides(folder: Path, ruleset: Ruleset) -> tuple[int, list[Finding]]:
    """Read every guided battle as the window would; each fault is told with the key it is in."""
    from game.client.guide.file import FOLDER, faults_of

    paths = sorted((folder / FOLDER).glob("*.toml"))
    return len(paths), [Finding(path, 0, fault) for path in paths for fault in faults_of(path, ruleset)]


def check_art(folder: Path) -> list[Finding]:
    """Read the tables of looks, arms, sounds and of what is seen that a ruleset brings, where it brings any."""
    from game.client.sound import cues
    from game.client.tabletop import looks
    from game.client.theatre import script

    tables = (
        (folder / looks.FILE, looks.read_looks),
        (folder / looks.ARMS_FILE, looks.read_arms),
        (folder / cues.FILE, cues.read_cues),
        (folder / script.FILE, script.read_script),
    )
    found = []
    for path, read in tables:
        try:
            if path.is_file():
                read(path)
        except (looks.LooksError, cues.CuesError, script.ScriptError) as error:
            found.append(Finding(path, 0, str(error)))
    return found


def check_assets(folder: Path, told: list[str]) -> list[Finding]:
    """Read every text file among the assets by its kind; letters in a drawing would silently not be drawn."""
    found = []
    count = 0
    for path in sorted(folder.rglob("*")):
        try:
            if path.suffix == ".toml":
                tomllib.loads(path.read_text(encoding="utf-8"))
            elif path.suffix == ".json":
                json.loads(path.read_text(encoding="utf-8"))
            elif path.suffix == ".svg":
                drawing = ElementTree.fromstring(path.read_text(encoding="utf-8"))
                if any(element.tag.endswith("}text") for element in drawing.iter()):
                    found.append(Finding(path, 0, "has letters (<text>), which are not drawn: make them paths"))
            else:
                continue
        except ElementTree.ParseError as error:
            found.append(Finding(path, error.position[0], f"not SVG: {error}"))
        except (OSError, ValueError) as error:
            line = getattr(error, "lineno", 0) or _line_in(str(error))
            found.append(Finding(path, line, f"cannot be read: {error}"))
        count += 1
    told.append(f"assets: {count} files")
    return found


def _line_in(message: str) -> int:
    found = re.search(r"line (\d+)", message)
    return int(found.group(1)) if found else 0


def check_texts(ruleset: str, told: list[str]) -> list[Finding]:
    """Check the translations of the program and of the rulesets."""
    if importlib.util.find_spec("babel") is None:
        told.append("texts: not examined, babel is not installed (pip install 'tabula-belli[dev]')")
        return []
    chosen = [one for one in catalogues() if not ruleset or one.domain == ruleset.lower()]
    for language in dict.fromkeys(language for one in chosen for language in one.languages):
        told.append(f"texts: {', '.join(one.domain for one in chosen if language in one.languages)} in {language}")
    found = [finding for one in chosen for language in one.languages for finding in findings(one, language)]
    begun = [(one, language) for one in chosen for language in one.begun()]
    found += [finding for one, language in begun for finding in findings(one, language, whole=False)]
    return found + term_findings(chosen) + doc_findings() + text_findings(chosen)


def _words_of(error: Exception) -> str:
    return str(error) or type(error).__name__


def _shown(path: Path) -> str:
    try:
        return path.resolve().relative_to(program_folder()).as_posix()
    except ValueError:
        return str(path)
