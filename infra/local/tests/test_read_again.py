"""Reading the page of a recipe again compares current with stored content and writes nothing."""

from typing import Any

import pytest
from support.zest import Zest
from zest_client import Guest, Refused
from zest_client.guest import new_id

pytestmark = pytest.mark.attack

Json = dict[str, Any]

SOUP = "red-lentil-soup.html"

# An earlier version of the page at the soup's address, sent by a browser. The site has changed the page since.
BEFORE = b"""<!doctype html><html lang="en"><title>Red lentil soup</title><h1>Red lentil soup</h1>
<h2>Ingredients</h2><ul><li>100 g red lentils</li><li>1 onion, chopped</li></ul>
<h2>Method</h2><ol><li>Fry the onion.</li><li>Add the lentils and simmer for ten minutes.</li></ol>"""


def texts(reading: Json) -> list[str]:
    return [line["text"] for line in reading["ingredients"]]


def as_it_was(zest: Zest, guest: Guest) -> Json:
    """Returns a recipe of the soup's address with the content of the earlier version."""
    submission = guest.upload("PAGE", BEFORE, contentType="text/html")
    return guest.import_page(zest.demo + SOUP, submission).recipe


def moved(zest: Zest, guest: Guest, page: str) -> str:
    """Returns the id of a recipe that was imported from the soup and now has the address of another page."""
    id: str = guest.import_url(zest.demo + SOUP).recipe["id"]
    guest.update(guest.issue_owner_token(), id=id, url=zest.demo + page)
    return id


def test_unchanged_page_reports_no_difference(zest: Zest, guest: Guest):
    recipe = guest.import_url(zest.demo + SOUP).recipe
    read = guest.read_again(guest.issue_owner_token(), recipe["id"])
    assert read["now"] == read["before"]
    assert (read["lost"], read["warnings"]) == ([], [])
    for name in ("title", "ingredients", "instructions", "total_time", "servings", "yield"):
        assert read["now"][name] == recipe[name], name
    assert guest.get(recipe["id"]) == recipe


def test_changed_page_is_compared_with_the_import_not_the_edits(zest: Zest, guest: Guest):
    recipe, token = as_it_was(zest, guest), guest.issue_owner_token()
    lines = [{"quantity": "2", "unit": "", "name": "onions"}, {"quantity": "100", "unit": "g", "name": "red lentils"}]
    edited = guest.update(token, id=recipe["id"], title="My soup", ingredients=lines)
    read = guest.read_again(token, recipe["id"])
    assert read["before"]["title"] == "Red lentil soup"
    assert texts(read["before"]) == ["100 g red lentils", "1 onion, chopped"]
    assert read["before"]["instructions"] == recipe["instructions"]
    current = guest.import_url(zest.demo + SOUP).recipe
    assert read["now"]["title"] == current["title"]
    assert texts(read["now"]) == texts(current)
    assert read["lost"] == []
    assert guest.get(recipe["id"]) == edited


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("status/404", "NOT_FOUND"),
        ("status/403", "SITE_BLOCKED"),
        ("status/500", "SITE_ERROR"),
        ("challenge", "SITE_BLOCKED"),
        ("file.pdf", "NOT_A_PAGE"),
        ("large", "TOO_LARGE"),
        ("kitchen-garden.html", "NOT_A_RECIPE"),
    ],
)
def test_unreadable_page_is_reported_with_its_code(zest: Zest, guest: Guest, page: str, code: str):
    id = moved(zest, guest, page)
    before = guest.get(id)
    with pytest.raises(Refused, match=code) as refused:
        guest.read_again(guest.issue_owner_token(), id)
    assert refused.value.kind == "ImportFailed", "Internal means a fault of the server"
    assert guest.get(id) == before


def test_slow_page_times_out_before_appsync(zest: Zest, guest: Guest):
    id = moved(zest, guest, "slow")
    with pytest.raises(Refused, match="TIMED_OUT"):
        guest.read_again(guest.issue_owner_token(), id)


def test_reread_without_address_or_recipe_is_refused(zest: Zest, guest: Guest):
    token = guest.issue_owner_token()
    blank = guest.create_blank()["id"]
    with pytest.raises(Refused, match="the recipe has no address to import"):
        guest.read_again(token, blank)
    with pytest.raises(Refused, match="not found"):
        guest.read_again(token, new_id())
    recipe = guest.import_url(zest.demo + SOUP).recipe["id"]
    guest.delete(token, recipe)
    with pytest.raises(Refused, match="not found"):
        guest.read_again(token, recipe)


def test_address_of_a_sent_page_is_not_fetched(guest: Guest):
    submission = guest.upload("PAGE", BEFORE, contentType="text/html")
    id = guest.import_page("http://192.168.1.7:9000/soup", submission).recipe["id"]
    with pytest.raises(Refused, match="ADDRESS_NOT_ALLOWED"):
        guest.read_again(guest.issue_owner_token(), id)


def test_reread_of_another_owner_recipe_is_refused(zest: Zest, guest: Guest):
    id = guest.import_url(zest.demo + SOUP).recipe["id"]
    other = Guest.arrive(zest.origin)
    with pytest.raises(Refused, match="Unauthorized"):
        other.read_again(other.issue_owner_token(), id)
