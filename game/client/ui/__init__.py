"""The window's own building blocks: rich text, sheets of rows, forms on pygame_gui, icons, dialogs."""
