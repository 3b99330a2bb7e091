"""The losses that blows and shots cause: what its chapters on shooting and on close combat say alike."""
