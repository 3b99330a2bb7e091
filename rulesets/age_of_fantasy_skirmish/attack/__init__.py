"""What blows and shots, and "Shooting" and "Melee", have in common: hits, blocks, "Wound effects", casualties, odds."""
