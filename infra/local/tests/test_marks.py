"""The owner's marks on recipes are set, exported and imported, and hidden from other users."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from support.planting import Seeds
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, Refused
from zest_client.http import send

Json = dict[str, Any]


@pytest.fixture(scope="module")
def owner(zest: Zest) -> Guest:
    return zest.guest()


def blank(guest: Guest, **changes: Any) -> Json:
    recipe = guest.create_blank()
    return guest.update(guest.issue_owner_token(), id=recipe["id"], **changes) if changes else recipe


def test_marks_are_visible_to_the_owner_and_on_the_card(owner: Guest, stranger: Guest):
    marks = {
        "favourite": True,
        "rating": 4,
        "collections": ["Noël", "weekdays"],
        "madeOn": ["2026-11-20", "2026-02-01"],
    }
    recipe = blank(owner, title="Bûche", **marks)
    assert {name: recipe[name] for name in marks} == marks
    [card] = [card for card in owner.list(limit=200)["items"] if card["id"] == recipe["id"]]
    told = (card["favourite"], card["rating"], card["collections"], card["lastMadeOn"])
    assert told == (True, 4, ["Noël", "weekdays"], "2026-11-20")
    seen = stranger.get(recipe["id"])
    nothing = {"favourite": False, "rating": None, "collections": [], "madeOn": []}
    assert {name: seen[name] for name in marks} == nothing
    assert {name: stranger.copy(recipe["id"])[name] for name in marks} == nothing
    assert {name: owner.copy(recipe["id"])[name] for name in marks} == nothing | {"collections": marks["collections"]}
    with pytest.raises(Refused, match=r"^Unauthorized$"):
        stranger.update(stranger.issue_owner_token(), id=recipe["id"], favourite=False)
    assert owner.get(recipe["id"]) == recipe


def told_at(zest: Zest, id: str) -> str:
    """Waits until the page at the address of a recipe names its author, and returns the page."""

    def page() -> str:
        body = send("GET", f"{zest.origin}/recipes/{id}").body.decode()
        return body if "Léa Martin" in body else ""

    return eventually(page, "the page tells of its recipe")


def test_exported_recipe_is_imported_with_author_and_private_marks(zest: Zest, owner: Guest, stranger: Guest):
    marks = {"favourite": True, "rating": 4, "collections": ["Noël"], "madeOn": ["2026-11-20", "2026-02-01"]}
    cake = {
        "ingredients": [{"name": "chestnuts", "quantity": "200", "unit": "g"}],
        "instructions": ["Roll the cake."],
        "author": "Léa Martin",
    }
    ids = {blank(owner, title=title, **cake, **marks)["id"] for title in ("Bûche", "Roulé")}
    exported = owner.export(limit=20)["items"]
    recipes = [recipe for recipe in exported if recipe["id"] in ids]
    assert len(recipes) == len(ids)
    file = {"format": "zest-export/1", "exportedAt": "2026-11-23T10:00:00Z", "account": None, "recipes": recipes}
    newcomer = zest.guest()
    first = newcomer.import_files(
        "FILE", json.dumps(file).encode(), name="zest-2026-11-23.json", contentType="application/json"
    ).recipe
    assert first["importSummary"]["imported"] == 2
    kept = [newcomer.get(card["id"]) for card in newcomer.list(limit=10)["items"]]
    assert {recipe["title"] for recipe in kept} == {"Bûche", "Roulé"}
    nothing = {"favourite": False, "rating": None, "collections": [], "madeOn": []}
    for recipe in kept:
        assert {name: recipe[name] for name in marks} == marks
        assert recipe["author"] == "Léa Martin"
        assert "Noël" not in json.dumps(recipe["externalApiJson"], ensure_ascii=False)
        seen = stranger.get(recipe["id"])
        assert {name: seen[name] for name in marks} == nothing
        assert "Noël" not in json.dumps(seen, ensure_ascii=False)
        assert "Noël" not in told_at(zest, recipe["id"])


def test_marks_without_a_version_are_last_write_wins_even_while_pending(owner: Guest, seeds: Seeds):
    token, id = owner.issue_owner_token(), blank(owner)["id"]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda rating: owner.update(token, id=id, rating=rating), [1, 2, 3, 4]))
    assert owner.update(token, id=id, rating=None)["rating"] is None
    pending = seeds.plant(owner, "slow")
    assert owner.update(token, id=pending, favourite=True)["status"] == "PENDING"
    owner.delete(token, pending)
