"""Breaking into a building (NAP-STM-01 to -09, NAP-R114, NAP-R116)."""

from __future__ import annotations

from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.melee import contact


def inside_of(view: State, tie: Tie) -> str:
    """Who holds the building that is fought for."""
    return tie.a if facts.own(view, tie.a).inside == facts.melee(tie).building else tie.b


def break_in(run: Run, tie: Tie) -> None:
    """A figure inside for each defender killed; as many as the defenders, and they have broken in (NAP-STM-01).

    More come in where the garrison is too weak to hold the wall that is attacked (NAP-STM-07, NAP-R116).
    """
    told = facts.melee(tie)
    holder = inside_of(run.state, tie)
    stormer = facts.other(tie, holder)
    killed = told.figures.get(holder, 0) - facts.strength(run.state, holder)
    strong = facts.strength(run.state, stormer)
    held = facts.strength(run.state, holder)
    piece = ground_of(run.state).by_id[told.building]
    bare = 0 if told.inside else piece.fighters(board_of(run.state).outline(stormer)) - held
    by_bare_wall = min(whole("break_in") * max(0, bare), piece.room() - held)  # NAP-STM-07, NAP-SPM-04
    entered = min(strong, told.entered + max(0, killed) + max(0, by_bare_wall))
    if told.inside:  # each side may bring in more, up to what the building holds (NAP-STM-04, NAP-STM-05)
        entered = min(strong, max(entered, piece.room() - held))
    broken_in = told.inside or (entered > 0 and entered >= held)
    if (entered, broken_in) == (told.entered, told.inside):
        return
    text = T("{unit} broke into the building", unit=Thing(stormer)) if broken_in and not told.inside else None
    now = contact.replaced(tie, entered=entered, inside=broken_in)
    run.tell(stormer, "storms", "status", text, ("NAP-STM-01",), now, also=(holder,), n=entered)
