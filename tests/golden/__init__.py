"""Golden counts: how many legal answers small positions have, two decisions deep, as move generators are proven."""
