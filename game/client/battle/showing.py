"""Showing what happened: events one after the other, with time to see moves and dice; at once where that is wanted.

The battle itself may be ahead of what is shown. Battles and replays are shown by the same code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from game.engine.apply import apply, apply_all
from game.engine.command import Undo
from game.engine.event import Event, SetPose
from game.engine.session import Session
from game.engine.state import State
from game.geometry.shapes import Pose, turn_between

Poses = dict[str, tuple[float, float, float]]
Listener = Callable[[int, int, Event, State], None]

SPEEDS = {"slow": 1.8, "normal": 1.0, "fast": 0.4, "quick": 0.12, "instant": 0.0}
"""Factor of all times by the player's setting."""
MM_PER_SECOND = 420.0
LANDED = 0.9
"""Seconds after which dice have come to rest in the tray: where motion is reduced they lie there from the beginning."""
GONE = 99.0
"""Seconds after which nothing is left in the tray: where all is shown at once it stays empty."""


@dataclass
class Motion:
    """Bases on their way: from where, to where, and how much of the time is gone."""

    start: dict[str, Pose]
    end: dict[str, Pose]
    seconds: float
    passed: float = 0.0
    _known: tuple[float, Poses] | None = None

    def poses(self) -> Poses:
        """Where they are now: x, y (mm), facing (degrees)."""
        if self._known is None or self._known[0] != self.passed:
            self._known = (self.passed, self._worked_out())
        return self._known[1]

    def _worked_out(self) -> Poses:
        t = min(1.0, self.passed / self.seconds) if self.seconds > 0 else 1.0
        t = t * t * (3 - 2 * t)
        out: Poses = {}
        for base, a in self.start.items():
            b = self.end[base]
            turn = turn_between(a.facing, b.facing)
            out[base] = (a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.facing + turn * t)
        return out


@dataclass
class Showing:
    """The part of a battle that has been shown.

    Attributes
    ----------
    line, event
        The next event to show.
    state
        The state as it is shown (whole; views are made of it).
    listeners
        Called for every event when it is shown: line, number in the line, event, state after it.
    begun
        Called for every event when its showing begins, unless it is skipped: what is heard hangs here.
    limit
        Show no line from here on (a replay that stands still); None for all.
    """

    session: Session
    speed: str = "normal"
    reduced: bool = False
    line: int = 0
    event: int = 0
    state: State = field(init=False)
    listeners: list[Listener] = field(default_factory=list)
    begun: list[Callable[[Event], None]] = field(default_factory=list)
    limit: int | None = None
    viewer: str | None = None
    motion: Motion | None = None
    rolling: Event | None = None
    rolled_for: float = 0.0
    _rest: float = 0.0
    _due: Event | None = None

    def __post_init__(self) -> None:
        self.state = self.session.origin

    # -- where it stands --------------------------------------------------------------------------------------

    @property
    def end(self) -> int:
        """The line at which showing stops."""
        n = len(self.session.lines)
        return n if self.limit is None else min(n, self.limit)

    @property
    def busy(self) -> bool:
        """Whether something is being shown or waits to be."""
        return self.line < self.end or self._due is not None or self._rest > 0

    def poses(self) -> Poses:
        """Where bases on their way are now."""
        return self.motion.poses() if self.motion is not None else {}

    # -- going on ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Time passes (seconds): show what is due."""
        self.rolled_for += dt
        if self.motion is not None:
            self.motion.passed += dt
        self._rest -= dt
        while self._rest <= 0 and self.busy:
            if self._due is not None:
                self._finish()
            elif self.line < self.end:
                self._begin()
            else:
                break
        if not self.busy:
            self._rest = 0.0

    def skip(self) -> None:
        """Show all the rest at once."""
        if self._due is not None:
            self._finish()
        while self.line < self.end:
            self._begin(at_once=True)
            if self._due is not None:
                self._finish()
        self._rest = 0.0

    def _begin(self, at_once: bool = False) -> None:
        """Take the next event up."""
        line = self.session.lines[self.line]
        if self.event >= len(line.events):
            self.state = line.state
            self.line, self.event = self.line + 1, 0
            return
        event = line.events[self.event]
        self._due = event
        factor = 0.0 if at_once else SPEEDS.get(self.speed, 1.0)
        hidden = bool(event.only) and event.only != self.viewer
        if hidden and self.viewer is not None:
            factor = 0.0
        if not at_once and not hidden:
            for heard in self.begun:
                heard(event)
        self._rest = self._time(event) * factor
        if self._rest > 0 and not self.reduced:
            self._start_motion(event, self._rest)
        if event.rolled is not None and not at_once:
            at_rest = LANDED if self.reduced and self._rest > 0 else GONE
            self.rolling, self.rolled_for = event, 0.0 if self._rest > 0 and not self.reduced else at_rest

    def _time(self, event: Event) -> float:
        """Seconds at normal speed that an event takes to be shown."""
        if event.rolled is not None:
            return 1.3
        moves = [c for c in event.changes if isinstance(c, SetPose) and c.pose is not None]
        if moves and event.family in ("move", "order", "status", "place", "loss", "shot", "blow"):
            far = 0.0
            for c in moves:
                old = self.state.bases[c.base].pose if c.base in self.state.bases else None
                if old is not None and c.pose is not None:
                    far = max(far, ((old.x - c.pose.x) ** 2 + (old.y - c.pose.y) ** 2) ** 0.5)
            return min(1.1, max(0.25, far / MM_PER_SECOND))
        if event.text is None:
            return 0.0
        return 0.45 if event.family in ("loss", "score", "reveal", "test") else 0.2

    def _start_motion(self, event: Event, seconds: float) -> None:
        start: dict[str, Pose] = {}
        end: dict[str, Pose] = {}
        for change in event.changes:
            if not isinstance(change, SetPose) or change.pose is None or change.where != "table":
                continue
            base = self.state.bases.get(change.base)
            if base is not None and base.pose is not None and base.where == "table":
                start[change.base], end[change.base] = base.pose, change.pose
        if start:
            self.motion = Motion(start, end, seconds * 0.85)

    def _finish(self) -> None:
        """What was taken up has been seen: it is so now."""
        event = self._due
        assert event is not None
        self._due = None
        self.motion = None
        line = self.session.lines[self.line]
        if isinstance(line.command, Undo):
            self.state = line.state
        else:
            self.state = apply(self.state, event)
        at = (self.line, self.event)
        self.event += 1
        if self.event >= len(line.events):
            self.state = line.state
            self.line, self.event = self.line + 1, 0
        for listener in self.listeners:
            listener(at[0], at[1], event, self.state)

    # -- jumping ----------------------------------------------------------------------------------------------

    def jump(self, line: int, events: int = 0) -> None:
        """Stand right after ``line`` (-1 for the beginning), or after some events of the next, at once."""
        line = min(max(line, -1), len(self.session.lines) - 1)
        more = self.session.lines[line + 1] if line + 1 < len(self.session.lines) else None
        if more is not None and events >= len(more.events):
            line, events = (line + 1, 0) if events else (line, 0)
        self._due = None
        self.motion = None
        self.rolling = None
        self._rest = 0.0
        self.line, self.event = line + 1, events if more is not None else 0
        self.state = self.session.lines[line].state if line >= 0 else self.session.origin
        if self.event and more is not None:
            undone = isinstance(more.command, Undo)
            self.state = more.state if undone else apply_all(self.state, more.events[: self.event])
