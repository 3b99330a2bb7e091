"""The editor of a sheet of orders: its rows, acts, marks and hand."""
