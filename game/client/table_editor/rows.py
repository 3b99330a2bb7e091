"""The rows beside the table: what is wrong, the piece in hand, what is drawn, the table itself, all pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.client.keymap import Keys
from game.client.table_editor.desk import Desk
from game.client.table_editor.figures import Figure, figures
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import N_, Words, _, clause_spans, ngettext
from game.engine.table_plans import edits
from game.engine.table_plans.document import Piece
from game.engine.table_plans.rules import TableFault

LANDSCAPES = {"": N_("Meadow"), "steppe": N_("Steppe"), "winter": N_("Winter")}
"""Those with a translated name; others go by their id."""


@dataclass(frozen=True)
class Typing:
    """A row into which something is being typed."""

    row: str
    text: str


def landscape_word(landscape: str) -> str:
    """What a landscape is called."""
    return _(LANDSCAPES[landscape]) if landscape in LANDSCAPES else landscape.replace("_", " ").capitalize()


def rows_of(desk: Desk, faults: Sequence[TableFault], words: Words, keys: Keys, typing: Typing | None) -> list[Row]:
    """All rows."""
    maker = _Rows(desk, words, keys, typing)
    piece = edits.thing_of(desk.plan, desk.selected)
    rows = maker.faults(faults)
    if desk.tool == "zone":
        rows += maker.sides()
    elif desk.tool != "select":
        rows += maker.kinds()
    if piece is not None:
        rows += maker.piece(piece) if desk.zone < 0 else maker.zone(desk.zone)
    rows += maker.table()
    return rows + maker.pieces() + maker.zones()


class _Rows:
    def __init__(self, desk: Desk, words: Words, keys: Keys, typing: Typing | None) -> None:
        self.desk, self.words, self.keys, self.typing = desk, words, keys, typing
        self.figures = figures(desk)

    # -- parts ------------------------------------------------------------------------------------------------

    def faults(self, faults: Sequence[TableFault]) -> list[Row]:
        """What is wrong, the fatal first; pressing one takes its piece in hand."""
        if not faults:
            return [Row("text", label=say(_("Nothing is wrong with this table."), "body", "good"))]
        fatal = sum(f.fatal for f in faults)
        title = (
            _("To be fixed ({n})").format(n=fatal) if fatal else _("The table can be played on, with these warnings:")
        )
        rows = [Row("heading", label=say(title, "bold", "danger" if fatal else "warning"))]
        for number, fault in enumerate(faults):
            label = self.words.spans(fault.text, None, "small", "danger" if fault.fatal else "warning")
            row = f"fault-{number}" if fault.piece else ""
            rows.append(Row("text", row, label + clause_spans([fault.clause])))
        return rows

    def piece(self, piece: Piece) -> list[Row]:
        """All of the piece in hand."""
        kind = self.desk.rules.kind(piece.kind)
        kind_name = self.words.word(kind.name) if kind is not None else piece.kind
        rows = [
            Row("line"),
            Row("heading", label=say(self.words.word(piece.name) or kind_name, "bold", "accent")),
            self._stepper("p-kind", _("Kind"), kind_name),
            self._text("p-name", _("Name"), piece.name, kind_name),
        ]
        rows += [self._figure(i, f) for i, f in self.figures.items() if i.startswith("p-")]
        rows += [self._figure(i, f) for i, f in self.figures.items() if i.startswith("pt-")]
        if piece.shape != "line" and not piece.edges:
            rows.append(self._check("p-curved", _("Smooth line"), piece.curved, "table_curve"))
        if kind is not None and kind.edges is not None:
            value = ", ".join(str(e + 1) for e in piece.edges) or "–"
            rows.append(self._stepper("p-edges", _("{what} on edge").format(what=self.words.say(kind.edges)), value))
        rows += [
            self._button("double", _("Duplicate"), "table_double"),
            self._button("twin", _("Duplicate on the opposite side, turned by half"), "table_twin"),
            self._button("up", _("Bring to the front"), "table_up"),
            self._button("down", _("Send to the back"), "table_down"),
        ]
        what = _("Delete this point") if self.desk.point >= 0 else _("Delete")
        return [*rows, self._button("delete", what, "clear")]

    def zone(self, number: int) -> list[Row]:
        """All of the zone in hand."""
        zone = self.desk.plan.zones[number]
        side = self.words.word(zone.side.capitalize())
        title = _("Deployment zone of {side}").format(side=side)
        rows = [
            Row("line"),
            Row("heading", label=say(title, "bold", "accent")),
            self._stepper("z-side", _("Side"), side),
        ]
        rows += [self._figure(i, f) for i, f in self.figures.items() if i.startswith(("p-", "pt-"))]
        rows += [
            self._button("double", _("Duplicate"), "table_double"),
            self._button("twin", _("Duplicate on the opposite side, for the other player"), "table_twin"),
        ]
        what = _("Delete this point") if self.desk.point >= 0 else _("Delete")
        return [*rows, self._button("delete", what, "clear")]

    def zones(self) -> list[Row]:
        """All deployment zones that have an outline of their own."""
        zones = self.desk.plan.zones
        if not zones:
            return []
        rows = [Row("line"), Row("heading", label=say(_("Zones ({n})").format(n=len(zones)), "bold", "accent"))]
        for number, zone in enumerate(zones):
            thing = f"{edits.ZONE}{number}"
            label = say(self.words.word(zone.side.capitalize()))
            note = say(ngettext("{n} corner", "{n} corners", len(zone.points)), "small", "text_dim")
            rows.append(Row("choice", f"at:{thing}", label, note, on=thing == self.desk.selected))
        return rows

    def kinds(self) -> list[Row]:
        """The kinds that can be drawn with the tool in hand."""
        rows = [Row("line"), Row("heading", label=say(_("Shown on the table"), "bold", "accent"))]
        for kind in self.desk.rules.kinds:
            line = kind.shape == "line"
            barred = say(_("only as a line"), "small") if line and self.desk.tool != "line" else ()
            rows.append(
                Row(
                    "choice",
                    f"kind:{kind.id}",
                    say(self.words.word(kind.name)),
                    mark="radio",
                    on=kind.id == self.desk.kind,
                    bar=barred,
                )
            )
        if self.desk.tool in ("polygon", "line"):
            rows.append(self._check("curved", _("Smooth line"), self.desk.curved, "table_curve"))
        return rows

    def sides(self) -> list[Row]:
        """Whose deployment zone is drawn, and how."""
        rows = [Row("line"), Row("heading", label=say(_("Deployment zones"), "bold", "accent"))]
        strips = self.desk.rules.zones == "strip"
        if strips and not self.desk.plan.zones:
            words = _("Both sides deploy in strips along the long edges. A drawn zone replaces them.")
            rows.append(Row("text", label=say(words, "small", "text_dim")))
            rows.append(Row("button", "outlines", say(_("Turn the strips into editable outlines"), "small")))
        for side in self.desk.rules.sides:
            name = self.words.word(side.capitalize())
            rows.append(Row("choice", f"side:{side}", say(name), mark="radio", on=side == self.desk.side))
        label = _("Add another zone for this side")
        rows.append(Row("choice", "more", say(label, "small"), mark="check", on=self.desk.more))
        if strips and self.desk.plan.zones:
            rows.append(Row("button", "strips", say(_("Restore the strips along the long edges"), "small")))
        for side in self.desk.rules.sides:
            if self.desk.plan.zones_of(side):
                words = _("Delete the zones of {side}").format(side=self.words.word(side.capitalize()))
                rows.append(Row("button", f"bare:{side}", say(words, "small")))
        return rows

    def table(self) -> list[Row]:
        """The table itself."""
        plan = self.desk.plan
        rows = [
            Row("line"),
            Row("heading", label=say(_("The table"), "bold", "accent")),
            self._text("name", _("Name"), plan.name, _("unnamed")),
        ]
        rows += [self._figure(i, f) for i, f in self.figures.items() if not i.startswith(("p-", "pt-"))]
        rows.append(self._stepper("landscape", _("Landscape"), landscape_word(plan.landscape)))
        grid = self.length(self.desk.grid) if self.desk.grid else _("off")
        rows.append(self._stepper("grid", _("Grid"), grid))
        return rows

    def pieces(self) -> list[Row]:
        """All pieces, the uppermost first."""
        plan = self.desk.plan
        title = _("Terrain ({n})").format(n=len(plan.pieces))
        rows = [Row("line"), Row("heading", label=say(title, "bold", "accent"))]
        for piece in reversed(plan.pieces):
            kind = self.desk.rules.kind(piece.kind)
            name = self.words.word(kind.name) if kind is not None else piece.kind
            label = say(self.words.word(piece.name) or name)
            note = say(name, "small", "text_dim") if piece.name else ()
            rows.append(Row("choice", f"at:{piece.id}", label, note, on=piece.id == self.desk.selected))
        return rows

    # -- single rows ------------------------------------------------------------------------------------------

    def length(self, value: float) -> str:
        """A length of the table in words."""
        mm = self.words.ruleset.meta.measures.mm_per_unit if self.words.ruleset is not None else 1.0
        return self.words.length(value * mm)

    def _figure(self, row: str, figure: Figure) -> Row:
        if self.typing is not None and self.typing.row == row:
            value = say(f"{self.typing.text}▏", "bold", "accent")
        elif figure.unit == "degrees":
            value = say(f"{figure.value:g}°", "bold")
        else:
            value = say(self.length(figure.value), "bold")
        tip = say(_("Type a number, or change it with the arrows"), "small")
        return Row("stepper", row, say(_(figure.label), "small"), value=value, can_less=True, can_more=True, tip=tip)

    def _text(self, row: str, label: str, text: str, hint: str) -> Row:
        if self.typing is not None and self.typing.row == row:
            return Row("value", row, say(label, "small"), value=say(f"{self.typing.text}▏", "bold", "accent"))
        return Row("value", row, say(label, "small"), value=say(text, "bold") or say(hint, "italic", "text_dim"))

    def _stepper(self, row: str, label: str, value: str, key: str = "") -> Row:
        return Row("stepper", row, say(label, "small"), value=say(value, "bold"), key=key, can_less=True, can_more=True)

    def _check(self, row: str, label: str, on: bool, action: str) -> Row:
        return Row("choice", row, say(label, "small"), mark="check", on=on, key=self.keys.shown(action))

    def _button(self, row: str, label: str, action: str) -> Row:
        return Row("button", row, say(label, "small"), key=self.keys.shown(action))
