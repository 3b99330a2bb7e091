"""Charges and charge reactions: who declares one, the answers of those charged, the way to contact, closing up."""
