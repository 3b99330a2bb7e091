"""Records: the file of a battle, written as it goes on, read, verified and played again."""
