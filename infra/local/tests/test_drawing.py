"""Expected data of the pictures drawn by `make score-pictures`."""

import re
from html import unescape
from random import Random

import pytest
from measure.drawing import held_layouts, layouts
from measure.drawing.page import Page
from measure.drawing.texts import LANGUAGES, recipes

LAYOUTS = (*layouts.TUNED, *held_layouts.HELD)
RECIPES = [recipe for language in LANGUAGES for recipe in recipes(language)]


def text(html: str) -> str:
    body = html[html.index("<body>") :]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_every_recipe_has_all_scored_fields():
    for recipe in RECIPES:
        assert recipe.title and recipe.serves and len(recipe.steps) >= 3, recipe.title
        assert len(recipe.lines) >= 4 and len(set(recipe.lines)) == len(recipe.lines), recipe.title


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_layout_shows_the_whole_recipe(layout):
    for recipe in RECIPES:
        drawn = text(layout(Page(recipe, "serif", "serif", Random(1))))
        assert recipe.title in drawn
        assert all(line.amount in drawn and line.name in drawn for group in recipe.groups for line in group.lines)
        assert all(step in drawn for step in recipe.steps), layout.__name__


def test_same_seed_gives_the_same_page():
    for layout in LAYOUTS:
        first, second = (layout(Page(RECIPES[0], "serif", "serif", Random(7))) for _ in range(2))
        assert first == second


def test_development_and_held_out_layouts_are_disjoint():
    assert not {layout.__name__ for layout in layouts.TUNED} & {layout.__name__ for layout in held_layouts.HELD}
