"""Frames of `application/vnd.amazon.eventstream`.

Format: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html
"""

import json
import struct
import zlib
from typing import Any

CONTENT_TYPE = "application/vnd.amazon.eventstream"
# Type of a header value: a string with a 16-bit length.
_STRING = 7


def frame(headers: dict[str, str], payload: bytes) -> bytes:
    """Returns a message: 12-byte prelude (lengths and CRC), headers, payload, CRC."""
    head = b"".join(_header(name, value) for name, value in headers.items())
    prelude = struct.pack("!II", 16 + len(head) + len(payload), len(head))
    prelude += struct.pack("!I", zlib.crc32(prelude))
    message = prelude + head + payload
    return message + struct.pack("!I", zlib.crc32(message))


def event(kind: str, payload: dict[str, Any]) -> bytes:
    """Returns the frame of an event, such as `messageStart` or `contentBlockDelta`."""
    headers = {":event-type": kind, ":content-type": "application/json", ":message-type": "event"}
    return frame(headers, json.dumps(payload).encode())


def exception(kind: str, message: str) -> bytes:
    """Returns the frame of an exception, which ends the stream."""
    headers = {":exception-type": kind, ":content-type": "application/json", ":message-type": "exception"}
    return frame(headers, json.dumps({"message": message}).encode())


def _header(name: str, value: str) -> bytes:
    encoded = value.encode()
    return bytes([len(name)]) + name.encode() + struct.pack("!BH", _STRING, len(encoded)) + encoded
