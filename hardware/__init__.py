"""Cameras, buttons, lights and buzzer, and their virtual twins."""
