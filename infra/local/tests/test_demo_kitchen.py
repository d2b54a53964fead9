"""What a newcomer imports first: every page of the demo kitchen."""

import json

import pytest
from support.zest import Zest
from zest_client.http import send
from zest_local.places import DEMO

INDEX = json.loads((DEMO / "index.json").read_text())

# Page: ingredients, steps, servings, total minutes, first and last ingredient line. Counted on the page by hand.
RECIPES = {
    "tomato-galette.html": (14, 6, 6, 110, "160 g plain flour", "black pepper"),
    "red-lentil-soup.html": (13, 6, 4, 35, None, None),
    "carrot-cake.html": (16, 6, None, 150, None, None),
    "tortilla-de-patatas.html": (6, 6, 4, 55, None, None),
    "arroz-de-verduras.html": (13, 6, 4, 65, None, None),
    "tarte-aux-pommes.html": (12, 6, 8, 115, None, None),
    "moules-marinieres.html": (10, 5, 4, 25, None, None),
}


def test_every_page_of_the_kitchen_has_its_row_here():
    pages = {entry["path"] for entry in INDEX if entry["kind"] != "no recipe"}
    assert pages == set(RECIPES)


@pytest.mark.parametrize("entry", [entry for entry in INDEX if entry["kind"] != "no recipe"], ids=lambda e: e["path"])
def test_a_page_of_the_kitchen_becomes_its_recipe(zest: Zest, guest, entry):
    ingredients, steps, servings, minutes, first, last = RECIPES[entry["path"]]
    recipe = guest.import_url(zest.demo + entry["path"]).recipe
    assert (recipe["status"], recipe["stage"], recipe["errorCode"]) == ("SUCCESS", None, None)
    assert (recipe["title"], recipe["language"]) == (entry["title"], entry["language"])
    assert (len(recipe["ingredients"]), len(recipe["instructions"])) == (ingredients, steps)
    assert (recipe["servings"], recipe["total_time"]) == (servings, minutes)
    assert all(step.strip() for step in recipe["instructions"])
    assert all(line["name"].strip() and line["text"].strip() for line in recipe["ingredients"])
    if first and last:
        assert [recipe["ingredients"][at]["text"] for at in (0, -1)] == [first, last]
    nutrition = recipe["nutritionalInformation"]
    assert nutrition["status"] == "SUCCESS"
    assert all(nutrition[name] for name in ("calories", "fat", "carbs", "protein"))
    assert 1 <= len(recipe["tags"]) <= 12


@pytest.mark.parametrize("path", ["tomato-galette.html", "moules-marinieres.html"])
def test_the_picture_is_ours_and_is_served_as_a_picture(zest: Zest, guest, path):
    recipe = guest.import_url(zest.demo + path).recipe
    assert recipe["imageUrl"].startswith(f"media/{recipe['id']}/")
    picture = send("GET", f"{zest.origin}/{recipe['imageUrl']}")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/webp")
    assert picture.body == (DEMO / "pictures" / path.replace(".html", ".webp")).read_bytes()


def test_an_essay_ends_with_its_reason(zest: Zest, guest):
    recipe = guest.import_url(zest.demo + "kitchen-garden.html").recipe
    assert (recipe["status"], recipe["errorCode"], recipe["ingredients"]) == ("FAILED", "NOT_A_RECIPE", [])
    assert recipe["errorDetails"].startswith("We found no recipe on this page.")
