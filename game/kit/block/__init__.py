"""Blocks: bodies of figures in ranks that have a front at every moment of their way.

Nothing here knows a system. ``outlines`` are the rectangles that figures fill, ``front`` is the edge they look from and
what it will meet straight ahead. ``going`` is the ground on its way: spans of one rate, obstacles met. ``course`` is
the way of a body stretch by stretch, ``meeting`` finds when two of them come near, ``conform`` lays them flush. Lengths
are mm, facings compass degrees; x is a moment or a way, whichever a system meters its moves by.
"""
