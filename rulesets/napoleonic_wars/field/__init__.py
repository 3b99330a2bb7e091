"""The ground and what is seen on it: terrain, weather, sight, detection, smoke (NAP-TER, NAP-WTH, NAP-VIS, NAP-DET)."""
