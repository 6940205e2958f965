"""A frame in, an observation out: where the board or the tiles are, what each face is, how sure."""
