"""Bots with parameters: ``general[loss=0.4,place=30]`` is the general with two weights of its temper changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import msgspec

from game.bots.seat import Bot

Value = bool | int | float
_NAME = re.compile(r"(?P<base>[^\[\]]+)\[(?P<rest>[^\[\]]*)\]")


class WrongParameter(ValueError):
    """A parameter that a bot does not have, or a value that it cannot have."""


@runtime_checkable
class Tunable(Protocol):
    """A bot with parameters."""

    name: str

    def parameters(self) -> dict[str, Value]:
        """The parameters by name, with their values."""
        ...

    def with_parameters(self, name: str, changed: Mapping[str, Value]) -> Bot:
        """The same bot under another name with some parameters changed. Raises WrongParameter."""
        ...


def split_name(name: str) -> tuple[str, dict[str, Value]]:
    """The name of a bot without its parameters, and these.

    Raises WrongParameter where they cannot be read.

    Examples
    --------
    >>> split_name("general[loss=0.4,ranks=true]")
    ('general', {'loss': 0.4, 'ranks': True})
    >>> split_name("general")
    ('general', {})
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return name, {}
    parameters: dict[str, Value] = {}
    for part in filter(None, found["rest"].split(",")):
        key, _, value = part.partition("=")
        try:
            parameters[key.strip()] = msgspec.json.decode(value.strip(), type=Value)
        except msgspec.MsgspecError:
            raise WrongParameter(f"{part.strip()!r} sets no parameter of {found['base']}: write name=number") from None
    return found["base"], parameters


def name_with(base: str, parameters: Mapping[str, Value]) -> str:
    """The name of a bot with parameters, in one spelling.

    >>> name_with("general", {"place": 30.0, "loss": 0.4})
    'general[loss=0.4,place=30.0]'
    """
    told = ",".join(f"{key}={msgspec.json.encode(parameters[key]).decode()}" for key in sorted(parameters))
    return f"{base}[{told}]" if told else base


def tuned(bot: Bot, name: str, parameters: Mapping[str, Value]) -> Bot:
    """A bot with some of its parameters changed, under another name. Raises WrongParameter."""
    if not isinstance(bot, Tunable):
        raise WrongParameter(f"the bot {bot.name} has no parameters")
    known = bot.parameters()
    for key in parameters:
        if key not in known:
            raise WrongParameter(f"{bot.name} has no parameter {key!r}; it has: {', '.join(known) or 'none'}")
    return bot.with_parameters(name, parameters)
