"""Azul, coloured and gray wall; see README.md beside this file for the numbered rules."""
