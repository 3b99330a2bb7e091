"""Napoleonic Wars, the Newbury rules (prefix NAP): orders in secret, carried out together, by battalions."""

INTERFACE = 1
