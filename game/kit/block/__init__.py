"""Blocks: bodies of figures in ranks that have a front at every moment of their way.

Nothing here knows a system. ``outlines`` are the rectangles that figures fill, ``front`` is the edge they look from and
what it will meet straight ahead. ``course`` is the way of a body stretch by stretch, ``meeting`` finds when two of them
come near. Lengths are mm, facings compass degrees; x is a moment or a way, whichever a system meters its moves by.
"""
