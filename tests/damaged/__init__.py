"""Damaged files: sound ones of every kind are damaged in every way, and each reader gets them."""
