"""Pages that hold several recipes: the others are named, and each is imported as a recipe of its own."""

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


def test_the_others_are_named_and_each_becomes_a_recipe_of_its_own(zest: Zest, guest: Guest):
    main = guest.import_url(f"{zest.demo}several").recipe
    assert (main["title"], main["part"], main["otherRecipes"]) == ("Tomato sauce", None, NAMES)
    chutney = guest.import_url(main["url"], part="Fig chutney").recipe
    assert (chutney["status"], chutney["title"], chutney["part"]) == ("SUCCESS", "Fig chutney", "Fig chutney")
    assert (chutney["url"], chutney["otherRecipes"]) == (main["url"], [])
    assert texts(chutney) == ["6 figs", "1 tbsp vinegar"]
    cards = {card["title"]: card["part"] for card in guest.list()["items"]}
    assert cards == {"Tomato sauce": None, "Fig chutney": "Fig chutney"}
    # A page with one recipe names none, and neither does one that was written by hand.
    assert guest.import_url(f"{zest.demo}carrot-cake.html").recipe["otherRecipes"] == []
    assert guest.create_blank()["otherRecipes"] == []


def test_the_same_request_again_is_the_same_recipe_and_another_part_is_not(zest: Zest, guest: Guest):
    id, url = new_id(), f"{zest.demo}several"
    first = guest.create(url, id=id, part="Fig chutney")
    assert guest.create(url, id=id, part="Fig chutney")["id"] == first["id"]
    for part in ("Green sauce", None):
        with pytest.raises(Refused, match="Unauthorized"):
            guest.create(url, id=id, part=part)


def test_a_part_that_is_gone_fails_and_stays_that_part_when_it_is_tried_again(zest: Zest, guest: Guest):
    failed = guest.import_url(f"{zest.demo}fewer", part="Fig chutney").recipe
    assert (failed["status"], failed["errorCode"], failed["part"]) == ("FAILED", "PART_MISSING", "Fig chutney")
    token = guest.issue_owner_token()
    guest.update(token, id=failed["id"], url=f"{zest.demo}several")
    with guest.changes() as changes:
        guest.graphql("mutation Retry($id: ID!) { retryRecipe(id: $id) { id } }", {"id": failed["id"]}, token=token)
        changes.until(lambda change: bool(change["card"]) and change["card"]["status"] == "SUCCESS", 30)
    again = guest.get(failed["id"])
    assert (again["title"], again["part"]) == ("Fig chutney", "Fig chutney")


def test_what_is_no_part_of_an_address_is_refused_before_anything_is_stored(zest: Zest, guest: Guest):
    for part in ("", "  ", "x" * 201, "fig\0s"):
        with pytest.raises(Refused, match="part must have 1 to 200 characters"):
            guest.create(f"{zest.demo}several", part=part)
    submission = guest.upload("PAGE", b"<!doctype html>", contentType="text/html")
    given = {"id": new_id(), "url": f"{zest.demo}several", "pageSubmissionUUID": submission, "part": "Fig chutney"}
    with pytest.raises(Refused, match="part goes with the url of a page"):
        guest.graphql("mutation C($input: CreateRecipeInput!) { createRecipe(input: $input) { id } }", {"input": given})
    assert guest.list()["items"] == []


def test_a_part_and_a_copy_of_it_are_read_again_as_that_part(zest: Zest, guest: Guest):
    chutney = guest.import_url(f"{zest.demo}several", part="Fig chutney").recipe
    copy = guest.copy(chutney["id"])
    for id in (chutney["id"], copy["id"]):
        read = guest.read_again(guest.issue_owner_token(), id)
        assert read["now"] == read["before"]
        assert read["now"]["title"] == "Fig chutney"
    guest.update(guest.issue_owner_token(), id=chutney["id"], url=f"{zest.demo}fewer")
    with pytest.raises(Refused, match="PART_MISSING"):
        guest.read_again(guest.issue_owner_token(), chutney["id"])


def test_a_stranger_sees_neither_parts_nor_others(zest: Zest, guest: Guest, stranger: Guest):
    for part in (None, "Fig chutney"):
        recipe = guest.import_url(f"{zest.demo}several", part=part).recipe
        seen = stranger.get(recipe["id"])
        assert (seen["title"], seen["part"], seen["otherRecipes"]) == (recipe["title"], None, None)
