"""The report as one HTML page that needs nothing else: no script, no other file, no network."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape

from game.client.battle.luck import Luck, share_below
from game.client.report.facts import Turn
from game.client.words import Words
from game.engine.state import State

COLOURS = ("#a33226", "#2a5597", "#6b7a1f", "#7a3f86")
DASHES = ("", "7 4", "2 3", "9 3 2 3")
"""Lines of the chart differ in more than their colour."""
STYLE = """body{font:16px/1.5 Georgia,serif;max-width:940px;margin:2em auto;padding:0 1em;color:#222;background:#fbf8f1}
h1,h2,h3{line-height:1.2}img,svg{max-width:100%;height:auto}table{border-collapse:collapse}
td,th{padding:.25em .8em;border-bottom:1px solid #ccc;text-align:right}td:first-child,th:first-child{text-align:left}
li{margin:.1em 0}@media print{h2,h3{break-after:avoid}img{break-inside:avoid}}"""


def page(
    title: str,
    words: Words,
    state: State,
    played: list[Turn],
    lost: dict[str, list[int]],
    luck: dict[str, Luck],
    maps: Iterable[bytes],
    stories: Iterable[list[str]],
) -> str:
    """The whole page in the language of ``words``; ``maps`` (JPEG) and ``stories`` come turn by turn."""
    _ = words.word
    parts = [f"<h1>{escape(title)}</h1>"]
    if state.over is not None:
        winner = words.name(state.over.winner, state) if state.over.winner else ""
        head = _("{side} has won").format(side=winner) if winner else _("A draw")
        parts.append(f"<p><strong>{escape(head)}</strong> {escape(words.say(state.over.why, state))}</p>")
    parts += [f"<h2>{escape(_('Bases lost by turn'))}</h2>", chart(played, lost, words, state)]
    parts += [f"<h2>{escape(_('The dice'))}</h2>", dice_table(luck, words, state)]
    for turn, image, lines in zip(played, maps, stories, strict=True):
        name = turn_name(turn, words)
        parts.append(f"<h2>{escape(name)}</h2>")
        data = base64.b64encode(image).decode()
        parts.append(f'<img src="data:image/jpeg;base64,{data}" alt="{escape(name)}">')
        parts.append("<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>")
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def turn_name(turn: Turn, words: Words) -> str:
    """The heading of a turn."""
    _ = words.word
    return _("Turn {n}").format(n=turn.number) if turn.number else _("Before the first turn")


def dice_table(luck: dict[str, Luck], words: Words, state: State) -> str:
    """Thrown, expected and reached, and which share of all battles would have had worse dice, by side."""
    _ = words.word
    heads = ("", _("dice"), _("expected successes"), _("successes"), _("battles with worse dice"))
    rows = ["<tr>" + "".join(f"<th>{escape(h)}</th>" for h in heads) + "</tr>"]
    for side, mine in luck.items():
        every = mine.all
        share = words.percent(share_below(every.spread, every.got)) if every.tries else "–"
        cells = (words.name(side, state), str(mine.dice), words.number(every.hoped, 1), str(every.got), share)
        rows.append("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in cells) + "</tr>")
    return "<table>" + "".join(rows) + "</table>"


def chart(played: list[Turn], lost: dict[str, list[int]], words: Words, state: State) -> str:
    """Bases lost over the turns as lines, one for each side."""
    wide, high, edge = 640, 240, 34
    most = max((max(row) for row in lost.values() if row), default=0) or 1
    step = (wide - 2 * edge) / max(1, len(played) - 1)
    out = [f'<svg viewBox="0 0 {wide} {high + 24 * len(lost)}" width="{wide}" role="img">']
    axis = f"M{edge} {edge / 2}V{high - edge}H{wide - edge}"
    out.append(f'<path d="{axis}" fill="none" stroke="#666"/>')
    out.append(f'<text x="4" y="{edge / 2 + 5}" font-size="13">{most}</text>')
    for n, turn in enumerate(played):
        out.append(f'<text x="{edge + n * step:.1f}" y="{high - edge + 18}" font-size="13">{turn.number}</text>')
    for n, (side, row) in enumerate(lost.items()):
        look = f'stroke="{COLOURS[n % 4]}" stroke-dasharray="{DASHES[n % 4]}" stroke-width="2.5" fill="none"'
        run = high - edge * 1.5
        points = " ".join(f"{edge + k * step:.1f},{high - edge - v / most * run:.1f}" for k, v in enumerate(row))
        out.append(f'<polyline points="{points}" {look}/>')
        y = high + 24 * n
        out.append(f'<path d="M{edge} {y}h40" {look}/>')
        total = row[-1] if row else 0
        out.append(
            f'<text x="{edge + 50}" y="{y + 5}" font-size="14">{escape(words.name(side, state))}: {total}</text>'
        )
    return "".join(out) + "</svg>"
