"""The command ``shot``: a moment of a recorded battle, or a position, as a picture; no display is needed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
from click import echo

from game.client.shot_canvas import draw_table, headless, save_png
from game.client.tabletop.adapter import scene_of, scenery_of
from game.client.theme import Theme
from game.engine.event import Event
from game.engine.files.player_files import SENSELESS
from game.engine.i18n import Speaker
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.positions.position import PositionError, read_position, resolve
from game.engine.records.record import RecordError, read_record
from game.engine.ruleset import Ruleset
from game.engine.scenery import Scenery
from game.engine.state import State, view

GAP = 10
"""Pixels between the caption's edge and its words."""


class Moment(msgspec.Struct, frozen=True):
    """What there is to draw: the state, the ruleset (None where it is not installed), what happened last, its looks."""

    state: State
    ruleset: Ruleset | None
    events: tuple[Event, ...]
    scenery: Scenery | None = None


class NoSuchMoment(Exception):
    """The file has no moment of that number; the sentence tells how many there are."""


def run(path: Path, at: int | None, png: Path, size: tuple[int, int] | None = None, language: str = "en") -> int:
    """Draw and write a picture.

    Parameters
    ----------
    path
        A record, or a position (``.toml``).
    at
        After which line of the record, its last where None; of a position, after which of its commands, the situation
        as it is written where None.
    png
        The file to write; its ending chooses the format.
    size
        Of the picture in pixels.
    language
        Of the caption.

    Returns
    -------
    int
        Exit code: 0, or 2 if the file cannot be read or the picture not be written.
    """
    headless()
    try:
        moment = _of_position(path, at) if path.suffix == ".toml" else _of_record(path, at)
        save_png(picture(moment, size or (1600, 1000), language), png)
    except (RecordError, PositionError, UnknownRuleset, NoSuchMoment, OSError) as fault:
        echo(str(fault), err=True)
        return 2
    except SENSELESS as fault:  # numbers of a strange hand that cannot be drawn
        echo(f"{path.name} cannot be drawn ({type(fault).__name__}: {fault})", err=True)
        return 2
    return 0


def picture(moment: Moment, size: tuple[int, int], language: str) -> pygame.Surface:
    """The table with everything that lies open on it, and under it a caption: the turn, and what happened last."""
    pygame.font.init()
    theme = Theme()
    open_to_all = view(moment.state, None)
    speaker = Speaker(language, moment.ruleset)
    status = [] if moment.ruleset is None else moment.ruleset.status(open_to_all)
    rows = [
        "    ".join(f"{speaker.say(label, open_to_all)}: {speaker.say(value, open_to_all)}" for label, value in status),
        next((speaker.say(e.text, open_to_all) for e in reversed(moment.events) if e.text and not e.only), ""),
    ]
    font = theme.font("body")
    written = [font.render(row, True, theme.colour("text")) for row in rows if row]
    caption = sum(line.get_height() for line in written) + 2 * GAP if written else 0
    whole = pygame.Surface(size, 0, 32)
    whole.fill(theme.colour("panel"))
    scene = scene_of(open_to_all, moment.ruleset, scenery=moment.scenery)
    table = draw_table(scene, size=(size[0], size[1] - caption), theme=theme)
    whole.blit(table, (0, 0))
    top = size[1] - caption + GAP
    for line in written:
        whole.blit(line, (GAP, top))
        top += line.get_height()
    return whole


def _of_record(path: Path, at: int | None) -> Moment:
    record = read_record(path)
    try:
        ruleset: Ruleset | None = load_ruleset(record.header.ruleset)
    except UnknownRuleset:
        ruleset = None  # an old record can be looked at without its rules
    last = len(record.entries) - 1
    wanted = last if at is None else at
    for entry, state in record.states(ruleset):
        if entry.n == wanted:
            return Moment(state, ruleset, entry.events, scenery_of(record.header.setup))
    raise NoSuchMoment(f"{path.name} has lines 0 to {last}; there is no line {wanted}")


def _of_position(path: Path, at: int | None) -> Moment:
    position = read_position(path)
    ruleset = load_ruleset(position.ruleset)
    if at is not None and at > len(position.command):
        raise NoSuchMoment(f"{path.name} has {len(position.command)} commands; there is no moment {at}")
    out = resolve(msgspec.structs.replace(position, command=position.command[:at]), ruleset)
    return Moment(out.start, ruleset, ()) if at is None else Moment(out.state, ruleset, tuple(out.events))
