"""Drawing by code: ground, terrain, figures, icons. Nothing here knows a rule or a screen."""
