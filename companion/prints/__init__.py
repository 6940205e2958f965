"""A game drawn to be printed or sent: the poster with its score sheet, and the game as moving pictures."""
