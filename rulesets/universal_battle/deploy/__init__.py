"""Set-up, maps and deployment."""
