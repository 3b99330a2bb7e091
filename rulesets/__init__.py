"""The systems that come with the program, one folder each.

The program finds them through the entry-point group ``tabula_belli.rulesets`` and never imports one by name; a
system in a package of its own is found the same way.
"""
