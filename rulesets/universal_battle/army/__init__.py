"""Who an army is made of, what it costs, and what a list may hold."""
