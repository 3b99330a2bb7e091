"""XML read without trust: no document type, no entities, nothing from outside, and no more of it than is sensible."""

from __future__ import annotations

from typing import Any, NoReturn
from xml.parsers import expat

from game.engine.files.toml_reading import DataError
from game.engine.rosters.nodes import MOST_DEPTH, MOST_NODES, MOST_TEXT, Node
from game.engine.text import T, Text

_CHUNK = 65_536
MOST_TAG = 400_000
"""Bytes of one tag with all its attributes, or of one remark."""
REASONS: dict[str, Text] = {
    "no element found": T("it breaks off here"),
    "unclosed token": T("it breaks off in the middle of a tag"),
    "unclosed CDATA section": T("it breaks off here"),
    "partial character": T("it breaks off here"),
    "mismatched tag": T("mismatched closing tag"),
    "undefined entity": T("an unknown entity stands here"),
    "junk after document element": T("text follows after its end"),
    "duplicate attribute": T("an attribute appears here twice"),
}
"""What the parser's words mean to a reader."""


def parse_xml(data: bytes, file: str) -> Node:
    """Read XML. Raises DataError with line and column for whatever is broken or not wanted."""
    return _Reader(file).read(data)


class _Reader:
    """One document on its way to a tree."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Node | None = None
        self.open: list[Node] = []
        self.count = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.UnparsedEntityDeclHandler = self._entity
        self.parser.ExternalEntityRefHandler = self._entity

    def read(self, data: bytes) -> Node:
        try:
            for at in range(0, len(data), _CHUNK):
                self.parser.Parse(data[at : at + _CHUNK], False)
                # what has come in and is no whole tag yet is kept by the parser
                if at + _CHUNK - self.parser.CurrentByteIndex > MOST_TAG:
                    self._fail(T("a tag or comment is longer than {most} bytes", most=MOST_TAG))
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            where = f"line {error.lineno}, column {error.offset + 1}"
            reason = REASONS.get(expat.ErrorString(error.code) or "", T("it is not written in the form of XML"))
            raise DataError(self.file, where, T("this is not a complete XML file: {reason}", reason=reason)) from None
        except (LookupError, ValueError) as error:
            if isinstance(error, DataError):
                raise
            raise DataError(self.file, "line 1", T("its character encoding is unknown")) from None
        if self.root is None:
            raise DataError(self.file, "", T("the file is empty"))
        return self.root

    def _fail(self, text: Text) -> NoReturn:
        where = f"line {self.parser.CurrentLineNumber}, column {self.parser.CurrentColumnNumber + 1}"
        raise DataError(self.file, where, text)

    def _doctype(self, name: str, *_: Any) -> None:
        if name.lower() == "html":
            self._fail(T("this is a web page, not a roster"))
        self._fail(T("it defines its own document type (DTD); such files are not read"))

    def _entity(self, *_: Any) -> int:
        self._fail(T("it defines its own entities; such files are not read"))

    def _start(self, tag: str, attrs: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_NODES:
            self._fail(T("it has more than {most} parts, too many for an army list", most=MOST_NODES))
        if len(self.open) >= MOST_DEPTH:
            self._fail(T("its parts lie more than {most} deep in each other", most=MOST_DEPTH))
        node = Node(_bare(tag), {_bare(k).lower(): v[:MOST_TEXT] for k, v in attrs.items()})
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def _end(self, _tag: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        node = self.open[-1]
        if len(node.text) < MOST_TEXT and text.strip():
            node.text = (node.text + text)[:MOST_TEXT]


def _bare(tag: str) -> str:
    """A tag without its prefix."""
    return tag.rpartition(":")[2]
