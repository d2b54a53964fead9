"""How groups of changes lie in a journal's file, and how they are read back.

A file begins with a line that names the format, eight random bytes and their checksum. Then come frames, each a group
of changes that became durable together: a header of fixed size (mark, number, length, checksums) and the changes. The
next frame is written only when the one before is on disk. So a frame that is not whole is the last one, of which
nothing was acknowledged; where a later frame follows it, the file was damaged afterwards.
"""

import os
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Changes = Mapping[bytes, bytes | None]
"""Keys and their new values; `None` for one that is gone."""

_FORMAT = b"zest journal 1\n"
_SALT_BYTES = 8
_MARK = b"\xf5ZJ\n"
# After the mark: the frame's number, the length of its changes and their checksum; then the checksum of all that.
_HEADER = struct.Struct("<4sQII")
_CHECKSUM = struct.Struct("<I")
HEADER_BYTES = _HEADER.size + _CHECKSUM.size
PREFACE_BYTES = len(_FORMAT) + _SALT_BYTES + _CHECKSUM.size
_LENGTHS = struct.Struct("<II")
_GONE = 0xFFFF_FFFF


class Damaged(Exception):
    """A journal that cannot be read back whole; the text says where, and what can be done."""


@dataclass
class Read:
    """What a journal's file holds."""

    salt: bytes
    entries: dict[bytes, bytes]
    """The last value of every key that is not gone."""
    frames: int
    """The number of the last whole frame."""
    length: int
    """The bytes of the whole frames; what follows is a torn one, of which nothing was acknowledged."""


def preface(salt: bytes) -> bytes:
    """The beginning of a file."""
    return _FORMAT + salt + _CHECKSUM.pack(zlib.crc32(salt))


def new_salt() -> bytes:
    """Tells this file's headers from bytes that happen, or were made, to look like one."""
    return os.urandom(_SALT_BYTES)


def encode(changes: Iterable[tuple[bytes, bytes | None]]) -> bytes:
    """Changes in the order in which they are to be applied."""
    parts = []
    for key, value in changes:
        parts.append(_LENGTHS.pack(len(key), _GONE if value is None else len(value)))
        parts.append(key)
        parts.append(value or b"")
    return b"".join(parts)


def frame(salt: bytes, number: int, changes: bytes) -> bytes:
    """A frame of encoded changes."""
    header = _HEADER.pack(_MARK, number, len(changes), zlib.crc32(changes))
    return header + _CHECKSUM.pack(zlib.crc32(salt + header)) + changes


def read(path: Path) -> Read:
    """Reads a file back. Raises Damaged, and OSError."""
    return parse(path, path.read_bytes())


def parse(path: Path, content: bytes) -> Read:
    """Reads a file's content back. Raises Damaged."""
    salt = content[len(_FORMAT) :][:_SALT_BYTES]
    if content[:PREFACE_BYTES] != preface(salt):
        raise Damaged(_sentence(path, 0, "its beginning is not a journal's"))
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
    """A frame was only begun when all before it were on disk: one that follows shows that this one had been whole."""
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
