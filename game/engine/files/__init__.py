"""Files of players and of rulesets: the one door by which they are read, and what is wrong with them."""
