"""Who is where, what stands between, and what the ground does."""
