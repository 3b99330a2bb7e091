"""What scripted generals of all systems are: a temper, an answer for every question, the usual where there is none.

What they weigh, and how, is each system's own.
"""
