"""Runs another reader on a manifest of pages, or on lines from standard input, in its own Python environment.

Uses each reader as documented for unknown sites. A missing field or an exception counts as not found. Prints one JSON
object per line in the scorer's flat format.
"""

import contextlib
import json
import re
import sys
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def of_recipe_scrapers(html: str, url: str) -> Row:
    """Reads with recipe-scrapers in generic (schema.org) mode, without scrapers for single sites."""
    from recipe_scrapers._factory import SchemaScraperFactory

    scraper = SchemaScraperFactory.generate(html=html, url=url)
    found: Row = {}
    for field, read in {
        "title": scraper.title,
        "ingredients": scraper.ingredients,
        "instructions": scraper.instructions_list,
        "prep_minutes": scraper.prep_time,
        "cook_minutes": scraper.cook_time,
        "total_minutes": scraper.total_time,
        "yields": scraper.yields,
        "image": scraper.image,
        "nutrients": scraper.nutrients,
        "description": scraper.description,
        "language": scraper.language,
    }.items():
        # The accessors raise various exceptions for missing fields.
        with contextlib.suppress(Exception):
            found[field] = read()
    return found


def of_extruct(html: str, url: str) -> Row:
    """Returns the first Recipe that extruct finds in JSON-LD or microdata, unmodified."""
    import extruct

    data = extruct.extract(html, base_url=url, syntaxes=["json-ld", "microdata"], uniform=True, errors="ignore")
    recipe = next(_recipes([*data["json-ld"], *data["microdata"]]), {})
    return {
        "title": _text(recipe.get("name")),
        "ingredients": [_text(line) for line in _list(recipe.get("recipeIngredient") or recipe.get("ingredients"))],
        "instructions": list(_steps(recipe.get("recipeInstructions"))),
        "prep_minutes": _minutes(recipe.get("prepTime")),
        "cook_minutes": _minutes(recipe.get("cookTime")),
        "total_minutes": _minutes(recipe.get("totalTime")),
        "yields": _text(next(iter(_list(recipe.get("recipeYield"))), None)),
        "image": _image(recipe.get("image")),
        "nutrients": recipe.get("nutrition") if isinstance(recipe.get("nutrition"), dict) else {},
        "description": _text(recipe.get("description")),
        "language": _text(recipe.get("inLanguage")),
    }


def of_line(sentence: str) -> Row:
    """Parses with ingredient-parser-nlp and its defaults; returns the first name, amount and unit."""
    from ingredient_parser import parse_ingredient

    parsed = parse_ingredient(sentence)
    amount = next(iter(parsed.amount), None)
    return {
        "name": parsed.name[0].text if parsed.name else "",
        "quantity": str(getattr(amount, "quantity", "") or ""),
        "unit": str(getattr(amount, "unit", "") or ""),
        "note": parsed.comment.text if parsed.comment else "",
    }


def _recipes(nodes: list[Any]) -> Any:
    for node in nodes:
        if isinstance(node, dict):
            if "Recipe" in _list(node.get("@type")):
                yield node
            yield from _recipes(_list(node.get("@graph")))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _steps(value: Any) -> Any:
    for step in _list(value):
        if isinstance(step, str):
            yield from (line for line in step.split("\n") if line.strip())
        elif isinstance(step, dict):
            if "itemListElement" in step:
                yield from _steps(step["itemListElement"])
            else:
                yield step.get("text") or step.get("name") or ""


def _minutes(value: Any) -> int | None:
    found = (
        re.fullmatch(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?", value) if isinstance(value, str) else None
    )
    if found is None:
        return None
    days, hours, minutes = (int(part or 0) for part in found.groups())
    return (days * 24 + hours) * 60 + minutes


def _image(value: Any) -> str | None:
    first = next(iter(_list(value)), None)
    return _text(first.get("url")) if isinstance(first, dict) else _text(first)


READERS = {"recipe-scrapers": of_recipe_scrapers, "extruct": of_extruct}


def main() -> None:
    """Processes the standard input in order."""
    name = sys.argv[1]
    for line in sys.stdin:
        row = json.loads(line)
        if name in READERS:
            file = Path(row["file"])
            found: Row = {}
            # An exception counts as nothing found.
            with contextlib.suppress(Exception):
                found = READERS[name](
                    file.read_text(encoding="utf-8", errors="replace"), f"https://{file.parent.name}/"
                )
            found = {"id": f"{file.parent.name}/{file.stem}", **found}
        else:
            found = of_line(row["sentence"])
        print(json.dumps(found, ensure_ascii=False, default=str))


if __name__ == "__main__":
    main()
