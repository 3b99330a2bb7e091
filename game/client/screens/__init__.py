"""The screens of the window, one a file."""
