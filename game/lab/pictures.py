"""Pictures of results: scores as they narrow, points by turn, army against army, where units were lost, ratings."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from game.lab.balance import Finding
from game.lab.extra import library
from game.lab.ladder import Ladder
from game.lab.rows import Row
from game.lab.standing import Tally

COLOURS = ("#a33226", "#2a5597", "#6b7a1f", "#7a3f86", "#8a6d1f", "#3f7f86")
"""Of sides and players."""
CELL = 25.0
"""Side of a cell of the map of losses, in mm: a fortieth of a table of one metre."""

Draw = Callable[[Any], None]


def png(draw: Draw, wide: float = 7.0, high: float = 4.2) -> bytes:
    """A picture as the bytes of a PNG file; ``draw`` gets the axes. Sizes in inches. Raises NeedsExtra."""
    figure = library("matplotlib.figure").Figure(figsize=(wide, high), dpi=120, layout="constrained")
    draw(figure.add_subplot())
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def narrowing(rows: Sequence[Row]) -> Draw:
    """The score of the first player after each pair, with its interval: rows of one match."""
    tally = Tally()
    told: list[tuple[float, float, float]] = []
    for row in rows:
        tally.add(row)
        if tally.pairs.n > len(told):
            told.append((tally.pairs.mean, *tally.pairs.interval()))

    def draw(axes: Any) -> None:
        numbers = range(1, len(told) + 1)
        axes.fill_between(numbers, [x[1] for x in told], [x[2] for x in told], color=COLOURS[1], alpha=0.2, lw=0)
        axes.plot(numbers, [x[0] for x in told], color=COLOURS[1])
        axes.axhline(0.5, color="#666", lw=0.8)
        axes.set(ylim=(-0.02, 1.02), xlabel="pairs", ylabel="score, 95 % interval", title=rows[0].match if rows else "")

    return draw


def points_by_turn(rows: Sequence[Row]) -> Draw:
    """The mean points of each player at the end of each turn, with the middle half of the battles: rows of a match."""
    curves: dict[str, list[list[float]]] = {}
    for row in rows:
        for side, name in row.players.items():
            label = name if len(set(row.players.values())) > 1 else side
            for n, points in enumerate(row.curve.get(side, [])):
                of = curves.setdefault(label, [])
                of.extend([] for _ in range(n + 1 - len(of)))
                of[n].append(points)

    def draw(axes: Any) -> None:
        np = library("numpy")
        for n, (label, turns) in enumerate(sorted(curves.items())):
            numbers, colour = range(len(turns)), COLOURS[n % len(COLOURS)]
            low, high = (np.array([np.quantile(one, q) for one in turns]) for q in (0.25, 0.75))
            axes.fill_between(numbers, low, high, color=colour, alpha=0.15, lw=0)
            axes.plot(numbers, [np.mean(one) for one in turns], color=colour, label=label, ls="-" if n == 0 else "--")
        axes.set(xlabel="turn", ylabel="points: mean, middle half", title=rows[0].match if rows else "")
        axes.xaxis.get_major_locator().set_params(integer=True)
        if curves:
            axes.legend(frameon=False)

    return draw


def armies(found: Sequence[Finding], ruleset: str, where: str) -> Draw:
    """A heat map of army against army: the score of the row's army against the column's."""
    meant = [one for one in found if (one.about, one.ruleset, one.where) == ("armies", ruleset, where)]
    names = sorted({name for one in meant for name in (one.name, one.against)})

    def draw(axes: Any) -> None:
        np = library("numpy")
        grid = np.full((len(names), len(names)), np.nan)
        for one in meant:
            a, b = names.index(one.name), names.index(one.against)
            half = (one.high - one.low) / 2
            for x, y, score in ((b, a, one.score), (a, b, 1 - one.score)):
                grid[y, x] = score
                axes.text(x, y, f"{score:.2f}\n±{half:.2f}", ha="center", va="center", fontsize=8)
        axes.imshow(grid, vmin=0, vmax=1, cmap="RdYlGn")
        axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
        axes.set_yticks(range(len(names)), names)
        axes.set(title=f"{ruleset} {where}: score of the row against the column")

    return draw


def losses(rows: Sequence[Row]) -> Draw:
    """Where units were lost on the table, seen from above: rows of one scenario."""
    places = [(death.x, death.y) for row in rows for death in row.deaths if death.x is not None and death.y is not None]

    def draw(axes: Any) -> None:
        np = library("numpy")
        title = f"{rows[0].ruleset} {rows[0].scenario}" if rows else ""
        axes.set(aspect="equal", title=f"{title}: {len(places)} units lost", xlabel="mm", ylabel="mm")
        if not places:
            return
        x, y = ([place[n] for place in places] for n in (0, 1))
        ground = [max(row.ground[n] for row in rows) for n in (0, 1)]
        axes.set(xlim=(0, ground[0]), ylim=(0, ground[1]))
        counts, across, up = np.histogram2d(x, y, bins=[np.arange(0, long + CELL, CELL) for long in ground])
        shown = axes.pcolormesh(across, up, np.ma.masked_equal(counts.T, 0), cmap="YlOrRd")
        axes.figure.colorbar(shown, label="units")

    return draw


def ratings(ladder: Ladder) -> Draw:
    """The ratings of a ladder with their intervals."""

    def draw(axes: Any) -> None:
        for n, one in enumerate(reversed(ladder.ratings)):
            axes.plot([one.low, one.high], [n, n], color=COLOURS[1], lw=2)
            axes.plot([one.rating], [n], "o", color=COLOURS[0])
        axes.set_yticks(range(len(ladder.ratings)), [one.player for one in reversed(ladder.ratings)])
        axes.set(xlabel="rating, 95 % interval (0: the mean of the field)", title=ladder.ruleset)
        axes.grid(axis="x", alpha=0.3)

    return draw
