"""Real servers for tests: each a context manager on a free port of 127.0.0.1."""
