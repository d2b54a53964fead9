"""Uploads with many recipes and uploads without a recipe are imported, also at the same time."""

import os
import time
from typing import Any

from support.uploads import a_page, a_paprika_archive, hostile
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest
from zest_client.guest import has_ended, new_id

Json = dict[str, Any]

# With MANY_RECIPES=1000 the test shows how long a large archive takes.
MANY = int(os.environ.get("MANY_RECIPES", "250"))
# Maximum seconds; it allows for other load on two cores.
MANY_WITHIN_SECONDS = 30 + MANY / 10


def everything(guest: Guest) -> list[Json]:
    cards: list[Json] = []
    token = None
    while True:
        page = guest.list(limit=100, nextToken=token)
        cards, token = cards + page["items"], page["nextToken"]
        if token is None:
            return cards


def test_archive_entries_become_recipes_despite_a_bad_one(zest: Zest, guest: Guest):
    titles = [f"Soup {number:02}" for number in range(30)]
    archive = a_paprika_archive([*titles[:7], b"no recipe", *titles[7:]])
    first = guest.import_files("FILE", archive, name="kitchen.paprikarecipes", seconds=60).recipe
    assert (first["status"], first["title"], first["stage"]) == ("SUCCESS", "Soup 00", None)
    summary = first["importSummary"]
    assert (summary["found"], summary["imported"], summary["failed"]) == (31, 30, 1)
    assert [problem["errorCode"] for problem in summary["problems"]] == ["UNREADABLE_FILE"]
    cards = everything(guest)
    assert sorted(card["title"] for card in cards) == titles
    assert {card["fileSubmissionUUID"] for card in cards} == {first["fileSubmissionUUID"]}
    other = guest.get(next(card["id"] for card in cards if card["title"] == "Soup 20"))
    assert (other["status"], len(other["ingredients"]), other["servings"]) == ("SUCCESS", 3, 4)
    assert [tag["name"] for tag in other["tags"]] == ["Soup"]
    assert other["nutritionalInformation"]["status"] == "SUCCESS"
    assert (other["importSummary"], other["sourceName"]) == (None, "kitchen.paprikarecipes")
    # The upload is deleted together with its last recipe.
    token = guest.issue_owner_token()
    guest.delete_many(token, [card["id"] for card in cards if card["title"] != "Soup 20"])
    assert len(guest.uploads()) == 1
    guest.delete(token, other["id"])
    assert guest.uploads() == []


def test_large_archive_import_reports_progress_on_its_card(zest: Zest, guest: Guest):
    archive = a_paprika_archive([f"Soup {number:04}" for number in range(MANY)])
    submission, id, counted = guest.upload("FILE", archive), new_id(), set()

    def is_over(change: Json) -> bool:
        if change["id"] != id:
            return False
        card = change["card"]
        if card["importSummary"] and card["status"] == "PENDING":
            counted.add(card["importSummary"]["imported"])
        return has_ended(card)

    with guest.changes() as changes:
        started = time.perf_counter()
        guest.create_from("FILE", submission, id=id)
        changes.until(is_over, MANY_WITHIN_SECONDS)
    seconds = time.perf_counter() - started
    print(f"{MANY} recipes of one file in {seconds:.1f} s")
    first = guest.get(id)
    assert (first["status"], first["errorCode"]) == ("SUCCESS", None)
    summary = first["importSummary"]
    assert (summary["found"], summary["imported"], summary["failed"], summary["problems"]) == (MANY, MANY, 0, [])
    assert len(counted) > 3, "it is told meanwhile"
    assert len(everything(guest)) == MANY


def test_hostile_uploads_fail_specifically_and_good_ones_succeed(zest: Zest, guest: Guest):
    started = {what: (kind, guest.upload(kind, content)) for what, (kind, content, _) in hostile().items()}
    begun = time.perf_counter()
    bad = {what: guest.create_from(kind, submission)["id"] for what, (kind, submission) in started.items()}
    good = [guest.create_from("FILE", guest.upload("FILE", a_page(f"Soup {n}")))["id"] for n in range(10)]
    waiting = {*bad.values(), *good}

    def ended() -> dict[str, Json] | None:
        cards = {card["id"]: card for card in everything(guest)}
        return None if any(cards[id]["status"] == "PENDING" for id in waiting) else cards

    cards = eventually(ended, "all have ended", 60)
    seconds = time.perf_counter() - begun
    print(f"{len(waiting)} imports at once in {seconds:.1f} s")
    assert [cards[id]["status"] for id in good] == ["SUCCESS"] * 10
    for what, (_, _, codes) in hostile().items():
        card = cards[bad[what]]
        assert (card["status"], card["errorCode"] in codes) == ("FAILED", True), f"{what}: {card['errorCode']}"
        assert card["errorDetails"].endswith(".")
    token = guest.issue_owner_token()
    for _, submission in started.values():
        guest.delete_upload(token, submission)
    assert {upload["recipeId"] for upload in guest.uploads()} == set(good)
