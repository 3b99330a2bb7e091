"""What miniature rules share, between engine and rulesets: drawn out of systems that live, and of two at least.

It names no system. Numbers, roundings, contact and exceptions are data or hooks of those who use it.
"""
