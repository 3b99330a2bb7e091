"""Every example in the docstrings of the package holds."""

import doctest
import importlib
import pkgutil

import pytest

import game.geometry

MODULES = sorted(f"game.geometry.{found.name}" for found in pkgutil.iter_modules(game.geometry.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples():
    counts = [doctest.testmod(importlib.import_module(name)).attempted for name in MODULES]
    assert sum(counts) > 60
