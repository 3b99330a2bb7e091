"""The chapter "Morale": tests at the end of a round."""
