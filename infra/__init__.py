"""Configuration of the servers that `tiledraft` runs on; README.md is for operators."""
