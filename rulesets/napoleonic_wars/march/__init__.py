"""How long what takes: rates, wheels, obstacles, formations, limbering (NAP-MOV, NAP-DBL, NAP-WHL, NAP-FCH)."""
