"""Verifying a record: its battle is begun anew from the set-up, its commands are played again, and all is compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from game.engine import command as cmd
from game.engine.decide import Decided, begin, decide
from game.engine.dice import SeededDice, seed_hash
from game.engine.event import Event
from game.engine.i18n import Speaker
from game.engine.records.lines import hash_in
from game.engine.records.record import Entry, Record, encode_event
from game.engine.records.thaw import Thawer
from game.engine.ruleset import Ruleset, Setup
from game.engine.session import first_state, taken_back
from game.engine.state import Frame, State, state_hash
from game.engine.text import T, Text


@dataclass(frozen=True)
class Difference:
    """Where a record and today's rules part: the line, and a sentence that tells what is different."""

    line: int
    text: Text

    @property
    def what(self) -> str:
        """The sentence in English."""
        return Speaker().say(self.text)


class _Differs(Exception):
    """What is different, as a sentence."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.key)


def verify(record: Record, ruleset: Ruleset, progress: Callable[[int, int], None] | None = None) -> list[Difference]:
    """Begin a record's battle from its set-up, play its commands again, and compare event by event and state by state.

    What the header says of the state before the first step is not believed but compared, and the dice are those of the
    seed that it has promised. What this cannot prove is told in docs/record.md.

    Parameters
    ----------
    progress
        Called with (lines done, lines in all).
    """
    try:
        frame = _beginning(record, ruleset)
    except _Differs as found:
        return [Difference(1, found.text)]
    if not record.entries:
        return [Difference(2, T("the battle has no beginning: not one line follows the header"))]
    again = _Again(ruleset, record, frame)
    for n, entry in enumerate(record.entries):
        if progress is not None:
            progress(n, len(record.entries))
        try:
            again.play(entry)
        except _Differs as found:
            return [Difference(n + 2, found.text)]
        except Exception as fault:  # a forged line may make the rules stumble anywhere
            return [Difference(n + 2, T("the rules now fail on it ({fault})", fault=_words(fault)))]
    return []


def _words(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"


# --- how it begins -----------------------------------------------------------------------------------------------


def _beginning(record: Record, ruleset: Ruleset) -> Frame:
    """The frame that the battle of a set-up begins with; the header must tell of the very state before it."""
    setup = record.setup
    if setup is None:
        raise _Differs(T("a record without a set-up cannot be played again"))
    if not record.header.seed_hash:
        raise _Differs(T("it has no hash of the seed: nothing shows that the dice were promised"))
    if seed_hash(record.seed) != record.header.seed_hash:
        raise _Differs(T("the seed is not the one that was promised"))
    if record.header.ruleset != ruleset.meta.id or setup.ruleset != ruleset.meta.id:
        raise _Differs(T("the set-up belongs to another system"))
    try:
        state, frame = _set_up(ruleset, setup)
        told = record.origin(ruleset)
    except _Differs:
        raise
    except Exception as fault:  # a forged set-up may make the rules stumble anywhere
        raise _Differs(T("no battle can begin from its set-up ({fault})", fault=_words(fault))) from fault
    if state_hash(told) != state_hash(state):
        raise _Differs(_other_beginning(told, state))
    return frame


def _set_up(ruleset: Ruleset, setup: Setup) -> tuple[State, Frame]:
    """The state and the frame that a set-up begins with."""
    problem = next((p for p in ruleset.check_setup(setup) if p.fatal), None)
    if problem is not None:
        raise _Differs(T("the set-up is not in order: {problem}", problem=problem.text))
    return first_state(ruleset, setup)


def _units(state: State) -> set[str]:
    """The ids of all units, the hidden ones too."""
    return set(state.units).union(*(x.units for x in state.secret.values()))


def _other_beginning(told: State, state: State) -> Text:
    """In what the header's state is another one than that of the set-up."""
    missing, added = _units(state) - _units(told), _units(told) - _units(state)
    if missing or added:
        return T(
            "the battle does not begin with the armies of its set-up (units missing: {missing}, too many: {added})",
            missing=len(missing),
            added=len(added),
        )
    if told.luck != state.luck:
        return T("the dice do not begin where the promised seed begins")
    return T("the battle does not begin as its set-up says")


# --- how it goes on ----------------------------------------------------------------------------------------------


class _Again:
    """A battle played again, line by line."""

    def __init__(self, ruleset: Ruleset, record: Record, frame: Frame) -> None:
        self.ruleset, self.origin, self.frame = ruleset, record.origin(ruleset), frame
        self.header = record.header
        self.thawer = Thawer(ruleset.owns)
        self.dice = SeededDice()
        self.states: list[State] = []

    def play(self, entry: Entry) -> None:
        """Play the next line. Raises _Differs where it comes out as it was not recorded."""
        got = self._decided(entry.command)
        different = _difference(entry.events, got.events, self.thawer)
        if different is not None:
            raise _Differs(different)
        self.states.append(got.state)
        if hash_in(self.header, got.state) != entry.after:
            raise _Differs(T("the state after it differs now"))

    def _decided(self, command: cmd.Command | None) -> Decided:
        if (command is None) != (not self.states):
            raise _Differs(T("the first line begins the battle, and it alone has no command"))
        if command is None:
            return begin(self.ruleset, self.origin, self.frame, self.dice)
        if isinstance(command, cmd.Undo):
            if not 0 <= command.to < len(self.states):
                raise _Differs(T("it undoes to a line that does not exist"))
            return Decided((taken_back(command),), self.states[command.to])
        got = decide(self.ruleset, self.states[-1], command, self.dice)
        if isinstance(got, cmd.Refusal):
            raise _Differs(T("the command is refused now: {why}", why=got.text))
        return got


def _difference(old: Sequence[Event], new: Sequence[Event], thawer: Thawer) -> Text | None:
    """In what the events of a line are others than today's; None where they are the same."""
    # Own parts read as plain maps come out as they were written; only where they do not are they typed and compared so.
    if encode_event(old) == encode_event(new):
        return None
    for k, (a, b) in enumerate(zip(old, new, strict=False)):
        if _typed(thawer, a) != encode_event(b):
            if a.type == b.type:
                return T("event {n}, {event}, now has a different outcome", n=k + 1, event=a.type)
            return T("event {n} was {event} and is {now} now", n=k + 1, event=a.type, now=b.type)
    if len(old) == len(new):
        return None
    return T("number of events: {n} before, {now} now", n=len(old), now=len(new))


def _typed(thawer: Thawer, event: Event) -> bytes:
    """An event as it is written once its own parts are typed; as it stands where they cannot be."""
    try:
        return encode_event(thawer.event(event))
    except msgspec.ValidationError:
        return encode_event(event)
