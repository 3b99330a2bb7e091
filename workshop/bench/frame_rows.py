"""Frames of the table, and of the whole window in battles of the systems, on the dummy driver."""

from __future__ import annotations

from game.engine.ruleset import Ruleset
from workshop.bench.rows import Row
from workshop.bench.situations import NothingMoves, at_a_move, crowded, movers, rulesets_played

BASES = 600
MOVING, RESTING = 60.0, 150.0
"""Frames a second that are wanted of the whole window."""
GHOST, OPENING, ZOOM = 33.0, 1000.0, 33.0
"""Milliseconds wanted at most from a motion of the mouse to the ghost, to open a battle, of a frame after a zoom."""
SIZES = ((1280, 720), (1920, 1080))


def rows() -> list[Row]:
    """Frames a second, the plain way and ours."""
    from game.client.tabletop import bench_frames

    table = [Row("frames", what, plain, ours, unit) for what, plain, ours, unit in bench_frames.rows()]
    played = rulesets_played()
    hand = [row for ruleset in played for size in SIZES for row in _hand(ruleset, size)]
    return [*table, *hand, *(row for ruleset in played for row in _window(ruleset))]


def _hand(ruleset: Ruleset, size: tuple[int, int]) -> list[Row]:
    """How soon the window does what the hand does: milliseconds of the processor, whatever else the machine does."""
    from workshop.bench import hand

    try:
        session, decision = at_a_move(ruleset)
    except NothingMoves:
        return []
    found = hand.measure(ruleset, session, movers(session, decision), size)
    told = (
        ("ghost of a drag after the mouse, 19 frames of 20", found.ghost, GHOST),
        ("battle opened to its sharp picture", found.opening, OPENING),
        ("whole window, longest frame after a change of zoom", found.zoom, ZOOM),
    )
    where = f"{size[0]}x{size[1]}"
    return [
        Row("frames", f"{ruleset.meta.id}: {what}, {where}", None, ms, "ms", f"at most {most:g}", ms <= most)
        for what, ms, most in told
    ]


def _window(ruleset: Ruleset) -> list[Row]:
    """The screen of a battle with as many bases as are ever wanted: all of them on their way, and at rest."""
    from workshop.bench import window

    try:
        session, decision = at_a_move(ruleset)
    except NothingMoves:
        return []
    subject = movers(session, decision)[0]
    state = crowded(session.state, BASES, subject, pile=True)
    found = window.measure(ruleset, session, state, subject)
    what = f"{ruleset.meta.id}: whole window, {found.bases} bases"
    return [
        Row(
            "frames",
            f"{what} in motion, {found.overlays} overlays, 1920x1080",
            None,
            found.moving,
            "frames/s",
            f"at least {MOVING:g}",
            found.moving >= MOVING,
        ),
        Row(
            "frames",
            f"{what} in motion, volleys, losses and a headline, 19 frames of 20, 1920x1080",
            None,
            found.theatre,
            "frames/s",
            f"at least {MOVING:g}",
            found.theatre >= MOVING,
        ),
        Row(
            "frames",
            f"{what} at rest, {found.overlays} overlays, 1920x1080",
            None,
            found.resting,
            "frames/s",
            f"at least {RESTING:g}",
            found.resting >= RESTING,
        ),
    ]
