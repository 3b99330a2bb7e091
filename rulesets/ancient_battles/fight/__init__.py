"""The Close combat phase ("Close combat", "Combat result", "Break tests"): blows, the score, pursuit, and the odds."""
