"""Morale, rout, rally, pursuit, prisoners, uncontrolled troops (NAP-MOR, NAP-UNC, NAP-ROU to NAP-LVF)."""
