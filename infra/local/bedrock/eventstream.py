"""Frames of `application/vnd.amazon.eventstream`: lengths, headers, payload, and a CRC-32 of each part.

https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html describes the same framing.
"""

import json
import struct
import zlib
from typing import Any

CONTENT_TYPE = "application/vnd.amazon.eventstream"
# The type of a header's value: a string with two bytes of length. Bedrock's frames have no others.
_STRING = 7


def frame(headers: dict[str, str], payload: bytes) -> bytes:
    """One message: 12 bytes of prelude (both lengths and their CRC), headers, payload, CRC of all before it."""
    head = b"".join(_header(name, value) for name, value in headers.items())
    prelude = struct.pack("!II", 16 + len(head) + len(payload), len(head))
    prelude += struct.pack("!I", zlib.crc32(prelude))
    message = prelude + head + payload
    return message + struct.pack("!I", zlib.crc32(message))


def event(kind: str, payload: dict[str, Any]) -> bytes:
    """One part of an answer: `messageStart`, `contentBlockDelta` and so on."""
    headers = {":event-type": kind, ":content-type": "application/json", ":message-type": "event"}
    return frame(headers, json.dumps(payload).encode())


def exception(kind: str, message: str) -> bytes:
    """What ends a stream that has begun."""
    headers = {":exception-type": kind, ":content-type": "application/json", ":message-type": "exception"}
    return frame(headers, json.dumps({"message": message}).encode())


def _header(name: str, value: str) -> bytes:
    encoded = value.encode()
    return bytes([len(name)]) + name.encode() + struct.pack("!BH", _STRING, len(encoded)) + encoded
