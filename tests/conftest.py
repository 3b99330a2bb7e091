"""What every test stands on: no window and no sound device, repeatable examples, bounded soaks."""

from __future__ import annotations

import os

# Before anything can import pygame.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ.pop("LANGUAGE", None)

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.lanes import Measure, function_of, slow_files, slow_functions

BOUNDED_BATTLES = 4

settings.register_profile("fast", max_examples=20, deadline=None)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what widens a run."""
    group = parser.getgroup("tabula-belli")
    group.addoption("--soak", action="store_true", help="also run the tests marked soak (hours, not minutes)")
    group.addoption("--golden", action="store_true", help="draw the golden pictures anew instead of comparing")
    group.addoption(
        "--battles",
        type=int,
        metavar="N",
        help=f"how many random battles each bounded soak plays ({BOUNDED_BATTLES} unless told, 1000 with --soak)",
    )
    lane = group.addoption
    lane("--fast", action="store_true", help="only the fast lane: 95 % of the tests in a fifth of the time")
    lane("--slow", action="store_true", help="only what the fast lane leaves out (tests/slow.txt)")
    lane("--measure", type=Path, metavar="FILE", help="write the processor time of each test function (JSON)")


def pytest_configure(config: pytest.Config) -> None:
    """Draw the golden pictures again, or measure the tests, where that is asked for."""
    if config.getoption("--golden"):
        os.environ["TABULA_BELLI_GOLDEN"] = "write"
    if (path := config.getoption("--measure")) is not None:
        config.pluginmanager.register(Measure(path.absolute()))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no file of tests that has nothing for the slow lane where that lane alone is asked for."""
    if not config.getoption("--slow") or not collection_path.name.startswith("test_"):
        return None
    return True if collection_path not in slow_files() else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the lane that is asked for, without soaks unless these are."""
    slow = slow_functions()
    soak, fast, rest = (bool(config.getoption(name)) for name in ("--soak", "--fast", "--slow"))
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        late = function_of(item.nodeid) in slow
        out = (not soak and item.get_closest_marker("soak")) or (fast and late) or (rest and not late)
        (left if out else kept).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
    items[:] = kept


@pytest.fixture(scope="session")
def battles(pytestconfig: pytest.Config) -> int:
    """How many random battles a bounded soak plays in this run."""
    asked = pytestconfig.getoption("--battles")
    if asked is not None:
        return int(asked)
    return 1000 if pytestconfig.getoption("--soak") else BOUNDED_BATTLES
