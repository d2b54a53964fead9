"""The journal: a key-value map. Its changes are appended to a file and are durable after a sync.

One thread writes. Changes that arrive during a sync share the next one (group commit). When the file is much larger
than its content, a compacted file replaces it.
"""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from zest_local.journal import frames

# A file is compacted when it exceeds both this size and this multiple of its content.
COMPACT_BYTES = 32 * 1024 * 1024
COMPACT_FACTOR = 3
# A frame of a compacted file ends with the entry with which it exceeds this size. This limits the memory used.
_FRAME_BYTES = 4 * 1024 * 1024


@dataclass
class _Waiting:
    ticket: int
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]


@dataclass
class _Group:
    """The changes that the next sync writes."""

    changes: list[bytes] = field(default_factory=list)
    files: dict[Path, None] = field(default_factory=dict)


class Journal:
    """An open journal; thread-safe."""

    def __init__(
        self,
        path: Path,
        failed: Callable[[OSError], None],
        compact_bytes: int = COMPACT_BYTES,
    ):
        """Opens or creates a journal. After a write error it calls `failed` and acknowledges nothing more. Raises
        frames.Damaged and OSError.
        """
        self.existed = path.exists()
        self._path, self._failed, self._compact_bytes = path, failed, compact_bytes
        if self.existed:
            was = frames.read(path)
            self.live = was.entries
            self._salt, self._number, self._size = was.salt, was.frames, was.length
        else:
            self.live = {}
        self._live_bytes = sum(len(key) + len(value) for key, value in self.live.items())
        self._file = self._cut() if self.existed else self._replace({})
        self._changed = threading.Condition()
        self._group, self._waiting = _Group(), list[_Waiting]()
        self._appended = self._durable = 0
        self._closing = False
        self._thread = threading.Thread(target=self._write_all, name="journal", daemon=True)
        self._thread.start()

    def put(self, changes: frames.Changes) -> None:
        """Appends a group of changes atomically."""
        with self._changed:
            new = [(key, value) for key, value in changes.items() if self.live.get(key) != value]
            if not new:
                return
            for key, value in new:
                old = self.live.pop(key, None)
                self._live_bytes -= 0 if old is None else len(key) + len(old)
                if value is not None:
                    self.live[key] = value
                    self._live_bytes += len(key) + len(value)
            self._group.changes.append(frames.encode(new))
            self._append()

    def sync_with(self, files: Iterable[Path]) -> None:
        """Writes these files and folders to disk before changes that are appended later become durable."""
        with self._changed:
            self._group.files.update(dict.fromkeys(files))
            self._append()

    def _append(self) -> None:
        self._appended += 1
        self._changed.notify_all()

    def is_durable(self) -> bool:
        """Returns whether all appended changes are on disk."""
        return self._durable >= self._appended

    def wait(self) -> None:
        """Waits until all appended changes are on disk."""
        with self._changed:
            ticket = self._appended
            self._changed.wait_for(lambda: self._durable >= ticket)

    async def durable(self) -> None:
        """Waits on an event loop until all appended changes are on disk."""
        with self._changed:
            if self._durable >= self._appended:
                return
            loop = asyncio.get_running_loop()
            waiting = _Waiting(self._appended, loop, loop.create_future())
            self._waiting.append(waiting)
        await waiting.future

    def close(self) -> None:
        """Writes remaining changes and closes the file."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()
        os.close(self._file)

    def _write_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or self._durable < self._appended)
                if self._durable >= self._appended:
                    return
                group, self._group, ticket = self._group, _Group(), self._appended
                compacted = dict(self.live) if self._has_grown() else None
            try:
                for file in group.files:
                    _sync(file)
                if compacted is not None:
                    os.close(self._file)
                    self._file = self._replace(compacted)
                elif group.changes:
                    self._write(b"".join(group.changes))
            except OSError as error:
                # Stop writing: a frame after an incomplete one would look like damage.
                self._failed(error)
                return
            self._acknowledge(ticket)

    def _acknowledge(self, ticket: int) -> None:
        with self._changed:
            self._durable = ticket
            done = [waiting for waiting in self._waiting if waiting.ticket <= ticket]
            self._waiting = [waiting for waiting in self._waiting if waiting.ticket > ticket]
            self._changed.notify_all()
        for waiting in done:
            # If the event loop is closed, no caller waits.
            with contextlib.suppress(RuntimeError):
                waiting.loop.call_soon_threadsafe(_resolve, waiting.future)

    def _has_grown(self) -> bool:
        return self._size > max(self._compact_bytes, COMPACT_FACTOR * self._live_bytes)

    def _write(self, changes: bytes) -> None:
        whole = frames.frame(self._salt, self._number + 1, changes)
        _write_whole(self._file, whole)
        os.fdatasync(self._file)
        self._number, self._size = self._number + 1, self._size + len(whole)

    def _cut(self) -> int:
        """Opens the file and truncates it to its last complete frame."""
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        os.ftruncate(file, self._size)
        os.fsync(file)
        return file

    def _replace(self, entries: dict[bytes, bytes]) -> int:
        """Replaces the journal by a compacted file and opens it."""
        partial = self._path.with_suffix(".partial")
        file = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
        self._salt, self._number = frames.new_salt(), 0
        start = frames.preface(self._salt)
        _write_whole(file, start)
        self._size = len(start)
        for changes in _in_frames(entries):
            whole = frames.frame(self._salt, self._number + 1, changes)
            _write_whole(file, whole)
            self._number, self._size = self._number + 1, self._size + len(whole)
        os.fsync(file)
        os.replace(partial, self._path)
        _sync(self._path.parent)
        return file


def _in_frames(entries: dict[bytes, bytes]) -> Iterable[bytes]:
    group: list[tuple[bytes, bytes]] = []
    size = 0
    for key, value in entries.items():
        group.append((key, value))
        size += len(key) + len(value)
        if size > _FRAME_BYTES:
            yield frames.encode(group)
            group, size = [], 0
    if group:
        yield frames.encode(group)


def _resolve(future: asyncio.Future[None]) -> None:
    # The future of a cancelled request is already done.
    if not future.done():
        future.set_result(None)


def _write_whole(file: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]


def _sync(path: Path) -> None:
    # Ignore a deleted file; its folder is synced, too.
    with contextlib.suppress(FileNotFoundError):
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
