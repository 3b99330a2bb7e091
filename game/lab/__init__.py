"""The laboratory: battles by the hundred, paired and fair, one row for each, and what they show with its interval."""
