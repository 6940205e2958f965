"""How the networks in `vision/models` were made: from folders that `trioscope render` wrote, and from boards
drawn here that are as unlike one another as possible. Needs PyTorch; reading does not."""
