"""An army as the composer shows it: its rows with their bounds, what they are, and their clauses (WMA-SET-03)."""

from __future__ import annotations

from game.engine.ruleset import ArmyEntry, ArmyInfo
from game.engine.text import T, Text, Word
from game.kit.shown.words import measured, needed, number
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army import data_army
from rulesets.warmaster_ancients.data_types import Army, ArmyRow, CharacterProfile, UnitProfile

Rows = tuple[tuple[Text, Text], ...]


def army_info(army: Army, size: int) -> ArmyInfo:
    """An army with the bounds of each row for an agreed size (WMA-SET-03)."""
    counts = data_army.list_for(army, size)
    return ArmyInfo(army.id, army.name, tuple(_entry(row, size, counts.get(row.code, 0)) for row in army.rows))


def _entry(row: ArmyRow, size: int, sample: int) -> ArmyEntry:
    least, most = (1, 1) if data_army.is_general(row) else data_army.bounds(row, size)
    shown, clauses = _unit(row) if isinstance(row, UnitProfile) else _character(row)
    stands = row.stands if isinstance(row, UnitProfile) else 1
    listed = tuple(clause for clause in dict.fromkeys([*clauses, row.clause]) if clause)
    top = size // row.points if most is None else most
    return ArmyEntry(row.code, row.name, row.points, least, top, sample, shown, stands, listed)


def _unit(row: UnitProfile) -> tuple[Rows, list[str]]:
    """What a row of troops is, and the clauses of its type and special rules."""
    kind, specials = data_files.load_troops()[row.type], data_files.load_specials()
    found = [
        (T("Type"), Text(kind.name)),
        (T("Move"), measured(kind.move_mm)),
        (T("Stands"), number(row.stands)),
        (T("Attacks"), number(row.attacks)),
        (T("Hits"), number(row.hits)),
        (T("Armour"), T("none") if row.armour is None else needed(row.armour)),
        (T("Range"), T("none") if row.range_mm is None else measured(row.range_mm)),
    ]
    if row.flags:
        found.append((T("Special"), T("{flags}", flags=[Word(specials[f].name) for f in row.flags])))
    return tuple(found), [*kind.clauses, *(clause for flag in row.flags for clause in specials[flag].clauses)]


def _character(row: CharacterProfile) -> tuple[Rows, list[str]]:
    """What a character is, and the clauses of characters and of his rank."""
    characters = data_files.load_characters()
    rank = characters.rank(row.rank)
    shown = (
        (T("Rank"), Text(rank.name)),
        (T("Command"), number(row.command)),
        (T("Command range"), measured(rank.command_range_mm)),
        (T("Move"), measured(characters.move_mm)),
    )
    return shown, [*characters.clauses, *rank.clauses]
