"""How units get from place to place ("Movement"): legs of a move, forced moves of those driven, evading, retreating."""
