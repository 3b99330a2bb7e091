"""An answer in a few words, as a story tells it: what is chosen, who does what to whom."""

from __future__ import annotations

from collections.abc import Iterable

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

    def label(self, choices: Iterable[dec.Choice | dec.Mode | dec.Box | dec.Actor | dec.Mover], wanted: str) -> str:
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
        return []

    def _aim(self, space: dec.TargetsSpace, aim: dec.Aim) -> str:
        who = self.label(space.actors, aim.actor)
        said = f"{who}: {self.label(space.means, aim.means)}" if aim.means else who
        return said + (f" → {self.name(aim.mark)}" if aim.mark else "")
