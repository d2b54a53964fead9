"""Draws a pack of pictures or PDFs for `score_media`: uploads, expected recipes, and a manifest."""

import base64
import json
from pathlib import Path
from random import Random

from measure.drawing import held_layouts, layouts
from measure.drawing.browser import Browser, browser
from measure.drawing.fonts import HAND, SANS, SCRIPT, SERIF, unpacked
from measure.drawing.page import Page
from measure.drawing.texts import LANGUAGES, recipes

# The damages: kind, strength, and level in the tables.
DAMAGES = (
    ("none", 0, "none"),
    ("turned", 1, "mild"),
    ("shadow", 2, "strong"),
    ("none", 0, "none"),
    ("perspective", 1, "mild"),
    ("photo", 2, "strong"),
    ("curled", 1, "mild"),
    ("blurred", 1, "mild"),
    ("noise", 2, "strong"),
    ("small", 1, "mild"),
    ("sideways", 1, "mild"),
    ("curled", 2, "strong"),
    ("jpeg", 1, "mild"),
)
SCREENS = ("phone_light", "phone_dark")
# Screenshots are not photographed, so they are only scaled down or compressed.
SCREEN_DAMAGES = (("none", 0, "none"), ("jpeg", 1, "mild"), ("small", 1, "mild"), ("none", 0, "none"))
HANDWRITTEN = ("card",)
SCREEN_SCALES = (2.0, 2.625, 3.0)
PAPER_SCALES = (1.0, 1.25, 1.5)
# Share of PDFs with the header and footer of a browser.
SHARE_WITH_HEADER = 0.4


def draw(folder: Path, fonts: Path, seed: int, count: int, held: str, form: str) -> None:
    """Draws `count` pictures, or PDFs if `form` is `pdf`, with layouts of the development set (`tune`), the held-out
    set (`held`), or both. The same seed draws the same uploads.
    """
    chosen = (() if held == "held" else layouts.TUNED) + (() if held == "tune" else held_layouts.HELD)
    texts = {language: recipes(language) for language in LANGUAGES}
    for kind in ("pictures", "files", "expected"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    manifest = []
    with browser(unpacked(fonts)) as drawing:
        script = (Path(__file__).parent / "damage.js").read_text(encoding="utf-8")
        for number in range(count):
            # Each image has its own random generator, so it does not depend on earlier ones.
            random = Random(f"{seed} {held} {number}")
            layout = chosen[number % len(chosen)]
            language = LANGUAGES[(number // len(chosen) + number) % len(LANGUAGES)]
            name = f"{layout.__name__}-{number:03}"
            page = _page(texts[language], layout.__name__, random)
            expected = json.dumps(page.recipe.expected(), ensure_ascii=False)
            (folder / "expected" / f"{name}.json").write_text(expected, encoding="utf-8")
            row = {"id": name, "layout": layout.__name__, "language": language, "template": page.font}
            if form == "pdf":
                printed = drawing.document(layout(page), has_header=random.random() < SHARE_WITH_HEADER)
                (folder / "files" / f"{name}.pdf").write_bytes(printed)
                row |= {"file": f"files/{name}.pdf", "kind": "pdf"}
            else:
                damage = _damage(layout.__name__, number // len(chosen) + number % len(chosen))
                scale = random.choice(SCREEN_SCALES if layout.__name__ in SCREENS else PAPER_SCALES)
                picture = _picture(drawing, script, layout(page), scale, damage, seed * 100_003 + number)
                (folder / "pictures" / f"{name}.jpg").write_bytes(picture)
                row |= {"file": f"pictures/{name}.jpg", "kind": "picture", "level": damage[2], "damage": damage[0]}
            manifest.append(json.dumps(row))
    (folder / "manifest.jsonl").write_text("\n".join(manifest) + "\n", encoding="utf-8")


def _page(of: list, layout: str, random: Random) -> Page:
    recipe = random.choice(of)
    if layout in HANDWRITTEN:
        font = random.choice(HAND)
        return Page(recipe, f"'{font}'", f"'{random.choice((font, *SCRIPT))}'", random)
    font = random.choice(SANS if layout in SCREENS else SERIF + SANS)
    return Page(recipe, f"'{font}'", f"'{random.choice((font, font, *SERIF, *SANS))}'", random)


def _damage(layout: str, turn: int) -> tuple[str, int, str]:
    damages = SCREEN_DAMAGES if layout in SCREENS else DAMAGES
    return damages[turn % len(damages)]


def _picture(drawing: Browser, script: str, html: str, scale: float, damage: tuple[str, int, str], seed: int) -> bytes:
    drawn = drawing.picture(html, scale)
    kind, strength, _ = damage
    # A new document does not have the script yet.
    if not drawing.run("typeof damaged === 'function'"):
        drawing.run(script + "; true")
    return base64.b64decode(drawing.run(f"damaged({json.dumps(drawn)}, {json.dumps(kind)}, {strength}, {seed})"))
