"""Parses requests of users with the patterns of `wishes.toml` in three languages."""

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bedrock.language import LANGUAGES, NUMBERS, fold, number_of

# Longer texts of the user are truncated: without marked data, and with it. In characters.
LONGEST_TEXT = 8_000
LONGEST_SOURCE = 200_000
_WORDS = "|".join(sorted(NUMBERS, key=len, reverse=True))
_NUMBERS = rf"\d{{1,4}}|(?:{_WORDS})"
_END = (
    r"(?=\s*(?:$|[.,;:?!\n\"”»)]|\s(?:and|or|nor|y|o|ni|et|ou|but|pero|mais|in|on|for|para|pour|what|que|can|left"
    r"|with|con|avec|by|at|here|now|a las?|how|como|comment|puedo|quoi|please|por|dans|en)\b))"
)
_MACROS = {
    "NUMBERS": _NUMBERS,
    "NUMBER": rf"(?P<servings>{_NUMBERS})",
    "FOOD": rf"(?P<food>[^\W\d_][^.,;:?!\n\"”»)]{{0,50}}?){_END}",
    "TIME": r"(?P<time>\d{1,2} ?(?:[:.h] ?\d{2})?(?: ?(?:am|pm|h|de la tarde|de la noche|du soir))?)\b",
    "TEXT": r"[\"'“«]?\s*(?P<title>[^\n\"”».?!]{1,100})",
}
_MACRO = re.compile("|".join(_MACROS))
# Marked data is not part of the user's text.
_CLOSED = re.compile(r"</([A-Za-z][\w-]{0,40})\s{0,4}>")
_OPENED = re.compile(r"<([A-Za-z][\w-]{0,40})\b[^>]{0,500}>")
_PASTED = re.compile(r"^\W*(?:ingredients?|ingredientes)\W*$", re.MULTILINE)


@dataclass(frozen=True)
class Wish:
    """A request of the user. Its kind is an ability of `tools.toml`, or `explain`."""

    kind: str
    values: dict[str, Any] = field(default_factory=dict)


def _patterns() -> list[tuple[str, dict[str, str], re.Pattern[str]]]:
    listed = []
    for kind, of in tomllib.loads((Path(__file__).parent / "wishes.toml").read_text()).items():
        variants = {"": of} if LANGUAGES[0] in of and isinstance(of[LANGUAGES[0]], list) else of
        for variant, texts in variants.items():
            values = {_VARIANTS[kind]: variant} if variant else {}
            for pattern in (pattern for language in LANGUAGES for pattern in texts.get(language, [])):
                filled = _MACRO.sub(lambda macro: _MACROS[macro[0]], pattern)
                listed.append((kind, values, re.compile(filled)))
    return listed


# The value that the variants of a kind set.
_VARIANTS = {"convertUnits": "system", "adapt": "diet", "translate": "language"}
_ALL = _patterns()


def without_data(text: str) -> str:
    """Truncates to LONGEST_SOURCE, then removes data marked as `<recipe>…</recipe>`."""
    text = text[:LONGEST_SOURCE]
    ends: dict[str, list[int]] = {}
    for closed in _CLOSED.finditer(text):
        ends.setdefault(closed[1], []).append(closed.end())
    kept: list[str] = []
    at = 0
    for opened in _OPENED.finditer(text):
        if opened.start() < at:
            continue
        of_its_name = ends.get(opened[1], [])
        place = bisect_right(of_its_name, opened.end())
        if place < len(of_its_name):
            kept.append(text[at : opened.start()])
            at = of_its_name[place]
    return " ".join([*kept, text[at:]])


def wishes_in(text: str) -> list[Wish]:
    """Returns the requests in a text, in their order."""
    own = without_data(text)[:LONGEST_TEXT]
    folded = fold(own)
    if (heading := _PASTED.search(folded)) and "\n" in folded[: heading.start()] + folded[heading.end() :].strip():
        return [Wish("importRecipe", {"text": own.strip()})]
    found: dict[tuple[str, str], tuple[int, Wish]] = {}
    for kind, variant, pattern in _ALL:
        for match in pattern.finditer(folded):
            values = {**variant, **_values(match, own)}
            # "Without butter" and "no butter" are one request; no butter and no eggs are two.
            key = (kind, fold(str(values.get("food", ""))) if kind == "substitute" else "")
            if key not in found or match.start() < found[key][0]:
                found[key] = (match.start(), Wish(kind, values))
    ordered = [wish for _, wish in sorted(found.values(), key=lambda entry: entry[0])]
    return _without_contradictions(ordered)


def _values(match: re.Match[str], own: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, folded in match.groupdict().items():
        if folded is None:
            continue
        # The original text has accents, so the value is taken from it.
        text = own[match.start(name) : match.end(name)].strip()
        if name in ("servings", "step"):
            values[name] = number_of(folded)
        elif name == "time":
            values[name] = _time(folded)
        elif name == "url":
            values[name] = text.rstrip(".,;:!?)")
        else:
            values[name] = text
    return values


def _time(text: str) -> str:
    digits = re.findall(r"\d+", text)
    hour, minute = int(digits[0]), digits[1] if len(digits) > 1 else "00"
    if re.search(r"pm|tarde|noche|soir", text) and hour < 12:
        hour += 12
    return f"{hour:02}:{minute}"


def _without_contradictions(wishes: list[Wish]) -> list[Wish]:
    """Keeps only the imports if there is one, else only the searches, else only the edits, else all requests."""
    kinds = {wish.kind for wish in wishes}
    alone = next((kind for kind in ("importRecipe", "findRecipes") if kind in kinds), None)
    if alone is not None:
        return [wish for wish in wishes if wish.kind == alone]
    if "proposeEdit" in kinds:
        return [wish for wish in wishes if wish.kind == "proposeEdit"]
    return wishes
