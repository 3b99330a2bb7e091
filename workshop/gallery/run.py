"""Taking all pictures of the gallery, making them small enough, and writing the page that lists them."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import pygame
from click import echo
from PIL import Image

from game.clauses import SHIPPED
from game.client import words
from game.client.library import Library
from game.client.words import Words, _
from game.engine.languages import SOURCE
from game.engine.session import Session
from workshop.gallery.pictures import Picture, pictures
from workshop.gallery.stage import Stage

SIZE = (1280, 720)
QUALITIES = (85, 78, 70, 62, 54, 46)
SHARES = (1.0, 0.8, 0.7, 0.6)
"""How large of the window pictures are written, where no quality makes them small enough."""
LIMIT = 6_000_000
"""All pictures together are no larger than this, bytes."""
PAGE = "index.md"
HOMES = ("HOME", "USERPROFILE")


def run(out: Path, languages: tuple[str, ...] = (SOURCE, *SHIPPED), only: str = "") -> int:
    """Take the pictures and write them with their page.

    Parameters
    ----------
    out
        The folder; pictures of this command in it are replaced.
    only
        A part of the names of the pictures to be taken; all where empty.

    Returns
    -------
    int
        Exit code: 0, or 2 where the folder cannot be written.
    """
    library = Library()
    wanted = [p for p in pictures(library.rulesets()) if only in p.name]
    taken: dict[tuple[str, str], Image.Image] = {}
    fought: dict[str, Session] = {}
    with tempfile.TemporaryDirectory() as folder, at_home(folder):
        for language in languages:
            home = Path(folder) / "tabula-belli" / language
            samples(home / "saves")
            stage = Stage(home, language, SIZE, library, fought)
            for picture in wanted:
                taken[picture.name, language] = take(stage, picture)
                echo(f"{language} {picture.name}")
            stage.app.quit()
    words.use(SOURCE)
    try:
        _write(out, taken, not only)
        if not only:
            (out / PAGE).write_text(_page(wanted, languages, library), encoding="utf-8")
    except OSError as fault:
        echo(str(fault), err=True)
        return 2
    return 0


@contextmanager
def at_home(folder: str) -> Iterator[None]:
    """Let a folder be the user's own for a while: what the screens say of folders is then the same everywhere."""
    kept = {name: os.environ.get(name) for name in HOMES}
    os.environ.update(dict.fromkeys(HOMES, folder))
    try:
        yield
    finally:
        for name, value in kept.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def samples(saves: Path) -> None:
    """The sample battles, so that there is something to list and to watch."""
    saves.mkdir(parents=True)
    for path in (Path(__file__).parent.parent.parent / "saves").glob("sample-*"):
        shutil.copy(path, saves / path.name)


def take(stage: Stage, picture: Picture) -> Image.Image:
    """A picture of a screen, once all has come to rest."""
    stage.clean()
    picture.shoot(stage)
    stage.frames(4)
    stage.wait()
    stage.app.notices.shown = []
    stage.settle()
    surface = stage.app.surface
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def _write(out: Path, taken: dict[tuple[str, str], Image.Image], anew: bool) -> None:
    """Write the pictures, as large and in as good a quality as keeps all of them within the limit."""
    out.mkdir(parents=True, exist_ok=True)
    if anew:
        for old in out.glob("*.jpg"):
            old.unlink()
    made: dict[str, bytes] = {}
    for share, quality in product(SHARES, QUALITIES):
        made = {f"{name}.{language}.jpg": _jpeg(image, quality, share) for (name, language), image in taken.items()}
        if sum(map(len, made.values())) <= LIMIT:
            break
    for name, data in made.items():
        (out / name).write_bytes(data)
    echo(f"{len(made)} pictures, {sum(map(len, made.values())) / 1e6:.1f} MB")


def _jpeg(image: Image.Image, quality: int, share: float = 1.0) -> bytes:
    kept = io.BytesIO()
    if share < 1.0:
        image = image.resize((round(image.width * share), round(image.height * share)), Image.Resampling.LANCZOS)
    image.save(kept, "JPEG", quality=quality, optimize=True)
    return kept.getvalue()


def _page(wanted: list[Picture], languages: tuple[str, ...], library: Library) -> str:
    """The page that lists all pictures, in every language beside one another."""
    lines = ["# Gallery", "", "Every screen, drawn by `python3 run.py gallery --out docs/gallery`.", ""]
    lines += ["Ten of them as they were and as they are, side by side: [before and after](before-after/index.md).", ""]
    system = ""
    lines += _head(languages)
    for picture in wanted:
        of, _dash, _rest = picture.name.partition("-")
        if of in library.ids() and of != system:
            system = of
            ruleset = library.ruleset(of)
            lines += ["", f"## {Words('en', ruleset).word(ruleset.meta.name)}", "", *_head(languages)]
        cells = []
        for language in languages:
            words.use(language)
            cells.append(f"![{_(picture.title)}]({picture.name}.{language}.jpg)")
        words.use("en")
        lines.append(f"| {_(picture.title)} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _head(languages: tuple[str, ...]) -> list[str]:
    return [f"| | {' | '.join(languages)} |", f"| --- |{' --- |' * len(languages)}"]
