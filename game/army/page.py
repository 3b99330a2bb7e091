"""A list as a page to read and to print: one file of HTML that needs nothing else, and no script."""

from __future__ import annotations

from html import escape

from game import __version__
from game.army.paper_list import Sheet, UnitLine
from game.engine.i18n import Speaker
from game.engine.text import TN, T

LONG = 16
"""Characters of a label and its value beyond which they take a whole line."""

CELL = ' class="n"'
OVER = ' class="over"'
STYLE = """
:root { --ink: #231d16; --dim: #6b6052; --edge: #cbbfa9; --paper: #fbf7ee; --card: #ffffff; --accent: #7a2f1d; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.45 Georgia, "Iowan Old Style", "Palatino Linotype", serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
header { border-bottom: 3px double var(--edge); padding-bottom: .75rem; margin-bottom: 1.25rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.15; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; color: var(--accent); margin: 2rem 0 .5rem; }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
p { margin: .35rem 0; }
.dim { color: var(--dim); }
.limits { display: flex; flex-wrap: wrap; gap: .4rem .6rem; margin: .9rem 0 0; padding: 0; list-style: none; }
.limits li { border: 1px solid var(--edge); border-radius: .4rem; background: var(--card); padding: .15rem .6rem; }
.limits b { font-variant-numeric: tabular-nums; }
.limits .over { border-color: var(--accent); color: var(--accent); }
.over::after { content: " \\26A0"; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--edge); }
th { color: var(--dim); font-weight: normal; }
td.n, th.n { text-align: right; padding-right: 0; padding-left: .6rem; white-space: nowrap; }
tfoot td { border-bottom: 0; font-weight: bold; }
.cards { columns: 18rem; column-gap: .8rem; }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: .5rem; padding: .7rem .85rem;
  margin: 0 0 .8rem; break-inside: avoid; }
.card dl { display: flex; flex-wrap: wrap; margin: .45rem -.45rem 0; font-size: .93rem; }
.card dl div { flex: 1 1 40%; display: flex; justify-content: space-between; margin: 0 .45rem;
  border-bottom: 1px dotted var(--edge); }
.card dl div.wide { flex-basis: 90%; }
.card dl div.head { flex-basis: 90%; font-weight: bold; border-bottom: 0; margin-top: .35rem; }
dt { color: var(--dim); padding-right: .6rem; flex: none; max-width: 60%; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.card .refs { font-size: .8rem; margin: .45rem 0 0; line-height: 1.6; }
a { color: var(--accent); text-decoration: none; white-space: nowrap; }
a:hover { text-decoration: underline; }
.rules { columns: 18rem; column-gap: 1.6rem; font-size: .92rem; }
.rules section { break-inside: avoid; margin: 0 0 .8rem; }
.rules h3 { font-size: .98rem; }
.rules h3 span { color: var(--dim); font-weight: normal; font-size: .82em; }
.rules section:target { outline: 2px solid var(--accent); outline-offset: .3rem; }
ul.plain { margin: .3rem 0; padding-left: 1.2rem; }
footer { margin-top: 2.5rem; font-size: .82rem; color: var(--dim); }
@media print {
  @page { margin: 14mm; }
  :root { --paper: #fff; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  a { color: inherit; }
}
"""


def to_html(sheet: Sheet) -> str:
    """The sheet as one self-contained page."""
    words = Speaker(sheet.language)
    body = "\n".join(
        part
        for part in (
            _head(sheet, words),
            _reasons(sheet, words),
            _summary(sheet, words),
            _cards(sheet, words),
            _left(sheet, words),
            _rules(sheet, words),
        )
        if part
    )
    made = escape(words.say(T("Made with Tabula Belli {version}", version=__version__)))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(sheet.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(sheet.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{body}\n<footer>{made}</footer>\n</main>\n</body>\n</html>\n"
    )


def _link(sheet: Sheet, clause: str) -> str:
    """A clause id as a link to its rule on the page, plain where it is not on it."""
    if not clause:
        return ""
    rule = next((r for r in sheet.rules if r.id == clause), None)
    if rule is None:
        return escape(clause)
    return f'<a href="#{escape(clause)}" title="{escape(rule.title)}">{escape(clause)}</a>'


def _head(sheet: Sheet, words: Speaker) -> str:
    points = escape(words.say(TN("{n} point", "{n} points", sheet.points)))
    items = "".join(f"<li{'' if n.kept else OVER}>{escape(n.name)} <b>{escape(n.value)}</b></li>" for n in sheet.limits)
    limits = f'\n<ul class="limits">{items}</ul>' if items else ""
    line = f"{escape(sheet.system)} · {escape(sheet.army)} · <b>{points}</b>"
    return f'<header>\n<h1>{escape(sheet.title)}</h1>\n<p class="dim">{line}</p>{limits}\n</header>'


def _reasons(sheet: Sheet, words: Speaker) -> str:
    if not sheet.reasons:
        return ""
    items = "".join(f"<li>{escape(r.text)} {_link(sheet, r.clause)}</li>" for r in sheet.reasons)
    return f'<h2>{escape(words.say(T("Not in order")))}</h2>\n<ul class="plain">{items}</ul>'


def _summary(sheet: Sheet, words: Speaker) -> str:
    heads = [words.say(T("Units")), words.say(T("Number")), words.say(T("Points each")), words.say(T("Points"))]
    head = "".join(f"<th{CELL if n else ''}>{escape(h)}</th>" for n, h in enumerate(heads))
    rows = "".join(
        f'<tr><td>{escape(u.name)}</td><td class="n">{u.count}</td><td class="n">{u.points}</td>'
        f'<td class="n">{u.cost}</td></tr>\n'
        for u in sheet.units
    )
    count = sum(u.count for u in sheet.units)
    total = escape(words.say(T("Total")))
    foot = f'<tr><td>{total}</td><td class="n">{count}</td><td></td><td class="n">{sheet.points}</td></tr>'
    return (
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n<tfoot>{foot}</tfoot>\n</table>"
        if sheet.units
        else f'<p class="dim">{escape(words.say(T("The list is empty.")))}</p>'
    )


def _cards(sheet: Sheet, words: Speaker) -> str:
    if not sheet.units:
        return ""
    cards = "\n".join(_card(sheet, unit) for unit in sheet.units)
    return f'<h2>{escape(words.say(T("Profiles")))}</h2>\n<div class="cards">\n{cards}\n</div>'


def _card(sheet: Sheet, unit: UnitLine) -> str:
    rows = "".join(_row(label, value) for label, value in unit.profile)
    refs = " ".join(_link(sheet, clause) for clause in unit.clauses)
    below = f'<p class="refs">{refs}</p>' if refs else ""
    return f'<div class="card"><h3>{unit.count} × {escape(unit.name)}</h3><dl>{rows}</dl>{below}</div>'


def _row(label: str, value: str) -> str:
    if not value:
        return f'<div class="head"><dt>{escape(label)}</dt></div>'
    wide = ' class="wide"' if len(label) + len(value) > LONG else ""
    return f"<div{wide}><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>"


def _left(sheet: Sheet, words: Speaker) -> str:
    if not sheet.left:
        return ""
    items = "".join(f"<li>{escape(one)}</li>" for one in sheet.left)
    return f'<h2>{escape(words.say(T("Kept and shown, not enforced")))}</h2>\n<ul class="plain">{items}</ul>'


def _rules(sheet: Sheet, words: Speaker) -> str:
    if not sheet.rules:
        return ""
    rows = "\n".join(
        f'<section id="{escape(r.id)}"><h3>{escape(r.title)} <span>{escape(r.id)}</span></h3>'
        f"{''.join(f'<p>{escape(part)}</p>' for part in r.text.strip().splitlines() if part.strip())}</section>"
        for r in sheet.rules
    )
    return f'<h2>{escape(words.say(T("Rules")))}</h2>\n<div class="rules">\n{rows}\n</div>'
