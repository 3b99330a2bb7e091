"""The simultaneous move: all bodies on one clock, from event to event (NAP-SEQ-44, NAP-EVD, NAP-INT)."""
