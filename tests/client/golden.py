"""Pictures kept to compare with, shrunk, so that a different font renderer or a shifted pixel does not count.

``run.py test --golden tests/client`` draws them anew; look at each before committing.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygame
from PIL import Image

SWITCH = "TABULA_BELLI_GOLDEN"
WRITE = "write"


@dataclass(frozen=True)
class Golden:
    """A folder of pictures, and how much another may differ from one of them.

    Attributes
    ----------
    width
        Of the pictures kept, pixels: what is drawn is shrunk to it.
    cell
        Cells of so many pixels a side are averaged before they are compared. Glyphs that another renderer draws a
        little fatter or a fraction of a pixel aside leave the average of their cell nearly as it was.
    mean
        Most that all cells may differ on average (0..255, the channel that differs most).
    far, share
        Most that a cell may differ, and the share of cells that may differ by more.
    """

    folder: Path
    width: int
    cell: int = 1
    mean: float = 1.5
    far: float = 40.0
    share: float = 0.005

    def shrink(self, surface: pygame.Surface) -> Image.Image:
        """A picture as it is kept."""
        height = round(surface.get_height() * self.width / surface.get_width())
        small = pygame.transform.smoothscale(surface, (self.width, height))
        return Image.frombytes("RGB", small.get_size(), pygame.image.tobytes(small, "RGB"))

    def differ(self, surface: pygame.Surface, name: str, keep: bool = True) -> str:
        """How a picture differs from the one kept; empty where it does not. ``keep`` lets it be written."""
        small = self.shrink(surface)
        path = self.folder / f"{name}.png"
        if keep and os.environ.get(SWITCH) == WRITE:
            self.write(small, path)
        if not path.exists():
            return f"there is no {path.name}; {_anew(path)}"
        with Image.open(path) as read:
            kept = read.convert("RGB")
        if kept.size != small.size:
            return f"{path.name}: {kept.size} is not {small.size}; {_anew(path)}"
        mean, share = self.away(kept, small)
        if mean <= self.mean and share <= self.share:
            return ""
        return (
            f"{path.name} differs by {mean:.2f} on average (at most {self.mean:g}), {share:.2%} of it by more than "
            f"{self.far:g} (at most {self.share:.2%}). Kept, drawn and the difference side by side: "
            f"{_beside(kept, small, name)}. If that is how it should look, {_anew(path)}"
        )

    def write(self, small: Image.Image, path: Path) -> None:
        """Keep a picture."""
        path.parent.mkdir(parents=True, exist_ok=True)
        small.save(path, optimize=True)

    def away(self, kept: Image.Image, drawn: Image.Image) -> tuple[float, float]:
        """How much two pictures differ on average, and the share of cells that differ by more than they may."""
        a, b = (self._cells(i) for i in (kept, drawn))
        away = np.abs(a - b).max(axis=2)
        return float(away.mean()), float((away > self.far).mean())

    def _cells(self, image: Image.Image) -> np.ndarray:
        pixels = np.asarray(image, dtype=float)
        rows, columns = pixels.shape[0] // self.cell, pixels.shape[1] // self.cell
        cut = pixels[: rows * self.cell, : columns * self.cell]
        mean: np.ndarray = cut.reshape(rows, self.cell, columns, self.cell, 3).mean(axis=(1, 3))
        return mean


def _anew(path: Path) -> str:
    tests = path.parent.parent.relative_to(Path(__file__).parent.parent.parent)
    return f"draw it anew with `run.py test --golden {tests.as_posix()}` and look at it"


def _beside(kept: Image.Image, drawn: Image.Image, name: str) -> Path:
    """A picture of both and of their difference, four times as strong; where it lies."""
    w, h = kept.size
    away = np.abs(np.asarray(kept, dtype=int) - np.asarray(drawn, dtype=int)) * 4
    all_three = Image.new("RGB", (3 * w, h))
    for n, image in enumerate((kept, drawn, Image.fromarray(np.minimum(away, 255).astype(np.uint8)))):
        all_three.paste(image, (n * w, 0))
    folder = Path(tempfile.gettempdir()) / "tabula-belli-golden"
    folder.mkdir(exist_ok=True)
    all_three.save(folder / f"{name}.png")
    return folder / f"{name}.png"
