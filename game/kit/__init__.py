"""What the rulebooks of miniature games have in common, taken out of the systems that live.

Stands between the engine and the rulesets: rulesets alone import it, and it names none of them. Numbers, contact,
rounding and exceptions stay with the systems, as data and hooks.
"""
