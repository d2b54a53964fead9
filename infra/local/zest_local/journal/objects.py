"""Writes ministack's S3 files and metadata to disk together with the journal."""

import functools
import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ministack.services import s3

_DESCRIPTION = ".meta.json"


def sync_with_journal(sync: Callable[[Iterable[Path]], None]) -> None:
    """Calls `sync` with the files and folders of each write or deletion."""
    for name in ("_persist_object", "_persist_delete_marker", "_delete_persisted_object"):
        setattr(s3, name, _syncing(getattr(s3, name), sync))


def install() -> None:
    """Repairs partial writes at the start. They were never acknowledged."""
    for (account, bucket), contents in list(s3._buckets._data.items()):
        for key, described in list(contents["objects"].items()):
            path = s3._object_disk_path(bucket, key, account)
            if path is not None and Path(path).exists():
                _mend_one(Path(path), key, contents["objects"], described)


def _mend_one(path: Path, key: str, objects: dict[str, Any], described: dict[str, Any]) -> None:
    description = _description(path)
    if not description.exists():
        path.unlink()
        del objects[key]
    elif path.stat().st_mtime_ns > description.stat().st_mtime_ns:
        # The process was killed before it wrote the new metadata. The content is complete, because it was renamed into
        # place.
        content = path.read_bytes()
        etag = f'"{hashlib.md5(content, usedforsecurity=False).hexdigest()}"'
        described.update(size=len(content), etag=etag, checksums={})
        stored = json.loads(description.read_text()) | {"size": len(content), "etag": etag, "checksums": {}}
        description.write_text(json.dumps(stored))


def _syncing(change: Callable[..., Any], sync: Callable[[Iterable[Path]], None]) -> Callable[..., Any]:
    @functools.wraps(change)
    def changed(bucket: str, key: str, *more: Any) -> Any:
        answer = change(bucket, key, *more)
        path = s3._object_disk_path(bucket, key)
        if path is not None:
            sync([Path(path), _description(Path(path)), Path(path).parent])
        return answer

    return changed


def _description(path: Path) -> Path:
    return path.with_name(path.name + _DESCRIPTION)
