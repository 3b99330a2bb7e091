"""The workshop: what measures and pictures the program while it is built. The installed program does without it."""
