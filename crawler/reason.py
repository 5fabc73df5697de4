"""Why a request brought no response, in plain words.

Scrapy hands on what Twisted and OpenSSL say, in the form of their own objects.
"""

from __future__ import annotations

import errno
import re

# The class of an error -> what it means, where its own message says little.
PHRASES = {
    "ConnectionDone": "the connection was closed without an answer",
    "ConnectionLost": "the connection was closed without an answer",
    "ParseError": "the answer is not HTTP",
    "ResponseDataLossError": "the answer ended early",
}
HINTS = {
    "the certificate is for another host": "-a insecure=1 takes any certificate",
    "certificate verify failed": "-a insecure=1 takes any certificate",
    "wrong version number": "the port speaks no TLS: is it http://?",
}
_FAILURE = re.compile(
    r"<twisted\.python\.failure\.Failure ([\w.]+): ?(.*?)>(?=[\],]|$)"
)
_MISMATCH = re.compile(r"VerificationError\(errors=\[.*\]\)")
_OPENSSL = re.compile(r"\('[^']*', '[^']*', '([^']*)'\)")


def why(error: BaseException | None) -> str:
    """What *error* says, in one line of at most 300 characters.

    >>> why(TimeoutError("took\\nlonger")), why(TimeoutError())
    ('took longer', 'TimeoutError')
    """
    return plain(" ".join(str(error).split()) or type(error).__name__)


def plain(text: str) -> str:
    """Failures of Twisted and errors of OpenSSL inside *text* by what they say.

    >>> plain("robots.txt: [<twisted.python.failure.Failure OpenSSL.SSL.Error:"
    ...     " [('SSL routines', '', 'wrong version number')]>]")
    'robots.txt: wrong version number (the port speaks no TLS: is it http://?)'
    >>> plain("ResponseDataLossError")
    'the answer ended early'
    """
    told = _FAILURE.sub(_said, text)
    if told != text:
        told = re.sub(r"\[(.*)\]", r"\1", told)
    told = _MISMATCH.sub("the certificate is for another host", told)
    told = re.sub(r"\w+$", lambda word: PHRASES.get(word[0], word[0]), told)
    for words, hint in HINTS.items():
        if words in told and hint not in told:
            told = f"{told} ({hint})"
    return told[:300]


# SQLite: an error of input or output (also a limit of the size of files), disk full.
_SQLITE_SPACE = {10, 13}
_SYSTEM_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_POSTGRESQL_SPACE = "53100"


def is_out_of_space(error: BaseException | None) -> bool:
    """Whether an error, or one that it came from, is that nothing more can be written.

    >>> is_out_of_space(OSError(28, "No space left on device")), is_out_of_space(None)
    (True, False)
    """
    while error is not None:
        error = getattr(error, "orig", None) or error
        code = getattr(error, "sqlite_errorcode", None) or 0
        if code & 0xFF in _SQLITE_SPACE:
            return True
        if isinstance(error, OSError) and error.errno in _SYSTEM_SPACE:
            return True
        if getattr(error, "sqlstate", None) == _POSTGRESQL_SPACE:
            return True
        error = error.__cause__
    return False


def _said(failure: re.Match[str]) -> str:
    name, message = failure[1].rpartition(".")[2], failure[2]
    found = _OPENSSL.findall(message)
    return PHRASES.get(name) or ", ".join(found) or message or name
