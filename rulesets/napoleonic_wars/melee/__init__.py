"""Impact, melee, storming of buildings, melee reaction (NAP-IMP, NAP-MEL, NAP-STM, NAP-MRE)."""
