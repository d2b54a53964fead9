"""Pages with several recipes: the other recipes are listed and can be imported."""

from typing import Any

import pytest
from support.zest import Zest
from zest_client import Guest, Refused
from zest_client.guest import new_id

pytestmark = pytest.mark.attack

Json = dict[str, Any]

NAMES = ["Green sauce", "Fig chutney"]


def texts(recipe: Json) -> list[str]:
    return [line["text"] for line in recipe["ingredients"]]


def test_other_recipes_are_listed_and_importable(zest: Zest, guest: Guest):
    main = guest.import_url(f"{zest.demo}several").recipe
    assert (main["title"], main["part"], main["otherRecipes"]) == ("Tomato sauce", None, NAMES)
    chutney = guest.import_url(main["url"], part="Fig chutney").recipe
    assert (chutney["status"], chutney["title"], chutney["part"]) == ("SUCCESS", "Fig chutney", "Fig chutney")
    assert (chutney["url"], chutney["otherRecipes"]) == (main["url"], [])
    assert texts(chutney) == ["6 figs", "1 tbsp vinegar"]
    cards = {card["title"]: card["part"] for card in guest.list()["items"]}
    assert cards == {"Tomato sauce": None, "Fig chutney": "Fig chutney"}
    # Pages with one recipe, and blank recipes, list no others.
    assert guest.import_url(f"{zest.demo}carrot-cake.html").recipe["otherRecipes"] == []
    assert guest.create_blank()["otherRecipes"] == []


def test_repeated_request_is_idempotent_per_part(zest: Zest, guest: Guest):
    id, url = new_id(), f"{zest.demo}several"
    first = guest.create(url, id=id, part="Fig chutney")
    assert guest.create(url, id=id, part="Fig chutney")["id"] == first["id"]
    for part in ("Green sauce", None):
        with pytest.raises(Refused, match="Unauthorized"):
            guest.create(url, id=id, part=part)


def test_missing_part_fails_and_retry_keeps_the_part(zest: Zest, guest: Guest):
    failed = guest.import_url(f"{zest.demo}fewer", part="Fig chutney").recipe
    assert (failed["status"], failed["errorCode"], failed["part"]) == ("FAILED", "PART_MISSING", "Fig chutney")
    token = guest.issue_owner_token()
    guest.update(token, id=failed["id"], url=f"{zest.demo}several")
    with guest.changes() as changes:
        guest.graphql("mutation Retry($id: ID!) { retryRecipe(id: $id) { id } }", {"id": failed["id"]}, token=token)
        changes.until(lambda change: bool(change["card"]) and change["card"]["status"] == "SUCCESS", 30)
    again = guest.get(failed["id"])
    assert (again["title"], again["part"]) == ("Fig chutney", "Fig chutney")


def test_invalid_part_is_refused_before_storing(zest: Zest, guest: Guest):
    for part in ("", "  ", "x" * 201, "fig\0s"):
        with pytest.raises(Refused, match="part must have 1 to 200 characters"):
            guest.create(f"{zest.demo}several", part=part)
    submission = guest.upload("PAGE", b"<!doctype html>", contentType="text/html")
    given = {"id": new_id(), "url": f"{zest.demo}several", "pageSubmissionUUID": submission, "part": "Fig chutney"}
    with pytest.raises(Refused, match="part goes with the url of a page"):
        guest.graphql("mutation C($input: CreateRecipeInput!) { createRecipe(input: $input) { id } }", {"input": given})
    assert guest.list()["items"] == []


def test_part_and_its_copy_are_reread_as_that_part(zest: Zest, guest: Guest):
    chutney = guest.import_url(f"{zest.demo}several", part="Fig chutney").recipe
    copy = guest.copy(chutney["id"])
    for id in (chutney["id"], copy["id"]):
        read = guest.read_again(guest.issue_owner_token(), id)
        assert read["now"] == read["before"]
        assert read["now"]["title"] == "Fig chutney"
    guest.update(guest.issue_owner_token(), id=chutney["id"], url=f"{zest.demo}fewer")
    with pytest.raises(Refused, match="PART_MISSING"):
        guest.read_again(guest.issue_owner_token(), chutney["id"])


def test_stranger_sees_neither_part_nor_other_recipes(zest: Zest, guest: Guest, stranger: Guest):
    for part in (None, "Fig chutney"):
        recipe = guest.import_url(f"{zest.demo}several", part=part).recipe
        seen = stranger.get(recipe["id"])
        assert (seen["title"], seen["part"], seen["otherRecipes"]) == (recipe["title"], None, None)
