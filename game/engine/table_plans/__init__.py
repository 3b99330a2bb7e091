"""Tables of the players' own: the document, its outlines, changes, checks and what a system demands."""
