"""What happens is seen where it happens: courses, missiles, blows, losses, headlines, drawn while events are shown."""
