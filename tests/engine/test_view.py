"""Who is asked, sees: nothing of the other side's secrets reaches options, verdicts, candidates or views."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine.decide import check_reply
from game.engine.lookup import question_of
from game.engine.state import Secret, State, view
from tests.engine.conftest import random_battle, toy_session
from tests.toy import TOY


def with_other_secret(state: State, side: str, word: str) -> State:
    """The same state, but the other sides' secrets are something else."""
    secret = {s: x if s == side else Secret(notes={"word": word}) for s, x in state.secret.items()}
    return replace(state, secret=secret)


@given(seed=st.integers(0, 40), at=st.floats(0, 1), word=st.text(max_size=5))
def test_states_that_differ_in_the_others_secrets_look_the_same(seed: int, at: float, word: str) -> None:
    lines = random_battle(seed).lines
    state = lines[int(at * (len(lines) - 1))].state
    if state.pending is None:
        return
    for decision in state.pending.waiting:
        side = decision.side
        other = with_other_secret(state, side, word)
        assert view(other, side) == view(state, side)
        question = question_of(TOY, decision.question)
        assert question.asked(view(other, side), decision) == question.asked(view(state, side), decision)
        mine = list(question.candidates(view(state, side), decision, "any", 20))
        assert mine == list(question.candidates(view(other, side), decision, "any", 20))
        for reply in mine:
            assert check_reply(TOY, view(state, side), decision, reply).legal


def test_a_view_has_no_random_state_and_no_foreign_secret() -> None:
    session = toy_session()
    seen = session.view("red")
    assert seen.luck is None
    assert set(seen.secret) == {"red"}
    assert session.view(None).secret == {}


class Sworn(msgspec.Struct, frozen=True):
    """The own part of a unit that keeps a word to itself."""

    word: str = ""
    seen: int = 0

    def veiled(self) -> Sworn:
        """Without its word."""
        return replace(self, word="")


def test_a_view_leaves_out_what_units_keep_to_their_own_side() -> None:
    state = replace(toy_session().state, secret={}, luck=None)
    units = {u.id: replace(u, own=Sworn("oak", n)) for n, u in enumerate(state.units.values())}
    state = replace(state, units=units)
    seen = view(state, "red")
    assert {u.side for u in seen.units.values() if u.own.word} == {"red"}
    assert [u.own.seen for u in seen.units.values()] == [*range(len(units))]
    assert not any(u.own.word for u in view(state, None).units.values())
    assert view(state, "red").units is seen.units
    mine = {u.id: u for u in units.values() if u.side == "red"}
    assert view(replace(state, units=mine), "red").units is mine  # nothing to be left out


class Rested(msgspec.Struct, frozen=True, omit_defaults=True):
    """The own part of a unit that keeps the length of its rest to itself."""

    rest: float = 0.0

    def veiled(self) -> Rested:
        """Without its rest."""
        return Rested()


def test_a_view_is_written_alike_whatever_a_unit_keeps_to_itself() -> None:
    """A zero that was computed is written, and one that was always there is not: neither may tell that it changed."""
    state = replace(toy_session().state, secret={}, luck=None)
    written = set()
    for rest in (0.0, 0.5, 0.5 - sum([0.25, 0.25]), -0.0):
        units = {u.id: replace(u, own=Rested(rest)) for u in state.units.values() if u.side == "blue"}
        written.add(msgspec.json.encode(view(replace(state, units=units), "red")))
    assert len(written) == 1


def test_a_view_of_an_open_state_is_the_state_itself() -> None:
    state = replace(toy_session().state, secret={}, luck=None)
    assert view(state, "red") is state
    mine = replace(state, secret={"red": Secret()})
    assert view(mine, "red") is mine
