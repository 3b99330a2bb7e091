"""What the prompt says to do with mouse and keys, for a kind of question and for what it offers."""

from __future__ import annotations

import pygame
import pytest

from game.client.keymap import Keys
from game.client.panels.battle_prompt import hint
from game.client.panels.prompt import Prompt, Strength
from game.client.theme import Theme
from game.client.ui.text import say
from game.engine.decision import Bar, Choice, Decision, Kind, PickSpace, PlaceSpace, Space
from game.engine.text import T

THING = Choice("a", T("A"))
BARRED = Choice("b", T("B"), Bar(T("no")))


@pytest.mark.parametrize(
    ("kind", "space", "said"),
    [
        ("pick", PickSpace((THING, BARRED)), "Pick on the table or in the list, then Enter"),
        ("pick", PickSpace((BARRED,)), ""),
        ("pick", PickSpace(()), ""),
        ("place", PlaceSpace((THING,)), "Drag it, the wheel turns it, then Enter"),
        ("place", PlaceSpace((THING,), facings=(0.0, 90.0)), "Drag it, the wheel turns it, then Enter"),
        ("place", PlaceSpace((THING,), facings=(0.0,)), "Drag it, then Enter"),
        ("move", None, "Drag it, the wheel turns it, then Enter"),
    ],
)
def test_it_says_only_what_can_be_done(kind: Kind, space: Space | None, said: str) -> None:
    assert hint(Decision("1", "q", "s", kind, T("?")), Keys({}), space) == said


@pytest.mark.parametrize(
    ("scale", "size", "message"),
    [
        (2.0, (1024, 700), "Kartagina: ruch oddziału Jazda numidyjska 1"),
        (2.0, (1024, 700), "Kompania Słonych Bagien: rzucić zaklęcie? Oddział Wiedźma z bagien"),
        (1.0, (1280, 720), "Kartagina: ruch oddziału Jazda numidyjska 1"),
    ],
)
def test_nothing_of_the_line_is_cut(scale: float, size: tuple[int, int], message: str) -> None:
    prompt = Prompt(Theme(scale=scale))
    prompt.message, prompt.hint = say(message, "bold"), say("Przeciągnij, kółko obraca, potem Enter", "small")
    prompt.status = [(say("Tura"), say("4 z 8"))]
    prompt.strengths = (Strength(0, "Republika rzymska", (True,) * 14), Strength(1, "Kartagina", (True,) * 12))
    prompt.place(pygame.Rect(0, 0, size[0], prompt.tall(size[1])))
    prompt.draw(pygame.Surface(size))
    blocks = [block for block, _at in prompt._laid]
    said = " ".join(piece.text.strip() for block in blocks for piece in block.pieces)
    assert message in said
    assert "…" not in said
    assert ("potem Enter" in said) is not prompt.compact
    assert all(y >= 0 and y + block.height <= prompt.rect.height for block, (_x, y) in prompt._laid)
