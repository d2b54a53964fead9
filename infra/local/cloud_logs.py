"""Replaces personal data and secrets in ministack's log."""

import functools
import logging
import re

LEFT_OUT = "…"

# The at sign: plain, percent-encoded (also repeatedly) or JSON-escaped.
_AT = r"(?:@|%(?:25)*40|\\u0040)"
_SECRETS = re.compile(
    "|".join(
        [
            # An email address.
            rf"[\w.+%\\-]+{_AT}[\w.%-]+",
            # A UUID: a user id or the end of an identity id.
            r"[0-9a-fA-F]{8}(?:(?:-|%(?:25)*2[dD])[0-9a-fA-F]{4}){3}(?:-|%(?:25)*2[dD])[0-9a-fA-F]{12}",
            # A token, signature or other long encoded text.
            r"[\w+/=-]{64,}",
            # JSON in Base64, such as a part of a token.
            r"\bey[\w+/=-]{10,}",
        ]
    )
)


def install():
    """Patches the formatter of the log, which also formats tracebacks. Call it before anything is logged."""
    logging.Formatter.format = _readable(logging.Formatter.format)


def readable(text):
    """Returns the text with secrets replaced."""
    return _SECRETS.sub(LEFT_OUT, text)


def _readable(format_record):
    @functools.wraps(format_record)
    def formatted(self, record):
        return readable(format_record(self, record))

    return formatted
