"""Compares the output of a reader with the expectation of a case."""

import json
import re
from dataclasses import dataclass
from typing import Any

RIGHT, WRONG, ARGUABLE = "right", "wrong", "arguable"
MATCHERS = ("any", "not", "contains", "similar")
Object = dict[str, Any]

# Spellings that the matcher `similar` treats as equal.
SPELLINGS = {
    "teaspoons": "tsp",
    "teaspoon": "tsp",
    "tablespoons": "tbsp",
    "tablespoon": "tbsp",
    "cups": "cup",
    "cans": "can",
    "grams": "g",
    "1.5": "1 1/2",
}
AFTER_HEADING = "\\s*(?:$|[:.\N{EN DASH}-]\\s*)"
SPELLING = re.compile(r"\b(?:" + "|".join(map(re.escape, SPELLINGS)) + r")\b")


@dataclass(frozen=True)
class Difference:
    """A field whose value is not the expected one."""

    field: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        expected, found = (json.dumps(value, ensure_ascii=False) for value in (self.expected, self.found))
        return f"{self.field}\n    expected {expected}\n    found    {found}"


def verdict(expected: Object, differences: list[Difference]) -> str:
    """Returns the verdict: right without differences, arguable if the case allows them all, otherwise wrong."""
    if not differences:
        return RIGHT
    allowed = expected.get("arguable", [])
    return ARGUABLE if all(difference.field in allowed for difference in differences) else WRONG


def of_recipes(expected: list[Object], found: list[Object]) -> list[Difference]:
    """Returns the differences of all recipes of an input. Recipes are paired by title, or else by position."""
    if len(expected) != len(found):
        titles = [[recipe.get("title") for recipe in recipes] for recipes in (expected, found)]
        return [Difference("recipes", *titles)]
    differences = []
    for place, recipe in enumerate(expected):
        same = (other for other in found if _plain(other.get("title")) == _plain(recipe.get("title")))
        differences += _of_recipe(recipe, next(same, found[place]))
    return differences


def of_lines(expected: list[Object], found: list[Object]) -> list[Difference]:
    """Returns the differences in the parts of ingredient lines."""
    differences = []
    for place, line in enumerate(expected):
        other = found[place] if place < len(found) else {}
        for part, value in line.items():
            if part != "line" and not matches(value, other.get(part) or ""):
                differences.append(Difference(f"{part} of {line['line']!r}", value, other.get(part)))
    return differences


def of_scaled(expected: list[Any], found: list[Object]) -> list[Difference]:
    """Returns the differences in the ingredient lines of a scaled recipe."""
    lines = _texts(found[0].get("ingredients")) if found else []
    padded = lines + [None] * (len(expected) - len(lines))
    pairs = zip(expected, padded, strict=False)
    return [Difference("scaled line", value, line) for value, line in pairs if not matches(value, line)]


def matches(expected: Any, found: Any) -> bool:
    """Returns whether a value is expected: equal, or accepted by a matcher (`any`, `not`, `contains`, `similar`)."""
    if not isinstance(expected, dict):
        return _plain(expected) == _plain(found)
    unknown = set(expected) - set(MATCHERS)
    if unknown:
        raise ValueError(f"unknown matchers: {', '.join(sorted(unknown))}")
    value = _plain(found)
    return (
        ("any" not in expected or value in map(_plain, expected["any"]))
        and ("not" not in expected or value not in map(_plain, expected["not"]))
        and ("similar" not in expected or _similar(value) in map(_similar, expected["similar"]))
        and all(_plain(text).casefold() in _joined(value) for text in expected.get("contains", []))
    )


def _of_recipe(expected: Object, found: Object) -> list[Difference]:
    differences = []
    headings = expected.get("stepHeadings", [])
    for field, value in expected.items():
        if field == "anywhere":
            text = _plain(json.dumps(found, ensure_ascii=False))
            differences += [Difference(field, part, None) for part in value if _plain(part) not in text]
        elif field == "nutrition":
            own = found.get(field) or {}
            wrong = [name for name in value if not matches(value[name], own.get(name))]
            differences += [Difference(field, {name: value[name]}, {name: own.get(name)}) for name in wrong]
        else:
            options = _values(field, found, headings)
            if not any(matches(value, option) for option in options):
                differences.append(Difference(field, value, options[0]))
    return differences


def _values(field: str, found: Object, headings: list[str]) -> list[Any]:
    """Returns the values of a field to compare: for steps, both with and without the headings between them."""
    value = found.get(field)
    match field:
        case "ingredients":
            return [_texts(value)]
        case "ingredientGroups":
            lines = found.get("ingredients") or []
            return [[_heading(line.get("group")) if isinstance(line, dict) else None for line in lines]]
        case "instructions":
            steps = _texts(value)
            return [steps, [step for step in (_without_heading(step, headings) for step in steps) if step]]
        case "stepHeadings":
            return [_step_headings(found, headings)]
        case _:
            return [value]


def _step_headings(found: Object, expected: list[str]) -> list[str]:
    """Returns the step headings that the reader found, or else the expected headings that are among its steps."""
    own = [_heading(heading) for heading in _texts(found.get("stepHeadings"))]
    if own:
        return own
    steps = _texts(found.get("instructions"))
    return [heading for heading in expected if any(_without_heading(step, [heading]) != step for step in steps)]


def _without_heading(step: str, headings: list[str]) -> str:
    for heading in headings:
        rest = re.sub(re.escape(heading) + AFTER_HEADING, "", step, count=1, flags=re.IGNORECASE)
        if step.casefold().startswith(heading.casefold()) and rest != step:
            return rest
    return step


def _heading(text: str | None) -> str | None:
    return text.strip().rstrip(":").rstrip() if text else None


def _texts(lines: list[Any] | None) -> list[str]:
    return [line.get("text") or "" if isinstance(line, dict) else str(line) for line in lines or []]


def _plain(value: Any) -> Any:
    """Replaces each run of white space with one space, and drops empty texts from lists."""
    if isinstance(value, list):
        return [_plain(item) for item in value if item is None or _plain(item) != ""]
    return " ".join(value.split()) if isinstance(value, str) else value


def _similar(value: Any) -> Any:
    """Normalises case, punctuation and spellings of units."""
    if isinstance(value, list):
        return [_similar(item) for item in value]
    spelled = SPELLING.sub(lambda found: SPELLINGS[found[0]], _plain(str(value)).casefold())
    return " ".join(re.findall(r"[\w/½]+", spelled))


def _joined(value: Any) -> str:
    return (" ".join(map(str, value)) if isinstance(value, list) else str(value or "")).casefold()
