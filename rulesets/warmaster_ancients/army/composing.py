"""An army as the composer shows it: its rows with their bounds, what they are, and their clauses (WMA-SET-03)."""

from __future__ import annotations

from game.engine.ruleset import ArmyEntry, ArmyInfo
from game.engine.text import Length, T, Text, Word
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army import data_army
from rulesets.warmaster_ancients.data_types import Army, CharacterProfile, UnitProfile


def army_info(army: Army, size: int) -> ArmyInfo:
    """An army with the bounds of each row for an agreed size (WMA-SET-03)."""
    counts = data_army.list_for(army, size)
    rows = []
    for row in army.rows:
        least, most = data_army.bounds(row, size)
        if not isinstance(row, UnitProfile) and row.rank == "general":
            least, most = 1, 1
        top = size // row.points if most is None else most
        shown = _unit_rows(row) if isinstance(row, UnitProfile) else _character_rows(row)
        stands = row.stands if isinstance(row, UnitProfile) else 1
        clauses = _unit_clauses(row) if isinstance(row, UnitProfile) else _character_clauses(row)
        sample = counts.get(row.code, 0)
        rows.append(ArmyEntry(row.code, row.name, row.points, least, top, sample, shown, stands, clauses))
    return ArmyInfo(army.id, army.name, tuple(rows))


def _unit_rows(row: UnitProfile) -> tuple[tuple[Text, Text], ...]:
    kind = data_files.load_troops()[row.type]
    reach = row.range_mm
    found = [
        (T("Type"), Text(kind.name)),
        (T("Move"), T("{length}", length=Length(kind.move_mm))),
        (T("Stands"), T("{n}", n=row.stands)),
        (T("Attacks"), T("{n}", n=row.attacks)),
        (T("Hits"), T("{n}", n=row.hits)),
        (T("Armour"), T("none") if row.armour is None else T("{n}+", n=row.armour)),
        (T("Range"), T("none") if reach is None else T("{length}", length=Length(reach))),
    ]
    specials = data_files.load_specials()
    if row.flags:
        found.append((T("Special"), T("{flags}", flags=[Word(specials[f].name) for f in row.flags])))
    return tuple(found)


def _unit_clauses(row: UnitProfile) -> tuple[str, ...]:
    """The clauses of a row's type and special rules, then of its army."""
    specials = data_files.load_specials()
    found = [*data_files.load_troops()[row.type].clauses]
    for flag in row.flags:
        found += specials[flag].clauses
    return tuple(clause for clause in dict.fromkeys([*found, row.clause]) if clause)


def _character_clauses(row: CharacterProfile) -> tuple[str, ...]:
    characters = data_files.load_characters()
    found = [*characters.clauses, *characters.rank(row.rank).clauses, row.clause]
    return tuple(clause for clause in dict.fromkeys(found) if clause)


def _character_rows(row: CharacterProfile) -> tuple[tuple[Text, Text], ...]:
    characters = data_files.load_characters()
    rank = characters.rank(row.rank)
    return (
        (T("Rank"), Text(rank.name)),
        (T("Command"), T("{n}", n=row.command)),
        (T("Command range"), T("{length}", length=Length(rank.command_range_mm))),
        (T("Move"), T("{length}", length=Length(characters.move_mm))),
    )
