"""The command ``gallery``: every screen in both languages as pictures, and a page that lists them; needs no display."""
