"""Trioscope: the scorekeeper that watches the table."""

__version__ = "0.1.0"
