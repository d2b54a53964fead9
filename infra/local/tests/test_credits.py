"""Imports of members cost one credit for pictures or a file. It is held at the start, then settled or released."""

import pytest
from support.credits import balance_of, give, holds_of
from support.uploads import a_page, a_paprika_archive
from support.waiting import eventually
from support.zest import Zest
from zest_client import Member, Refused, operations, sign_up

TEXT = b"Leek soup\n\nIngredients\n3 leeks\n1 l broth\n\nMethod\n1. Fry the leeks.\n2. Add the broth and simmer.\n"
LETTER = b"A letter to my garden. It has rained for a week."


@pytest.fixture
def member(zest: Zest) -> Member:
    return sign_up(zest.origin)


def test_file_import_costs_a_credit_only_if_it_succeeds(zest: Zest, member: Member):
    give(zest, member, 10)
    soup = member.import_files("FILE", a_page("Soup"))
    recipe = member.get(soup.recipe["id"])
    assert (recipe["status"], recipe["credit"]) == ("SUCCESS", "USED")
    eventually(lambda: list(holds_of(zest, member).values()) == ["SETTLED"], "the credit is used")
    assert (list(holds_of(zest, member)), balance_of(zest, member)) == ([f"{recipe['id']}-1"], 9)

    letter = member.import_files("FILE", LETTER)
    recipe = member.get(letter.recipe["id"])
    assert (recipe["status"], recipe["credit"]) == ("FAILED", "GIVEN_BACK")
    eventually(lambda: holds_of(zest, member)[f"{recipe['id']}-1"] == "RELEASED", "the credit is given back")
    assert balance_of(zest, member) == 9
    card = next(card for card in member.list()["items"] if card["id"] == recipe["id"])
    assert card["credit"] == "GIVEN_BACK"


def test_account_deletion_ends_the_hold_of_a_running_import(zest: Zest, member: Member):
    give(zest, member, 1)
    member.create_from("FILE", member.upload("FILE", a_page("Soup")))
    member.delete_account()
    ended = {"RELEASED", "SETTLED"}
    eventually(lambda: set(holds_of(zest, member).values()) <= ended, "the hold has ended, one way or the other")
    [state] = holds_of(zest, member).values()
    assert balance_of(zest, member) == (1 if state == "RELEASED" else 0)


def test_upload_import_without_credits_is_refused_before_storing(zest: Zest, member: Member):
    submission = member.upload("FILE", a_page("Soup"))
    with pytest.raises(Refused, match=r"^NO_CREDITS"):
        member.create_from("FILE", submission)
    assert member.list()["items"] == []
    assert holds_of(zest, member) == {}
    page = member.import_url(zest.demo + "carrot-cake.html")
    assert (page.recipe["status"], page.recipe["credit"]) == ("SUCCESS", None)


def test_a_short_text_is_free(zest: Zest, member: Member):
    give(zest, member, 1)
    soup = member.import_files("FILE", TEXT, contentType="text/plain")
    recipe = member.get(soup.recipe["id"])
    assert (recipe["status"], recipe["title"], recipe["credit"]) == ("SUCCESS", "Leek soup", None)
    [card] = member.list()["items"]
    assert card["credit"] is None
    assert (balance_of(zest, member), holds_of(zest, member)) == (1, {})

    # The text is one byte over the free limit.
    long = member.import_files("FILE", TEXT.ljust(200_001), contentType="text/plain")
    assert (long.recipe["status"], long.recipe["credit"]) == ("SUCCESS", "USED")


@pytest.mark.parametrize(
    "file", [b"%PDF-1.7\n" + bytes(range(256)), a_paprika_archive(["Soup"])], ids=["PDF", "archive"]
)
def test_binary_file_declared_as_text_fails_for_free(zest: Zest, member: Member, file: bytes):
    failed = member.import_files("FILE", file, contentType="text/plain", name="card.txt")
    told = (failed.recipe["status"], failed.recipe["errorCode"], failed.recipe["credit"])
    assert told == ("FAILED", "UNREADABLE_FILE", None)
    token = member.issue_owner_token()
    again = member.graphql(operations.RETRY, {"id": failed.recipe["id"]}, token=token)["retryRecipe"]
    assert (again["status"], again["credit"]) == ("PENDING", None)
    eventually(lambda: member.get(again["id"])["errorCode"] == "UNREADABLE_FILE", "it has failed again")
    assert holds_of(zest, member) == {}


def test_a_guest_pays_nothing(zest: Zest):
    soup = zest.guest().import_files("FILE", a_page("Soup"))
    assert (soup.recipe["status"], soup.recipe["credit"]) == ("SUCCESS", None)
