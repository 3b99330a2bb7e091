"""Bots that are programs of their own: the seat protocol, one JSON object a line over standard input and output."""
