"""The parts that a battle screen is put together from: each has its own state and takes part in what it needs."""
