"""Detects languages, and normalises text (lower case, no accents)."""

import re
import tomllib
import unicodedata
from functools import lru_cache
from pathlib import Path

# Maximum number of characters that are examined for the language.
LONGEST_TEXT = 8_000
LANGUAGES = ("en", "es", "fr")
_SAME = {"\u2019": "'", "\u2018": "'", "\u00a0": " ", "\u202f": " "}
_DATA = tomllib.loads((Path(__file__).parent / "languages.toml").read_text())
_WORDS = {language: frozenset(_DATA["words"][language].split()) for language in LANGUAGES}
NUMBERS: dict[str, int] = {word: number for words in _DATA["numbers"].values() for word, number in words.items()}
_GREETING = re.compile(
    r"\W*(?:hello|hi|hey|good \w+|thanks?|hola|buen[oa]s \w+|gracias|bonjour|bonsoir|salut|merci)\b.{0,30}$"
)
_NAMED = {"en": "en", "es": "es", "fr": "fr", "english": "en", "spanish": "es", "french": "fr"}
_SYSTEM = re.compile(
    r"\b(?:language|locale|idioma|langue)\b\W{0,4}(?:is |es |est )?(english|spanish|french|en|es|fr)\b"
)


def fold(text: str) -> str:
    """Returns the text in lower case without accents. Characters keep their positions."""
    return "".join(_folded(character) for character in text)


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    base = _SAME.get(character) or unicodedata.normalize("NFD", character)[0].lower()
    return base if len(base) == 1 else character


def language_of(texts: list[str], system: str) -> str:
    """Returns the language of the last text that shows one, else the one named in the system prompt, else English."""
    for text in reversed(texts):
        words = re.findall(r"[^\W\d_]+", fold(text[:LONGEST_TEXT]))
        counts = {language: sum(word in _WORDS[language] for word in words) for language in LANGUAGES}
        most = max(counts.values())
        leading = [language for language in LANGUAGES if counts[language] == most]
        if most > 0 and len(leading) == 1:
            return leading[0]
    named = _SYSTEM.search(fold(system[:LONGEST_TEXT]))
    return _NAMED[named[1]] if named else "en"


def is_greeting(text: str) -> bool:
    """Returns whether a text begins with a greeting or thanks, followed by at most 30 characters."""
    return bool(_GREETING.match(fold(text)))


def number_of(text: str) -> int:
    """Returns the integer of a number word or of digits."""
    return NUMBERS[text] if text in NUMBERS else int(text)
