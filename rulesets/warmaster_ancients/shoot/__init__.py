"""The chapters "Shooting" and "Drive-back": who may shoot at whom, the volley of a unit, drive-backs, and the odds."""
