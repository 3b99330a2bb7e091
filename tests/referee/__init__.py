"""An independent referee of Napoleonic battles: recomputes every sum from the record alone, without the rules' code.

It knows the catalogue's tables as data of its own, and of the program only what a record is made of: states and events
as plain values. Where an event does not carry what a sum is made of, that is a fault of the event.
"""
