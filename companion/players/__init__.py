"""Virtual players: they hold real racks and hands and play whole legal games from the rules' legal moves."""
