"""What takes long: `make soak`. The tests run short forms of it."""
