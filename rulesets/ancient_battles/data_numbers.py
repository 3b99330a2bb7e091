"""Numbers of clauses that stand in no table, from data/numbers.toml, each with the clauses it is of."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from game.engine.toml_reading import read
from rulesets.ancient_battles.data_files import DATA
from rulesets.ancient_battles.data_types import Row


class Whole(Row, frozen=True, kw_only=True):
    """A whole number: of models, points, faces."""

    value: Annotated[int, Meta(ge=1)]
    clauses: Annotated[tuple[str, ...], Meta(min_length=1)]


class Amount(Row, frozen=True, kw_only=True):
    """A length in inches, an angle in degrees, a rate or a share."""

    value: Annotated[float, Meta(gt=0)]
    clauses: Annotated[tuple[str, ...], Meta(min_length=1)]


class Numbers(Row, frozen=True, kw_only=True):
    """All of them; what each is stands in the file."""

    command: Amount
    hatred: Whole
    routers: Amount
    lost: Amount
    shot_down: Amount
    terror: Amount
    shaken: Whole
    few: Whole
    holds: Whole
    rally: Whole
    two_weapons: Whole
    frenzy: Whole
    rank: Whole
    give_ground: Amount
    far_shot: Amount
    rear_ranks: Amount
    beside_cover: Amount
    arc: Amount
    wood_seen: Amount
    coherency: Amount
    open_order: Amount
    charge_rate: Amount
    march_rate: Amount
    lone_march_rate: Amount
    fast_march_rate: Amount
    march_near: Amount
    column: Whole
    about_face: Amount
    one_rank: Amount
    two_ranks: Amount
    difficult: Amount
    very_difficult: Amount
    very_difficult_open: Amount
    obstacle: Amount
    nearness: Amount
    charge_wheel: Amount
    flight_clear: Amount
    flight_turn: Amount
    flight_turn_most: Amount
    pursuit_short: Amount
    leader_lost: Whole
    minor_victory: Whole
    major_victory: Whole
    table_width: Amount
    table_depth: Amount
    deployment: Amount
    sample: Whole


NUMBERS = read(DATA.raw("numbers.toml"), Numbers, "numbers.toml")
"""Read once, as the ruleset is. Raises DataError."""
