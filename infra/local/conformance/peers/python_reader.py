"""Runs a Python package with the protocol of conformance/README.md: python_reader.py NAME [--url URL] FILE."""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from measure.peer_runner import READERS


def main() -> None:
    """Prints one recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=READERS)
    parser.add_argument("--url", default="https://recipe.example/")
    parser.add_argument("file", type=Path)
    wanted = parser.parse_args()
    row = READERS[wanted.name](wanted.file.read_text(encoding="utf-8", errors="replace"), wanted.url)
    print(json.dumps(_recipe(row), ensure_ascii=False, default=str))


def _recipe(row: dict[str, Any]) -> dict[str, Any]:
    yields = row.get("yields")
    servings = re.fullmatch(r"(\d+)(?: servings?)?", str(yields or ""))
    return {
        "title": row.get("title"),
        "ingredients": row.get("ingredients") or [],
        "instructions": row.get("instructions") or [],
        "prepMinutes": row.get("prep_minutes") or None,
        "cookMinutes": row.get("cook_minutes") or None,
        "totalMinutes": row.get("total_minutes") or None,
        "servings": int(servings[1]) if servings else None,
        "yields": yields,
        "nutrition": {name.removesuffix("Content"): value for name, value in (row.get("nutrients") or {}).items()},
        "pictureUrl": row.get("image"),
        "description": row.get("description"),
    }


if __name__ == "__main__":
    main()
