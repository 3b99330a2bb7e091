"""The lists of the catalogue as tables (NAP-ARM-20 to NAP-ARM-63), for the tests that read the data against them."""

FOOT = """
| Clause | Key | Class | Points | Figures | Detach | Open |
|---|---|---|---|---|---|---|
| NAP-ARM-20 | AUS_GREN | B | 8 | 18 | coy | no |
| NAP-ARM-20 | AUS_LINE_GER | C | 6 | 24 | - | no |
| NAP-ARM-20 | AUS_LINE_HUN | C | 6 | 30 | - | no |
| NAP-ARM-20 | AUS_GRENZ | C | 6 | 30 | coy | yes |
| NAP-ARM-20 | AUS_GRENZ_SHARP | C | (7) | 6 | itself | yes |
| NAP-ARM-20 | AUS_JAEGER | C | 9 | 18 | coy | yes |
| NAP-ARM-20 | AUS_LANDWEHR | D | 4 | 24 | - | no |
| NAP-ARM-30 | GBR_GUARD | A | 10; light coy 13 | 20 | light, grenadier coy | light coy |
| NAP-ARM-30 | GBR_LINE | B (grenadiers A) | 8; grenadiers 12; light 10 | 20 | light, grenadier coy | light coy |
| NAP-ARM-30 | GBR_LIGHT | B (grenadiers A) | 10; grenadiers 12 | 20 | coy | all |
| NAP-ARM-30 | GBR_RIFLES | A | 13 | 20 | coy | all |
| NAP-ARM-40 | FRA_GUARD | A | 10 | 24 | - | no |
| NAP-ARM-40 | FRA_GUARD_LT | A | 12 | 24 | coy | yes |
| NAP-ARM-40 | FRA_LINE_1804 | C (gren B) | 6; grenadiers 8; voltigeurs 8 | 20 | gren, volt coy | voltigeurs |
| NAP-ARM-40 | FRA_LEGER_1804 | C (carabiniers B) | 8; carabiniers 10; tirailleurs 8 | 20 | coy | yes |
| NAP-ARM-40 | FRA_LINE_1808 | C (gren B) | 6; grenadiers 8; voltigeurs 8 | 18 | gren, volt coy | voltigeurs |
| NAP-ARM-40 | FRA_LEGER_1808 | C (carabiniers B) | 8; carabiniers 10; tirailleurs 8 | 18 | coy | yes |
| NAP-ARM-50 | PRU_MUSK | C | 6 | 20 | - | no |
| NAP-ARM-50 | PRU_FUS | C | 8 | 20 | coy | yes |
| NAP-ARM-50 | PRU_GREN | B | 8 | 20 | - | no |
| NAP-ARM-50 | PRU_RES | C or D | 6/8 or 4/6 | 20 | as line | as line |
| NAP-ARM-50 | PRU_LW | D | 4 (light 6) | 20 | - | see note |
| NAP-ARM-50 | PRU_GJ | A | 13 | 10 | coy | yes |
| NAP-ARM-50 | PRU_J | C | 9 | 10 | coy | yes |
| NAP-ARM-50 | PRU_VJ | morale B, training D | 8 | 5 | coy | yes |
| NAP-ARM-50 | PRU_GUARD | B | 8 | 20 | - | no |
| NAP-ARM-60 | RUS_GUARD | A | 10 | 20 | - | no |
| NAP-ARM-60 | RUS_GUARD_LT | B | 10 | 20 | coy | yes |
| NAP-ARM-60 | RUS_GREN_BN | B | 8 | 20 | - | no |
| NAP-ARM-60 | RUS_FUS_03 | C | 6 | 20 | gren, jaeger platoon | jaegers |
| NAP-ARM-60 | RUS_MUSK_03 | C | 6 | 20 | gren, jaeger platoon | jaegers |
| NAP-ARM-60 | RUS_JAEG_03 | C | 8 | 20 | coy | yes |
| NAP-ARM-60 | RUS_FUS_11 | B | 8 | 20 | gren, jaeger platoon | jaegers |
| NAP-ARM-60 | RUS_MUSK_11 | C | 6 | 20 | gren, jaeger platoon | jaegers |
| NAP-ARM-60 | RUS_COMP_12 | B | 8 | 20 | - | no |
| NAP-ARM-60 | RUS_JAEG_11 | C | 8 | 20 | coy; carabinier, skirmisher platoon | yes |
| NAP-ARM-60 | RUS_MIL | D | 4 | 20 | - | no |
| NAP-ARM-60 | RUS_OPOL | D | 3 | 20 | - | no |
"""

HORSE = """
| Clause | Key | Points by class | Figures | Detach | Open |
|---|---|---|---|---|---|
| NAP-ARM-21 | AUS_CUIR | C 13 | 18 | - | no |
| NAP-ARM-21 | AUS_CUIR_13 | C 13 | 12 | - | no |
| NAP-ARM-21 | AUS_DRAG | C 13 | 18 | sq | on foot |
| NAP-ARM-21 | AUS_DRAG_13 | C 13 | 12 | sq | on foot |
| NAP-ARM-21 | AUS_UHLAN | C 10 | 32 | sq | yes |
| NAP-ARM-21 | AUS_UHLAN_13 | C 10 | 24 | sq | yes |
| NAP-ARM-21 | AUS_CHEV | C 10 | 32 | sq | yes |
| NAP-ARM-21 | AUS_CHEV_13 | C 10 | 24 | sq | yes |
| NAP-ARM-21 | AUS_HUSSAR | C 10 | 40 | sq | yes |
| NAP-ARM-21 | AUS_HUSSAR_13 | C 10 | 32 | sq | yes |
| NAP-ARM-31 | GBR_HG | A 16 | 16 | - | no |
| NAP-ARM-31 | GBR_HD | C 12 | 16 | - | no |
| NAP-ARM-31 | GBR_LD | C 10 | 16 | sq | yes |
| NAP-ARM-41 | FRA_CUIR | A 17 C 13 | 24 | - | no |
| NAP-ARM-41 | FRA_HEAVY | A 16 | 24 | - | no |
| NAP-ARM-41 | FRA_DRAG | A 17 C 13 | 24 | - | on foot |
| NAP-ARM-41 | FRA_LANC | A 15 C 11 | 24 | sq | yes |
| NAP-ARM-41 | FRA_LANC_NC | C 10 | 24 | sq | yes |
| NAP-ARM-41 | FRA_LT | A 14 C 10 | 24 | sq | yes |
| NAP-ARM-51 | PRU_HVY | A 15 C 11 | 12 | - | no |
| NAP-ARM-51 | PRU_LANC | A 14 C 10 D 8 | 12 | sq | yes |
| NAP-ARM-51 | PRU_LT | A 14 C 10 | 12 | sq | yes |
| NAP-ARM-51 | PRU_LT_NC | C 9 | 12 | sq | no |
| NAP-ARM-61 | RUS_CUIR | A 16 C 12 | 20 | - | no |
| NAP-ARM-61 | RUS_CUIR_11 | A 16 C 12 | 16 | - | no |
| NAP-ARM-61 | RUS_HVY | A 16 C 12 | 20 | - | no |
| NAP-ARM-61 | RUS_HVY_11 | A 16 C 12 | 16 | - | no |
| NAP-ARM-61 | RUS_LANC | A 14 C 10 D 8 | 40 | sq | yes |
| NAP-ARM-61 | RUS_LANC_11 | A 14 C 10 D 8 | 32 | sq | yes |
| NAP-ARM-61 | RUS_LT | A 13 C 9 D 7 | 40 | sq | no |
| NAP-ARM-61 | RUS_LT_11 | A 13 C 9 D 7 | 32 | sq | no |
| NAP-ARM-62 | RUS_COS_C | D 8 E 7 | 15 | sotnia | yes |
| NAP-ARM-62 | RUS_COS | D 7 E 6 | 15 | sotnia | yes |
| NAP-ARM-62 | RUS_BASH | D 8 E 7 | 15 | - | yes |
"""

BATTERIES = """
| Clause | Key | Crews | Classes | Pieces | Horses |
|---|---|---|---|---|---|
| NAP-ARM-22 | AUS_F3 | foot | B | 8 x 3-pdr | 4 |
| NAP-ARM-22 | AUS_F6 | foot | B | 8 x 6-pdr | 6 |
| NAP-ARM-22 | AUS_F12 | foot | B | 8 x 12-pdr | 8 |
| NAP-ARM-22 | AUS_F6H | foot | B | 4 x 6-pdr + 2 field howitzers | 6 |
| NAP-ARM-22 | AUS_F12H | foot | B | 4 x 12-pdr + 2 field howitzers | 8 |
| NAP-ARM-22 | AUS_H3 | horse | B | 6 x 3-pdr | 4 |
| NAP-ARM-22 | AUS_H6 | horse | B | 6 x 6-pdr | 6 |
| NAP-ARM-22 | AUS_RKT | rocket | B | 6 launchers, teams and rocket wagons | 6 |
| NAP-ARM-32 | GBR_F9 | foot | B | 6 x 9-pdr | 6 |
| NAP-ARM-32 | GBR_F6 | foot | B | 6 x 6-pdr | 6 |
| NAP-ARM-32 | GBR_F9H | foot | B | 5 x 9-pdr + 1 field howitzer | 6 |
| NAP-ARM-32 | GBR_F6H | foot | B | 5 x 6-pdr + 1 field howitzer | 6 |
| NAP-ARM-32 | GBR_H6 | horse | A | 6 x 6-pdr | 6 |
| NAP-ARM-32 | GBR_H6H | horse | A | 5 x 6-pdr + 1 field howitzer | 6 |
| NAP-ARM-32 | GBR_H9 | horse | A | 6 x 9-pdr | 6 |
| NAP-ARM-32 | GBR_RKT | rocket | A | 6 launchers, teams and rocket wagons | 6 |
| NAP-ARM-42 | FRA_F12 | foot | B A | 6 x 12-pdr + 2 field howitzers | 8 |
| NAP-ARM-42 | FRA_F8 | foot | B A | 6 x 8-pdr + 2 field howitzers | 6 |
| NAP-ARM-42 | FRA_F6 | foot | B A | 6 x 6-pdr + 2 field howitzers | 6 |
| NAP-ARM-42 | FRA_H6 | horse | B A | 4 x 6-pdr + 2 field howitzers | 6 |
| NAP-ARM-42 | FRA_H4H | horse | B A | 4 x 4-pdr + 2 field howitzers | 4 |
| NAP-ARM-42 | FRA_H4 | horse | B A | 6 x 4-pdr | 4 |
| NAP-ARM-52 | PRU_F12 | foot | B A | 6 x 12-pdr + 2 field howitzers | 8 |
| NAP-ARM-52 | PRU_F6 | foot | B A | 6 x 6-pdr + 2 field howitzers | 6 |
| NAP-ARM-52 | PRU_F3 | foot | B | 6 x 3-pdr + 2 field howitzers | 4 |
| NAP-ARM-52 | PRU_FH | foot | B | 8 field howitzers | 6 |
| NAP-ARM-52 | PRU_H6 | horse | B A | 6 x 6-pdr + 2 field howitzers | 6 |
| NAP-ARM-63 | RUS_F12 | foot line | B | 4 x 12-pdr + 4 x 6-pdr + 4 field howitzers | 8 |
| NAP-ARM-63 | RUS_F6 | foot line | B | 8 x 6-pdr + 4 field howitzers | 6 |
| NAP-ARM-63 | RUS_H6H | horse line | B | 8 x 6-pdr + 4 field howitzers | 6 |
| NAP-ARM-63 | RUS_H6 | horse line | B | 12 x 6-pdr | 6 |
| NAP-ARM-63 | RUS_GF12 | foot guard | A | 6 x 12-pdr + 6 x 6-pdr + 4 field howitzers | 8 |
| NAP-ARM-63 | RUS_GF6 | foot guard | A | 12 x 6-pdr + 4 field howitzers | 6 |
| NAP-ARM-63 | RUS_GH6 | horse guard | A | 12 x 6-pdr + 4 field howitzers | 6 |
| NAP-ARM-63 | RUS_COSA | Cossack | C | 3-6 x 3-pdr | 4 |
"""


def table(text: str) -> list[dict[str, str]]:
    """The rows of a Markdown table by the names of its columns."""
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.strip().splitlines()]
    return [dict(zip(head, row, strict=True)) for row in rows]
