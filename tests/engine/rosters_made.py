"""Invented rosters, written in each of the three forms that they go by."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Tree = dict[str, Any]
GROUPS = {
    "forces": "force",
    "selections": "selection",
    "profiles": "profile",
    "characteristics": "characteristic",
    "costs": "cost",
    "costLimits": "costLimit",
    "categories": "category",
    "rules": "rule",
}


def pts(value: float) -> list[Tree]:
    return [{"name": "pts", "typeId": "p", "value": value}]


def profile(kind: str, name: str, **values: str) -> Tree:
    return {
        "name": name,
        "typeName": kind,
        "characteristics": [{"name": k.replace("_", " "), "$text": v} for k, v in values.items()],
    }


def selection(name: str, kind: str = "upgrade", number: int = 1, cost: float = 0, **more: Any) -> Tree:
    return {"name": name, "type": kind, "number": number, "costs": pts(cost), **more}


def roster(*selections: Tree, said: float | None = None, catalogue: str = "Marsh", **more: Any) -> Tree:
    found: Tree = {"id": "r", "name": "Mud and Reeds", "gameSystemName": "Puddle Wars", **more}
    if said is not None:
        found["costs"] = pts(said)
    found["forces"] = [{"name": "Patrol", "catalogueName": catalogue, "selections": list(selections)}]
    return found


def as_json(tree: Tree, text: str = "$text") -> bytes:
    return json.dumps({"roster": tree}).replace('"$text"', json.dumps(text)).encode()


def as_xml(tree: Tree, head: str = '<?xml version="1.0" encoding="UTF-8"?>\n') -> bytes:
    return (head + _element("roster", tree, ' xmlns="http://invented.example/rosterSchema"')).encode()


def _element(tag: str, row: Tree, extra: str = "") -> str:
    attrs = "".join(
        f" {k}={quoteattr(str(v))}" for k, v in row.items() if k not in GROUPS and k not in ("$text", "description")
    )
    inner = escape(str(row.get("$text", "")))
    if "description" in row:
        inner += f"<description>{escape(row['description'])}</description>"
    for group, single in GROUPS.items():
        if group in row:
            inner += f"<{group}>{''.join(_element(single, one) for one in row[group])}</{group}>\n"
    return f"<{tag}{extra}{attrs}>{inner}</{tag}>"


def packed(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as box:
        for name, data in files:
            box.writestr(name, data)
    return out.getvalue()


HOOK = profile("Weapon", "Boathook", range="Melee", attacks="A1")
WARDENS = selection(
    "Marsh Wardens",
    "unit",
    1,
    selections=[
        selection(
            "Warden",
            "model",
            5,
            50,
            selections=[
                selection("Boathook", "upgrade", 4, profiles=[HOOK]),
                selection("Net gun", "upgrade", 1, 12.5),
            ],
        ),
        selection("Whistle", "upgrade", 1, 5, rules=[{"name": "Loud", "description": "Heard far\u00a0off."}]),
    ],
    profiles=[profile("Unit", "Marsh Wardens", **{"Quality": "4+", "SPECIAL\u00a0rules": "Fearless, Tough(3)"})],
)
REEVE = selection("Reeve", "model", 1, 45, customName="Old Odo")
SETTING = selection("Battle size")
"""Parts of an invented list: a unit with models and options, a single model, a setting of the list."""
