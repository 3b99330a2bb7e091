"""Small faults put into the rules, to see whether a test notices: ``python -m tests.mutation WAB``.

The faults are made by cosmic-ray; which tests must notice a fault is told by the clauses that the module cites.
"""
