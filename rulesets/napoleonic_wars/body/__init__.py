"""Bodies of figures: units, sub-units, groups, detachments, formations, screens (NAP-ORG, NAP-FRM, NAP-SCR)."""
