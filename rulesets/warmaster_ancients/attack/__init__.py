"""Every number of blows and shots, and the stands they cost ("Attack modifiers", armour and casualties)."""
