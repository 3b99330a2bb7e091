"""Tables 11, 12, 13B and 16B: factors of melee, impact, melee reaction, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from game.engine.text import T
from game.kit.factors import Entry, rows, total
from game.kit.sums import Row
from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.own import Class

Troops = Literal["foot", "light_horse", "heavy_horse"]
Impetus = Literal["", "line", "company_column", "irregular_foot", "light_horse", "heavy_horse"]
Place = Literal["open", "wood", "obstacle"]
Impact = Literal["through", "impetus", "over", "over_without", "none"]
Loser = Literal["rout", "break_off", "stay", "follow_up"]
Winner = Literal["pursue", "follow_up", "fight_on", "break_off"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base: dict[str, int]
    troops: dict[str, int]
    ground: dict[str, int]
    impetus: dict[str, int]
    impact: dict[str, int]
    reaction: dict[str, int]
    limit: dict[str, int]


_table = DATA.whole("table_11.toml", _Table)


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a sub-group that strikes in a melee (NAP-MEL-19 to -22).

    ``troops``: lancers and irregular cavalry are light horse (NAP-MEL-19); ``impetus`` by what it has any; ``ranks``
    further ones in a break-through; ``attacks``: across what it attacks the enemy.
    """

    troops: Troops = "foot"
    cls: Class = "C"
    disorder: int = 0
    first_round: bool = True
    irregular_foot: bool = False
    loaded: bool = False
    ranks: int = 0
    armoured_foe: bool = False
    no_melee_weapons: bool = False
    artillery: bool = False
    british: bool = False
    mamelukes: bool = False
    higher: bool = False
    in_wood: bool = False
    attacks: Literal["", "soft", "hard", "building"] = ""
    following: bool = False
    impetus: Impetus = ""
    optional: bool = False


def strike_rows(one: Fighter) -> tuple[Row, ...]:
    """The casualty factor of table 11 row by row, the die not among them."""
    table = _table()
    base = table.base[one.troops] + (table.base["optional"] if one.optional else 0)
    first: Row = (T("in melee"), base, "NAP-MEL-19")
    found = (rows(table.troops, _troops(one)), rows(table.ground, _ground(one)), rows(table.impetus, _push(one)))
    return (first, *(row for some in found for row in some))


def _troops(one: Fighter) -> Iterator[Entry]:
    """Table 11A."""
    clause, horse = "NAP-MEL-20", one.troops != "foot"
    yield T("irregular foot, first round"), "irregular_foot", one.irregular_foot and one.first_round, clause
    yield T("loaded muskets"), "loaded", one.loaded and one.first_round and not horse, clause
    yield T("further ranks"), "rank", one.ranks, clause
    yield T("class {cls}", cls=one.cls), one.cls, one.cls != "C", clause
    yield T("disorganisation"), "disorder", min(book.of("most"), one.disorder), clause
    yield T("armoured enemy"), "armoured_foe", one.armoured_foe, clause
    yield T("no melee weapons"), "no_melee_weapons", one.no_melee_weapons, clause
    yield T("artillery"), "artillery", one.artillery, clause
    yield T("British foot in line, square or open column"), "british", one.british, clause
    yield T("Mamelukes with impetus"), "mamelukes", one.mamelukes and bool(one.impetus), clause


def _ground(one: Fighter) -> Iterator[Entry]:
    """Table 11B."""
    yield T("higher, or charged downhill"), "higher", one.higher, "NAP-MEL-21"
    yield T("cavalry in a wood"), "wood", one.in_wood and one.troops != "foot", "NAP-MEL-21"
    yield T("across an obstacle"), one.attacks, bool(one.attacks), "NAP-MEL-21"


def _push(one: Fighter) -> Iterator[Entry]:
    """Table 11C."""
    yield T("following up"), "follow_foot" if one.troops == "foot" else "follow_horse", one.following, "NAP-MEL-22"
    yield T("impetus"), one.impetus, bool(one.impetus), "NAP-MEL-22"


def strike_factor(one: Fighter) -> int:
    """The sum of the rows."""
    return total(strike_rows(one))


# --- impact --------------------------------------------------------------------------------------------------------


class Shock(msgspec.Struct, frozen=True, kw_only=True):
    """A charge that comes into contact: factors before impact of both, who hits whom, where (NAP-IMP-03, NAP-IMP-16).

    ``charger``: lancers are told apart from the light horse they are (NAP-R113); ``loose``: close order charges
    skirmishers; ``column``: a closed column charges a line, foot skirmishers or deployed crews.
    """

    charger: Literal["foot", "light_horse", "lancers", "heavy_horse"] = "foot"
    charger_disorder: int = 0
    defender_disorder: int = 0
    foe_foot: bool = True
    foe_light: bool = False
    loose: bool = False
    column: bool = False
    square: Literal["", "square", "double_square"] = ""
    in_wood: bool = False
    obstacle: bool = False
    slope: Literal["", "uphill", "downhill"] = ""
    mamelukes: bool = False


def impact_rows(shock: Shock) -> tuple[Row, ...]:
    """The score of an impact row by row."""
    first: tuple[Row, ...] = (
        (T("defender's disorganisation"), shock.defender_disorder, "NAP-IMP-03"),
        (T("charger's disorganisation"), -shock.charger_disorder, "NAP-IMP-03"),
    )
    return (*(row for row in first if row[1]), *rows(_table().impact, _impact(shock)))


def _impact(shock: Shock) -> Iterator[Entry]:
    """Table 12A."""
    clause, horse = "NAP-IMP-16", shock.charger != "foot"
    by_arm = {"heavy_horse": "heavy_foot", "lancers": "lancers_foot", "light_horse": "light_foot"}
    yield T("close order charges skirmishers"), "loose", shock.loose, clause
    yield T("cavalry charges foot"), by_arm.get(shock.charger, ""), horse and shock.foe_foot, clause
    yield T("closed column"), "column", shock.column, clause
    heavy = shock.charger == "heavy_horse"
    yield T("heavy cavalry charges light"), "heavy_light", heavy and shock.foe_light, clause
    yield T("cavalry charges a square"), shock.square, horse and bool(shock.square), clause
    yield T("cavalry in a wood or orchard"), "wood", horse and shock.in_wood, clause
    yield T("defended obstacle"), "obstacle", shock.obstacle, clause
    yield T("slope"), shock.slope, bool(shock.slope), clause
    yield T("first charge of Mamelukes"), "mamelukes", shock.mamelukes, clause


def impact_score(shock: Shock) -> int:
    """The sum of the rows."""
    return total(impact_rows(shock))


def impact(score: int, place: Place) -> Impact:
    """Table 12B (NAP-IMP-17): through the formation, impetus, over the obstacle with or without it, or nothing."""
    if score <= -2:
        return "none"
    if place == "obstacle":
        return "over" if score >= 4 else "over_without"
    return "through" if score >= 4 and place == "open" else "impetus"


# --- melee reaction ------------------------------------------------------------------------------------------------


class Mood(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one side of a melee that has been fought (NAP-MRE-17, NAP-MRE-20)."""

    inflicted: int = 0
    foe_disorder: int = 0
    general: bool = False
    cls: Class = "C"
    foe_cls: Class = "C"
    against_natives: bool = False
    first_round: bool = True
    horse_won: bool = False
    charged: bool = False
    supports: int = 0
    square: Literal["", "square", "double_square"] = ""
    column: bool = False
    cover: Literal["none", "soft", "hard", "total"] = "none"
    routed: int = 0
    won: int = 0
    russians: bool = False


def mood_rows(mood: Mood) -> tuple[Row, ...]:
    """The score of melee reaction row by row; ``inflicted`` are whole casualties a figure of the enemy (NAP-R81)."""
    return rows(_table().reaction, _mood(mood))


def _mood(mood: Mood) -> Iterator[Entry]:
    """Table 13B."""
    clause, cover = "NAP-MRE-20", "soft" if mood.cover == "soft" else "hard"
    yield T("casualties per figure inflicted"), "casualty", mood.inflicted, clause
    yield T("the enemy's disorganisation"), "disorder", mood.foe_disorder, clause
    yield T("general within 5 cm"), "general", mood.general, clause
    yield T("class {cls}", cls=mood.cls), mood.cls, mood.cls in ("A", "B"), clause
    yield T("enemy of class {cls}", cls=mood.foe_cls), f"foe_{mood.foe_cls}", mood.foe_cls in ("D", "E"), clause
    yield T("regulars against natives"), "native", mood.against_natives and not mood.first_round, clause
    yield T("cavalry that won"), "horse_won", mood.horse_won, clause
    yield T("charged, attacked or followed up"), "charged", mood.charged, clause
    yield T("supporting units"), "support", min(_table().limit["supports"], mood.supports), clause
    yield T("square against cavalry"), mood.square, bool(mood.square), clause
    yield T("column against line or square"), "column", mood.column, clause
    yield T("cover"), cover, mood.cover != "none", clause
    yield T("enemy units forced to rout"), "routed", mood.routed, clause
    yield T("earlier rounds won"), "won", mood.won, clause
    yield T("Russian foot"), "russians", mood.russians, "NAP-NAT-12"


def mood_score(mood: Mood) -> int:
    """The sum of the rows."""
    return total(mood_rows(mood))


def reaction(result: int) -> tuple[Loser, Winner]:
    """What loser and winner do by the difference of their scores: table 16B (NAP-MRE-18, NAP-MRE-21)."""
    if result >= 4:
        return "rout", "pursue"
    if result >= 0:
        return "break_off", "follow_up"
    if result >= -3:
        return "stay", "fight_on"
    return ("stay" if result >= -7 else "follow_up"), "break_off"


def is_lost(one: int, other: int) -> bool:
    """Whether a round is lost by the side with more casualties: by more than a tenth of them (NAP-MRE-01, NAP-R80)."""
    high, low = max(one, other), min(one, other)
    return 10 * (high - low) > high


def is_automatic_rout(suffered: int, inflicted: int, figures: int, *, artillery: bool = False) -> bool:
    """Whether a sub-group routs without a test (NAP-MRE-05, NAP-MRE-06, NAP-R82)."""
    times, each = (4, 2) if artillery else (2, 1)
    return suffered > 0 and suffered >= times * inflicted and suffered >= each * figures
