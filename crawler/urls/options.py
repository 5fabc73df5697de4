"""What may be set about the identity of a URL (``URLS_*``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

# Parameters that advertising and mailing systems add to links they did not
# make. Only names that mean nothing else: "ref" or "source" may choose a page.
TRACKING = (
    "utm_*",
    "gclid",
    "gclsrc",
    "gbraid",
    "wbraid",
    "gad_source",
    "gad_campaignid",
    "dclid",
    "srsltid",
    "_ga",
    "_gl",
    "fbclid",
    "msclkid",
    "yclid",
    "ysclid",
    "_openstat",
    "twclid",
    "ttclid",
    "li_fat_id",
    "epik",
    "igsh",
    "igshid",
    "mc_cid",
    "mc_eid",
    "_hsenc",
    "_hsmi",
    "__hs*",
    "hsa_*",
    "mkt_tok",
    "vero_id",
    "vero_conv",
    "oly_anon_id",
    "oly_enc_id",
    "rb_clickid",
    "s_kwcid",
    "wickedid",
    "pk_campaign",
    "pk_kwd",
    "pk_keyword",
    "pk_source",
    "pk_medium",
    "pk_content",
    "piwik_campaign",
    "piwik_kwd",
    "mtm_*",
    "matomo_*",
    "_branch_match_id",
    "_kx",
)

# The names platforms give a session that travels in the URL. "=token" marks a
# name that is also used for data: it counts only with a session-like value.
SESSION = (
    "jsessionid",  # Servlet specification 7.1.3
    "jsessionidsso",
    "jservsessionid*",
    "weblogicsession",
    "phpsessid",
    "phpsessionid",
    "aspsessionid*",
    "asp.net_sessionid",
    "aspxautodetectcookiesupport",  # the probe before a cookieless ASP.NET session
    "cfid",  # ColdFusion: both travel together
    "cftoken",
    "oscsid",  # osCommerce, xt:Commerce, Zen Cart
    "oscadminid",
    "xtcsid",
    "zenid",
    "zenadminid",
    "bv_sessionid",  # BroadVision
    "bv_engineid",
    "gxsessionid",
    "mscssid",  # Microsoft Commerce Server
    "sap-contextid",
    "sesskey",  # Moodle
    "connect.sid",  # Express
    "rack.session",
    "sid=token",
    "ssid=token",
    "s=token",  # vBulletin
    "sess=token",
    "sessid=token",
    "sess_id=token",
    "session=token",
    "sessionid=token",
    "session_id=token",
    "_session_id=token",
    "session-id=token",
    "sessiontoken=token",
    "session_token=token",
)


@dataclass(frozen=True)
class UrlOptions:
    """How URLs are compared, and how it is known which were seen."""

    mode: Literal["default", "paper"] = "default"
    """``paper``: fingerprints are Rabin's, and seen is what has its bit set in a list
    of bits, so that some new URLs are lost (see :mod:`crawler.urls.bitlist`)."""
    bits: Annotated[int, Field(ge=1)] = 8
    """Of that list, for each expected URL."""
    expected: Annotated[int, Field(ge=1)] = 1_000_000
    """URLs the list of bits is made for; with more it loses more."""
    fingerprint: Literal["blake2b", "mmh3", "rabin"] = "blake2b"
    filter: Literal["duplicate", "similar", "contains"] = "duplicate"
    samples: Annotated[int, Field(ge=0)] = 2
    """URLs of one family that pass the filters ``similar`` and ``contains``."""
    tracking: tuple[str, ...] = TRACKING
    """Glob patterns of parameter names that leave the key, case ignored."""
    session: tuple[str, ...] = SESSION
    """The same for session ids, in the query, in matrix parameters and in the
    path; ``NAME=token`` asks for a session-like value."""
    routes: bool = False
    """Keep client-side routes (``#/...``, ``#!...``): they are pages when
    rendered, and nothing to a plain fetch."""
    max_length: Annotated[int, Field(ge=1)] = 2083
    """Longer URLs are not followed (the limit of old browsers and of Scrapy)."""


DEFAULT = UrlOptions()
