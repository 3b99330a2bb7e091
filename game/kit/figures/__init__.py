"""Loose figures: models on their own bases that belong together, each standing and going by itself."""
