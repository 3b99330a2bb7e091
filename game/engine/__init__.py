"""The engine: state, decisions, commands, events, dice, frames, records. It knows no system of rules."""
