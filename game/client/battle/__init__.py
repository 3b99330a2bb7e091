"""A battle as the client drives it: who sits where, the commands, the showing of events; no drawing."""
