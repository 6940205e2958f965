"""Figures that take minutes: run by make evaluate, not by make test."""
