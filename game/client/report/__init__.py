"""A battle told on paper: one page with maps, losses, dice and story, and a moving picture."""
