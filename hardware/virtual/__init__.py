"""The virtual table: a camera that sees a game nobody has to lay out. It knows no rules."""
