"""Every input that people or disks can spoil, spoiled for as long as somebody likes: `make fuzz`."""
