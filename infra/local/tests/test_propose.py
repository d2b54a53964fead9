"""Wishes for a recipe without a conversation: what is proposed, to whom, and what is refused."""

from dataclasses import dataclass
from typing import Any

import pytest
from support.zest import Zest
from zest_client import Guest
from zest_client.guest import new_id
from zest_client.http import Answer
from zest_client.rest import call

PATH = "/agent/propose"
PAGES = {"en": "lemon-drizzle-loaf", "es": "lentejas-de-domingo", "fr": "quiche-aux-poireaux"}


@dataclass(frozen=True)
class Cook:
    """A guest with their owner token and an imported recipe in each language."""

    guest: Guest
    token: str
    recipes: dict[str, str]

    def wish(self, origin: str, language: str, wish: str) -> Answer:
        body = {"recipeId": self.recipes[language], "wish": wish, "language": language}
        return call(origin, "POST", PATH, self.token, body)


@pytest.fixture(scope="module")
def cook(zest: Zest) -> Cook:
    guest = zest.guest()
    recipes = {language: guest.import_url(zest.demo + page + ".html").recipe["id"] for language, page in PAGES.items()}
    return Cook(guest, guest.issue_owner_token(), recipes)


def told(answer: Answer) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status, answer.json()["code"]


def lines(patch: dict[str, Any]) -> list[str]:
    """The ingredients as they would be."""
    return [
        (line["after"] or {"text": line["before"]})["text"] for line in patch["lines"] if line["verdict"] != "LEFT_OUT"
    ]


@pytest.mark.parametrize(
    ("language", "wish", "expected"),
    [
        ("en", "vegan, please", "225 g plant-based butter"),
        ("en", "for 20", "450 g soft butter"),
        ("es", "para 8 personas", "640 g de lentejas pardinas"),
        ("es", "en tazas, por favor", None),
        ("fr", "pour 12 personnes", "400 g de farine"),
        ("fr", "sans gluten, s\u2019il vous plaît", None),
        ("en", "in cups", None),
    ],
)
def test_a_wish_of_any_language_is_a_patch_on_the_version_that_is_stored(
    zest: Zest, cook: Cook, language: str, wish: str, expected: str | None
):
    before = cook.guest.get(cook.recipes[language])
    answer = cook.wish(zest.origin, language, wish)
    assert answer.status == 200, answer.body
    body = answer.json()
    assert (body["reckoned"], body["words"]) == (True, None)
    patch = body["patch"]
    assert (patch["recipeId"], patch["version"]) == (before["id"], before["version"])
    assert any(line["verdict"] == "REPLACED" for line in patch["lines"]) and len(patch["lines"]) == len(
        before["ingredients"]
    )
    assert expected is None or expected in lines(patch)
    assert cook.guest.get(cook.recipes[language]) == before


def test_what_changes_nothing_is_no_patch(zest: Zest, cook: Cook):
    answer = cook.wish(zest.origin, "en", "for 10")
    assert (answer.status, answer.json()) == (200, {"patch": None, "words": None, "reckoned": True})


def test_nobody_hears_of_anothers_recipe(zest: Zest, cook: Cook, stranger: Guest):
    token = stranger.issue_owner_token()
    for id in (cook.recipes["en"], new_id()):
        for wish in ("vegan", "shorter"):
            body = {"recipeId": id, "wish": wish, "language": "en"}
            answer = call(zest.origin, "POST", PATH, token, body)
            assert (answer.status, answer.json()) == (404, {"code": "NO_RECIPE", "message": "You have no such recipe."})


def test_bad_bodies_are_refused_with_what_to_do(zest: Zest, cook: Cook):
    good: dict[str, Any] = {"recipeId": cook.recipes["en"], "wish": "vegan", "language": "en"}
    for change, expected in [
        ({"wish": " \n"}, (400, "AGENT_EMPTY")),
        ({"wish": "x" * 20_001}, (400, "AGENT_TEXT_TOO_LONG")),
        ({"wish": "x" * 200_000}, (413, "TOO_LARGE")),
        ({"wish": None}, (400, "INVALID_INPUT")),
        ({"wish": ["vegan"]}, (400, "INVALID_INPUT")),
        ({"language": "de"}, (400, "INVALID_INPUT")),
        ({"recipeId": "../" + new_id()}, (400, "INVALID_INPUT")),
        ({"recipeId": ""}, (400, "INVALID_INPUT")),
        ({"recipeId": 7}, (400, "INVALID_INPUT")),
    ]:
        assert told(call(zest.origin, "POST", PATH, cook.token, {**good, **change})) == expected, change
    for body in (b"", b"[1]", b"{", b"null", b"\xff"):
        assert told(call(zest.origin, "POST", PATH, cook.token, body)) == (400, "INVALID_INPUT")


def test_a_recipe_that_says_not_for_how_many_it_is_cannot_be_for_more(zest: Zest, guest: Guest):
    body = {"recipeId": guest.create_blank()["id"], "wish": "for 8", "language": "en"}
    answer = call(zest.origin, "POST", PATH, guest.issue_owner_token(), body)
    assert told(answer) == (422, "AGENT_NO_SERVINGS")
