"""Prepares the built front end for publishing: replaces placeholders and sets headers.

The local launcher and the upload to AWS use it.
"""

import mimetypes
from dataclasses import dataclass, field
from pathlib import Path

# Placeholders in the build, which is the same for every stage: frontend/src/site/addresses.ts.
ORIGIN = "https://zest.invalid"
CONTACT = "contact@zest.invalid"

FILLED_IN = {".html", ".xml", ".txt"}
TYPES = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".webp": "image/webp"}


def filled_in(origin: str, contact: str) -> dict[str, str]:
    """Returns the placeholders and their values."""
    return {ORIGIN: origin, CONTACT: contact}


@dataclass
class Upload:
    """An object of the site's bucket."""

    key: str
    body: bytes
    content_type: str
    cache_control: str
    metadata: dict[str, str] = field(default_factory=dict)


def uploads(dist: Path, texts: dict[str, str]) -> list[Upload]:
    """Returns the built files in upload order.

    Pages follow the files that they reference. The service worker is last: browsers that see a new one fetch the whole
    build.
    """
    files = [file for file in dist.rglob("*") if file.is_file()]
    ordered = sorted(
        files,
        key=lambda file: (file.name == "service-worker.js", file.suffix == ".html", file.relative_to(dist).as_posix()),
    )
    return [_upload(file, file.relative_to(dist).as_posix(), texts) for file in ordered]


def _upload(file: Path, key: str, texts: dict[str, str]) -> Upload:
    body = file.read_bytes()
    if file.suffix in FILLED_IN:
        for open_text, text in texts.items():
            body = body.replace(open_text.encode(), text.encode())
    content_type = TYPES.get(file.suffix) or mimetypes.guess_type(key)[0] or "application/octet-stream"
    if content_type.startswith("text/"):
        content_type += "; charset=utf-8"
    return Upload(key, body, content_type, _cache_control(key), {"status": "404"} if file.name == "404.html" else {})


def _cache_control(key: str) -> str:
    # Built assets have a hash in their name. Any other file may change with a deployment.
    if key.startswith("assets/"):
        return "public, max-age=31536000, immutable"
    # Browsers ask whether it has changed; the distribution caches it for a minute.
    if Path(key).suffix in FILLED_IN and Path(key).name != "index.html":
        return "public, max-age=0, s-maxage=60, must-revalidate"
    return "no-cache"
