"""The way of one model ("Movement"): what it costs, round what it goes, over what it jumps, where it may end."""
