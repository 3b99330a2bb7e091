"""The chapter "Spells": who may cast which on whom, tokens in secret, the die, and what spells have given."""
