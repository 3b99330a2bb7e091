"""A page of what rows show: scores, ratings, what is unequal, and pictures. It needs no script and no other file."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from game.lab.balance import Finding, findings
from game.lab.ladder import Ladder, ladders
from game.lab.pictures import Draw, armies, losses, narrowing, png, points_by_turn, ratings
from game.lab.rows import Row
from game.lab.standing import Tally

STYLE = """body{font:16px/1.5 Georgia,serif;max-width:980px;margin:2em auto;padding:0 1em;color:#222;background:#fbf8f1}
h1,h2,h3{line-height:1.2}img{max-width:100%;height:auto}table{border-collapse:collapse}
td,th{padding:.25em .8em;border-bottom:1px solid #ccc;text-align:right}td:first-child,th:first-child{text-align:left}"""


def grouped(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows by match."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.match, []).append(row)
    return found


def pictures(rows: Sequence[Row], rated: Sequence[Ladder], told: Sequence[Finding]) -> dict[str, Draw]:
    """Every picture that the rows, their ladders and their findings make sense of, by a name for a file."""
    found: dict[str, Draw] = {}
    for ladder in rated:
        found[f"ratings {ladder.ruleset}"] = ratings(ladder)
    for ruleset, where in sorted({(one.ruleset, one.where) for one in told if one.about == "armies"}):
        found[f"armies {ruleset} {where}"] = armies(told, ruleset, where)
    for match, of in grouped(rows).items():
        found[f"score {match}"] = narrowing(of)
        found[f"points {match}"] = points_by_turn(of)
    for place in sorted({(row.ruleset, row.scenario) for row in rows}):
        of = [row for row in rows if (row.ruleset, row.scenario) == place]
        if any(row.deaths for row in of):
            found[f"losses {' '.join(place)}"] = losses(of)
    return found


def page(title: str, rows: Sequence[Row], lost: Sequence[str] = ()) -> str:
    """The whole page."""
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{len(rows)} battles.</p>", "<h2>Scores</h2>"]
    scores = []
    for match, of in grouped(rows).items():
        tally = Tally()
        for row in of:
            tally.add(row)
        end = tally.standing()
        scores.append(
            (match, f"{end.score:.3f}", f"{end.low:.3f} to {end.high:.3f}", end.won, end.drawn, end.lost, end.failed)
        )
    parts.append(table(("match", "score", "95 % interval", "won", "drawn", "lost", "failed"), scores))
    rated, told = ladders(rows), findings(rows, lost)
    for ladder in rated:
        parts += [f"<h2>Ratings: {escape(ladder.ruleset)}</h2>", table(LADDER, ladder_rows(ladder))]
    parts += ["<h2>Balance</h2>", table(BALANCE, [balance_row(one) for one in told])]
    for name, draw in pictures(rows, rated, told).items():
        data = base64.b64encode(png(draw)).decode()
        parts.append(f'<h3>{escape(name)}</h3><img src="data:image/png;base64,{data}" alt="{escape(name)}">')
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


LADDER = ("player", "rating", "95 % interval", "score", "battles")
BALANCE = ("what", "where", "score", "95 % interval", "pairs", "verdict")


def ladder_rows(ladder: Ladder) -> list[tuple[object, ...]]:
    """A ladder as the cells of a table."""
    return [
        (one.player, f"{one.rating:+.0f}", f"{one.low:+.0f} to {one.high:+.0f}", f"{one.score:.3f}", one.games)
        for one in ladder.ratings
    ]


def balance_row(one: Finding) -> tuple[object, ...]:
    """A finding as the cells of a table."""
    verdict = f"open ({one.more} pairs more)" if one.more else one.verdict
    what = f"{one.name} against {one.against}"
    where = f"{one.ruleset} {one.where}"
    return what, where, f"{one.score:.3f}", f"{one.low:.3f} to {one.high:.3f}", one.pairs, verdict


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of a page."""
    lines = ["<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows]
    return "<table>" + "".join(lines) + "</table>"


def write_pictures(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Write every picture as a PNG file into a folder; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for name, draw in pictures(rows, ladders(rows), findings(rows)).items():
        safe = "".join(sign if sign.isalnum() else "-" for sign in name)
        path = folder / f"{'-'.join(filter(None, safe.split('-')))}.png"
        path.write_bytes(png(draw))
        found.append(path)
    return found
