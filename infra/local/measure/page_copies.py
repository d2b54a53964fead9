"""Copies of pages without structured data, on request pseudolocalized: with other letters in all words."""

import html
import json
import re
import unicodedata
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from measure.yardstick import Row

# Attributes of microdata and RDFa.
DATA = frozenset(("itemprop", "itemscope", "itemtype", "itemref", "typeof", "vocab"))
READABLE = frozenset(("alt", "title", "aria-label", "placeholder"))
VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
CONSONANTS, VOWELS = "bcdfghjklmnpqrstvwxz", "aeiouy"
# Units that many languages share.
INTERNATIONAL = frozenset(("g", "mg", "kg", "ml", "cl", "dl", "l", "cm", "mm", "c", "f", "kcal", "kj", "min", "h"))
# Contents of metadata that are addresses, settings, codes or numbers.
CODE = re.compile(r"://|=|^[\w-]+/[\w-]+$|^\W*[\d.,:-]+$|_")
WORD = re.compile(r"[^\W\d_]+")
EXPECTED_TEXTS = ("title", "ingredients", "instructions", "instructions_list", "optional_lines", "optional_steps")


def _rotated(letters: str, by: int) -> dict[str, str]:
    rotated = letters[by:] + letters[:by]
    return dict(zip(letters + letters.upper(), rotated + rotated.upper(), strict=True))


LETTERS = {**_rotated(CONSONANTS, 7), **_rotated(VOWELS, 2)}


def pseudolocalized(text: str) -> str:
    """Replaces the letters of each word. Numbers, marks and international units stay."""

    def word(found: re.Match[str]) -> str:
        plain = found.group()
        if plain.casefold() in INTERNATIONAL:
            return plain
        letters = (LETTERS.get(letter, letter) for letter in unicodedata.normalize("NFD", plain))
        return unicodedata.normalize("NFC", "".join(letters))

    return WORD.sub(word, text)


def expected(gold: Row) -> Row:
    """Returns the pseudolocalized expected values of a page."""

    def translated(value: Any) -> Any:
        if isinstance(value, list):
            return [translated(item) for item in value]
        return pseudolocalized(value) if isinstance(value, str) else value

    return {key: translated(value) if key in EXPECTED_TEXTS else value for key, value in gold.items()}


class _Copy(HTMLParser):
    def __init__(self, is_pseudolocalized: bool):
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._is_pseudolocalized = is_pseudolocalized
        self._element: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._element = tag if tag in ("script", "style") else None
        if tag == "script":
            return
        shown = {name: self._value(tag, name, value or "") for name, value in attrs if name not in DATA}
        attributes = "".join(f' {name}="{html.escape(value)}"' for name, value in shown.items())
        self.parts.append(f"<{tag}{attributes}>")

    def handle_endtag(self, tag: str) -> None:
        self._element = None
        if tag not in VOID and tag != "script":
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._element == "script":
            return
        self.parts.append(data if self._element == "style" else html.escape(self._text(data), quote=False))

    def handle_decl(self, decl: str) -> None:
        self.parts.append(f"<!{decl}>")

    def _value(self, tag: str, name: str, value: str) -> str:
        if tag == "html" and name == "lang" and self._is_pseudolocalized:
            return "xx"
        is_readable = name in READABLE or (tag == "meta" and name == "content" and not CODE.search(value))
        return self._text(value) if is_readable else value

    def _text(self, text: str) -> str:
        return pseudolocalized(text) if self._is_pseudolocalized else text


def copy_of(page: str, is_pseudolocalized: bool) -> str:
    """Returns the page without scripts, comments and structured data."""
    copy = _Copy(is_pseudolocalized)
    copy.feed(page)
    copy.close()
    return "".join(copy.parts)


def write(pages: list[Path], out: Path, is_pseudolocalized: bool) -> list[Path]:
    """Writes copies of pages and their expected values as `out/SITE/PAGE`. Returns the copies."""
    copies = []
    for page in pages:
        copy = out / page.parent.name / page.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(
            copy_of(page.read_text(encoding="utf-8", errors="replace"), is_pseudolocalized), encoding="utf-8"
        )
        gold = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
        copy.with_suffix(".json").write_text(
            json.dumps(expected(gold) if is_pseudolocalized else gold), encoding="utf-8"
        )
        copies.append(copy)
    return copies
