"""Making tables: files of them, the desk on which one is edited, its rows and marks."""
