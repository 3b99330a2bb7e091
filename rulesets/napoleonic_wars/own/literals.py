"""The words of the ``own`` fields: classes, arms, weapons, formations, results, deeds."""

from __future__ import annotations

from typing import Literal

Class = Literal["", "A", "B", "C", "D", "E"]
Arm = Literal["foot", "horse", "guns", "rockets", "general"]
Weapon = Literal[
    "", "musket", "rifle", "double_rifle", "rifled_musket", "dragoon_musket", "carbine", "rifled_carbine", "bow"
]
Nation = Literal["austria", "britain", "france", "prussia", "russia", "native", "other"]
Formation = Literal[
    "line",
    "double_line",
    "closed_column",
    "open_column",
    "closed_divisional",
    "open_divisional",
    "march_column",
    "square",
    "double_square",
    "mass",
    "irregular",
    "open",
    "circle",
    "limbered",
    "deployed",
    "garrison",
    "single",
]
"""``closed_column`` and ``open_column`` are the company columns of foot and the squadron columns of horse (NAP-FRM-15
to -19); ``mass`` a closed column with its outer figures facing outwards (NAP-R71); ``irregular`` the dense mass of
irregulars (NAP-FRM-22) and their columns and lines on horseback; ``open`` open order; ``limbered`` and ``deployed`` are
those of batteries; ``garrison`` troops in a building; ``single`` generals."""
Result = Literal[
    "", "halt", "withdraw", "retreat", "rout", "break_off", "follow_up", "pursue", "surrendered", "dispersed"
]
"""The result of a test that a body is under (NAP-RES, NAP-MRE, NAP-RLY); "" is none, or good morale."""
RESULT_EVENTS: dict[str, str] = {
    "": "result_good",
    "halt": "result_halt",
    "withdraw": "result_withdraw",
    "retreat": "result_retreat",
    "rout": "result_rout",
    "break_off": "result_break_off",
    "follow_up": "result_follow_up",
    "pursue": "result_pursue",
}
"""The events by which a body falls under a result."""
Pace = Literal["normal", "double"]
Deed = Literal[
    "crossed",
    "left_bad",
    "formed",
    "fired",
    "loaded",
    "double",
    "charged",
    "out_of_reach",
    "was_charged",
    "attacked",
    "was_attacked",
    "contacted",
    "melee",
    "pursued",
    "retreated",
    "routed",
    "evaded",
    "begins_reforming",
    "gives_up_half",
    "came_upon",
    "reacted",
    "refused",
    "double_over",
    "arrived",
    "disarmed",
]
"""What a body did or suffered in a move: "crossed" an obstacle, ford or fordable river; "left_bad": dense wood, marsh
or mud; "formed": changed formation; "begins_reforming" in the move of the obstacle (NAP-DIS-10); "gives_up_half" of the
move to reforming and fires in the other (gunners, NAP-DIS-17). "came_upon" a hidden enemy within attack distance
(NAP-DET-04), "reacted": took a melee reaction test (NAP-MOR-04) or routed without one (NAP-MRE-05), "refused": its
surrender was ignored (NAP-PRI-03); "double_over": a double ended in this move and does not bind the next (NAP-S92),
"arrived": at its objective; "disarmed" prisoners (NAP-S88)."""
Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
Step = Literal["", "deploy", "write", "move", "over"]
Weather = Literal["fair", "rain", "fog", "snow"]


Straight = Literal["", "first", "always"]
