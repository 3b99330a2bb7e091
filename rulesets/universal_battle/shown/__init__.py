"""Cards, overlays and prospects."""
