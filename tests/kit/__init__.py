"""Tests of what miniature rules share."""
