"""The situation at a moment of the clock, as a view: everybody where he is by then, hidden troops too."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from game.engine.state import Base, State
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.measures import TICK

CHANGES = ("form", "limber", "unlimber", "enter", "leave")
"""Changes of place without a march, for whoever looks for hidden troops (NAP-R18)."""


def picture(view: State, clock: Clock, time: float) -> State:
    """The view with everybody where he is at a moment of the clock."""
    poses = {b: pose for mover in clock.movers.values() for b, pose in mover.poses_told(time).items()}

    def there(bases: dict[str, Base]) -> dict[str, Base]:
        return {name: replace(base, pose=poses.get(name, base.pose)) for name, base in bases.items()}

    secret = {
        side: replace(kept, bases=there(kept.bases)) if kept.bases else kept for side, kept in view.secret.items()
    }
    return replace(view, bases=there(view.bases), secret=secret)


def with_moved(view: State, movers: Iterable[Mover], time: float) -> State:
    """The view with some bodies where their ways bring them by a moment, everybody else where he stands."""
    poses = {b: pose for mover in movers for b, pose in mover.poses_told(time).items()}
    return replace(view, bases={**view.bases, **{b: replace(view.bases[b], pose=pose) for b, pose in poses.items()}})


def busy(clock: Clock, time: float) -> frozenset[str]:
    """The bodies that have moved in this move before a moment, or begun to change their place (NAP-R18)."""

    def acts(body: str) -> bool:
        ways = (s for s in clock.movers[body].stretches if s.start < time - TICK / 2.0)
        return any(s.pace > 0.0 or s.what in CHANGES for s in ways)

    return frozenset(body for body in clock.movers if acts(body))
