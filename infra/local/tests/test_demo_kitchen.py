"""Every page of the demo kitchen is imported as expected."""

import json

import pytest
from support.zest import Zest
from zest_client.http import send
from zest_local.places import DEMO

PICTURES = DEMO / "pictures"
INDEX = json.loads((DEMO / "index.json").read_text())

# For each page: number of ingredients and steps, servings, total minutes, first and last ingredient line. A person
# counted them.
RECIPES = {
    "tomato-galette.html": (14, 6, 6, 110, "160 g plain flour", "black pepper"),
    "red-lentil-soup.html": (13, 6, 4, 35, None, None),
    "carrot-cake.html": (16, 6, None, 150, None, None),
    "tortilla-de-patatas.html": (6, 6, 4, 55, None, None),
    "arroz-de-verduras.html": (13, 6, 4, 65, None, None),
    "tarte-aux-pommes.html": (12, 6, 8, 115, None, None),
    "moules-marinieres.html": (10, 5, 4, 25, None, None),
    "lemon-drizzle-loaf.html": (8, 5, 10, 65, "225 g soft butter", "85 g granulated sugar"),
    "chickpea-curry.html": (10, 4, 4, 30, "2 tbsp vegetable oil", "salt"),
    "garlic-flatbreads.html": (6, 0, None, 25, "250 g self-raising flour", "1 tbsp chopped parsley"),
    "lentejas-de-domingo.html": (11, 5, 4, 60, "320 g de lentejas pardinas", "sal al gusto"),
    "quiche-aux-poireaux.html": (12, 5, 6, 70, "200 g de farine", "Sel, poivre et muscade"),
}
# Authors on the demo pages. The other pages have none.
AUTHORS = {
    **dict.fromkeys(
        ["tomato-galette.html", "red-lentil-soup.html", "carrot-cake.html", "chickpea-curry.html"], "Zest demo kitchen"
    ),
    "arroz-de-verduras.html": "Cocina de prueba de Zest",
    "tarte-aux-pommes.html": "Cuisine d\N{RIGHT SINGLE QUOTATION MARK}essai de Zest",
}
# Pages that state nutrition and tags.
STATED = {path for path in RECIPES if (PICTURES / path.replace(".html", ".webp")).exists()}


def test_every_demo_page_has_an_expected_row():
    pages = {entry["path"] for entry in INDEX if entry["kind"] != "no recipe"}
    assert pages == set(RECIPES)


@pytest.mark.parametrize("entry", [entry for entry in INDEX if entry["kind"] != "no recipe"], ids=lambda e: e["path"])
def test_demo_page_becomes_the_expected_recipe(zest: Zest, guest, entry):
    ingredients, steps, servings, minutes, first, last = RECIPES[entry["path"]]
    recipe = guest.import_url(zest.demo + entry["path"]).recipe
    assert (recipe["status"], recipe["stage"], recipe["errorCode"]) == ("SUCCESS", None, None)
    assert (recipe["title"], recipe["language"]) == (entry["title"], entry["language"])
    assert (len(recipe["ingredients"]), len(recipe["instructions"])) == (ingredients, steps)
    assert (recipe["servings"], recipe["total_time"]) == (servings, minutes)
    assert recipe["author"] == AUTHORS.get(entry["path"])
    assert all(step.strip() for step in recipe["instructions"])
    assert all(line["name"].strip() and line["text"].strip() for line in recipe["ingredients"])
    if first and last:
        assert [recipe["ingredients"][at]["text"] for at in (0, -1)] == [first, last]
    nutrition = recipe["nutritionalInformation"]
    assert (nutrition["status"], nutrition["source"]) == ("SUCCESS", "PAGE" if entry["path"] in STATED else "COMPUTED")
    assert all(nutrition[name] for name in ("calories", "fat", "carbs", "protein"))
    assert len(recipe["tags"]) <= 12
    assert recipe["tags"] or entry["path"] not in STATED


@pytest.mark.parametrize("path", ["tomato-galette.html", "moules-marinieres.html"])
def test_picture_is_stored_and_served_as_an_image(zest: Zest, guest, path):
    recipe = guest.import_url(zest.demo + path).recipe
    assert recipe["imageUrl"].startswith(f"media/{recipe['id']}/")
    picture = send("GET", f"{zest.origin}/{recipe['imageUrl']}")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/webp")
    assert picture.body == (DEMO / "pictures" / path.replace(".html", ".webp")).read_bytes()


def origins(recipe: dict) -> dict[int | None, dict]:
    """Returns the provenance of the ingredient lines by index; None is the key of the whole list."""
    provenance = json.loads(recipe["externalApiJson"])["provenance"]
    return {entry.get("index"): entry for entry in provenance if entry["field"] == "ingredients"}


@pytest.mark.parametrize(
    "path, groups",
    [
        ("lemon-drizzle-loaf.html", ["For the cake"] * 6 + ["For the drizzle"] * 2),
        ("lentejas-de-domingo.html", [None] * 11),
        ("quiche-aux-poireaux.html", ["Pour la pâte"] * 4 + ["Pour la garniture"] * 8),
    ],
)
def test_page_without_markup_is_read_from_visible_text(zest: Zest, guest, path, groups):
    recipe = guest.import_url(zest.demo + path).recipe
    assert [line["group"] for line in recipe["ingredients"]] == groups
    assert origins(recipe)[None]["reader"] == "visible"
    assert recipe["warnings"] == []


def test_amounts_missing_in_the_data_come_from_the_visible_page(zest: Zest, guest):
    recipe = guest.import_url(zest.demo + "chickpea-curry.html").recipe
    lines = recipe["ingredients"]
    assert [line["text"] for line in lines[1:4]] == [
        "1 large onion, finely chopped",
        "3 garlic cloves, grated",
        "20 g fresh ginger, grated",
    ]
    assert [line["doubt"] for line in lines] == ["MENDED"] * 9 + [None]
    found = origins(recipe)
    assert [found[index]["insteadOf"] for index in (0, 1, 8)] == ["vegetable oil", "onion", "baby spinach"]
    assert all(found[index]["reader"] == "visible" and found[index]["confidence"] < 100 for index in range(9))


def test_missing_parts_are_reported_to_the_owner_only(zest: Zest, guest, stranger):
    recipe = guest.import_url(zest.demo + "garlic-flatbreads.html").recipe
    assert (recipe["status"], recipe["instructions"]) == ("SUCCESS", [])
    assert recipe["warnings"] == ["INSTRUCTIONS_MISSING"]
    seen = stranger.get(recipe["id"])
    assert (seen["title"], seen["warnings"], seen["externalApiJson"]) == (recipe["title"], None, None)


def test_edited_line_has_no_uncertainty_mark(zest: Zest, guest):
    recipe = guest.import_url(zest.demo + "chickpea-curry.html").recipe
    parts = ("name", "quantity", "unit", "note", "text", "group")
    lines = [{part: line[part] for part in parts} for line in recipe["ingredients"]]
    lines[1] |= {"quantity": "2", "text": None, "note": "in rings"}
    edited = guest.update(guest.issue_owner_token(), id=recipe["id"], ingredients=lines)["ingredients"]
    assert (edited[1]["doubt"], edited[1]["note"]) == (None, "in rings")
    assert edited[1]["text"].startswith("2 ") and edited[1]["text"].endswith(", in rings")
    assert [line["doubt"] for line in edited] == ["MENDED", None] + ["MENDED"] * 7 + [None]
    assert edited[0] == recipe["ingredients"][0]


def test_page_without_recipe_fails_with_a_reason(zest: Zest, guest):
    recipe = guest.import_url(zest.demo + "kitchen-garden.html").recipe
    assert (recipe["status"], recipe["errorCode"], recipe["ingredients"]) == ("FAILED", "NOT_A_RECIPE", [])
    assert recipe["errorDetails"].startswith("We found no recipe on this page.")
