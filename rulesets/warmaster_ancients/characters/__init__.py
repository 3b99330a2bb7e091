"""The chapter "Characters": how they ride, and where they go when an enemy comes upon them."""
