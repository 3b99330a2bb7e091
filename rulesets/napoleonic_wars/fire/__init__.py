"""Small arms, artillery, cover, targets, casualties, fires (NAP-ARC to NAP-FIR, NAP-CAS to NAP-OPT)."""
