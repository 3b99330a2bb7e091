"""Scripted generals of rank and flank: what a charge, a place in the line and a flight are worth to them."""
