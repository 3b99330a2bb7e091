"""The program as it was and as it is, side by side: ten screens, every size, scale and language in two of the sheets.

``python3 -m workshop.gallery.beside draw FOLDER`` draws the pictures of the program at hand;
``python3 -m workshop.gallery.beside sheets BEFORE AFTER OUT`` puts two such folders together.
"""

from __future__ import annotations

import os
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from PIL import Image

QUALITY = 80
WIDE, GAP = 796, 8
"""Pixels of a picture's width on a sheet, and between two of them."""
GROUND = "#17120e"
PAGE = "index.md"


class Shot(NamedTuple):
    """A screen by its name in the gallery, the window's size, the interface's scale in per cent, the language."""

    sheet: str
    name: str
    size: tuple[int, int]
    scale: int
    language: str

    @property
    def file(self) -> str:
        """The picture's name."""
        return f"{self.name}.{self.size[0]}x{self.size[1]}.{self.scale}.{self.language}.png"


SMALL, USUAL, LARGE = (1024, 700), (1280, 720), (1920, 1080)
SHOTS = (
    Shot("title", "title", USUAL, 100, "en"),
    Shot("title", "title", LARGE, 200, "pl"),
    Shot("new-battle", "WMA-new", USUAL, 100, "pl"),
    Shot("new-battle", "WMA-new", SMALL, 200, "en"),
    Shot("move", "WMA-move", SMALL, 100, "en"),
    Shot("move", "WMA-move", LARGE, 100, "pl"),
    Shot("move", "WMA-move", USUAL, 200, "pl"),
    Shot("targets", "AFS-targets", USUAL, 100, "en"),
    Shot("targets", "AFS-targets", SMALL, 200, "pl"),
    Shot("targets", "AFS-targets", LARGE, 200, "en"),
    Shot("set-up", "WMA-setup", LARGE, 100, "en"),
    Shot("set-up", "WMA-setup", SMALL, 100, "pl"),
    Shot("combat", "WMA-combat", USUAL, 200, "en"),
    Shot("combat", "WMA-combat", LARGE, 100, "pl"),
    Shot("combat", "WMA-combat", SMALL, 100, "pl"),
    Shot("replay", "WMA-replay", USUAL, 100, "pl"),
    Shot("replay", "WMA-replay", LARGE, 200, "en"),
    Shot("lists", "AFS-army", SMALL, 200, "en"),
    Shot("lists", "AFS-army", LARGE, 100, "en"),
    Shot("rules", "WMA-rules", SMALL, 200, "pl"),
    Shot("rules", "WMA-rules", USUAL, 200, "en"),
    Shot("rules", "WMA-example", SMALL, 100, "en"),
    Shot("end", "end", USUAL, 200, "pl"),
    Shot("end", "end", LARGE, 200, "pl"),
)


def draw(out: Path) -> None:
    """Draw what the sheets show of the program at hand."""
    from game.client.library import Library
    from workshop.gallery.pictures import pictures
    from workshop.gallery.run import at_home, samples, take
    from workshop.gallery.stage import Stage

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    out.mkdir(parents=True, exist_ok=True)
    library = Library()
    known = {p.name: p for p in pictures(library.rulesets())}
    ordered = sorted(SHOTS, key=_window)
    with tempfile.TemporaryDirectory() as folder, at_home(folder):
        home = Path(folder) / "tabula-belli"
        samples(home / "saves")
        for (size, scale, language), shots in groupby(ordered, _window):
            stage = Stage(home, language, size, library)
            stage.app.change(ui_scale=scale)
            for shot in shots:
                take(stage, known[shot.name]).save(out / shot.file)
            stage.app.quit()


def _window(shot: Shot) -> tuple[tuple[int, int], int, str]:
    return shot.size, shot.scale, shot.language


def sheets(before: Path, after: Path, out: Path) -> None:
    """Put the pictures of two folders together, and write the page that shows the sheets."""
    out.mkdir(parents=True, exist_ok=True)
    lines = ["# Before and after", ""]
    lines += ["Ten screens, on the left as they were and on the right as they are, drawn by", ""]
    lines += ["    python3 -m workshop.gallery.beside draw FOLDER", ""]
    lines += ["in either program, and put together by `beside sheets BEFORE AFTER OUT`.", ""]
    for sheet, found in groupby(SHOTS, lambda shot: shot.sheet):
        shots = list(found)
        rows = [[_smaller(folder / shot.file) for folder in (before, after)] for shot in shots]
        tall = sum(row[0].height + GAP for row in rows) - GAP
        whole = Image.new("RGB", (2 * WIDE + GAP, tall), GROUND)
        y = 0
        for left, right in rows:
            whole.paste(left, (0, y))
            whole.paste(right, (WIDE + GAP, y))
            y += left.height + GAP
        whole.save(out / f"{sheet}.jpg", quality=QUALITY, optimize=True)
        told = "; ".join(f"{s.name}, {s.size[0]}x{s.size[1]}, {s.scale} %, {s.language}" for s in shots)
        lines += [f"## {sheet.replace('-', ' ').capitalize()}", "", f"{told}.", "", f"![{sheet}]({sheet}.jpg)", ""]
    (out / PAGE).write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")


def _smaller(path: Path) -> Image.Image:
    picture = Image.open(path).convert("RGB")
    return picture.resize((WIDE, round(WIDE * picture.height / picture.width)), Image.Resampling.LANCZOS)


def main(words: list[str]) -> int:
    """Do what the command line says."""
    match words:
        case ["draw", folder]:
            draw(Path(folder))
        case ["sheets", before, after, out]:
            sheets(Path(before), Path(after), Path(out))
        case _:
            sys.stderr.write(__doc__ or "")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
