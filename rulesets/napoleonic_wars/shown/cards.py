"""Cards: what there is to know of a body, a figure, terrain, an objective, an army; the line at the top of the screen.

Nothing is told of the enemy's orders and couriers: they lie in his secret, which a view does not hold. No rule depends
on anything here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.engine.decision import Sum
from game.engine.ruleset import Card, CardRow
from game.engine.scenery import FAIR, Sky
from game.engine.scenery import Weather as SeenWeather
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
from game.kit.muster.own import look
from game.kit.shown.cards import badges, card_of, given_rows, side_rows
from game.kit.shown.words import measured, number, of_all, side_name, unit_name, units_named
from game.kit.sums import sum_of
from rulesets.napoleonic_wars.army.fields import WEAPONS
from rulesets.napoleonic_wars.body import rights
from rulesets.napoleonic_wars.command import notes, obedience, officers
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.disorder import book, reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.field.weather import NAMES as WEATHERS
from rulesets.napoleonic_wars.fire.tables import losses
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.march.actions import BEGUN
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.orders.game_orders import KINDS
from rulesets.napoleonic_wars.own import BodyOwn, Letter, PieceOwn, SideOwn, Weather
from rulesets.napoleonic_wars.turn import moves, victory

RESULTS: dict[str, tuple[str, Text]] = {
    "halt": ("pause", T("Halted: stands and may fire")),
    "withdraw": ("driven", T("Withdraws to cover")),
    "retreat": ("driven", T("Retreats")),
    "rout": ("routed", T("Routs")),
    "break_off": ("driven", T("Breaks off")),
    "follow_up": ("advanced", T("Follows up")),
    "pursue": ("advanced", T("Pursues")),
    "surrendered": ("flag", T("Surrendered")),
    "dispersed": ("lost", T("Dispersed")),
}
"""Results of tests: the symbol of each, and what it is called."""
PARTS: dict[Letter, Text] = {
    "A": T("movement"),
    "B": T("fire"),
    "C": T("contact"),
    "D": T("impact"),
    "E": T("melee"),
    "F": T("after a melee"),
    "G": T("retreat, rout or pursuit"),
    "H": T("mixed with others"),
}
"""What the parts of table 8 are about."""
PIECES: dict[str, Text] = {
    "howitzer": T("howitzer"),
    "siege": T("siege gun"),
    "siege_howitzer": T("siege howitzer"),
    "rocket": T("rocket launcher"),
}


def arm(told: BodyOwn) -> Text:
    """What a body is: its arm, and whether it is light, heavy or irregular."""
    if told.arm == "horse":
        kind = T("Light cavalry") if told.light else T("Heavy cavalry")
        kind = kind if told.regular else T("Irregular cavalry")
        return kind if told.stance.mounted else T("{kind}, dismounted", kind=kind)
    if told.arm == "foot":
        return T("Light foot") if told.light else T("Foot") if told.regular else T("Irregular foot")
    if told.arm == "general":
        return T("General")
    if told.arm == "rockets":
        return T("Horse rockets") if told.battery.horse_guns else T("Foot rockets")
    return T("Horse artillery") if told.battery.horse_guns else T("Foot artillery")


def piece(name: str) -> Text:
    """What a gun is called."""
    return PIECES.get(name, T("{n}-pounder", n=name))


def disorder(view: State, body: str) -> Sum:
    """The book of a body: what it carries and what arose in this move, by what (NAP-S42)."""
    told = facts.own(view, body)
    rows = [(T("carried over"), float(told.nerve.carried), "NAP-S42")] if told.nerve.carried else []
    rows += [(PARTS[f.table], float(f.n), f.clause) for f in told.nerve.fresh]
    ignored = min(book.recorded(view, body), book.ignored(view, body))
    if ignored:
        rows.append((T("classes A and B ignore one"), -float(ignored), "NAP-DIS-03"))
    return sum_of(T("Disorganisation"), rows)


def game_order(view: State, body: str) -> Text | None:
    """The game order of a body in words; None where the view does not know of one."""
    if not notes.has_order(view, body):
        return None
    order = notes.order_of(view, body)
    if order.used:
        return T("Carried out; now holding")
    return ordered(view, order)


def ordered(view: State, order: GameOrder) -> Text:
    """A game order in words."""
    name = KINDS[order.kind]
    if order.kind in ("support", "screen") and order.supported in view.units:
        return T("{kind} {unit}", kind=name, unit=Thing(order.supported))
    if order.firmly:
        return T("Hold at all costs")
    if order.feature in view.features:
        return T("{kind}: {piece}", kind=name, piece=Thing(order.feature))
    if order.towards in view.units:
        return T("{kind}: {unit}", kind=name, unit=Thing(order.towards))
    left = len(obedience.points(view, order)) - order.passed
    if order.kind in obedience.MARCHING:
        return T("{kind}, points of its route left: {n}", kind=name, n=left)
    return name


SPEEDS: tuple[tuple[rates.Speed, Text], ...] = (
    ("normal", T("Normal move")),
    ("charge", T("Charge move")),
    ("double", T("Double move")),
)


def card(view: State, thing: str) -> Card:
    """The card of a body, a figure (its body's, its own rows first), a piece of terrain, an objective or an army."""
    return card_of(known(view), thing, _unit, {"feature": _feature, "marker": _marker, "side": _side})


def is_own(view: State, body: str) -> bool:
    """Whether the view is one of the side that a body belongs to: it holds that side's secret."""
    return notes.side_of(view, body) in view.secret


def class_is_known(view: State, body: str) -> bool:
    """Whether the class of a body is told: to its own side, and to all once it has been tested (NAP-DET-06)."""
    return is_own(view, body) or facts.own(view, body).seen


# --- bodies --------------------------------------------------------------------------------------------------------


def _unit(view: State, body: str, figure: str) -> Card:
    own = facts.own(view, body)
    if own.arm == "general":
        return Card(unit_name(body), tuple(_general(view, body)), _badges(view, body), look(view, body))
    rows = [*_figure(view, figure), CardRow(T("Arm"), arm(own), "NAP-ORG-30"), *_troops(view, body)]
    rows += [*_strength(view, body), *_standing(view, body), *_command(view, body)]
    return Card(unit_name(body), tuple(rows), _badges(view, body), look(view, body))


def _figure(view: State, figure: str) -> Iterator[CardRow]:
    """A gun or a team by itself."""
    if figure not in view.bases:
        return
    own = facts.figure(view.bases[figure])
    if own.role == "gun":
        yield CardRow(T("Gun"), piece(own.piece), "NAP-ART-02")
        yield CardRow(T("Crew"), number(own.crew), "NAP-ART-05")
    elif own.role == "team":
        yield CardRow(T("Horses of the team"), of_all(own.horses, own.team), "NAP-HRS-04")


def _troops(view: State, body: str) -> Iterator[CardRow]:
    """What it is made of, and its classes where they are known (NAP-DET-05, NAP-DET-06)."""
    own = facts.own(view, body)
    if class_is_known(view, body):
        morale, training = facts.morale_class(view, body), facts.training_class(view, body)
        yield CardRow(T("Class"), T("{cls}", cls=morale), "NAP-ORG-29")
        if training != morale:
            yield CardRow(T("Class of training"), T("{cls}", cls=training), "NAP-ORG-29")
    else:
        yield CardRow(T("Class"), T("unknown"), "NAP-DET-06")
    here = set(facts.companies(view, body))
    arms = dict.fromkeys((s.weapon, s.lance, s.armour) for s in own.subs if s.id in here)
    for weapon, lance, armour in arms:
        held = [WEAPONS[weapon]] if weapon else []
        held += [text for so, text in ((lance, T("lances")), (armour, T("cuirasses"))) if so]
        if held:
            yield CardRow(T("Armed with"), T("{weapons}", weapons=held), "NAP-SMA-25")
    guns = Counter(facts.figure(b).piece for b in facts.left(view, body) if facts.figure(b).role == "gun")
    for name, n in guns.items():
        yield CardRow(T("Guns"), T("{n} × {piece}", n=n, piece=piece(name)), "NAP-ART-02")


def _strength(view: State, body: str) -> Iterator[CardRow]:
    own = facts.own(view, body)
    yield CardRow(T("Figures"), of_all(facts.strength(view, body), own.strength.began), "NAP-S60")
    percent = losses(view, body)
    yield from given_rows(
        (own.strength.men, CardRow(T("Men short of a figure"), of_all(own.strength.men, 20), "NAP-CAS-06")),
        (percent, CardRow(T("Casualties"), T("{n} per cent", n=percent), "NAP-PCT-04")),
        (own.strength.lost_now, CardRow(T("Lost in this move"), number(own.strength.lost_now), "NAP-PCT-04")),
        (own.battery.gun_hits, CardRow(T("Damage to guns"), of_all(own.battery.gun_hits // 8, 20), "NAP-CBF-05")),
        (
            own.battery.limber_hits,
            CardRow(T("Damage to limbers"), of_all(own.battery.limber_hits // 8, 20), "NAP-CBF-05"),
        ),
    )


def _standing(view: State, body: str) -> Iterator[CardRow]:
    """How it stands: formation, disorganisation, result, what it is in the middle of, how far it goes."""
    own = facts.own(view, body)
    yield CardRow(T("Formation"), rights.NAMES[own.stance.formation], "NAP-FRM-01")
    if own.nerve.result:
        yield CardRow(T("Result"), RESULTS[own.nerve.result][1], "NAP-RES-15")
    if book.recorded(view, body):
        found = disorder(view, body)
        text = T("{n}, {carried} of it carried over", n=int(found.total), carried=own.nerve.carried)
        yield CardRow(T("Disorganisation"), text, "NAP-DIS-01", found)
    foes, mine = facts.foes_in_melee(view, body), is_own(view, body)
    small = any(s.weapon for s in own.subs) and own.arm not in ("guns", "rockets")
    yield from given_rows(
        (foes, CardRow(T("In melee with"), units_named(foes), "NAP-MEL-01")),
        (own.march.doing, CardRow(T("Not finished"), _doing(own), "NAP-S49")),
        (own.inside, CardRow(T("Inside"), T("{piece}", piece=Thing(own.inside)), "NAP-SPM-04")),
        (own.stance.prone, CardRow(T("Lies down"), T("yes"), "NAP-SPM-01")),
        (own.fire.smoke, CardRow(T("Smoke before the front"), number(own.fire.smoke), "NAP-R16")),
        (mine and small, CardRow(T("Firearms"), T("loaded") if own.fire.loaded else T("not loaded"), "NAP-S62")),
        (mine and own.spare, CardRow(T("May still detach"), number(own.spare), "NAP-ORG-12")),
    )
    for speed, label in SPEEDS if own.nerve.result not in ("surrendered", "dispersed") else ():
        if rate := rates.rate(view, body, speed):
            yield CardRow(label, measured(cm(rate)), "NAP-MOV-02")


def _doing(own: BodyOwn) -> Text:
    if own.march.doing is None:
        return T("none")
    return T(
        "{what}, {n} per cent of a move left", what=BEGUN[own.march.doing.verb], n=round(own.march.doing.left * 100)
    )


def _command(view: State, body: str) -> Iterator[CardRow]:
    """Its brigade and, of one's own, its game order (NAP-ORD-01): the enemy's is not known."""
    brigade = officers.brigade_of(view, body)
    if brigade is not None:
        yield CardRow(T("Brigade"), T("{name}", name=Word(brigade.name)), "NAP-CMD-02")
    if not is_own(view, body):
        return
    if general := officers.commander(view, body):
        yield CardRow(T("Commanded by"), unit_name(general), "NAP-CMD-02")
    order, coming = game_order(view, body), notes.coming(view, body)
    if order is not None:
        yield CardRow(T("Game order"), order, "NAP-ORD-01")
    if coming is not None:
        yield CardRow(T("New order, from move {n}", n=coming.since), ordered(view, coming), "NAP-ORD-06")
    if reform.must_reform(view, body):
        yield CardRow(T("Reforming"), T("it must halt for this unless it fires"), "NAP-DIS-13")


def _general(view: State, body: str) -> Iterator[CardRow]:
    """A general: whom he commands, how many men are left about him, his couriers where they are known."""
    side: SideOwn = view.sides[view.units[body].side].own
    men = sum(facts.figure(b).men for b in facts.left(view, body))
    names = [Word(b.name) for b in side.brigades if b.general == body]
    yield from given_rows(
        (side.chief == body, CardRow(T("Rank"), T("commander-in-chief"), "NAP-CMD-02")),
        (names, CardRow(T("Commands"), T("{names}", names=names), "NAP-CMD-02")),
        (True, CardRow(T("Men left"), of_all(men, 20), "NAP-RGN-01")),
    )
    yield CardRow(T("Rides"), measured(cm(rates.rate(view, body, "normal"))), "NAP-MOV-02")
    sent = [c for c in notes.couriers(view, view.units[body].side).values() if c.order and c.order.by == body]
    if sent:
        to = units_named(c.to for c in sent if c.to in view.units)
        yield CardRow(T("Couriers ride to"), to, "NAP-GEN-01")


def _badges(view: State, body: str) -> tuple[tuple[str, Text], ...]:
    own = facts.own(view, body)
    n = book.recorded(view, body)
    lost = own.strength.lost
    found = badges(
        (facts.in_melee(view, body), "engaged", T("In melee")),
        (facts.charges_by(view, body), "charge", T("Charges")),
        (n, "confused", TN("Disorganisation: {n}", "Disorganisation: {n}", n)),
        (own.inside, "fortified", T("In a building")),
        (own.nerve.uncontrolled, "warning", T("Out of control")),
        (lost, "lost", TN("{n} figure lost", "{n} figures lost", lost)),
    )
    return ((RESULTS[own.nerve.result],) if own.nerve.result else ()) + found


# --- what else lies there ------------------------------------------------------------------------------------------


def _feature(view: State, feature: str) -> Card:
    """A piece of terrain: its kind, its height, who is in it, what has become of it."""
    thing = view.features[feature]
    own: PieceOwn = thing.own if thing.own is not None else PieceOwn()
    kind = ground_of(view).by_id[feature].kind
    inside = [u for u in facts.bodies(view) if facts.own(view, u).inside == feature]
    walls = T("wooden walls") if own.wooden else T("stone walls")
    rows = given_rows(
        (True, CardRow(T("Kind"), Text(kind.name), "NAP-TER-13")),
        (own.contours, CardRow(T("Contours"), number(len(own.contours)), "NAP-TER-06")),
        (own.storeys, CardRow(T("Storeys"), number(own.storeys), "NAP-VIS-10")),
        (thing.kind == "building", CardRow(T("Walls"), walls, "NAP-FIR-01")),
        (inside, CardRow(T("Held by"), units_named(inside), "NAP-SPM-04")),
        (own.breaches, CardRow(T("Breaches"), number(len(own.breaches)), "NAP-BLD-01")),
        (own.fires, CardRow(T("Fires"), number(len(own.fires)), "NAP-FIR-03")),
    )
    goal = next((m for m in victory.objectives(view) if victory.marker_own(m).feature == feature), None)
    if goal is not None:
        rows += _held(view, goal.id)
    return Card(T("{feature}", feature=Thing(feature)), tuple(rows), (), thing.kind)


def _marker(view: State, marker: str) -> Card:
    """An objective: what it is worth and who has it as things stand (NAP-VIC-01 to -09)."""
    thing = view.markers[marker]
    if thing.kind != victory.OBJECTIVE:
        return Card(T("{marker}", marker=Thing(marker)), (), (), thing.kind)
    return Card(T("{marker}", marker=Thing(marker)), tuple(_held(view, marker)), (), "objective")


def _held(view: State, marker: str) -> Iterator[CardRow]:
    thing = view.markers[marker]
    own = victory.marker_own(thing)
    yield CardRow(T("Worth"), TN("{n} point", "{n} points", own.worth), "NAP-VIC-01")
    holders = {s: victory.share_held(view, thing, s) for s in view.sides}
    for side, (share, clause) in holders.items():
        if share:
            yield CardRow(T("Held by"), T("{side}: {n} per cent", side=Thing(side), n=round(100 * share)), clause)
    for side in own.passed:
        yield CardRow(T("Passed by"), side_name(side), "NAP-VIC-07")


def _side(view: State, side: str) -> Card:
    """An army: its commander, what is left of it, its points, of one's own the couriers on their way."""
    own: SideOwn = view.sides[side].own
    here, lost = (
        facts.bodies(view, side),
        [u.id for u in view.units_of(side) if not facts.is_here(view, u.id) and not facts.left(view, u.id)],
    )
    score, sent = victory.score(view, side), notes.couriers(view, side)
    rows = given_rows(
        (own.chief, CardRow(T("Commander-in-chief"), unit_name(own.chief), "NAP-CMD-02")),
        (True, CardRow(T("Units"), number(len(here)), "NAP-ORG-01")),
        (True, CardRow(T("Figures"), number(sum(facts.strength(view, u) for u in here)), "NAP-S60")),
        (lost, CardRow(T("Lost"), units_named(lost), "NAP-S59")),
        (sent, CardRow(T("Couriers on their way"), number(len(sent)), "NAP-GEN-01")),
        (True, CardRow(T("Points"), number(score.total), "NAP-VIC-10", score)),
    )
    return Card(side_name(side), tuple(rows))


# --- the top of the screen, and the sky ------------------------------------------------------------------------------


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """Move and step, weather and wind, and for each side what it has lost of its figures."""
    own = view.own
    rows: list[tuple[Text, Text]] = []
    if own.move:
        rows.append((T("Move"), T("{n} of {all}", n=own.move, all=own.moves)))
    rows.append((T("Step"), _step(view)))
    wind = T("{weather}, wind towards {degrees} degrees", weather=WEATHERS[own.weather], degrees=round(own.wind))
    rows.append((T("Weather"), WEATHERS[own.weather] if own.wind < 0.0 else wind))

    def stands(side: str) -> Text:
        units = [u.id for u in view.units_of(side) if u.own.arm != "general"]
        began, left = sum(facts.own(view, u).strength.began for u in units), sum(facts.strength(view, u) for u in units)
        return T("figures: {n} of {all}", n=left, all=began)

    return (*rows, *side_rows(view, stands))


def _step(view: State) -> Text:
    """The step that is being played, by the frame that plays it."""
    playing = {frame.name for frame in view.stack}
    texts = {name: text for name, _, text in moves.STEPS}
    found = next((text for name, text in texts.items() if name in playing), None)
    names = {"deploy": T("Deployment"), "write": T("Move orders"), "move": T("The move"), "over": T("Over")}
    return found or names.get(view.own.step, T("Setting up"))


SKIES: dict[Weather, Sky] = {"fair": "fair", "rain": "rain", "fog": "fog", "snow": "snow"}


def weather(view: State) -> SeenWeather:
    """What of the weather is to be seen (:class:`game.engine.scenery.TellsWeather`, NAP-WTH-03)."""
    own = view.own
    if own.weather == "fair" and own.wind < 0.0:
        return FAIR
    sky: Sky = "wind" if own.weather == "fair" else SKIES[own.weather]
    return SeenWeather(sky, 0.6 if sky == "wind" else 1.0, own.wind if own.wind >= 0.0 else FAIR.wind)
