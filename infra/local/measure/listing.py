"""Measures a long list in Chromium: writes thousands of recipes for a guest and opens the list."""

import argparse
import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from zest_client import Guest, NotRunning, Refused
from zest_client.guest import new_id
from zest_local.places import REPOSITORY

from measure import running

# Maximum number of rows of a DynamoDB batch. A recipe has two rows.
_ROWS_AT_ONCE = 25
# Most recipes that are created. Of a longer list the browser test makes copies: the local cloud is too slow for it.
_CREATED = 5_000

_MANNERS = {"en": "Roasted Quick Spicy Creamy Smoky", "es": "Rápida Casera Picante", "fr": "Petite Délicieuse Légère"}
_DISHES = {"en": "soup pie curry stew salad", "es": "sopa tarta ensalada tortilla", "fr": "soupe tarte quiche crème"}
_FOODS = {
    "en": "tomato lentil onion garlic basil cheddar pumpkin lemon chicken rice butter leek egg cream potato",
    "es": "tomate lenteja cebolla ajo albahaca queso calabaza limón pollo arroz aceite puerro huevo nata patata",
    "fr": "tomate lentille oignon ail basilic comté potiron citron poulet riz beurre poireau œuf crème pomme",
}
_TAGS = "Quick Dessert Vegan Soup Dinner Été Sin-gluten Baking Breakfast Sunday Italian Winter Family Snack"
_PICTURES = ["tomato-galette", "red-lentil-soup", "carrot-cake", "tortilla-de-patatas", "tarte-aux-pommes"]

Row = dict[str, Any]


def main() -> None:
    """Writes the recipes and measures, in the Zest at BENCH_PORT if that is set."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--recipes", type=int, default=5_000)
    recipes = parser.parse_args().recipes
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]
    try:
        with running.zest() as zest, _nobody_told(zest):
            guest = plant(zest, min(recipes, _CREATED))
            # The identity id gives access to the guest's recipes, so it is passed in the environment and not printed.
            list_of = {"LIST_IDENTITY": guest.identity, "LIST_RECIPES": str(recipes)}
            environment = {**os.environ, "BASE_URL": zest.origin, **list_of}
            command = ["npm", "run", "--silent", "e2e:bench-list"]
            code = subprocess.run(command, cwd=REPOSITORY / "frontend", env=environment).returncode
    except NotRunning as reason:
        sys.exit(f"Nothing was measured: {reason}.")
    except (Refused, TimeoutError) as reason:
        sys.exit(f"The measurement failed: {reason}")
    sys.exit(code)


def plant(zest: running.Running, count: int) -> Guest:
    """Returns a guest with `count` different recipes, which are variations of an imported one."""
    print(f"Creating {count} recipes", flush=True)
    guest = Guest.arrive(zest.origin)
    seed = guest.create(f"{zest.origin}/demo/tomato-galette.html")["id"]
    table = zest.client("dynamodb")
    name = json.loads((zest.state / "run" / "stack.json").read_text())["RecipesTable"]
    recipe, card = _read(table, name, f"R#{seed}"), _read(table, name, f"O#{guest.identity}")
    dice, now = random.Random(5), datetime.now(UTC).replace(microsecond=0)
    rows = [row for place in range(count) for row in _variation(recipe, card, place, now, dice)]
    for begin in range(0, len(rows), _ROWS_AT_ONCE):
        some = [{"PutRequest": {"Item": row}} for row in rows[begin : begin + _ROWS_AT_ONCE]]
        if table.batch_write_item(RequestItems={name: some})["UnprocessedItems"]:
            raise NotRunning("the local cloud did not accept every row")
    return guest


@contextmanager
def _nobody_told(zest: running.Running) -> Iterator[None]:
    """Disables publishing during the measurement."""
    functions = zest.client("lambda")
    mappings = functions.list_event_source_mappings()["EventSourceMappings"]
    told = [mapping["UUID"] for mapping in mappings if ":table/" in mapping["EventSourceArn"]]
    for mapping in told:
        functions.update_event_source_mapping(UUID=mapping, Enabled=False)
    try:
        yield
    finally:
        for mapping in told:
            functions.update_event_source_mapping(UUID=mapping, Enabled=True)


def _variation(recipe: Row, card: Row, place: int, now: datetime, dice: random.Random) -> list[Row]:
    """Returns both rows of the recipe with another id, title, tags, foods and time. The recipe is finished."""
    id, language = new_id(), dice.choice(list(_FOODS))
    foods = dice.sample(_FOODS[language].split(), 9)
    title = f"{dice.choice(_MANNERS[language].split())} {dice.choice(_DISHES[language].split())} {foods[0]} {place + 1}"
    created = (now - timedelta(minutes=7 * place)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    tags = {"L": [{"M": {"name": {"S": tag}}} for tag in dice.sample(_TAGS.split(), dice.randint(0, 4))]}
    rows = [copy.deepcopy(recipe), copy.deepcopy(card)]
    for row in rows:
        row.pop("unsettled", None)
        row |= {
            "id": {"S": id},
            "title": {"S": title},
            "url": {"S": f"https://kitchen-{place % 40}.example/{language}/{place}"},
            "language": {"S": language},
            "status": {"S": "SUCCESS"},
            "stage": {"NULL": True},
            "createdAt": {"S": created},
            "updatedAt": {"S": created},
        }
    rows[0]["PK"] = {"S": f"R#{id}"}
    rows[1] |= {
        "SK": {"S": f"{created}#{id}"},
        "tags": tags,
        "ingredientNames": {"L": [{"S": food} for food in foods]},
        "total_time": {"N": str(dice.choice([10, 15, 25, 30, 45, 60, 90, 120]))},
        "nutritionStatus": {"S": "SUCCESS"},
    }
    if dice.random() < 0.3:
        rows[1]["rating"] = {"N": str(dice.randint(1, 5))}
    if dice.random() < 0.2:
        rows[1]["lastMadeOn"] = {"S": "2026-01-02"}
    if dice.random() < 0.7:
        rows[1]["imageUrl"] = {"S": f"demo/pictures/{dice.choice(_PICTURES)}.webp"}
    return rows


def _read(table: Any, name: str, partition: str) -> Row:
    rows: list[Row] = table.query(
        TableName=name,
        KeyConditionExpression="PK = :partition",
        ExpressionAttributeValues={":partition": {"S": partition}},
    )["Items"]
    return rows[0]


if __name__ == "__main__":
    main()
