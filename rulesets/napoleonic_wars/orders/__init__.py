"""Command: generals, couriers, game orders, sheets of move orders (NAP-CMD, NAP-GEN, NAP-ORD)."""
