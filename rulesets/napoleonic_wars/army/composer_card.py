"""A unit as the composer shows it: sub-units with classes, arms and prices, and where prices differ from table 1.

NAP-ARM-11, NAP-PTS-09, NAP-R04, NAP-R07.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.ruleset import ArmyEntry
from game.engine.text import T, Text
from game.kit.shown.words import number
from rulesets.napoleonic_wars.army import nations
from rulesets.napoleonic_wars.army.data_army import Army
from rulesets.napoleonic_wars.army.fields import WEAPONS, kind_name
from rulesets.napoleonic_wars.army.rows import Row, models, points, strength, subs
from rulesets.napoleonic_wars.own import SubUnit

Shown = tuple[Text, Text]
SUBS = {
    "centre": T("Centre companies"),
    "grenadier": T("Grenadiers"),
    "light": T("Light company"),
    "rifle": T("Rifle companies"),
    "sharpshooter": T("Sharpshooters"),
    "squadron": T("Squadrons"),
    "elite": T("Elite company"),
    "volunteer": T("Volunteer squadron"),
    "rifle_volunteer": T("Volunteer squadron with rifled carbines"),
    "sotnia": T("Sotnias"),
    "band": T("Irregulars"),
    "mameluke": T("Mamelukes"),
    "camel": T("Camels"),
    "elephant": T("Elephants"),
    "cannon": T("Cannon"),
    "howitzer": T("Howitzers"),
}
"""What kinds of sub-units are called."""
PIECES = {
    "howitzer": T("howitzer"),
    "siege": T("siege gun"),
    "siege_howitzer": T("siege howitzer"),
    "rocket": T("rocket launcher"),
}


def piece_name(piece: str) -> Text:
    """What a piece is called: by its pounds, or by its kind."""
    return PIECES.get(piece) or T("{n}-pdr", n=piece)


def rows(row: Row, army: Army) -> Iterator[Shown]:
    """All that there is to say of a row."""
    yield T("Type"), kind_name(row.kind)
    if row.is_general:
        if row.leads:
            yield T("Leads"), Text(row.leads)
        return
    yield from _guns(row) if row.battery is not None else _men(row)
    if row.detachments:
        yield T("Detachments"), number(row.detachments)
    leader = next((r for r in army.unit if r.code == row.brigade), None)
    if leader is not None:
        yield T("Brigade"), Text(leader.leads or leader.name)


def _men(row: Row) -> Iterator[Shown]:
    """Sub-units alike in one line: how many, of how many figures, class, weapon, price."""
    here = subs(row)
    for kind in dict.fromkeys(s.kind for s in here):
        same = [s for s in here if s.kind == kind]
        sizes = "+".join(str(s.figures) for s in same) if len({s.figures for s in same}) > 1 else None
        size = sizes or f"{len(same)} × {same[0].figures}"
        words = {"size": size, "what": arms(same[0]), "price": same[0].points}
        yield SUBS.get(kind, Text(kind)), T("{size}, {what}, {price} each", **words)
    assert row.troops is not None
    hints = {(sub, by_table) for name, sub, _, by_table in nations.differing() if name == row.kind}
    for sub, by_table in sorted(hints):
        text = T(
            "{sub}: {n} by table 1; the price printed in the list counts", sub=SUBS.get(sub, Text(sub)), n=by_table
        )
        yield T("Price"), text


def arms(sub: SubUnit) -> Text:
    """Class and arms of a sub-unit: "C, musket"."""
    found = [WEAPONS[sub.weapon]] if sub.weapon else []
    found += [T("lance")] if sub.lance else []
    found += [T("cuirass")] if sub.armour else []
    found += [T("open order")] if sub.open else []
    words = {"cls": sub.morale, "arms": found or [T("no firearm")]}
    if sub.training != sub.morale:
        return T("{cls}, trained as {training}, {arms}", training=sub.training, **words)
    return T("{cls}, {arms}", **words)


def _guns(row: Row) -> Iterator[Shown]:
    battery = row.battery
    assert battery is not None
    told = models(row)
    for piece in dict.fromkeys(p for p, _ in told):
        n = sum(p == piece for p, _ in told)
        words = {"n": n, "piece": piece_name(piece), "horses": battery.horses}
        yield T("Guns"), T("{n} × {piece}, teams of {horses}", **words)
    crews = T("horse gunners") if battery.horse else T("foot gunners")
    yield T("Crew"), T("{n} {who}, class {cls}", n=sum(c for _, c in told), who=crews, cls=row.battery_class)


def entry(row: Row, army: Army, size: int, sample: int = 0) -> ArmyEntry:
    """A row for the composer."""
    most = 1 if row.is_general else max(1, size // max(1, points(row)))
    listed = row.troops or row.battery
    clauses = ("NAP-PTS-08",) if listed is None else (listed.clause, "NAP-PTS-09")
    return ArmyEntry(row.code, row.name, points(row), 0, most, sample, tuple(rows(row, army)), strength(row), clauses)
