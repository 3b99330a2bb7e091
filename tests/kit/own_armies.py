"""Armies of a player's own, one a system: codes of the shipped armies and new ones, looks, nothing that is needless."""

from __future__ import annotations

ANCIENTS = """\
id = "moon_riders"
name = "Riders of the Moon"

[looks]
LEG = "pike"
RID = "NUM"

[[unit]]
code = "LEG"
name = "Moon Guard"
type = "infantry"
stands = 3
attacks = 4
hits = 4
armour = 4
points = 70
min = 2
max = 6

[[unit]]
code = "RID"
name = "Moon Riders"
type = "cavalry"
stands = 3
attacks = 3
hits = 3
range_cm = 15.0
points = 60
min = 1

[[character]]
code = "CONS"
name = "The Moon King"
rank = "general"
command = 9
points = 125
min = 1
max = 1
per = "army"
"""

SKIRMISH = """\
id = "mire"
name = "People of the Mire"
spells = "fen_lore"
banner = ["M2"]

[looks]
M1 = "wizard"

[[unit]]
code = "M1"
name = "Old Reed"
size = "infantry"
quality = 4
defense = 5
points = 45
rules = { hero = 0, tough = 3 }
roles = { banner = 1 }

[[unit.weapon]]
name = "Staff"
attacks = 3

[[unit]]
code = "M2"
name = "Eel Hunters"
size = "infantry"
models = 4
quality = 4
defense = 5
points = 60

[[unit.weapon]]
name = "Spear"
attacks = 1

[[unit.weapon]]
name = "Darts"
range = 12
attacks = 1

[[unit]]
code = "M3"
name = "Frog Riders"
size = "infantry"
models = 2
quality = 5
defense = 4
points = 40

[[unit.weapon]]
name = "Club"
attacks = 2
"""

RANKS = """\
id = "river_league"
name = "League of the River"

[looks]
PHA = "spear_fighter"

[[unit]]
code = "KIN"
name = "King of the Ford"
arm = "infantry"
character = "general"
profile = { m = 4, ws = 5, bs = 4, s = 4, t = 4, w = 3, i = 5, a = 3, ld = 9 }
armour = ["heavy", "shield"]
models = 1
points = 140
least = 1
most = 1

[[unit]]
code = "PHA"
name = "Ford Guard"
arm = "infantry"
order = "close"
profile = { m = 4, ws = 4, bs = 3, s = 3, t = 3, w = 1, i = 3, a = 1, ld = 8 }
armour = ["shield"]
models = 20
files = 5
points = 180
least = 1
most = 4

[[unit]]
code = "DAR"
name = "Dart Throwers"
arm = "infantry"
order = "skirmish"
profile = { m = 4, ws = 2, bs = 3, s = 3, t = 3, w = 1, i = 3, a = 1, ld = 6 }
weapon = "javelin"
models = 8
points = 50
most = 3
"""

UNIVERSAL = """\
id = "salt_caravan"
name = "The Salt Caravan"

[looks]
SLI = "bowman"

[[unit]]
code = "MAS"
name = "Master of the Caravan"
kind = "hero"
category = "aspirant"
starts = "GUA"

[[unit]]
code = "GUA"
name = "Salt Guard"
kind = "troops"
models = 5
hit = 4
melee = "pole"

[[unit]]
code = "SLI"
name = "Sling Boys"
kind = "troops"
models = 5
ranged = "light"
specialisations = ["camouflage"]

[[unit]]
code = "BEA"
name = "Beast of Burden"
kind = "monster"
growth = 1
items = ["cargo"]
"""

NAPOLEONIC = """\
id = "lake_brigade"
name = "Brigade of the Lakes"
nation = "france"

[looks]
GUN = "FART"

[[unit]]
code = "CHF"
name = "Old Marshal"
kind = "chief"

[[unit]]
code = "GEN"
name = "General of the Lakes"
kind = "general"
leads = "Lakes"

[[unit]]
code = "FUS"
name = "Fusiliers of the Lakes"
kind = "FRA_LINE_1808"
brigade = "GEN"

[[unit]]
code = "GUN"
name = "Guns of the Lakes"
kind = "FRA_F6"
brigade = "GEN"
"""

ARMIES = {"WMA": ANCIENTS, "AFS": SKIRMISH, "WAB": RANKS, "USB": UNIVERSAL, "NAP": NAPOLEONIC}
SIZES = {"WMA": 1000, "AFS": 250, "WAB": 1000, "USB": 500, "NAP": 500}
