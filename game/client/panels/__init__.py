"""Parts of the battle screen, each drawn by itself: prompt, tools, log, card, dice tray, the table with its tools."""
