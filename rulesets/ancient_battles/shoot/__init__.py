"""The chapter "Shooting": who may shoot at whom and with what, the volley of a unit, the phase, and the odds."""
