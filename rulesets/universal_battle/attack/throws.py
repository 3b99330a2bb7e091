"""Dice thrown for a unit: what must be thrown again, what may be, what Power Points bend, and a six that needs a six.

USB-TST-01 to USB-TST-04, USB-SPC-12, USB-PWR-03, USB-R50, USB-R68, USB-S15.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from game.engine import changes, odds
from game.engine import event as ev
from game.engine.decision import AllocateAnswer, AllocateSpace, Asked, Box, Decision, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.frames.pool import POOL, PoolData
from game.engine.odds import Die, Spread
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit.attack import at_least
from rulesets.universal_battle.attack.blessing import SIX, Rest
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts

BEND = "usb.bend"
"""The frame that lets a hero bend dice: it gets a :class:`BendData` and gives the faces as they then lie."""


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """What hangs on each die of a throw: Standfast that ``unit`` loses, ``left`` being all that it has to lose.

    By a die that has ``passed`` and by one that has ``failed``; by the ``costs`` of each face where none is needed.
    ``after``: what follows where a blessing may still throw many dice again, by which these hang together.
    """

    unit: str
    left: int
    passed: Spread = Spread.certain(0)
    failed: Spread = Spread.certain(0)
    costs: tuple[int, ...] = ()
    after: Rest | None = None


class BendData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that lie before the next are thrown: who may pay, whose they are, and what each must show (0: the more).

    ``again``: who passes must do so again (USB-TST-04). ``stake``: what is lost by them; None: they pass or fail.
    """

    hero: str
    unit: str
    faces: tuple[int, ...]
    need: int
    again: bool = False
    stake: Stake | None = None

    @property
    def left(self) -> int:
        """How much can come of the dice."""
        return len(self.faces) if self.stake is None else max(0, self.stake.left)

    @property
    def brings(self) -> tuple[Spread, ...]:
        """What a die brings by its face: Standfast that is lost, or a test that is passed."""
        stake = self.stake or Stake("", 0, passed=Spread.certain(1))
        if stake.costs:
            return tuple(map(Spread.certain, stake.costs))
        sixes = chance(SIX) if self.again else 1.0
        passed = Spread.of({0: 1.0 - sixes, 1: sixes}).mix(lambda n: stake.passed if n else stake.failed)
        return tuple(passed if face >= self.need else stake.failed for face in ev.D6)


class ThrowData(msgspec.Struct, frozen=True, omit_defaults=True):
    """``n`` dice of a ``unit``, its own and not its company's; ``need`` is None where they are plain numbers.

    ``again``: faces that must be thrown again; ``last``: they are so already, and may not be once more; ``sixes``: they
    were sixes, and must be again (USB-TST-04); ``faces`` as they lie, and the places of those ``spent`` on a re-roll.
    ``stake``: what hangs on them, told where somebody can pay for them (:func:`payer`).
    """

    unit: str
    n: int
    need: Sum | None
    why: Text
    clause: str
    about: tuple[str, ...] = ()
    again: tuple[int, ...] = ()
    last: bool = False
    sixes: bool = False
    faces: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    stake: Stake | None = None


class Thrown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice as they lie: which have passed, and how many that have not may still be thrown again."""

    faces: tuple[int, ...] = ()
    good: tuple[bool, ...] = ()
    open: int = 0

    @property
    def passed(self) -> int:
        """How many have passed."""
        return sum(self.good)


THROW = FrameOf("usb.throw", ThrowData, Thrown)


def dice(need: float, again: tuple[int, ...] = ()) -> tuple[Die, ...]:
    """A test as dice: one, of which a 1 fails; or where no face is enough a six, and a six again.

    >>> [d.need for d in dice(4)], [d.need for d in dice(9)], dice(1)[0].succeeds(1)
    ([4], [6, 6], False)
    """
    first = Die(need=min(int(need), SIX), never=(1,), again=again)
    return (first,) if need <= SIX else (first, Die(need=SIX))


def chance(need: float) -> float:
    """The chance that a test is passed."""
    first, *then = dice(need)
    return odds.spread(odds.Pool(1, first, tuple(then))).chance(1)


def payer(view: State, unit: str) -> str:
    """The hero who may spend Power Points on dice of a unit: in its company and in his activation (USB-PWR-01, -02)."""
    acting = view.own.acting
    if not acting or facts.host(view, acting) != facts.host(view, unit):
        return ""
    able = (u for u in facts.company(view, unit) if facts.own(view, u).power and not facts.own(view, u).joins)
    return next((u for u in able if facts.alive(view, u)), "")


def may_bless(view: State, unit: str) -> bool:
    """Whether a unit is Blessed, and has not thrown dice again by it (USB-SPC-12, USB-R68)."""
    mine = (b for b in facts.left(view, unit) if b.unit == unit)
    return not facts.own(view, unit).blessed and facts.has_spec(mine, "blessed")


@THROW.step
def _begin(run: Run, data: ThrowData, got: object) -> Outcome:
    if not data.n:
        return Done(Thrown())
    side, face = run.state.units[data.unit].side, _face(data)
    rows = (ev.DiceRow(side, data.n),)
    request = ev.Request(rows, data.why, data.clause, about=data.about)
    if data.need is not None:
        request = at_least(data.need, rows, data.why, data.clause, data.about, face)
        request = replace(request, modifiers=()) if data.sixes else request  # another six is all that they need
    message = T("{unit}: which dice does the blessing re-roll?", unit=Thing(data.unit))
    bless = BLESSED.to(side, message, {"unit": data.unit, "need": face}, ("USB-SPC-12", "USB-R68"))
    offers = (bless,) if not data.last and may_bless(run.state, data.unit) else ()
    return POOL.call(PoolData(request, data.again, offers, ledger=True), "fallen", data)


def _face(data: ThrowData) -> int:
    """What a die must show; 0 where it is a plain number."""
    if data.need is None:
        return 0
    return SIX if data.sixes else min(max(int(data.need.total), 2), SIX)


@THROW.step
def _fallen(run: Run, data: ThrowData, got: PoolData) -> Outcome:
    """What was thrown again stays; what lies may be bent."""
    if got.accepted:
        text = T("{unit} used the blessing", unit=Thing(data.unit))
        run.tell(
            data.unit, "blessed", "status", text, ("USB-SPC-12",), *changes.unit(run.state, data.unit, blessed=True)
        )
    data = replace(data, spent=tuple(int(key.partition(".")[2]) for key in got.spent))
    hero = payer(run.state, data.unit)
    if not hero:
        return Goto("judge", data, ev.Rolled(got.faces))
    again = data.need is not None and not data.sixes and data.need.total > SIX
    return Call(BEND, BendData(hero, data.unit, got.faces[0], _face(data), again, data.stake), "judge", data)


@THROW.step
def _judge(run: Run, data: ThrowData, got: ev.Rolled) -> Outcome:
    """Where a six is not enough the sixes are thrown once more (USB-TST-04)."""
    data = replace(data, faces=got.faces[0])
    if data.need is None:
        return Done(Thrown(data.faces))
    first, *then = dice(SIX if data.sixes else data.need.total)
    good = tuple(first.succeeds(face) for face in data.faces)
    if not then or not any(good):
        return _done(data, good)
    why = T("{what}: second roll of the sixes", what=data.why)
    more = replace(data, n=sum(good), why=why, clause="USB-TST-04", again=(), last=False, sixes=True, spent=())
    return THROW.call(more, "confirmed", data)


@THROW.step
def _confirmed(run: Run, data: ThrowData, got: Thrown) -> Outcome:
    second = iter(got.good)
    return _done(data, tuple(face == SIX and next(second) for face in data.faces))


def _done(data: ThrowData, good: tuple[bool, ...]) -> Outcome:
    closed = data.n if data.last else sum(not good[k] for k in data.spent)
    return Done(Thrown(data.faces, good, max(0, data.n - sum(good) - closed)))


class BlessedQuestion(Discrete):
    """Which dice of a throw are thrown again, once in a battle: those that fail where they are many (USB-R68)."""

    kind = "allocate"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A box for each die that has not been thrown again."""
        faces, spent = decision.args["faces"][0], decision.args["spent"]
        lie = {f"0.{k}": face for k, face in enumerate(faces) if f"0.{k}" not in spent}
        boxes = tuple(Box(key, T("the die that shows {face}", face=face), most=1) for key, face in lie.items())
        least = decision.args["need"] or SIX // 2 + 1
        bad = {key: 1 for key, face in lie.items() if face < least}
        usual = bad if len(bad) >= whole("blessed_usual") else {}
        return Asked(AllocateSpace(boxes, 0, len(boxes)), Reply(AllocateAnswer(usual)))


BLESSED = Posed("blessed", BlessedQuestion())
