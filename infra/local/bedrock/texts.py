"""The stand-in's own texts in three languages, from `texts.toml`."""

import tomllib
from pathlib import Path
from typing import Any

from bedrock.language import fold

_TEXTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "texts.toml").read_text())


def said(name: str, language: str, what: str = "") -> str:
    """Returns a text by its dotted name, such as `result.scale`. `what` replaces the placeholder."""
    found = _TEXTS
    for part in name.split("."):
        found = found[part]
    text: str = found[language]
    return text.replace("{what}", what)


def has(name: str, of: str) -> bool:
    """Returns whether a group of texts has an entry."""
    return of in _TEXTS[name]


def meaning_of(term: str, language: str) -> str | None:
    """Returns the definition of a cooking term."""
    asked = fold(term).strip()
    return next((row[language] for row in _TEXTS["term"] if asked in row["is"]), None)


def meanings_in(text: str, language: str) -> list[str]:
    """Returns the definitions of the cooking terms in a text."""
    folded = f" {fold(text)} "
    spaced = "".join(character if character.isalnum() else " " for character in folded)
    return [row[language] for row in _TEXTS["term"] if any(f" {term} " in spaced for term in row["is"])]
