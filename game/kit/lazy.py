"""Parts of a package that are loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def on_demand(package: str, **modules: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package that has some names from modules of its own, none of them loaded before."""

    def found(name: str) -> Any:
        if name not in modules:
            raise AttributeError(name)
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return found
