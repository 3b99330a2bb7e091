"""The public package of Tabula Belli: battles, seats, records and the laboratory for programs of others (docs/api.md).

Import what you need from ``tabula_belli.battle``, ``tabula_belli.seat``, ``tabula_belli.records`` and
``tabula_belli.lab``. All other packages of the program may change without notice.
"""

from game import __version__

__all__ = ["__version__"]
