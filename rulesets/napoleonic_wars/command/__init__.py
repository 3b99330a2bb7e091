"""Command: generals, couriers, game orders and obedience to them (NAP-CMD, NAP-GEN, NAP-ORD-01 to -09)."""
