"""The table as it is drawn: scene, layers, overlays, hit-testing."""
