"""How fast it is, as ratios to a named floor measured in the same run: `make bench`."""
