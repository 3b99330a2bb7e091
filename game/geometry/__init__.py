"""Measuring, arcs, sight, steps, sweeps, runs, contact and packing on a continuous table. It knows no game.

Lengths are millimetres, angles compass degrees (0 = north = +y, 90 = east = +x, clockwise), the table's origin is its
south-west corner.
"""
