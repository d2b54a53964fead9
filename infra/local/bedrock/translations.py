"""Translates lines of the demo kitchen with a table. Copies numbers."""

import re
import tomllib
from pathlib import Path

from bedrock.language import LANGUAGES, fold

# A number in a line: "45", "1 1/2", "1,5".
_NUMBER = r"\d+(?:[.,/]\d+)?(?:\s\d+/\d+)?"
# An amount and unit before a food.
_AMOUNT = re.compile(
    rf"^{_NUMBER}\s*(?:(?:kg|g|ml|cl|l|tbsp|tsp|cups?|cucharad(?:it)?as?(?: soperas)?|c\. a [cs]\."
    r"|cuilleres? a (?:soupe|cafe)|litros?|litres?|pincees?|pinch(?:es)?|dientes?|cloves?|hojas?|leaves)\s+)?"
    r"(?:de |d'|of )?"
)
_ROWS: list[dict[str, str]] = tomllib.loads((Path(__file__).parent / "translations.toml").read_text())["line"]


def _table() -> dict[str, list[tuple[re.Pattern[str], dict[str, str]]]]:
    return {language: [(_pattern(row[language]), row) for row in _ROWS if language in row] for language in LANGUAGES}


def _pattern(template: str) -> re.Pattern[str]:
    parts = [re.escape(part) for part in fold(template).split("{}")]
    return re.compile(f"({_NUMBER})".join(parts))


_BY_LANGUAGE = _table()


def translated(line: str, language: str) -> str | None:
    """Returns a line or the name of a food in another language; None if it is unknown."""
    for source in (source for source in LANGUAGES if source != language):
        for pattern, row in _BY_LANGUAGE[source]:
            if match := pattern.fullmatch(fold(line).strip()):
                template = row[language]
                for number in match.groups():
                    template = template.replace("{}", number, 1)
                return template
    return None


def food_translated(line: str, language: str) -> str | None:
    """Returns the translated food of an ingredient line without its amount, which the tool supplies."""
    whole = translated(line, language)
    if whole is not None:
        return whole
    amount = _AMOUNT.match(fold(line.strip()))
    return translated(line.strip()[amount.end() :], language) if amount else None
