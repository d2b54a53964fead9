"""Visible text of a demo-kitchen page, as given to a model."""

import html
import re

from zest_local.places import DEMO

_UNSEEN = re.compile(r"<(script|style|head)\b.*?</\1>", re.DOTALL)
_ENDS_A_LINE = re.compile(r"<(?:br|/li|/p|/h\d|/div|/td|/dt|/dd)\b[^>]*>")
_TAG = re.compile(r"<[^>]+>")


def visible_text(page: str) -> str:
    text = _ENDS_A_LINE.sub("\n", _UNSEEN.sub("", (DEMO / f"{page}.html").read_text()))
    lines = (line.strip() for line in html.unescape(_TAG.sub("", text)).splitlines())
    return "\n".join(line for line in lines if line)
