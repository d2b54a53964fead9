"""Keeps people out of the local cloud's log: ministack writes addresses, user ids and the keys of uploads there."""

import functools
import logging
import re

LEFT_OUT = "…"

# In whatever form they stand in a path or a document: as they are, percent-encoded once or more, escaped for JSON.
_AT = r"(?:@|%(?:25)*40|\\u0040)"
_SECRETS = re.compile(
    "|".join(
        [
            # An e-mail address.
            rf"[\w.+%\\-]+{_AT}[\w.%-]+",
            # An identity id ends in one of these, a pool's user is one.
            r"[0-9a-fA-F]{8}(?:(?:-|%(?:25)*2[dD])[0-9a-fA-F]{4}){3}(?:-|%(?:25)*2[dD])[0-9a-fA-F]{12}",
            # A token, a signature, anything encoded: no name of ours is as long.
            r"[\w+/=-]{64,}",
            # JSON in Base64, as in a token's parts.
            r"\bey[\w+/=-]{10,}",
        ]
    )
)


def mend():
    """Once, before anything is logged: what is written has gone through `readable`, tracebacks too."""
    logging.Formatter.format = _readable(logging.Formatter.format)


def readable(text):
    """A text without what names people or lets somebody in."""
    return _SECRETS.sub(LEFT_OUT, text)


def _readable(format_record):
    @functools.wraps(format_record)
    def formatted(self, record):
        return readable(format_record(self, record))

    return formatted
