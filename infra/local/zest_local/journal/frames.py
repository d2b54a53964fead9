"""File format of the journal.

The file starts with a format line, a random salt of eight bytes and its checksum. Frames follow. A frame is a group of
changes that became durable together: a header of fixed size (mark, number, length, checksums) and the changes. A frame
is written only when the previous one is on disk. An incomplete last frame was therefore never acknowledged. An invalid
frame before a valid one means that the file is damaged.
"""

import os
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Changes = Mapping[bytes, bytes | None]
"""Keys with new values; None for deleted keys."""

_FORMAT = b"zest journal 1\n"
_SALT_BYTES = 8
_MARK = b"\xf5ZJ\n"
# The fields after the mark: frame number, length and checksum of the changes, checksum of the header.
_HEADER = struct.Struct("<4sQII")
_CHECKSUM = struct.Struct("<I")
HEADER_BYTES = _HEADER.size + _CHECKSUM.size
PREFACE_BYTES = len(_FORMAT) + _SALT_BYTES + _CHECKSUM.size
_LENGTHS = struct.Struct("<II")
_GONE = 0xFFFF_FFFF


class Damaged(Exception):
    """The journal is damaged. The message states where, and what to do."""


@dataclass
class Read:
    """The content of a journal file."""

    salt: bytes
    entries: dict[bytes, bytes]
    """The current value of every key."""
    frames: int
    """Number of the last complete frame."""
    length: int
    """Bytes up to the last complete frame; the rest is a torn frame, never acknowledged."""


def preface(salt: bytes) -> bytes:
    """Returns the header of the file."""
    return _FORMAT + salt + _CHECKSUM.pack(zlib.crc32(salt))


def new_salt() -> bytes:
    """Returns a random salt. It distinguishes the frame headers of this file from data that looks like one."""
    return os.urandom(_SALT_BYTES)


def encode(changes: Iterable[tuple[bytes, bytes | None]]) -> bytes:
    """Encodes changes in the order in which they apply."""
    parts = []
    for key, value in changes:
        parts.append(_LENGTHS.pack(len(key), _GONE if value is None else len(value)))
        parts.append(key)
        parts.append(value or b"")
    return b"".join(parts)


def frame(salt: bytes, number: int, changes: bytes) -> bytes:
    """Returns a frame of encoded changes."""
    header = _HEADER.pack(_MARK, number, len(changes), zlib.crc32(changes))
    return header + _CHECKSUM.pack(zlib.crc32(salt + header)) + changes


def read(path: Path) -> Read:
    """Reads a journal file. Raises Damaged and OSError."""
    return parse(path, path.read_bytes())


def parse(path: Path, content: bytes) -> Read:
    """Parses the content of a journal file. Raises Damaged."""
    salt = content[len(_FORMAT) :][:_SALT_BYTES]
    if content[:PREFACE_BYTES] != preface(salt):
        raise Damaged(_sentence(path, 0, "it does not start like a journal"))
    result = Read(salt, {}, 0, PREFACE_BYTES)
    while result.length < len(content):
        found = _frame_at(content, result.length, result.salt)
        if found is None or found[0] != result.frames + 1:
            _must_be_torn(path, content, result)
            break
        number, changes = found
        for key, value in _decode(changes):
            if value is None:
                result.entries.pop(key, None)
            else:
                result.entries[key] = value
        result.frames, result.length = number, result.length + HEADER_BYTES + len(changes)
    return result


def _frame_at(content: bytes, at: int, salt: bytes) -> tuple[int, bytes] | None:
    header = _header_at(content, at, salt)
    if header is None:
        return None
    number, length, checksum = header
    changes = content[at + HEADER_BYTES : at + HEADER_BYTES + length]
    return (number, changes) if len(changes) == length and zlib.crc32(changes) == checksum else None


def _header_at(content: bytes, at: int, salt: bytes) -> tuple[int, int, int] | None:
    header = content[at : at + HEADER_BYTES]
    if len(header) < HEADER_BYTES:
        return None
    mark, number, length, checksum = _HEADER.unpack_from(header)
    (own,) = _CHECKSUM.unpack_from(header, _HEADER.size)
    return (number, length, checksum) if mark == _MARK and zlib.crc32(salt + header[:-4]) == own else None


def _must_be_torn(path: Path, content: bytes, so_far: Read) -> None:
    """Raises Damaged if a valid header follows: then the invalid frame is not the last one and was once complete."""
    at = content.find(_MARK, so_far.length + 1)
    while at >= 0:
        header = _header_at(content, at, so_far.salt)
        if header is not None and header[0] > so_far.frames:
            reason = f"{so_far.frames} groups of writes before it are whole, and more follow it"
            raise Damaged(_sentence(path, so_far.length, reason))
        at = content.find(_MARK, at + 1)


def _decode(changes: bytes) -> Iterator[tuple[bytes, bytes | None]]:
    at = 0
    while at < len(changes):
        key_length, value_length = _LENGTHS.unpack_from(changes, at)
        at += _LENGTHS.size
        key = changes[at : at + key_length]
        at += key_length
        if value_length == _GONE:
            yield key, None
        else:
            yield key, changes[at : at + value_length]
            at += value_length


def _sentence(path: Path, at: int, reason: str) -> str:
    return (
        f"the local cloud's journal {path} is damaged at byte {at} ({reason}). Restore the file from a copy, or "
        "move it away to begin with what was saved at the last clean stop, or forget everything with make reset."
    )
