"""Tests of calibration/."""
