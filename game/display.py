"""Can a window open here? Asked before pygame is imported, so that the answer is a sentence and not a crash."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution

HEADLESS = ("battle", "replay --verify", "replay --text", "resolve", "shot", "rules", "check", "bench", "test")


def missing_display(surroundings: Mapping[str, str], platform: str = sys.platform) -> str:
    """Return why no window can open, or an empty string if nothing speaks against it.

    Parameters
    ----------
    surroundings
        The environment variables.
    platform
        As ``sys.platform``: Windows and macOS always have a display.

    Examples
    --------
    >>> missing_display({"DISPLAY": ":0"}, "linux")
    ''
    >>> missing_display({}, "linux").splitlines()[0]
    'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open.'
    """
    if platform in ("win32", "darwin", "cygwin"):
        return ""
    if any(surroundings.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")):
        return ""
    return (
        "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open.\n"
        f"These work without one: {', '.join(HEADLESS)}.\n"
        "For instance, two scripted generals fighting it out:  {program} battle --seed 7"
    )


def foreign_pygame() -> str:
    """Return a line about the older pygame distribution if it is installed, which overwrites pygame-ce's files."""
    try:
        found = distribution("pygame")
    except PackageNotFoundError:
        return ""
    return (
        f"The older distribution pygame {found.version} is installed beside pygame-ce and overwrites it: "
        "pip uninstall pygame pygame-ce, then pip install pygame-ce"
    )
