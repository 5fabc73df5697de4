"""Logging in to a site with a form, and staying logged in."""

from crawler.login.forms import (
    LoginError,
    asks_for_login,
    filled,
    login_form,
    without_passwords,
)
from crawler.login.session import PASSWORD, Session

__all__ = [
    "PASSWORD",
    "LoginError",
    "Session",
    "asks_for_login",
    "filled",
    "login_form",
    "without_passwords",
]
