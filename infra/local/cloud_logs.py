"""Redacts personal data and secrets in ministack's log."""

import functools
import logging
import re

LEFT_OUT = "…"

# Matched as plain text, percent-encoded or JSON-escaped.
_AT = r"(?:@|%(?:25)*40|\\u0040)"
_SECRETS = re.compile(
    "|".join(
        [
            # Email address.
            rf"[\w.+%\\-]+{_AT}[\w.%-]+",
            # UUID: user id or end of an identity id.
            r"[0-9a-fA-F]{8}(?:(?:-|%(?:25)*2[dD])[0-9a-fA-F]{4}){3}(?:-|%(?:25)*2[dD])[0-9a-fA-F]{12}",
            # Token, signature or other long encoded text.
            r"[\w+/=-]{64,}",
            # JSON in Base64, such as a token part.
            r"\bey[\w+/=-]{10,}",
        ]
    )
)


def mend():
    """Patches the log formatter, which covers tracebacks; call before logging."""
    logging.Formatter.format = _readable(logging.Formatter.format)


def readable(text):
    """The text with secrets replaced."""
    return _SECRETS.sub(LEFT_OUT, text)


def _readable(format_record):
    @functools.wraps(format_record)
    def formatted(self, record):
        return readable(format_record(self, record))

    return formatted
