"""The replies that an agent chooses among: made when a page of them is looked at, and told as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from game.bots.seat import Seat
from game.engine.decision import (
    AllocateAnswer,
    Answer,
    MoveAnswer,
    OptionAnswer,
    OrdersAnswer,
    PickAnswer,
    PlaceAnswer,
    Reply,
    TargetsAnswer,
)
from game.geometry.steps import Advance, Back, Climb, Jump, Oblique, Path, Shift, Step, Wheel
from tabula_belli.lab.observing import UNITS, code, known_bases, middle, squash

ALL = 1_000_000
"""More candidates than any question has: nothing is cut, for they are made one by one."""
REPLY = ("present", "exit", "word", "unit", "mark", "leads", "x", "y", "way", "turn", "parts", "amount")
FAR, ROUND = 300.0, 90.0
"""mm of a way and degrees of a turn that become 0.5."""

_written = msgspec.json.Encoder(order="sorted").encode


class Menu:
    """The replies to one decision, page by page; a page is made when it is looked at.

    Parameters
    ----------
    seat
        The seat of the side that decides.
    size
        Replies on a page.
    """

    def __init__(self, seat: Seat, size: int) -> None:
        self.seat, self.size, self.page = seat, size, 0
        self._made: list[Reply] = []
        self._rest = _replies(seat)

    @property
    def shown(self) -> Sequence[Reply]:
        """The replies on the page that is looked at."""
        self._make((self.page + 1) * self.size + 1)
        return self._made[self.page * self.size : (self.page + 1) * self.size]

    @property
    def more(self) -> bool:
        """Whether there are replies on another page."""
        return self.page > 0 or self.further

    @property
    def further(self) -> bool:
        """Whether a further page follows."""
        return self._make((self.page + 1) * self.size + 1) > (self.page + 1) * self.size

    def turn(self) -> None:
        """Look at the next page; after the last comes the first."""
        self.page = self.page + 1 if self.further else 0

    def _make(self, least: int) -> int:
        self._made += islice(self._rest, max(0, least - len(self._made)))
        return len(self._made)


def _replies(seat: Seat) -> Iterator[Reply]:
    """Every legal reply that the seat knows of, each once: the open exits first, then the candidates."""
    known: set[bytes] = set()
    for reply in _all(seat):
        key = _written(reply)
        if key not in known:
            known.add(key)
            yield reply
    if not known:
        yield seat.default


def _all(seat: Seat) -> Iterator[Reply]:
    for way_out in seat.exits:
        if way_out.bar is None:
            yield Reply(exit=way_out.id)
    sheets: list[OrdersAnswer] = []
    for reply in seat.candidates(limit=ALL):
        yield reply
        if isinstance(reply.answer, OrdersAnswer):
            sheets.append(reply.answer)
    for sheet in mixed(sheets):
        if seat.check(Reply(sheet)).legal:
            yield Reply(sheet)


def mixed(sheets: Sequence[OrdersAnswer]) -> Iterator[OrdersAnswer]:
    """The first of some sheets with one line left out, or as another sheet has it: choices for a single unit."""
    if not sheets:
        return
    first = sheets[0].lines
    for name in dict.fromkeys(line for sheet in sheets for line in sheet.lines):
        if name in first:
            yield OrdersAnswer({key: line for key, line in first.items() if key != name})
        for other in sheets[1:]:
            if name in other.lines and other.lines[name] != first.get(name):
                yield OrdersAnswer({**first, name: other.lines[name]})


def numbers(seat: Seat, reply: Reply, rows: Mapping[str, int]) -> list[float]:
    """A reply as numbers between -1 and 1, in the order of :data:`REPLY`. ``rows`` are the rows of units by id."""
    if reply.answer is None:
        return [1.0, 1.0, code(reply.exit), *([0.0] * (len(REPLY) - 3))]
    word, unit, mark, parts, amount = _subject(reply.answer)
    point, way, turn = _way(seat, reply.answer, unit)
    table = seat.view.table
    return [
        1.0,
        0.0,
        code(word),
        _row(seat, unit, rows),
        _row(seat, mark, rows),
        float(point is not None),
        min(1.0, max(-1.0, point[0] / table.width)) if point else 0.0,
        min(1.0, max(-1.0, point[1] / table.depth)) if point else 0.0,
        squash(way, FAR),
        squash(turn, ROUND),
        squash(parts),
        squash(amount),
    ]


def _row(seat: Seat, thing: str, rows: Mapping[str, int]) -> float:
    """The row of a unit, or of a base's unit, as a share of all rows, counted from 1; 0 for another thing."""
    base = known_bases(seat.view, seat.side).get(thing)
    row = rows.get(base.unit if base is not None else thing)
    return 0.0 if row is None else (row + 1) / UNITS


def _subject(answer: Answer) -> tuple[str, str, str, int, float]:
    """The word, the unit, the mark, the number of parts and the amount that an answer names first."""
    match answer:
        case OptionAnswer(parts):
            names, options = [*parts], [*parts.values()]
            return " ".join(options), names[0] if names else "", options[0] if options else "", len(parts), 0.0
        case PickAnswer(ids):
            return "", ids[0] if ids else "", ids[1] if len(ids) > 1 else "", len(ids), 0.0
        case TargetsAnswer(aims) if aims:
            return aims[0].means, aims[0].actor, aims[0].mark, len(aims), 0.0
        case PlaceAnswer(places) if places:
            return places[0].formation, places[0].thing, places[0].inside, len(places), 0.0
        case MoveAnswer(subject, mode, mark, courses):
            return mode, subject, mark, len(courses), 0.0
        case AllocateAnswer(boxes) if boxes:
            most = max(boxes, key=boxes.__getitem__)
            return most, most, "", sum(n > 0 for n in boxes.values()), float(boxes[most])
        case OrdersAnswer(lines):
            return _written(lines).decode(), "", "", len(lines), 0.0
        case _:
            return "", "", "", 0, 0.0


def _way(seat: Seat, answer: Answer, unit: str) -> tuple[tuple[float, float] | None, float, float]:
    """Where an answer leads (mm), how far by its steps (mm), and how much it turns (degrees, to the right)."""
    if isinstance(answer, PlaceAnswer):
        poses = [pose for place in answer.places for pose in place.poses.values()]
        return (middle(poses)[:2] if poses else None), 0.0, 0.0
    if not isinstance(answer, MoveAnswer) or not answer.courses:
        return None, 0.0, 0.0
    steps = answer.courses[0].steps
    ends = [point for course in answer.courses for step in course.steps[-1:] for point in _points(step)[-1:]]
    bases = known_bases(seat.view, seat.side).values()
    standing = [base.pose for base in bases if base.unit == unit and base.pose is not None and base.where == "table"]
    if ends:
        point = sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends)
    elif standing:
        x, y, sin, cos, _ = middle(standing)
        ahead = sum(_ahead(step) for step in steps)
        point = x + ahead * sin, y + ahead * cos
    else:
        return None, 0.0, 0.0
    way = sum(abs(_ahead(step)) for step in steps)
    if ends and standing:
        x, y, *_ = middle(standing)
        way = max(way, ((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5)
    return point, way, sum(_turned(step) for step in steps)


def _points(step: Step) -> tuple[tuple[float, float], ...]:
    return step.points if isinstance(step, Path) else (step.to,) if isinstance(step, Jump | Climb) else ()


def _ahead(step: Step) -> float:
    match step:
        case Advance(distance) | Oblique(distance, _) | Shift(distance, _):
            return distance
        case Back(distance):
            return -distance
        case _:
            return 0.0


def _turned(step: Step) -> float:
    match step:
        case Wheel(angle, hand, back):
            return angle if (hand == "right") != back else -angle
        case Oblique(_, angle):
            return angle
        case _:
            return 0.0
