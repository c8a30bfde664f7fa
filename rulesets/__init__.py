"""The games and the contract that each of them keeps; see README.md beside this file."""
