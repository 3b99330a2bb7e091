"""Bodies of the Napoleonic Wars with everything else that the enemy does not see of them."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.fields import with_fields
from rulesets.napoleonic_wars.own import BodyOwn, Class, Deed, Doing, SubUnit

OTHER: dict[str, Class] = {"A": "D", "B": "E", "C": "A", "D": "B", "E": "C"}
ORDERED: tuple[Deed, ...] = ("loaded", "begins_reforming")


def _of_other_class(sub: SubUnit) -> SubUnit:
    classes = {name: OTHER.get(getattr(sub, name), "") for name in ("morale", "training", "open_training")}
    return replace(sub, **classes)


def otherwise(own: BodyOwn) -> BodyOwn:
    """Of another class unless that has been told, with other orders, and loaded or not."""
    return with_fields(
        own,
        subs=own.subs if own.seen else tuple(map(_of_other_class, own.subs)),
        did=(*own.march.did, *(deed for deed in ORDERED if deed not in own.march.did)),
        doing=None if own.march.doing else Doing("limber", 0.5),
        renew="" if own.engagement.renew else "somebody",
        loaded=not own.fire.loaded,
        unpatched=not own.fire.unpatched,
        spare=own.spare + 1,
        rest=own.march.rest + 0.25,
        untold=(*own.untold, "*"),
    )
