"""Showing what happened: events one after the other, with time to see moves and dice; at once where that is wanted.

The battle itself may be ahead of what is shown. Battles and replays are shown by the same code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from game.client.theatre.motion import Motion, Poses
from game.client.theatre.ways import Courses, courses_of
from game.engine.apply import apply, apply_all
from game.engine.command import Undo
from game.engine.event import Event
from game.engine.session import Session
from game.engine.state import State

Listener = Callable[[int, int, Event, State], None]

SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "quick": 0.12, "instant": 0.0}
"""Factor of all times by the player's setting."""
REST = 0.12
"""Seconds for which what has come to its place stands there before the next thing happens."""
STILL = 0.25
"""Seconds that a move takes to be taken in where motion is reduced: what moved stands at its end at once."""
LANDED = 0.9
"""Seconds after which dice have come to rest in the tray: where motion is reduced they lie there from the beginning."""
GONE = 99.0
"""Seconds after which nothing is left in the tray: where all is shown at once it stays empty."""


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
    leapt
        Called when it stands elsewhere without having shown the way there.
    takes
        Seconds at normal speed that an event takes for what is to be seen of it beside moves and dice.
    limit
        Show no line from here on (a replay that stands still); None for all.
    stop
        Show nothing after this event, by line and number in the line; None for all.
    """

    session: Session
    speed: str = "normal"
    reduced: bool = False
    line: int = 0
    event: int = 0
    state: State = field(init=False)
    listeners: list[Listener] = field(default_factory=list)
    begun: list[Callable[[Event], None]] = field(default_factory=list)
    leapt: list[Callable[[], None]] = field(default_factory=list)
    takes: Callable[[Event], float] = lambda _event: 0.0
    limit: int | None = None
    stop: tuple[int, int] | None = None
    viewer: str | None = None
    motion: Motion | None = None
    rolling: Event | None = None
    rolled_for: float = 0.0
    _rest: float = 0.0
    _due: Event | None = None
    _at_once: bool = False

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
        return self._more or self._due is not None or self._rest > 0

    @property
    def _more(self) -> bool:
        """Whether there is something to be taken up."""
        return self.line < self.end and (self.stop is None or (self.line, self.event) <= self.stop)

    @property
    def shows(self) -> bool:
        """Whether what happens is seen happening: it is neither skipped nor shown at once."""
        return not self._at_once and SPEEDS.get(self.speed, 1.0) > 0

    @property
    def lasts(self) -> float:
        """Seconds for which what is being shown will still be seen."""
        return max(0.0, self._rest)

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
            elif self._more:
                self._begin()
            else:
                break
        if not self.busy:
            self._rest = 0.0

    def skip(self) -> None:
        """Show all the rest at once."""
        self._at_once = True
        if self._due is not None:
            self._finish()
        while self._more:
            self._begin(at_once=True)
            if self._due is not None:
                self._finish()
        self._rest, self._at_once = 0.0, False

    def step(self) -> None:
        """End what is being shown just now, and leave its last picture."""
        self._at_once = True
        if self._due is not None:
            self._finish()
        self._rest, self._at_once = 0.0, False

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
        courses = courses_of(event, self.state, line.command) if factor > 0 else None
        self._rest = self._time(event, courses) * factor
        if not at_once and not hidden:
            for heard in self.begun:
                heard(event)
        if courses is not None and self._rest > 0:
            self._start_motion(courses, factor)
        if event.rolled is not None and not at_once:
            at_rest = LANDED if self.reduced and self._rest > 0 else GONE
            self.rolling, self.rolled_for = event, 0.0 if self._rest > 0 and not self.reduced else at_rest

    def _time(self, event: Event, courses: Courses | None) -> float:
        """Seconds at normal speed that an event takes to be shown."""
        if event.rolled is not None:
            return 1.3
        seen = self.takes(event)
        if courses is not None:
            return max(seen, STILL if self.reduced else courses.seconds + REST)
        if event.text is None:
            return seen
        return max(seen, 0.45 if event.family in ("loss", "score", "reveal", "test") else 0.2)

    def _start_motion(self, courses: Courses, factor: float) -> None:
        """Bases set out; with reduced motion they stand at their ends at once."""
        if self.reduced:
            self.motion = Motion(courses.end, courses.end, 0.0)
        else:
            self.motion = Motion(courses.start, courses.end, courses.seconds * factor, courses.ways)

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
        self.motion = self.stop = None
        self.rolling = None
        self._rest = 0.0
        self.line, self.event = line + 1, events if more is not None else 0
        self.state = self.session.lines[line].state if line >= 0 else self.session.origin
        if self.event and more is not None:
            undone = isinstance(more.command, Undo)
            self.state = more.state if undone else apply_all(self.state, more.events[: self.event])
        for listener in self.leapt:
            listener()
