"""Charges: who may be charged, how he answers, where the charge ends."""
