"""The command line: what can be asked of the program, and who answers. Each command imports only what it needs."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from game import __version__
from game.engine.languages import codes
from game.lab.cli import lab

if TYPE_CHECKING:
    from rich.console import Console

    from game.engine.eyes import Eyes

MOST_POINTS = 20_000
"""Points of the largest armies that may be asked for; no scenario is made for half as many."""
MOST_GAMES = 10_000
MOST_PROCESSES = 61
"""More at once are not to be had on every system."""
MOST_LINES = 10_000_000
MOST_LETTERS = 4096
"""Letters of one argument; paths have no more."""
LETTERS = "ĄĆĘŁŃŚŹŻąćęłńśźż–…„”“’·"
"""Letters and signs that texts need beside ASCII."""
SIDES = (range(320, 7681), range(200, 7681))
"""Widths and heights of windows and pictures, in pixels."""
RECORD = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
OUT = click.Path(dir_okay=False, path_type=Path)
LANGUAGES = click.Choice(codes())
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


def program() -> str:
    """Return how the program was called, for messages that tell what to type."""
    return os.environ.get("TABULA_BELLI_PROGRAM", "tabula-belli")


def checkout() -> Path | None:
    """Return the folder of the source this program runs from, None where it was installed."""
    root = Path(__file__).resolve().parent.parent
    return root if (root / "run.py").is_file() else None


def console(*, stderr: bool = False) -> Console:
    """Return a terminal to print tables and colours on."""
    from rich.console import Console

    return Console(stderr=stderr)


@click.group(invoke_without_command=True, context_settings=SETTINGS)
@click.version_option(__version__, prog_name="Tabula Belli")
@click.pass_context
def cli(context: click.Context) -> None:
    """Tabula Belli: miniature wargames on a digital tabletop that knows the rules.

    Without a command the game starts, as with `play`.
    """
    if context.invoked_subcommand is None:
        context.invoke(play)


@cli.command()
@click.argument("file", type=RECORD, required=False)
@click.option("--lang", type=LANGUAGES, help="Language for this time; else the one in the settings.")
@click.option("--size", metavar="WxH", help="Size of the window in pixels for this time; else as it was last.")
@click.option("--guard", is_flag=True, help="Prove at every step that the window changes nothing (slow).")
def play(file: Path | None = None, lang: str | None = None, size: str | None = None, guard: bool = False) -> None:
    """Open the window; with FILE go on playing a saved battle, or solve a puzzle (a position with a task)."""
    wanted = _size(size)
    _need_window()
    from game.client.app import run

    sys.exit(run(file, guard=guard, size=wanted, language=lang or ""))


@cli.command()
@click.option("--ruleset", default="", help="Which system; the first that is installed if not given.")
@click.option("--scenario", help="Which battle; the system's first if not given. `--scenario list` tells all.")
@click.option("--red", default="", metavar="BOT", help="Who plays the first side; the system's best if not given.")
@click.option("--blue", default="", metavar="BOT", help="Who plays the second side; the system's best if not given.")
@click.option(
    "--red-army", metavar="FILE", help="Army of the first side: a file (see `army`), or one on offer by name."
)
@click.option("--blue-army", metavar="FILE", help="Army of the second side.")
@click.option(
    "--table", type=RECORD, metavar="FILE", help="Table to fight on (docs/table.md); the scenario's if not given."
)
@click.option(
    "--points",
    type=click.IntRange(1, MOST_POINTS),
    help="Size of the armies; the usual one if not given.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the set-up, such as moves=6; may repeat.",
)
@click.option("--seed", help="Seed of the dice: the same seed gives the same battle. Drawn and told if not given.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=1, show_default=True, help="How many battles.")
@click.option(
    "--processes", type=click.IntRange(1, MOST_PROCESSES), help="How many at once; as many as there are cores."
)
@click.option("--save", type=OUT, metavar="FILE", help="Write the record (of several battles: FILE-1, FILE-2 ...).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a battle instead of a table.")
def battle(
    ruleset: str,
    scenario: str | None,
    red: str,
    blue: str,
    red_army: str | None,
    blue_army: str | None,
    table: Path | None,
    points: int | None,
    options: tuple[str, ...],
    seed: str | None,
    games: int,
    processes: int | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Let two scripted players fight, without a window."""
    from game.battle import run

    armies = red_army, blue_army
    sys.exit(run(ruleset, scenario, red, blue, points, seed, games, processes, save, as_json, *armies, options, table))


@cli.command()
@click.argument("file", type=RECORD)
@click.option("--verify", is_flag=True, help="Play it again from its commands and compare every event; no window.")
@click.option("--text", is_flag=True, help="Print what happened as a story; no window.")
@click.option("--repair", type=OUT, metavar="NEW", help="Write what is sound of a damaged record into a new file.")
@click.option("--side", default="", metavar="SIDE", help="Of a battle that is not over: show it as this side knows it.")
@click.option("--both", is_flag=True, help="Of a battle that is not over: show what either side hides.")
@click.option("--lang", type=LANGUAGES, default="en", show_default=True, help="Language of the story.")
def replay(file: Path, verify: bool, text: bool, repair: Path | None, side: str, both: bool, lang: str) -> None:
    """Watch a recorded battle again, verify it, read it, or save what is sound of a damaged one.

    A battle that is not over keeps its secrets: one person's is shown as that person knows it; of a battle of two
    people say --side or --both (the window asks).
    """
    if verify or text or repair is not None:
        from game.replay import run as run_headless

        sys.exit(run_headless(file, verify, text, lang, repair, side, both))
    _need_window()
    from game.client.app import run

    sys.exit(run(file, watch=True, eyes=_eyes(file, side, both)))


@cli.command()
@click.argument("positions", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines instead of a story.")
@click.option("--lang", type=LANGUAGES, default="en", show_default=True, help="Language of the story.")
def resolve(positions: tuple[Path, ...], as_json: bool, lang: str) -> None:
    """Play position files out with their own dice and tell what happened, up to where one breaks.

    Of folders all positions in them are played. The exit code is 0 where all come out as expected, 1 where one does
    not, 2 where one cannot be read or begun.
    """
    from game.engine.positions.resolve import run

    sys.exit(run(positions, lang, as_json))


@cli.command()
@click.argument("file", type=RECORD)
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="After which line of the record; the last.")
@click.option(
    "--answers",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Begin so many answers earlier; they are played again with their dice.",
)
@click.option("--out", type=OUT, metavar="OUT", help="The file to write; printed if not given.")
@click.option("--both", is_flag=True, help="Of a battle that is not over: write down what either side hides, too.")
@click.option("--lang", type=LANGUAGES, default="en", show_default=True, help="Language of what is told in it.")
def position(file: Path, at: int | None, answers: int, out: Path | None, both: bool, lang: str) -> None:
    """Write a moment of a record as a position that plays, for a report of a fault or a test."""
    from game.position_command import run

    sys.exit(run(file, at, answers, out, lang, both))


@cli.command()
@click.argument("file", type=RECORD)
@click.option("--at", type=click.IntRange(0, MOST_LINES), metavar="N", help="After which line of the record; the last.")
@click.option("--png", type=OUT, required=True, metavar="OUT", help="The picture to write.")
@click.option("--size", default="1600x1000", show_default=True, metavar="WxH", help="Size of the picture in pixels.")
@click.option("--lang", type=LANGUAGES, default="en", show_default=True, help="Language of what is written on it.")
def shot(file: Path, at: int | None, png: Path, size: str, lang: str) -> None:
    """Draw a moment of a record, or a position, into a picture; needs no display."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from game.display import foreign_pygame

    if problem := foreign_pygame():
        raise click.ClickException(problem)
    from game.client.shot import run

    sys.exit(run(file, at=at, png=png, size=_size(size), language=lang))


@cli.command()
@click.argument("file", type=RECORD)
@click.option("--html", type=OUT, metavar="OUT", help="Write one page: maps by turn, losses, dice and the story.")
@click.option("--gif", type=OUT, metavar="OUT", help="Write the battle as a moving picture.")
@click.option("--lang", type=LANGUAGES, default="en", show_default=True, help="Language of the page.")
def report(file: Path, html: Path | None, gif: Path | None, lang: str) -> None:
    """Tell a recorded battle as a page, or show it as a moving picture; needs no display."""
    if html is None and gif is None:
        raise click.UsageError("say what to write: --html OUT or --gif OUT")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from game.display import foreign_pygame

    if problem := foreign_pygame():
        raise click.ClickException(problem)
    from game.client.report.command import run

    sys.exit(run(file, html, gif, lang))


@cli.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write.")
@click.option("--only", default="", metavar="NAME", help="Only pictures with this in their names.")
def gallery(out: Path, only: str) -> None:
    """Draw every screen in both languages into pictures with a page that lists them; needs no display."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from game.display import foreign_pygame

    if problem := foreign_pygame():
        raise click.ClickException(problem)
    _needs_workshop()
    from workshop.gallery.run import run

    sys.exit(run(out, only=only))


@cli.command()
@click.argument("clause", metavar="[ID]", required=False, default="")
@click.option("--ruleset", default="", help="Only this system.")
@click.option("--lang", type=LANGUAGES, default="en", show_default=True, help="Language of the texts.")
@click.option("--coverage", is_flag=True, help="Which clauses a test proves; exit code 1 if not all are.")
@click.option("--tests", type=FOLDER, metavar="FOLDER", help="Where the tests are, for --coverage; else the program's.")
@click.option("--reference", is_flag=True, help="Write docs/systems anew: the words of positions, from the code.")
def rules(clause: str, ruleset: str, lang: str, coverage: bool, tests: Path | None, reference: bool) -> None:
    """Print the rules: the clause ID, all that begin with it, or everything by phase."""
    from game import rules_reference
    from game.clauses import DataError

    if reference:
        _write_reference(ruleset)
        return
    try:
        if coverage:
            root = checkout() or Path.cwd()
            ours = None if tests is not None else root / "rulesets"
            sys.exit(rules_reference.show_coverage(console(), tests or root / "tests", ruleset, ours))
        sys.exit(rules_reference.show(console(), clause, lang, ruleset))
    except DataError as error:
        raise click.ClickException(str(error)) from error


def _write_reference(wanted: str) -> None:
    """Write the references of all systems, or of one."""
    from game.engine.loader import load_ruleset
    from game.engine.packages import packages
    from game.position_reference import write

    root = checkout()
    if root is None:
        raise click.ClickException("the references come with the source, not with the installed program")
    ours = [p.id for p in packages().values() if p.folder is not None and p.folder.is_relative_to(root / "rulesets")]
    write([load_ruleset(one) for one in ours if not wanted or one == wanted.upper()], root, click.echo)


@cli.command()
@click.argument("file")
@click.option("--html", type=OUT, metavar="OUT", help="Write a page to read and to print: profiles, rules, limits.")
@click.option("--text", is_flag=True, help="Print it as plain text, for a forum or a letter.")
@click.option("--keep", type=OUT, metavar="OUT", help="Keep it as a list of this program (TOML).")
@click.option("--ruleset", default="", help="Which system; else the one that understands most of it.")
@click.option(
    "--points", type=click.IntRange(1, MOST_POINTS), help="Size of the battle; else the usual one that holds it."
)
@click.option("--lang", type=LANGUAGES, default="en", show_default=True, help="Language of what is written.")
def army(
    file: str, html: Path | None, text: bool, keep: Path | None, ruleset: str, points: int | None, lang: str
) -> None:
    """Read an army list and tell what was understood, or put it on paper.

    FILE is a kept list, an army of one's own (docs/army.md), a roster of New Recruit or BattleScribe (.ros, .rosz,
    .json), a list of Army Forge (.json), or the name of an army that comes with the program.
    """
    from game.army.command import run

    sys.exit(run(file, ruleset, points, html, text, keep, lang))


@cli.command()
@click.option("--ruleset", default="", help="Only this system.")
@click.option("--texts", "texts_only", is_flag=True, help="Only the translations.")
def check(ruleset: str, texts_only: bool) -> None:
    """Check all data: schema, dangling clause ids, set-ups that cannot begin, texts missing in a language."""
    from game.check import run

    sys.exit(run(console(), ruleset, texts=texts_only))


@cli.command()
@click.option("--new", metavar="CODE", help='Begin a translation into another language, for example "de".')
def texts(new: str | None) -> None:
    """Bring the translations' files up to date with code and data, and compile them."""
    from game import texts_tool

    for catalogue in texts_tool.catalogues():
        for language in sorted({*catalogue.languages, *catalogue.begun(), *filter(None, (new,))}):
            total, missing = texts_tool.refresh(catalogue, language)
            click.echo(f"{catalogue.domain} ({language}): {total} sentences, {missing} not translated")


def _needs_workshop() -> None:
    """Refuse a command of the workshop where the program is installed without it. Raises ClickException."""
    from importlib.util import find_spec

    if find_spec("workshop") is None:
        raise click.ClickException("this command comes with the source, not with the installed program")


cli.add_command(lab)


@cli.command(context_settings={**SETTINGS, "ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench(arguments: tuple[str, ...]) -> None:
    """Measure speed, each figure beside its plain implementation in the same run.

    ARGUMENTS: the areas to measure (geometry, engine, play, frames; all if none is named), --ruleset ID whose battles
    are measured, and --write FILE to keep the table as Markdown.
    """
    _needs_workshop()
    from workshop.bench import run

    sys.exit(run(list(arguments)))


@cli.command(context_settings=SETTINGS)
@click.option("--write", type=OUT, metavar="FILE", help="Write the page of sounds: each in words, with its figures.")
@click.option(
    "--wav",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write every sound as a file to listen to.",
)
def sounds(write: Path | None, wav: Path | None) -> None:
    """Measure the sounds: how loud, how bright, how long, how each begins and dies away."""
    _needs_workshop()
    from game.client.sound.voices import VOICES
    from workshop import sounds as page

    rows = page.figures_of_all()
    for name, row in rows.items():
        shown = page.LOOPS if VOICES[name].loop else page.SINGLE
        click.echo(f"{name:12}" + "".join(f"{page.HEADS[n]:>16} {row[n]:6g}" for n in shown))
    if write is not None:
        write.write_text(page.page(rows), encoding="utf-8")
        click.echo(f"Written: {write}")
    if wav is not None:
        click.echo(f"{page.write_waves(wav)} sounds written to {wav}")


@cli.command(context_settings={**SETTINGS, "ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("arguments", metavar="[PYTEST ARGUMENTS]", nargs=-1, type=click.UNPROCESSED)
def test(arguments: tuple[str, ...]) -> None:
    """Run the tests, all or those named, on all cores; what follows goes to pytest."""
    import subprocess
    from importlib.util import find_spec

    root = checkout()
    if root is None or not (root / "tests").is_dir():
        raise click.ClickException("the tests come with the source, not with the installed program")
    if find_spec("pytest") is None:
        raise click.ClickException("pytest is not installed: pip install 'tabula-belli[dev]'")
    shared = [] if any(one.startswith(("-n", "--numprocesses", "--pdb")) for one in arguments) else ["-n", "auto"]
    sys.exit(subprocess.call([sys.executable, "-m", "pytest", *shared, *arguments], cwd=root))


def _eyes(file: Path, side: str, both: bool) -> Eyes | None:
    """Whose eyes a record is to be watched with; None where nothing was said of it, and the window asks."""
    if not side and not both:
        return None
    from game.engine.eyes import Unasked, chosen_eyes
    from game.engine.i18n import Speaker
    from game.engine.records.record import RecordError, read_record

    try:
        record = read_record(file)
        return chosen_eyes(file.name, record.header.state, record.header.players, side, both)
    except (RecordError, Unasked) as fault:
        raise click.ClickException(Speaker().say(fault.text)) from fault


def _need_window() -> None:
    """End with one clear message where no window can open."""
    from game.display import foreign_pygame, missing_display

    problem = missing_display(os.environ) or foreign_pygame()
    if problem:
        click.echo(problem.replace("{program}", program()), err=True)
        sys.exit(1)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,5})[xX]([0-9]{1,5})", text)
    if found is None or not all(int(n) in side for n, side in zip(found.groups(), SIDES, strict=True)):
        said = text if len(text) <= 40 else text[:40] + "…"
        raise click.BadParameter(
            f"{said!r} is no size; write for instance 1280x720 (at least 320x200, at most 7680x7680)"
        )
    return int(found[1]), int(found[2])


def _sound(number: int, argument: str) -> None:
    """Refuse what could not even be printed; names of files that are there may be anything."""
    if len(argument) > MOST_LETTERS:
        raise click.UsageError(f"argument {number} is longer than {MOST_LETTERS} letters")
    if not argument.isprintable() and not os.path.lexists(argument):
        raise click.UsageError(
            f"argument {number} is no text on one line: a letter in it is cut through, or has no shape"
        )


def _all_letters() -> None:
    """Write UTF-8 where the output's own encoding lacks letters that texts need, and say so of a file or a pipe."""
    for stream in (sys.stdout, sys.stderr):
        coding = getattr(stream, "encoding", None) or "utf-8"
        try:
            LETTERS.encode(coding)
        except (UnicodeEncodeError, LookupError):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8")
                if stream is sys.stdout and not stream.isatty():
                    click.echo(f"The output is written as UTF-8: {coding} lacks letters of it.", err=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a file that cannot be used ends in one sentence, never in a traceback."""
    _all_letters()
    try:
        for number, argument in enumerate(sys.argv[1:] if arguments is None else arguments, 1):
            _sound(number, argument)
        cli.main(arguments, prog_name=program(), standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has gone; keep the interpreter from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except UnicodeEncodeError:
        click.echo("A letter is cut through in what should be printed here: it cannot be told.", err=True)
        sys.exit(2)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"{where}{error.strerror or error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
