"""Sheets of move orders: written in secret, judged, drafted (NAP-ORD-10 to -17)."""
