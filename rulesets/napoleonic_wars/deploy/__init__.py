"""Scenarios, set-up, deployment, situations by hand (NAP-SEQ-01 to -06, NAP-S02, NAP-S03)."""
