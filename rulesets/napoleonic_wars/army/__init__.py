"""Who the troops are: nations, lists, classes, arms, prices, batteries (NAP-SCL, NAP-BAS, NAP-PTS, NAP-ARM)."""
