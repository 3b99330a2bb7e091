"""The chapter "Shooting": who of a unit may shoot what at whom, and one target unit after the other."""
