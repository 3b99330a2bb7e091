"""An answer in a few words, as a story tells it: what is chosen, who does what to whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.engine import decision as dec
from game.engine.i18n import Speaker
from game.engine.lookup import question_of
from game.engine.ruleset import Ruleset
from game.engine.state import State, view


def reply_words(ruleset: Ruleset, state: State, decision: dec.Decision, reply: dec.Reply, speaker: Speaker) -> str:
    """A reply in words, names and labels as the question has them."""
    if decision.question == "engine.roll":
        faces = reply.answer.faces if isinstance(reply.answer, dec.RollAnswer) else ()
        return ", ".join(str(f) for row in faces for f in row)
    asked = question_of(ruleset, decision.question).asked(view(state, decision.side), decision)
    if reply.exit:
        return next((speaker.say(e.label, state) for e in asked.exits if e.id == reply.exit), reply.exit)
    words = _Words(speaker, state)
    return "; ".join(words.of(asked.space, reply.answer)) or "-"


class _Words:
    """Words of answers in one language."""

    def __init__(self, speaker: Speaker, state: State) -> None:
        self.speaker = speaker
        self.state = state

    def name(self, thing: str) -> str:
        return self.speaker.name(thing, self.state)

    def label(
        self, choices: Iterable[dec.Choice | dec.Mode | dec.Box | dec.Actor | dec.Mover | dec.SheetLine], wanted: str
    ) -> str:
        """What a choice is called; the name of the thing that it is, or its id, where it is none of them."""
        found = next((c.label for c in choices if c.id == wanted), None)
        return self.speaker.say(found, self.state) if found is not None else self.name(wanted)

    def of(self, space: dec.Space, answer: dec.Answer | None) -> list[str]:
        """The parts of an answer."""
        if isinstance(answer, dec.OptionAnswer) and isinstance(space, dec.OptionSpace):
            return [self.label(space.parts.get(part, ()), option) for part, option in answer.parts.items()]
        if isinstance(answer, dec.PickAnswer) and isinstance(space, dec.PickSpace):
            return [self.label(space.things, one) for one in answer.ids]
        if isinstance(answer, dec.AllocateAnswer) and isinstance(space, dec.AllocateSpace):
            return [f"{self.label(space.boxes, box)} {n}" for box, n in answer.boxes.items()]
        if isinstance(answer, dec.TargetsAnswer) and isinstance(space, dec.TargetsSpace):
            return [self._aim(space, aim) for aim in answer.aims]
        if isinstance(answer, dec.MoveAnswer) and isinstance(space, dec.MoveSpace):
            modes = next((m.modes for m in space.among if m.id == answer.subject), ())
            who, how = self.label(space.among, answer.subject), self.label(modes, answer.mode)
            return [f"{who}: {how}" + (f" → {self.name(answer.mark)}" if answer.mark else "")]
        if isinstance(answer, dec.PlaceAnswer):
            return [self.name(one.thing) for one in answer.places]
        if isinstance(answer, dec.OrdersAnswer) and isinstance(space, dec.OrdersSpace):
            return [
                f"{self.label(space.lines, line)}: {self._line(space, line, told)}"
                for line, told in answer.lines.items()
            ]
        return []

    def _line(self, space: dec.OrdersSpace, line: str, told: dict[str, Any]) -> str:
        """A line of a sheet: its fields in their order, those of acts after the name of each act."""
        found = next((one for one in space.lines if one.id == line), None)
        return self._fields(found.fields if found is not None else (), told)

    def _fields(self, fields: tuple[dec.Field, ...], told: dict[str, Any]) -> str:
        known = {f.id: f for f in fields}
        return ", ".join(self._value(known.get(key), value) for key, value in told.items()) or "-"

    def _value(self, field: dec.Field | None, value: Any) -> str:
        """A value of a field: words of choices, names of things, acts one after another, numbers as they are."""
        if field is not None and field.type == "acts":
            acts = {act.id: act for act in field.acts}
            return ", ".join(self._act(acts.get(str(one.get("verb"))), one) for one in value)
        if isinstance(value, list | tuple):
            return "(" + ", ".join(self._value(field, one) for one in value) + ")"
        if field is not None and field.type in ("length", "point", "path") and isinstance(value, int | float):
            return self.speaker.length(value)
        if isinstance(value, str):
            return self.label(field.choices if field is not None else (), value)
        return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)

    def _act(self, act: dec.SheetAct | None, one: dict[str, Any]) -> str:
        rest = {key: value for key, value in one.items() if key != "verb"}
        name = self.speaker.say(act.label, self.state) if act is not None else str(one.get("verb", ""))
        return f"{name} ({self._fields(act.fields if act is not None else (), rest)})" if rest else name

    def _aim(self, space: dec.TargetsSpace, aim: dec.Aim) -> str:
        who = self.label(space.actors, aim.actor)
        said = f"{who}: {self.label(space.means, aim.means)}" if aim.means else who
        return said + (f" → {self.name(aim.mark)}" if aim.mark else "")
