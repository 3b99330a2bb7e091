"""Fixtures for the rule tests of Warmaster Ancients."""
