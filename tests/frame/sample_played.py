"""Run inside a fresh environment with the sample ruleset installed: its commands, and a turn of it in the window.

What came out is printed as one JSON object for the test that started this.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from game.cli import cli
from game.engine.packages import packages


def called(*arguments: str) -> tuple[int, str]:
    """A command of the program: its exit code and what it printed."""
    result = CliRunner(env={"COLUMNS": "120"}).invoke(cli, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def in_the_window(home: Path) -> dict[str, Any]:
    """Begin a battle in the window and move the first wall with the mouse."""
    from game.client.tabletop.adapter import scene_of
    from tests.client.window import Window

    w = Window(home, installed=True, system="SHW")
    for screen in ("learn", "tables", "rules"):
        w.press(screen)
        w.step(2)
        w.key("esc")
    w.new_form()
    w.press("compose-south")
    assert w.screen == "ComposerScreen"
    w.shot("sample_composer")
    w.press("back")
    offered, written = list(w.top.rulesets), w.written()
    w.press("begin")
    w.until(lambda: w.screen == "BattleScreen" and w.asked() == "move")
    unit = w.battle.play.decision.editor.desk.decision.args["unit"]
    (base,) = w.battle.sitting.view.bases_of(unit)
    before = base.pose
    assert before is not None
    w.drag(w.on_table(before.x, before.y), w.on_table(before.x, before.y + 60.0))
    w.shot("sample_drag")
    w.key("enter")
    w.until(lambda: w.asked() == "move" and w.battle.play.decision.editor.desk.decision.args["unit"] != unit)
    (base,) = w.battle.sitting.view.bases_of(unit)
    after = base.pose
    assert after is not None
    w.shot("sample")
    looks = {b.unit: b.look for b in scene_of(w.battle.sitting.view, w.battle.session.ruleset).blocks}
    w.app.quit()
    return {
        "offered": offered,
        "written": written,
        "unit": unit,
        "moved": [round(after.x - before.x), round(after.y - before.y)],
        "looks": looks,
        "records": [p.name for p in sorted((home / "saves").iterdir())],
    }


def main(home: Path) -> None:
    """Do everything, in the order in which the guide does."""
    folder = packages()["SHW"].folder
    assert folder is not None
    record = home / "battle.tabula"
    commands = {
        "battle": ("battle", "--ruleset", "SHW", "--seed", "oak", "--json", "--save", str(record)),
        "verify": ("replay", str(record), "--verify"),
        "resolve": ("resolve", str(folder / "examples")),
        "rules": ("rules", "SHW-STR-02"),
        "check": ("check", "--ruleset", "SHW"),
        "army": ("army", "raiders", "--text"),
        "bench": ("bench", "play", "--ruleset", "SHW"),
    }
    told: dict[str, Any] = {name: called(*arguments) for name, arguments in commands.items()}
    print(json.dumps({**told, "window": in_the_window(home), "folder": str(folder)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
