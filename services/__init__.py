"""Matches, HTTP, Redis and bots; no game is known here by name; see README.md beside this file."""
