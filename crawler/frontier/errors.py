"""What can go wrong with a frontier, in one clear line each."""

from __future__ import annotations


class FrontierError(Exception):
    """The frontier cannot be opened or used; the message is one line for the user.

    What was committed before is intact: a resume goes on from there.
    """
