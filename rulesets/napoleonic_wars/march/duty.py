"""Who may not be ordered to march: who is prone, reforms, or has a dead animal in harness (NAP-R43, NAP-HRS-04)."""

from __future__ import annotations

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import rates


def held(view: State, body: str, *, freed: bool = False) -> Bar | None:
    """Why a body may not march now.

    Parameters
    ----------
    freed
        Its order makes it fire, or it goes to safety, or whatever else of NAP-R43 frees it from reforming.
    """
    told = facts.own(view, body)
    if told.prone:
        return Bar(T("Who lies down does not move"), "NAP-SPM-06")
    if told.formation == "mass":
        return Bar(T("It must face to the front again before it marches"), "NAP-R71")
    if told.inside:
        return Bar(T("It must leave the building first"), "NAP-SPM-04")
    if told.formation != "deployed" and any(facts.figure(t).dead for t in rates.teams(view, body)):
        return Bar(T("The team halts until its dead animal is cut free"), "NAP-HRS-04")
    if told.carried and not freed and not _goes_on(view, body) and reform.must_reform(view, body):
        return Bar(T("It must halt and reform: it carries {n} factors", n=told.carried), "NAP-DIS-13")
    return None


def _goes_on(view: State, body: str) -> bool:
    """Whether a double move that has begun goes on, or uncontrolled troops do (NAP-R43, NAP-DBL-02)."""
    told = facts.own(view, body)
    return told.uncontrolled or (told.doubled > 0 and told.doubled == view.own.move - 1)
