"""Cards, overlays, odds for the window."""
