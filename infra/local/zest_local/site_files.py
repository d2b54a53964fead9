"""What becomes of the built front end when it is published: texts are filled in, headers are added.

The launcher of the local cloud and the upload to AWS agree here.
"""

import mimetypes
from dataclasses import dataclass, field
from pathlib import Path

# What the build leaves open, because one build fits every stage: frontend/src/site/addresses.ts.
ORIGIN = "https://zest.invalid"
CONTACT = "contact@zest.invalid"

FILLED_IN = {".html", ".xml", ".txt"}
TYPES = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".webp": "image/webp"}


def filled_in(origin: str, contact: str) -> dict[str, str]:
    """What stands in the built pages, and what is put there."""
    return {ORIGIN: origin, CONTACT: contact}


@dataclass
class Upload:
    """One object of the site's bucket."""

    key: str
    body: bytes
    content_type: str
    cache_control: str
    metadata: dict[str, str] = field(default_factory=dict)


def uploads(dist: Path, texts: dict[str, str]) -> list[Upload]:
    """The built files as they are uploaded.

    Pages come after what they name. The service worker comes last: browsers that see a new one fetch all of its build.
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
    # Built assets carry their hash in their name; everything else may change with the next deployment.
    if key.startswith("assets/"):
        return "public, max-age=31536000, immutable"
    # Browsers ask again, the distribution answers for a minute without asking the bucket.
    if Path(key).suffix in FILLED_IN and key != "index.html":
        return "public, max-age=0, s-maxage=60, must-revalidate"
    return "no-cache"
