"""Which actions may stand on a body's line, with their fields, and why others may not (NAP-S08, NAP-S74)."""

from __future__ import annotations

from game.engine.decision import Bar, Choice, Field, SheetAct
from game.engine.state import State
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.body import rights
from rulesets.napoleonic_wars.charge import drafts
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.own import Formation

FORMATIONS: dict[Formation, Text] = {
    "line": T("Line"),
    "double_line": T("Double line"),
    "closed_column": T("Closed column"),
    "open_column": T("Open column"),
    "closed_divisional": T("Closed divisional column"),
    "open_divisional": T("Open divisional column"),
    "march_column": T("March column"),
    "square": T("Square"),
    "double_square": T("Double square"),
    "irregular": T("Dense mass"),
    "open": T("Open order"),
    "circle": T("Circle"),
}
GUNS = ("limber", "unlimber", "action_move", "muskets", "observer")
HORSE = ("mount", "dismount")
GENERALS = ("ride", "stay_with", "wait", "orders")
FOOT = ("back", "lie", "stand_up", "enter", "leave", "mass", "files_out", "light", "spike")
ANYBODY = (
    *("advance", "wheel", "face", "form", "wait", "reform", "give_up", "load", "fire", "charge", "attack"),
    *("counter_charge_for", "send_out", "join"),
)


def of(view: State, body: str) -> tuple[SheetAct, ...]:
    """The actions of a body: what concerns its arm, and why of these some may not be ordered as it stands."""
    told = facts.own(view, body)
    if told.arm == "general":
        names: tuple[str, ...] = GENERALS
    elif told.arm in ("guns", "rockets"):
        names = (*ANYBODY, *GUNS)
    elif told.arm == "horse":
        names = (*ANYBODY, *HORSE) if told.stance.mounted else (*ANYBODY, *HORSE, *FOOT)
    else:
        names = (*ANYBODY, *FOOT)
    fields, bars = _fields(view, body), _bars(view, body)
    return tuple(SheetAct(name, act.NAMES[name], fields.get(name, ()), bars.get(name)) for name in names)


def _bars(view: State, body: str) -> dict[str, Bar]:
    told = facts.own(view, body)
    bars = {
        "limber": (told.stance.formation != "deployed", T("The guns are limbered already."), "NAP-LIM-01"),
        "unlimber": (told.stance.formation == "deployed", T("The guns are unlimbered already."), "NAP-LIM-01"),
        "mount": (told.stance.mounted, T("The unit is mounted already."), "NAP-SPM-02"),
        "dismount": (not told.stance.mounted, T("The unit is on foot already."), "NAP-SPM-02"),
        "lie": (told.stance.prone, T("The unit lies down already."), "NAP-SPM-01"),
        "stand_up": (not told.stance.prone, T("The unit stands already."), "NAP-SPM-01"),
        "leave": (not told.inside, T("The unit is not in a building."), "NAP-SPM-04"),
        "give_up": (told.march.doing is None, T("There is no unfinished change to give up."), "NAP-S49"),
    }
    return {name: Bar(text, clause) for name, (so, text, clause) in bars.items() if so}


def _fields(view: State, body: str) -> dict[str, tuple[Field, ...]]:
    side = view.units[body].side
    foes = tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in facts.enemies(view, side))
    own = tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in facts.bodies(view, side) if u != body)
    buildings = (f.id for f in view.features.values() if f.kind == "building")
    houses = tuple(Choice(name, T("{piece}", piece=Thing(name))) for name in buildings)
    return {
        **_marches(view, body, foes),
        "counter_charge_for": (Field("unit", T("For"), "thing", own),),
        "wait": (Field("quarters", T("Quarters"), "number", least=1.0, most=4.0, needed=False),),
        "fire": (
            Field("priority", T("First target"), "things", foes, needed=False),
            Field("hold", T("Hold fire"), "flag", needed=False),
        ),
        "enter": (Field("building", T("Building"), "choice", houses),),
        "light": (Field("building", T("Building"), "choice", houses),),
        "unlimber": (Field("facing", T("Facing"), "angle", least=0.0, most=360.0, needed=False),),
        "ride": (Field("path", T("Through these points"), "path"),),
        "stay_with": (
            Field("unit", T("Unit"), "thing", own),
            Field("commands", T("Commands it"), "flag", needed=False),
        ),
        "send_out": (
            Field(
                "subs",
                T("Sub-units"),
                "things",
                tuple(Choice(s.id, T("{name}", name=f"{s.kind} {s.id}")) for s in facts.own(view, body).subs),
            ),
        ),
        "join": (Field("body", T("Unit"), "thing", own),),
    }


def _marches(view: State, body: str, foes: tuple[Choice, ...]) -> dict[str, tuple[Field, ...]]:
    """The fields of marches and changes, and of charges and attacks, which may begin with one."""
    hands = (Choice("left", T("left")), Choice("right", T("right")))
    far = Field("distance", T("How far"), "length", least=0.0, most=2000.0, needed=False)
    wheel = (Field("hand", T("To"), "choice", hands), Field("angle", T("Angle"), "angle", least=0.0, most=360.0))
    face = (Field("to", T("To"), "choice", (*hands, Choice("about", T("about")))),)
    form = (
        Field("formation", T("Formation"), "choice", _formations(view, body)),
        Field("hand", T("Side"), "choice", hands, needed=False),
    )
    before = {"wheel": wheel, "face": face, "form": form, "advance": (far,)}
    acts = tuple(SheetAct(name, act.NAMES[name], told) for name, told in before.items())
    first = Field("first", T("Manoeuvre first"), "acts", needed=False, acts=acts)
    return {
        "advance": (
            far,
            Field("path", T("Through these points"), "path", needed=False),
            Field(
                "pace",
                T("Pace"),
                "choice",
                (Choice("normal", T("normal")), Choice("double", T("double"))),
                needed=False,
            ),
        ),
        "wheel": (*wheel, Field("by_subs", T("By sub-units"), "flag", needed=False)),
        "back": (Field("distance", T("How far"), "length", least=0.0, most=200.0),),
        "face": face,
        "form": form,
        "charge": (
            Field("targets", T("Target"), "things", foes),
            *(() if drafts.is_rigid(view) else (first,)),  # charges go straight (NAP-CHG-11)
            Field("delay", T("Delay"), "number", least=0.0, most=0.5, needed=False),
            Field("straight", T("Straight, without a wheel"), "flag", needed=False),
        ),
        "attack": (Field("target", T("Target"), "thing", foes), first),
    }


def _formations(view: State, body: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(name, label, rights.may_form(view, body, name))
        for name, label in FORMATIONS.items()
        if name != facts.own(view, body).stance.formation
    )
