"""Leadline: soundings of web sites."""
