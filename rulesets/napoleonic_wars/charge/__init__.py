"""Charges and attacks: declared, answered, tested, made (NAP-CTC to NAP-SKR, NAP-RCT, NAP-RES)."""
