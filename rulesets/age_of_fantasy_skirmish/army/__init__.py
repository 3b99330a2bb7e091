"""The troops ("Armies", "Special rules", "Command group", "Sample warbands"), and lists of other programs."""
