"""What the client draws and plays: symbols, textures, sounds, themes and the program's translations. Data only."""
