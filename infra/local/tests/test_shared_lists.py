"""Shopping lists shared by link: live changes, concurrent ticks, expiry and deletion."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from support.zest import Zest
from zest_client import Guest, Refused, shared_lists, sign_up

Json = dict[str, Any]


def done(found: Json) -> dict[str, bool]:
    return {item["id"]: item["done"] for item in found["items"]}


def test_tick_reaches_the_other_device(guest: Guest, stranger: Guest):
    id = shared_lists.share(guest, "flour", "milk")["id"]
    with (
        guest.changes(id, document=shared_lists.ON_CHANGE) as own,
        stranger.changes(id, document=shared_lists.ON_CHANGE) as other,
    ):
        changed = shared_lists.change(
            stranger, id, {"id": "0", "done": True}, {"id": "1", "removed": True}, {"id": "c", "text": "eggs"}
        )
        for changes in (own, other):
            [seen] = changes.until(lambda change: change["version"] == 2)
            assert seen == changed
        shared_lists.end(guest, id)
        assert other.until(lambda change: change["ended"])[-1]["version"] == 3
    with pytest.raises(Refused, match="not found"):
        shared_lists.get(stranger, id)


def test_other_list_hears_nothing(guest: Guest, stranger: Guest):
    one, other = (shared_lists.share(guest, "flour")["id"] for _ in range(2))
    with stranger.changes(other, document=shared_lists.ON_CHANGE) as changes:
        shared_lists.change(guest, one, {"id": "0", "done": True})
        # The second change follows the first, which would have arrived by then.
        shared_lists.change(guest, other, {"id": "0", "done": True})
        [seen] = changes.until(lambda change: True)
    assert seen["id"] == other


def test_hundred_concurrent_ticks_are_all_kept_and_published(zest: Zest, guest: Guest):
    id = shared_lists.share(guest, *(f"thing {number}" for number in range(100)))["id"]
    shoppers = [zest.guest() for _ in range(10)]

    def tick(number: int) -> int:
        change = shared_lists.change(shoppers[number % 10], id, {"id": f"{number:x}", "done": True})
        version: int = change["version"]
        return version

    with guest.changes(id, document=shared_lists.ON_CHANGE) as changes:
        with ThreadPoolExecutor(100) as at_once:
            versions = list(at_once.map(tick, range(100)))
        heard: set[str] = set()

        def all_heard(change: Json) -> bool:
            heard.update(item["id"] for item in change["items"] if item["done"])
            return len(heard) == 100

        changes.until(all_heard)
    assert sorted(versions) == list(range(2, 102))
    found = shared_lists.get(guest, id)
    assert found["version"] == 101
    assert all(done(found).values()) and len(found["items"]) == 100


def test_late_changes_of_an_offline_device_merge_per_item(guest: Guest, stranger: Guest):
    id = shared_lists.share(guest, "flour", "milk", "salt")["id"]
    shared_lists.change(guest, id, {"id": "0", "done": True}, {"id": "1", "removed": True})
    late = [{"id": "1", "done": True}, {"id": "2", "done": True}, {"id": "e", "text": "eggs"}]
    shared_lists.change(stranger, id, *late)
    assert shared_lists.change(stranger, id, *late)["version"] == 3, "the same again changes nothing"
    assert done(shared_lists.get(guest, id)) == {"0": True, "2": True, "e": False}


def test_list_expires_thirty_days_after_its_last_change(zest: Zest, guest: Guest):
    id = shared_lists.share(guest, "flour")["id"]
    table, key = zest.client("dynamodb"), {"PK": {"S": f"S#{id}"}, "SK": {"S": "S"}}
    name = zest.outputs["SharedListsTable"]
    for _ in range(2):
        row = table.get_item(TableName=name, Key=key)["Item"]
        kept = timedelta(seconds=int(row["expiresAt"]["N"]) - time.time())
        assert timedelta(days=29) < kept <= timedelta(days=30)
        shared_lists.change(guest, id, {"id": "0", "done": True})
    # As if the last change were 30 days old, and time to live had not deleted the row yet.
    table.update_item(
        TableName=name,
        Key=key,
        UpdateExpression="SET updatedAt = :old",
        ExpressionAttributeValues={":old": {"S": "2026-01-01T00:00:00.000Z"}},
    )
    with pytest.raises(Refused, match="not found"):
        shared_lists.get(guest, id)
    with pytest.raises(Refused, match="not found"):
        shared_lists.change(guest, id, {"id": "0", "done": True})


def test_guest_list_belongs_to_the_member_and_ends_with_the_account(zest: Zest, stranger: Guest):
    guest = zest.guest()
    id = shared_lists.share(guest, "flour")["id"]
    member = sign_up(zest.origin)
    assert not shared_lists.get(member, id)["mine"]
    member.claim(guest.issue_claim_token())
    assert shared_lists.get(member, id)["mine"]
    own = shared_lists.share(member, "milk", token=member.access_token)["id"]
    member.delete_account()
    for gone in (id, own):
        with pytest.raises(Refused, match="not found"):
            shared_lists.get(stranger, gone)
