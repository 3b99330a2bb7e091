"""The draft of a sheet whose lines are lists of acts: what stands in each, what is new in it, what it still lacks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from game.client.editors.desk import Desk
from game.client.editors.whereabouts import middle_of, poses_of
from game.engine.decision import Answer, Field, OrdersAnswer, OrdersSpace, SheetAct, SheetLine
from game.engine.lookup import question_of
from game.engine.tells import Span, TellsFilled, TellsSpans

Act = dict[str, Any]
VERB = "verb"
IDLE = 0.005
"""A part of the time so short is none that is left over."""
HANDS = {"left": "right", "right": "left"}


def acts_field(space: OrdersSpace) -> bool:
    """Whether the lines of a sheet are lists of acts."""
    return any(field.type == "acts" for line in space.lines for field in line.fields)


def _lacks(kind: SheetAct | None, act: Mapping[str, Any]) -> Field | None:
    """The first field that an act needs and lacks, of acts within it too; None where nothing is missing."""
    for field in kind.fields if kind is not None else ():
        value = act.get(field.id)
        if field.needed and value in (None, "", [], ()):
            return field
        if field.type == "acts":
            inner = {one.id: one for one in field.acts}
            missing = (_lacks(inner.get(str(one.get(VERB))), one) for one in value or ())
            found = next((one for one in missing if one is not None), None)
            if found is not None:
                return found
    return None


def _turned_over(act: Mapping[str, Any]) -> Act:
    """An act, and the acts within it, with left and right the other way round."""
    return {k: _hand_over(v) if k != VERB else v for k, v in act.items()}


def _hand_over(value: Any) -> Any:
    if isinstance(value, str):
        return HANDS.get(value, value)
    inner = isinstance(value, list) and all(isinstance(one, dict) for one in value)
    return [_turned_over(one) for one in value] if inner else value


class SheetDraft:
    """What is written, line by line; ``usual`` is what stood there before anybody wrote."""

    def __init__(self, desk: Desk, space: OrdersSpace) -> None:
        self.desk, self.space = desk, space
        self.by_id: dict[str, SheetLine] = {line.id: line for line in space.lines}
        self.lines: dict[str, list[Act]] = {}
        self.usual: dict[str, list[Act]] = {}
        self._spans: dict[tuple[str, bytes], tuple[Span, ...]] = {}
        self._filled: dict[tuple[str, bytes], list[Act]] = {}

    # -- what stands there ------------------------------------------------------------------------------------

    def field(self, line: str) -> Field | None:
        """The field of a line in which its acts stand."""
        found = self.by_id.get(line)
        return next((f for f in found.fields if f.type == "acts"), None) if found is not None else None

    def kinds(self, line: str) -> Mapping[str, SheetAct]:
        """The acts that a line may have done, by verb."""
        field = self.field(line)
        return {a.id: a for a in field.acts} if field is not None else {}

    def acts(self, line: str) -> list[Act]:
        """What a line has done, in order."""
        return self.lines.get(line, [])

    def put(self, line: str, acts: Sequence[Act]) -> None:
        """Write a line anew; without acts it has none."""
        self.lines = {k: v for k, v in self.lines.items() if k != line}
        if acts:
            self.lines[line] = [dict(a) for a in acts]

    def read(self, answer: Answer) -> dict[str, list[Act]]:
        """The lines of an answer."""
        if not isinstance(answer, OrdersAnswer):
            return {}
        found: dict[str, list[Act]] = {}
        for line, fields in answer.lines.items():
            field = self.field(line)
            if field is not None and fields.get(field.id):
                found[line] = [dict(a) for a in fields[field.id]]
        return found

    def answer(self, line: str = "") -> OrdersAnswer:
        """The sheet as an answer, or one line of it."""
        out: dict[str, dict[str, Any]] = {}
        for one in self.space.lines:
            field = self.field(one.id)
            if field is not None and self.acts(one.id) and line in ("", one.id):
                out[one.id] = {field.id: [dict(a) for a in self.acts(one.id)]}
        return OrdersAnswer(out)

    # -- what is new in it, what it lacks ---------------------------------------------------------------------

    def goes_on(self, line: str) -> bool:
        """Whether a line is as it was drafted."""
        return self.acts(line) == self.usual.get(line, [])

    def lacks(self, line: str) -> tuple[int, Field] | None:
        """The first act that lacks something, and what; None where nothing is missing."""
        kinds = self.kinds(line)
        for n, act in enumerate(self.acts(line)):
            field = _lacks(kinds.get(str(act.get(VERB))), act)
            if field is not None:
                return n, field
        return None

    def filled(self, line: str) -> list[Act]:
        """The acts of a line with what is drafted where they leave something out."""
        acts = self.acts(line)
        question = question_of(self.desk.session.ruleset, self.desk.decision.question)
        if not isinstance(question, TellsFilled) or self.lacks(line) is not None:
            return acts
        key = (line, msgspec.json.encode(acts))
        if key not in self._filled:
            told = question.filled(self.desk.view, self.desk.decision, line, acts)
            self._filled[key] = [dict(act) for act in told]
        return self._filled[key]

    def left_over(self, line: str) -> float:
        """The part of the time, from 0 to 1, in which a line that was written anew has nothing to do, nor fires."""
        if self.goes_on(line) or not self.acts(line):
            return 0.0
        spans = self.spans(line)
        idle = sum(s.end - s.start for s in spans if s.act < 0 and s.kind != "fire")
        idle += 1.0 - spans[-1].end if spans else 0.0
        busy = any(s.act >= 0 for s in spans)
        return round(idle, 4) if busy and idle > IDLE else 0.0

    def unfinished(self) -> list[str]:
        """Lines that lack something, or end before their time does."""
        return [x.id for x in self.space.lines if self.lacks(x.id) is not None or self.left_over(x.id) > 0.0]

    def spans(self, line: str) -> tuple[Span, ...]:
        """What a line comes to in time, as far as its side knows; worked out once for what stands there."""
        key = (line, msgspec.json.encode(self.acts(line)))
        found = self._spans.get(key)
        if found is None:
            question = question_of(self.desk.session.ruleset, self.desk.decision.question)
            told: Sequence[Span] = ()
            if isinstance(question, TellsSpans) and self.lacks(line) is None:
                told = question.spans(self.desk.view, self.desk.decision, self.answer(line), line)
            found = self._spans[key] = tuple(told)
        return found

    # -- the same elsewhere -----------------------------------------------------------------------------------

    def neighbours(self, line: str) -> list[str]:
        """The lines of the same group, those after it first."""
        here = self.by_id[line]
        group = [x.id for x in self.space.lines if x.group == here.group]
        at = group.index(line)
        return group[at + 1 :] + group[:at]

    def copied(self, line: str, to: str) -> list[Act]:
        """The acts of a line as another would do them: points lie as much beside it as they lay beside the first."""
        a, b = middle_of(self.desk.view, line), middle_of(self.desk.view, to)
        kinds = self.kinds(to)
        acts = [dict(x) for x in self.acts(line) if x.get(VERB) in kinds and kinds[x[VERB]].bar is None]
        if a is None or b is None:
            return acts
        by = (b[0] - a[0], b[1] - a[1])
        return [self._pointed(to, act, lambda p: [round(p[0] + by[0], 1), round(p[1] + by[1], 1)]) for act in acts]

    def mirrored(self, line: str) -> list[Act]:
        """The acts of a line with left and right the other way round."""
        middle, poses = middle_of(self.desk.view, line), poses_of(self.desk.view, line)
        if middle is None or not poses:
            return self.acts(line)
        angle = math.radians(next(iter(poses.values())).facing)
        ahead = (math.sin(angle), math.cos(angle))

        def over(p: Sequence[float]) -> list[float]:
            dx, dy = p[0] - middle[0], p[1] - middle[1]
            along = dx * ahead[0] + dy * ahead[1]
            return [round(middle[0] + 2 * along * ahead[0] - dx, 1), round(middle[1] + 2 * along * ahead[1] - dy, 1)]

        out = []
        for act in self.acts(line):
            new = self._pointed(line, act, over)
            out.append(_turned_over(new))
        return out

    def _pointed(self, line: str, act: Act, turned: Any) -> Act:
        """An act with its points elsewhere."""
        kind = self.kinds(line).get(str(act.get(VERB)))
        new = dict(act)
        for field in kind.fields if kind is not None else ():
            if field.type == "path" and new.get(field.id):
                new[field.id] = [turned(p) for p in new[field.id]]
            elif field.type == "point" and new.get(field.id):
                new[field.id] = turned(new[field.id])
        return new

    def stretched(self, line: str, act: int, span: Span, end: float) -> list[Act]:
        """The acts of a line where one lasts to another moment: its length, its angle, or the last point of its way."""
        acts = [dict(a) for a in self.acts(line)]
        if not 0 <= act < len(acts) or span.end - span.start <= 0.0:
            return acts
        share = max(end - span.start, 0.0) / (span.end - span.start)
        kind = self.kinds(line).get(str(acts[act].get(VERB)))
        for field in kind.fields if kind is not None else ():
            value = acts[act].get(field.id)
            if field.type in ("length", "angle") and value:
                most = field.most if field.most is not None else math.inf
                acts[act][field.id] = round(min(max(value * share, field.least or 0.0), most), 1)
            elif field.type == "path" and value:
                acts[act][field.id] = [*[list(p) for p in value[:-1]], self._nearer(line, span, value, share)]
        return acts

    def _nearer(self, line: str, span: Span, path: Sequence[Any], share: float) -> list[float]:
        """The last point of a way, gone so much of what was gone in a span."""
        start = tuple(path[-2]) if len(path) > 1 else middle_of(self.desk.view, line)
        assert start is not None
        dx, dy = path[-1][0] - start[0], path[-1][1] - start[1]
        way = math.hypot(dx, dy) or 1.0
        moved = [math.hypot(span.after[b].x - p.x, span.after[b].y - p.y) for b, p in span.poses.items()]
        gone = sum(moved) / len(moved) if moved else way
        new = max(gone * share, 1.0) if len(path) == 1 else max(way + gone * (share - 1.0), 1.0)
        return [round(start[0] + dx / way * new, 1), round(start[1] + dy / way * new, 1)]
