"""An open list receives events for changes."""

import pytest
from support.zest import Zest
from zest_client import Guest, NotRunning, Refused
from zest_client.guest import is_settled, new_id

STAGES = ["FETCHING", "EXTRACTING", "CHECKING", None]
TRIES = 6


def follow(zest: Zest, guest: Guest, page: str) -> list[dict]:
    """Imports a page and returns all of its changes up to the last."""
    id = new_id()
    with guest.changes() as changes:
        guest.create(zest.demo + page, id=id)
        seen = changes.until(lambda change: change["id"] == id and is_settled(change["card"]))
    assert {(change["owner"], change["id"]) for change in seen} == {(guest.identity, id)}
    return seen


def test_open_list_receives_every_stage(zest: Zest, guest: Guest):
    stages_seen, titled_while_pending = set(), False
    # Under load, consecutive changes may be merged. Over several imports, each stage appears.
    for _ in range(TRIES):
        cards = [change["card"] for change in follow(zest, guest, "tomato-galette.html")]
        versions = [card["version"] for card in cards]
        assert versions == sorted(set(versions))
        places = [STAGES.index(card["stage"]) for card in cards]
        assert places == sorted(places)
        done = [card for card in cards if card["status"] == "SUCCESS"]
        assert all(card["title"] for card in done)
        last = done[-1]
        assert (last["nutritionStatus"], len(last["tags"])) == ("SUCCESS", 6)
        assert last["imageUrl"].startswith("media/")
        stages_seen |= {card["stage"] for card in cards}
        titled_while_pending |= any(card["title"] for card in cards if card["status"] == "PENDING")
        if stages_seen == set(STAGES) and titled_while_pending:
            return
    raise AssertionError(f"after {TRIES} imports only {stages_seen} were seen, title early: {titled_while_pending}")


def test_failure_is_published_with_its_reason(zest: Zest, guest: Guest):
    last = follow(zest, guest, "kitchen-garden.html")[-1]["card"]
    assert (last["status"], last["errorCode"]) == ("FAILED", "NOT_A_RECIPE")
    assert last["errorDetails"].startswith("We found no recipe")


def test_other_owner_list_receives_nothing(zest: Zest, guest: Guest, stranger: Guest):
    with stranger.changes() as changes:
        follow(zest, guest, "carrot-cake.html")
        # The stranger's change follows all changes of the guest, so these would have arrived before it.
        id = stranger.create(zest.demo + "status/404")["id"]
        seen = changes.until(lambda change: change["id"] == id)
    assert {change["id"] for change in seen} == {id}


def test_edit_and_deletion_reach_every_open_list(zest: Zest, guest: Guest):
    recipe = guest.import_url(zest.demo + "red-lentil-soup.html").recipe
    token = guest.issue_owner_token()
    with guest.changes() as one, guest.changes() as another:
        guest.update(token, id=recipe["id"], title="Soup for Sunday")
        # The last change of the import may arrive after the read.
        for changes in (one, another):
            change = changes.until(lambda change: change["version"] > recipe["version"])[-1]
            assert (change["card"]["title"], change["version"]) == ("Soup for Sunday", recipe["version"] + 1)
        guest.delete(token, recipe["id"])
        for changes in (one, another):
            [change] = changes.until(lambda change: change["id"] == recipe["id"])
            assert change["card"] is None and change["version"] > recipe["version"] + 1


def test_list_equals_the_last_published_card(zest: Zest, guest: Guest):
    last = follow(zest, guest, "moules-marinieres.html")[-1]
    assert guest.list()["items"] == [last["card"]]


def test_subscription_requires_a_valid_signature(zest: Zest, guest: Guest, stranger: Guest):
    credentials = guest.credentials
    guest.credentials = type(credentials)(credentials.access_key, stranger.credentials.secret_key, credentials.token)
    with pytest.raises((Refused, NotRunning)), guest.changes():
        raise AssertionError("subscribed with a wrong signature")
