"""From a new mount to a saved profile."""
