"""The two lanes of tests."""

from __future__ import annotations

from pathlib import Path

from tests import lanes

ROOT = Path(__file__).parents[2]


def test_the_slowest_for_each_test_go_to_the_slow_lane_up_to_its_share() -> None:
    seconds = {"a": 9.0, "b": 10.0, "c": 1.0, "d": 8.0}
    counts = {"a": 1, "b": 10, "c": 100, "d": 1}
    assert lanes.slowest(seconds, counts, 0.02) == ["a", "d"]
    assert lanes.slowest(seconds, counts, 0.12) == ["a", "b", "d"]
    assert lanes.slowest(seconds, counts, 0.1) == ["a", "d"], "ten tests of b have no room beside a and d"


def test_the_slow_lane_names_test_functions_that_exist() -> None:
    sources: dict[str, str] = {}
    for name in lanes.slow_functions():
        path, *inside = name.split("::")
        source = sources.setdefault(path, (ROOT / path).read_text(encoding="utf-8"))
        assert f"def {inside[-1]}(" in source, name


def test_measured_files_of_several_workers_add_up(tmp_path: Path) -> None:
    one, two = tmp_path / "m.gw0.json", tmp_path / "m.gw1.json"
    one.write_text('{"seconds": {"a": 1.5}, "counts": {"a": 1}}')
    two.write_text('{"seconds": {"a": 0.5, "b": 2.0}, "counts": {"a": 2, "b": 1}}')
    assert lanes.read([one, two]) == ({"a": 2.0, "b": 2.0}, {"a": 3, "b": 1})
