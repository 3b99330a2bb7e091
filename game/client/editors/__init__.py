"""One editor a kind of decision: each builds an answer part by part, by mouse on the table and by keyboard alike.

Editors know kinds, not systems. They hold a draft, ask the engine what it says of it, and tell what rows and what marks
on the table show it. They draw nothing and change nothing.
"""
