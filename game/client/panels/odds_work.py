"""Odds worked out beside the window: what two units could do to each other, then the runs on copies, in a thread.

The window never waits: it reads what is finished so far. A thread that nobody asks any more stops after its next run.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from game.engine.playout import Tally
from game.engine.prospects import Prospect, prospects_of
from game.engine.ruleset import Forecast, Ruleset
from game.engine.state import State
from game.geometry.shapes import Pose

RUNS = 400
"""Runs of what is counted."""
STEP = 25
"""Runs after which the counts are told anew."""
PAUSE = 0.003
"""Seconds between two runs that are left to the window."""


GRACE = 0.02
"""Seconds that the window waits for odds which are reckoned at once."""


class ForecastWork:
    """The odds of one draft at work, beside the window.

    Attributes
    ----------
    of
        The draft: its editor and version.
    told
        The odds; None while they are worked out, and where there are none.
    fault
        What went wrong, once it is done.
    """

    def __init__(self, of: tuple[object, int], asked: Callable[[], Forecast | None]) -> None:
        self.of = of
        self.told: Forecast | None = None
        self.fault: Exception | None = None
        self._asked = asked
        self._ended = threading.Event()
        threading.Thread(target=self._work, name="forecast", daemon=True).start()
        self._ended.wait(GRACE)

    @property
    def done(self) -> bool:
        """Whether it is worked out."""
        return self._ended.is_set()

    def _work(self) -> None:
        try:
            self.told = self._asked()
        except Exception as fault:  # told to whoever shows the odds, in the window's own thread
            self.fault = fault
        self._ended.set()


class OddsWork:
    """One question at work.

    Attributes
    ----------
    prospects
        What the two could do; None until that is worked out.
    told
        What has been counted so far, by the prospects' ids. Replaced as a whole, never changed in place.
    done
        Whether nothing more will come.
    """

    def __init__(
        self, ruleset: Ruleset, view: State, pair: tuple[str, str], poses: Mapping[str, Pose] | None = None
    ) -> None:
        self.prospects: tuple[Prospect, ...] | None = None
        self.told: dict[str, Forecast] = {}
        self.done = False
        self._stopped = False
        self._asked = (ruleset, view, pair, dict(poses or {}))
        threading.Thread(target=self._work, name="odds", daemon=True).start()

    def stop(self) -> None:
        """Nobody asks any more."""
        self._stopped = True

    def _work(self) -> None:
        ruleset, view, pair, poses = self._asked
        try:
            self.prospects = prospects_of(ruleset, view, *pair, poses)
            self._count({p.id: Tally(ruleset, p.playout) for p in self.prospects if p.playout is not None})
        except Exception:  # odds that cannot be worked out must not stop the battle: there are none then
            self.prospects = self.prospects or ()
        self.done = True

    def _count(self, tallies: Mapping[str, Tally]) -> None:
        """The runs, those with the fewest first."""
        while not self._stopped:
            open_ones = [k for k, t in tallies.items() if t.runs < RUNS]
            if not open_ones:
                return
            least = min(open_ones, key=lambda k: tallies[k].runs)
            tallies[least].more(1)
            if tallies[least].runs % STEP == 0 or tallies[least].runs in (1, RUNS):
                self.told = {**self.told, least: tallies[least].forecast()}
            time.sleep(PAUSE)
