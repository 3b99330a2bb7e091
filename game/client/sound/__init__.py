"""Sound: synthesised when it is first wanted, chosen by what happened, silent where nothing can play it."""
