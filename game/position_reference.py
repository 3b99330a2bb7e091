"""The reference of a system for whoever writes positions, made from its code: ``docs/systems/<id>.md``.

Keys of the situation, options, entries with their arguments, questions with a sample answer and their ways out, events
with their data. Samples come from the example positions and, for questions that none of them answers, from the sample
records; a question of which neither has one shows what an answer of its kind looks like.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from game.engine import decision as dec
from game.engine.entries import Arg, Entry
from game.engine.fields import arms, bare, extra_of, parts_of, types_of
from game.engine.lookup import question_of
from game.engine.positions.position import Answered, PositionError, read_position, resolve
from game.engine.positions.units import event_lengths, in_unit
from game.engine.positions.words import events_told
from game.engine.positions.write import toml_value
from game.engine.records.record import RecordError, read_record
from game.engine.ruleset import OptionDef, Ruleset
from game.engine.state import State, view
from game.engine.table_plans.rules import PlaysTables

COMMAND = "python3 run.py rules --reference"
FOLDER = Path("docs") / "systems"
KEYS = {
    "": {
        "table": "`[width, depth]`",
        "options": "options of the battle, see below",
        "sides": "a table for each side: `[sides.south]`",
        "units": "the same as `unit`",
        "unit": "the units, one `[[unit]]` each",
        "terrain": "the terrain, one `[[terrain]]` each",
        "contacts": "the same as `contact`",
        "contact": "units in contact, one `[[contact]]` each",
        "markers": "the same as `marker`",
        "marker": "markers, one `[[marker]]` each",
        "profile": "troops of one's own, one `[[profile]]` each",
        "armies": "ids of armies that are not on offer, with which troops of one's own may count",
    },
    "*": {
        "id": "its id",
        "name": "its name",
        "kind": "which kind, see below",
        "code": "which unit of a warband, see below",
        "side": "whose it is",
        "colour": "its slot of colour, 0 or 1",
        "at": "where it stands: `[x, y]`, or a place for each model",
        "facing": "degrees of the compass, or `N`, `NE`, ...",
        "poses": "`[x, y, facing]` of each base that is left",
        "formation": "`line` or `column`",
        "stands": "how many stands are left",
        "models": "how many models are left",
        "lost": "numbers of the bases that are lost",
        "where": "`table`, `reserve` or `off`",
        "own": "the same fields in a table of their own",
        "points": "its outline as points",
        "polygon": "the same as `points`",
        "line": "a line of points",
        "box": "`[west, south, east, north]`",
        "circle": "`[x, y, radius]`",
        "height": "its height",
        "ladder": "the faces of a box at which ladders lean",
        "ladders": "the edges at which ladders lean, by number",
        "a": "the unit that came into contact",
        "b": "the unit that it touches",
        "like": "the code of known troops from which everything is taken that is not told otherwise",
        "army": "the army list that it counts with",
        "look": "the figure as which it is drawn, or the code of troops that it looks like",
        "wounds": "wounds, one number or one a model",
        "tokens": "spell tokens, one number or one a model",
        "used": "Limited weapons that are spent, one list or one a model",
        "rules": "special rules of its models instead of its own: name = number",
        "quality": "Quality of its models instead of its own",
        "defense": "Defense of its models instead of its own",
        "size": "size of base instead of its own",
    },
}
"""What the keys of a document are that are no fields of a system's own."""
KINDS = {
    "option": '{ parts = { PART = "OPTION" } }',
    "pick": '{ ids = ["THING"] }',
    "targets": '{ aims = [{ actor = "WHO", means = "WITH WHAT", mark = "AT WHOM" }] }',
    "place": '{ places = [{ thing = "UNIT", poses = { "BASE" = [X, Y, FACING] } }] }',
    "move": '{ subject = "UNIT", mode = "HOW", courses = [{ who = "UNIT", steps = '
    '[{ type = "advance", distance = 5 }] }] }',
    "allocate": "{ boxes = { BOX = 1 } }",
    "orders": '{ lines = { LINE = { FIELD = "VALUE" } } }',
    "roll": "{ faces = [[1, 2]] }",
}
LONG = 400
"""A sample answer longer than this is cut in its list of courses or places."""


@dataclass
class Sample:
    """What is known of a question: an answer as a position writes it, and the ways out that were met."""

    answer: dict[str, Any] | None = None
    exits: set[str] = field(default_factory=set)


def reference(ruleset: Ruleset, saves: Path) -> str:
    """The reference of a system as Markdown.

    Parameters
    ----------
    saves
        The folder of the sample records.
    """
    meta = ruleset.meta
    unit = "inches" if meta.measures.unit == "inch" else "cm"
    parts = [
        f"# {meta.name}: words of positions\n\n"
        f"Made from the code with `{COMMAND}`; what positions are tells [position.md](../position.md). "
        f'`ruleset = "{meta.id}"`; lengths are {unit}, facings degrees of the compass.\n',
        _situation(ruleset),
        _kinds(ruleset),
        _options(meta.options),
        _entries(ruleset),
        _questions(ruleset, samples(ruleset, saves)),
        _events(ruleset),
    ]
    return "\n".join(parts)


def write(rulesets: Sequence[Ruleset], root: Path, say: Callable[[str], None]) -> None:
    """Write the references of systems below the folder of the source."""
    for ruleset in rulesets:
        path = root / FOLDER / f"{ruleset.meta.id}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(reference(ruleset, root / "saves"), encoding="utf-8")
        say(path.relative_to(root).as_posix())


# --- the situation -----------------------------------------------------------------------------------------------


def _situation(ruleset: Ruleset) -> str:
    tables: Mapping[str, tuple[type[msgspec.Struct] | None, Sequence[str]]] = getattr(ruleset, "position_tables", {})
    out = "## The situation\n"
    for name, (own, keys) in tables.items():
        title = "At the top of the file" if not name else "`[sides.SIDE]`" if name == "sides" else f"`[[{name}]]`"
        out += f"\n### {title}\n\n| key | what stands there | |\n| --- | --- | --- |\n"
        known = {} if own is None else types_of(own)
        about = {} if own is None else attributes(own)
        row_type = name == "profile"
        every = dict.fromkeys([*keys, *(known if row_type else ())])
        for key in every:
            plain = KEYS[""].get(key, "") if not name else KEYS["*"].get(key, "")
            mine = key in known and not (plain and not about.get(key)) and key not in ("units", "contacts", "markers")
            what = type_words(known[key]) if key in known else ""
            asked = extra_of(known[key]).get("asked") if key in known else None
            text = (about.get(key, "") or (asked.label.key if asked is not None else "")) if mine else plain
            out += f"| `{key}` | {what} | {_cell(text)} |\n"
    return out


def _kinds(ruleset: Ruleset) -> str:
    """The codes of troops and the kinds of terrain."""
    size = next((int(o.default) for o in ruleset.meta.options if o.id == "points"), 1000)
    out = "## Troops and terrain\n"
    for army in ruleset.armies(size):
        told = ", ".join(f"`{e.code}` {e.name}" for e in army.entries)
        out += f"\n- `{army.id}` ({army.name}): {told}"
    rules = ruleset.table_rules() if isinstance(ruleset, PlaysTables) else None
    if rules is not None:
        out += "\n- terrain: " + ", ".join(f"`{k.id}`" for k in rules.kinds)
    return out + "\n"


def attributes(struct: type) -> dict[str, str]:
    """What the docstrings of a struct and its parts say of their fields."""
    out: dict[str, str] = {}
    for one in (struct, *parts_of(struct).values()):
        out |= _attributes(inspect.getdoc(one) or "")
    return {k: v.replace("``", "`") for k, v in out.items()}


def _attributes(doc: str) -> dict[str, str]:
    _, found, rest = doc.partition("Attributes\n----------\n")
    out: dict[str, str] = {}
    names: list[str] = []
    for line in rest.splitlines() if found else ():
        if line and not line.startswith(" "):
            names = [n.strip() for n in line.split(",")]
        elif line.strip():
            for name in names:
                line = (
                    line.replace(", corners in mm", "")
                    .replace(" in mm", "")
                    .replace("(mm)", "")
                    .replace("mm that", "how far")
                )
                out[name] = f"{out.get(name, '')} {line.strip()}".strip()
    return out


def type_words(kind: Any) -> str:
    """A type in words."""
    extra = extra_of(kind)
    if extra.get("length"):
        return "length"
    if extra.get("names"):
        return f"id of a {extra['names']}"
    found = arms(kind)
    if len(found) > 1:
        return " or ".join(dict.fromkeys(type_words(a) for a in found))
    one = found[0]
    if one is not kind and one is not bare(kind):
        return type_words(one)
    kind = bare(one)
    if get_origin(kind) is Literal:
        return ", ".join(f"`{a}`" if a else '`""`' for a in get_args(kind))
    if get_origin(kind) in (tuple, list):
        inner = [a for a in get_args(kind) if a is not Ellipsis]
        if len(set(map(str, inner))) == 1 and Ellipsis in get_args(kind):
            return f"list of {type_words(inner[0])}"
        return "[" + ", ".join(type_words(a) for a in inner) + "]"
    if get_origin(kind) is dict:
        key, value = get_args(kind)
        return f"table of {type_words(key)} = {type_words(value)}"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return "{ " + ", ".join(f"`{k}`" for k in types_of(kind)) + " }"
    names = {int: "whole number", float: "number", str: "text", bool: "true or false", types.NoneType: "nothing"}
    return names.get(kind, "anything")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _options(options: Sequence[OptionDef]) -> str:
    out = "## Options\n\n| option | values | unless told |\n| --- | --- | --- |\n"
    for one in options:
        values = "true or false"
        if one.type == "number":
            values = f"{one.least} to {one.most}" if one.least is not None else "whole number"
        elif one.type == "choice":
            values = ", ".join(f"`{c}`" for c in one.choices)
        out += f"| `{one.id}` | {values} | {toml_value(one.default)} |\n"
    return out


# --- entries -----------------------------------------------------------------------------------------------------


def _entries(ruleset: Ruleset) -> str:
    out = '## Entries\n\nWhere play can begin: `entry = { name = "...", args = { ... } }`.\n\n'
    for name, entry in ruleset.entries.items():
        text = entry.help if isinstance(entry, Entry) else ""
        out += f"- `{name}`: {text.replace('``', '`')}\n"
        for arg in entry.args if isinstance(entry, Entry) else ():
            out += _arg(arg, "  ")
    return out


def _arg(arg: Arg, indent: str) -> str:
    words = ", ".join(f"`{c}`" for c in arg.choices)
    kind = {
        "unit": "a unit",
        "units": "units",
        "side": "a side",
        "number": f"a whole number, at least {arg.least}",
        "flag": "true or false",
        "word": words or "text",
        "rows": "a list of tables",
        "pairs": "a list of pairs, a base and a unit",
        "counts": "a table of units = numbers",
        "groups": "a table of units = lists of units",
        "rules": "a table of rules = numbers",
    }[arg.kind]
    needed = "" if arg.needed else ", if need be"
    out = f"{indent}- `{arg.name}` ({kind}{needed}): {arg.help}\n"
    return out + "".join(_arg(one, indent + "  ") for one in arg.fields)


# --- questions ---------------------------------------------------------------------------------------------------


def samples(ruleset: Ruleset, saves: Path) -> dict[str, Sample]:
    """A sample of each question that an example or a sample record answers, and the ways out met there."""
    found: dict[str, Sample] = {}
    for path in sorted((ruleset.meta.folder / "examples").glob("*.toml")):
        try:
            out = resolve(read_position(path), ruleset)
        except PositionError:
            continue
        for one in out.told:
            if isinstance(one, Answered):
                plain = one.doc.answer if one.refusal is None else None
                _keep(found, ruleset, one.before, one.decision, plain)
    for path in sorted(saves.glob("sample-*.tabula")):
        _from_record(found, ruleset, path)
    return found


def _from_record(found: dict[str, Sample], ruleset: Ruleset, path: Path) -> None:
    try:
        record = read_record(path)
    except RecordError:
        return
    if record.header.ruleset != ruleset.meta.id:
        return
    before: State | None = None
    for line in record.lines(ruleset):
        command = line.command
        if before is not None and before.pending is not None and command is not None:
            decision = next((d for d in before.pending.decisions if d.id == getattr(command, "decision", "")), None)
            reply = getattr(command, "reply", None)
            if decision is not None and isinstance(reply, dec.Reply):
                known = found.get(decision.question)
                if known is None or (known.answer is None and reply.answer is not None):
                    answer = msgspec.to_builtins(reply.answer) if reply.answer is not None else None
                    plain = {k: v for k, v in answer.items() if k != "type"} if answer is not None else None
                    _keep(found, ruleset, before, decision, in_unit(ruleset, plain) if plain is not None else None)
        before = line.state


def _keep(
    found: dict[str, Sample], ruleset: Ruleset, state: State, decision: dec.Decision, answer: dict[str, Any] | None
) -> None:
    sample = found.setdefault(decision.question, Sample())
    if sample.answer is None and answer is not None:
        sample.answer = _short(answer)
    asked = question_of(ruleset, decision.question).asked(view(state, decision.side), decision)
    sample.exits.update(e.id for e in asked.exits)


def _short(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer with one course or place where it has many."""
    if len(toml_value(answer)) <= LONG:
        return answer
    return {k: v[:1] if isinstance(v, list) else v for k, v in answer.items()}


def _questions(ruleset: Ruleset, found: Mapping[str, Sample]) -> str:
    out = (
        "## Questions\n\nWhat a command may answer: `question`, its kind, an answer, and the ways out (`exit`) that "
        "the examples meet. An answer in capitals shows only what one of this kind looks like.\n"
    )
    for name, question in ruleset.questions.items():
        sample = found.get(name, Sample())
        answer = toml_value(sample.answer) if sample.answer is not None else KINDS[question.kind]
        exits = ", ".join(f"`{e}`" for e in sorted(sample.exits)) or "none met"
        out += f"\n- `{name}` ({question.kind}); ways out: {exits}\n\n  ```toml\n  answer = {answer}\n  ```\n"
    return out


# --- events ------------------------------------------------------------------------------------------------------


def _events(ruleset: Ruleset) -> str:
    lengths = event_lengths(ruleset)
    out = (
        "## Events\n\nWhat `expect` can name. Data marked * are lengths; … means that there may be others.\n\n"
        "| type | family | data | told as |\n| --- | --- | --- | --- |\n"
    )
    for type_, told in sorted(events_told(ruleset).items()):
        if type_ in ("rest", "refused"):
            continue
        data = [f"`{k}`{'*' if k in lengths else ''}" for k in sorted(told.keys)] + (["…"] if told.more else [])
        said = next(iter(sorted(told.sentences)), "")
        out += f"| `{type_}` | {', '.join(sorted(told.families))} | {', '.join(data)} | {_cell(said)} |\n"
    return out


def outdated(rulesets: Sequence[Ruleset], root: Path) -> Iterator[str]:
    """The references that are not what the code makes of them now."""
    for ruleset in rulesets:
        path = root / FOLDER / f"{ruleset.meta.id}.md"
        if not path.is_file() or path.read_text(encoding="utf-8") != reference(ruleset, root / "saves"):
            yield path.relative_to(root).as_posix()
