"""`make try URL=…` or `make try FILE=…`: imports a page, picture or file as a guest of the running app, and prints the
recipe as JSON.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import NoReturn

from zest_client import Guest, NotRunning, Refused
from zest_client.guest import Imported

# Messages for the codes of refused addresses in lambdas/app/src/failure.rs.
_REFUSALS = {
    "INVALID_URL": "that is not the address of a web page; it starts with https://",
    "ADDRESS_NOT_ALLOWED": "this address is not on the public internet",
}
_PICTURES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".bmp": "image/bmp",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
}
# Fields that only the owner's app needs, or that repeat others.
_NOT_SHOWN = ("externalApiJson", "owners", "createdBy")


def main() -> None:
    """Imports and prints. Exits with 1 and a message if there is no recipe."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--port", default="3000")
    parser.add_argument("--file", type=Path)
    parser.add_argument("url", nargs="?", default="")
    arguments = parser.parse_args()
    if not arguments.url and not arguments.file:
        _end("usage: make try URL=https://… or make try FILE=… [PORT=3000]")
    try:
        guest = Guest.arrive(f"http://localhost:{arguments.port}")
        imported = _import_file(guest, arguments.file) if arguments.file else guest.import_url(arguments.url)
    except OSError as error:
        _end(f"{arguments.file} cannot be read: {error.strerror}")
    except NotRunning:
        _end(f"Zest is not running on port {arguments.port}: start it with make run")
    except Refused as refusal:
        code = str(refusal)
        _end(f"refused ({code}): {_REFUSALS[code]}" if code in _REFUSALS else f"refused: {code}")
    except TimeoutError as error:
        _end(f"the import has not ended: {error}")
    recipe = imported.recipe
    if recipe["status"] != "SUCCESS":
        _end(f"failed ({recipe['errorCode']}): {recipe['errorDetails']}")
    shown = {name: value for name, value in recipe.items() if name not in _NOT_SHOWN}
    print(json.dumps(shown, ensure_ascii=False, indent=2))
    print(f"{imported.milliseconds:.0f} ms from mutation to SUCCESS", file=sys.stderr)


def _import_file(guest: Guest, file: Path) -> Imported:
    picture = _PICTURES.get(file.suffix.lower())
    if picture:
        return guest.import_files("PICTURE", file.read_bytes(), name=file.name, contentType=picture, seconds=90)
    return guest.import_files("FILE", file.read_bytes(), name=file.name, seconds=180)


def _end(text: str) -> NoReturn:
    print(text, file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main()
