"""A link to one recipe of an archive does not reveal its siblings."""

import hashlib

import pytest
from support.uploads import a_paprika_archive
from support.zest import Zest
from zest_client import Guest, Refused
from zest_client.guest import new_id

pytestmark = pytest.mark.attack


def test_recipe_ids_of_an_archive_cannot_be_derived_from_one(zest: Zest, guest: Guest, stranger: Guest):
    archive = a_paprika_archive([f"Soup {number:02}" for number in range(12)])
    first = guest.import_files("FILE", archive, seconds=60).recipe
    cards = guest.list(limit=50)["items"]
    assert len(cards) == 12
    ids = {card["id"] for card in cards}
    # Ids as they were made formerly: derived from the first id and the position.
    derived = {
        hashlib.sha256(f"zest sibling {first['id']} {entry} {part}".encode()).hexdigest()[:32]
        for entry in range(20)
        for part in range(3)
    }
    assert not derived & ids
    for id in derived:
        with pytest.raises(Refused, match="not found"):
            stranger.get(id)
    # A link that was shared on purpose works.
    [other] = [card for card in cards if card["title"] == "Soup 07"]
    assert stranger.get(other["id"])["title"] == "Soup 07"


def test_same_archive_gets_other_ids_and_retry_is_idempotent(zest: Zest, guest: Guest):
    archive = a_paprika_archive([f"Soup {number:02}" for number in range(5)])
    submission, id = guest.upload("FILE", archive), new_id()
    with guest.changes() as changes:
        guest.create_from("FILE", submission, id=id)
        changes.until(lambda change: change["id"] == id and (change["card"] or {}).get("status") == "SUCCESS", 60)
    known = {card["id"] for card in guest.list(limit=50)["items"]}
    assert len(known) == 5
    # Run the state that creates the recipes again, as Step Functions does after a crash. Its work is already done.
    _, error = zest.invoke("FnExtract", {"id": id, "attempt": 1})
    assert error == "Superseded"
    assert {card["id"] for card in guest.list(limit=50)["items"]} == known
