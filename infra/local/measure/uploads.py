"""Zest's own pages and photos as uploads for measurements."""

import json
import shutil

from zest_local.places import REPOSITORY, TOOLS

from measure.drawing.browser import browser
from measure.drawing.fonts import unpacked
from measure.drawing.pack import draw
from measure.imports import PAGES

FONTS = TOOLS / "fonts"
DEMO = REPOSITORY / "infra" / "local" / "demo"
SEED, PICTURES = 1, 24
TIMES = 3


def saved_pages() -> list[bytes]:
    """Returns the pages of the demo kitchen as HTML files, repeated."""
    return [(DEMO / page).read_bytes() for page in PAGES] * TIMES


def documents() -> list[bytes]:
    """Returns the pages of the demo kitchen as PDF files, repeated."""
    with browser(unpacked(FONTS)) as printing:
        return [printing.document((DEMO / page).read_text(encoding="utf-8")) for page in PAGES] * TIMES


def pictures() -> list[bytes]:
    """Returns photos of Zest's own recipes, some of them undamaged."""
    folder = TOOLS / "pictures" / "bench"
    shutil.rmtree(folder, ignore_errors=True)
    draw(folder, FONTS, SEED, PICTURES, "tune")
    rows = map(json.loads, (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines())
    return [(folder / row["file"]).read_bytes() for row in rows]
