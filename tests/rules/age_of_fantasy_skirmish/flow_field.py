"""A field for tests of the flow: plain units on open ground, in inches, from a few words each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.state import Base, Feature, Marker, Side, State, Table, Unit
from game.geometry.shapes import Footprint, Pose
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import BattleOwn, ModelOwn, SideOwn, UnitOwn

ROUND = Footprint("circle", 25.0, 25.0)


def unit(
    side: str,
    *at: tuple[float, float],
    models: Sequence[Mapping[str, Any]] = (),
    reserve: int = 0,
    lost: int = 0,
    **own: Any,
) -> dict[str, Any]:
    """A unit: a model at each point; ``models`` gives fields of each model, ``own`` of the unit."""
    return {"side": side, "at": at, "models": models, "reserve": reserve, "lost": lost, "own": own}


def field(
    units: Mapping[str, Mapping[str, Any]],
    markers: Mapping[str, tuple[float, float, str]] | None = None,
    features: Sequence[Feature] = (),
    sides: Mapping[str, Mapping[str, Any]] | None = None,
    **own: Any,
) -> State:
    """A battle in progress: units by id, markers as (x, y, holder), fields of the battle's own part."""
    rows = {
        "south": SideOwn("saltmarsh", "south", spells="fen_lore"),
        "north": SideOwn("hollow", "north", spells="barrow_rites"),
    }
    made: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    for name, row in units.items():
        total = len(row["at"]) + row["reserve"] + row["lost"]
        ids = tuple(f"{name}.{n + 1}" for n in range(total))
        made[name] = Unit(
            name, row["side"], name, name, ids, own=UnitOwn(**{"points": 30, "began": total, **row["own"]})
        )
        for n, base in enumerate(ids):
            fields = row["models"][n] if n < len(row["models"]) else row["models"][-1] if row["models"] else {}
            pose, where = None, "gone"
            if n < len(row["at"]):
                x, y = row["at"][n]
                pose, where = Pose(inch(x), inch(y)), "table"
            elif n < len(row["at"]) + row["reserve"]:
                where = "reserve"
            bases[base] = Base(base, name, n + 1, ROUND, pose, where, own=ModelOwn(**fields))  # type: ignore[arg-type]
    for side, more in (sides or {}).items():
        plain = {f: getattr(rows[side], f) for f in rows[side].__struct_fields__}
        rows[side] = SideOwn(**{**plain, **more})
    for side in rows:
        if not rows[side].began:
            plain = {f: getattr(rows[side], f) for f in rows[side].__struct_fields__}
            rows[side] = SideOwn(**{**plain, "began": sum(u.side == side for u in made.values())})
    laid = {
        name: Marker(name, "objective", holder, Pose(inch(x), inch(y)))
        for name, (x, y, holder) in (markers or {}).items()
    }
    battle = BattleOwn(
        **{"phase": "round", "round": 1, "starter": "south", "active": "south", "winner": "south", **own}
    )
    return State(
        "AFS",
        Table(inch(48), inch(48)),
        {},
        {s: Side(s, s.title(), k, rows[s]) for k, s in enumerate(rows)},
        {k: u for side in rows for k, u in made.items() if u.side == side},
        bases,
        {f.id: f for f in features},
        laid,
        own=battle,
    )
