"""Members and guests write feedback, admins answer it, and hostile input is refused."""

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.callers import admin
from support.zest import OwnZest, Zest
from zest_client import Guest, Member, Refused, feedback, operations, sign_up
from zest_client.feedback import listed, write
from zest_client.guest import new_id

Json = dict[str, Any]


def ids(found: list[Json]) -> list[str]:
    return [one["id"] for one in found]


def update(writer: Guest, token: str, **change: Any) -> Json:
    changed: Json = writer.graphql(feedback.UPDATE, {"input": change}, token=token)["updateFeedback"]
    return changed


@pytest.fixture(scope="module")
def boss(zest: Zest) -> Member:
    return admin(zest)


def test_guest_reads_the_answer_of_an_admin(guest: Guest, boss: Member):
    written = write(guest, "Is it soup?", email="ann@zest.example")
    assert (written["status"], written["mine"], written["email"]) == ("NEW", True, "ann@zest.example")
    found = listed(boss, token=boss.access_token, filter={"id": {"eq": written["id"]}}, limit=1000)
    assert ids(found) == [written["id"]]
    assert found[0]["createdBy"] is None, "a guest's name is a secret, also from admins"
    assert guest.identity not in json.dumps(found)
    update(boss, boss.access_token, id=written["id"], answer="It is.", note="asks often")
    [read] = listed(guest)
    assert (read["status"], read["answer"], read["note"]) == ("ANSWERED", "It is.", None)
    token = guest.issue_owner_token()
    with pytest.raises(Refused, match="CONFLICT"):
        update(guest, token, id=written["id"], version=1, message="Or stew?")
    changed = update(guest, token, id=written["id"], version=read["version"], message="Or stew?")
    assert (changed["status"], changed["answer"]) == ("NEW", "It is.")
    guest.graphql(feedback.DELETE, {"id": written["id"]}, token=token)
    assert listed(guest) == []


def test_admin_lists_pages_filtered_by_type_state_and_text(boss: Member):
    writer = sign_up(boss.origin)
    word = new_id()
    made = [write(writer, f"{word} {n}", type=kind) for n, kind in enumerate(["QUESTION", "BUG_REPORT", "QUESTION"])]
    update(boss, boss.access_token, id=made[0]["id"], status="CLOSED")

    def found(limit: int, **more: Any) -> list[str]:
        conditions: Json = {"message": {"contains": word}} | more
        ids, after = [], None
        while True:
            variables = {"filter": conditions, "limit": limit, "nextToken": after}
            page = boss.graphql(feedback.LIST, variables, token=boss.access_token)["listFeedbacks"]
            ids += [one["id"] for one in page["items"]]
            after = page["nextToken"]
            if after is None:
                return ids

    newest_first = [one["id"] for one in reversed(made)]
    assert found(1000) == newest_first
    assert found(2) == newest_first
    assert found(1000, type={"eq": "BUG_REPORT"}) == [made[1]["id"]]
    assert found(1000, status={"ne": "CLOSED"}) == newest_first[:2]
    assert {
        one["createdBy"] for one in listed(boss, token=boss.access_token, limit=1000) if word in one["message"]
    } == {writer.user}


@pytest.mark.attack
def test_html_is_kept_as_text_and_control_characters_are_dropped(guest: Guest):
    html = "<img src=x onerror=alert(1)> ' OR 1=1 -- {{7*7}} =cmd|' /C calc'!A0"
    assert write(guest, html)["message"] == html
    assert write(guest, " a\u0000b\u001b[31mc\u202ed\r\ne ")["message"] == "ab[31mcd\ne"


@pytest.mark.attack
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"message": "x" * 50_000}, "message must have at most 5,000 characters"),
        ({"message": "💣" * 5_001}, "message must have at most 5,000 characters"),
        ({"message": "\u0000 \n"}, "message must not be empty"),
        ({"email": "ann"}, "email must be an email address of at most 254 characters"),
        ({"email": "a@b.example\r\nBcc: all@zest.example"}, "email must be an email address"),
        ({"id": "1"}, "id must be 32 lowercase hexadecimal digits"),
        ({"recipeId": "../../etc"}, "id must be 32 lowercase hexadecimal digits"),
        ({"wrongPart": "TITLE"}, "wrongPart needs the recipeId of a recipe of your own"),
        ({"wrongPart": "TITLE", "recipeId": "0" * 32}, "wrongPart needs the recipeId of a recipe of your own"),
    ],
)
def test_invalid_feedback_is_refused_with_a_message(guest: Guest, given: Json, sentence: str):
    with pytest.raises(Refused, match=sentence):
        write(guest, **given)
    assert listed(guest) == []


def test_the_longest_message_is_kept_whole(guest: Guest):
    long = "🍲" * 5_000
    assert write(guest, long)["message"] == long
    assert listed(guest)[0]["message"] == long


def test_the_same_id_again_is_the_same_feedback(guest: Guest, zest: Zest):
    id = new_id()
    first = write(guest, "once", id=id)
    assert write(guest, "twice", id=id) == first
    assert ids(listed(guest)) == [id]
    with pytest.raises(Refused, match="Unauthorized"):
        write(zest.guest(), "mine", id=id)


def test_bug_report_keeps_a_snapshot_of_the_extraction(guest: Guest, zest: Zest):
    page = f"{zest.demo}carrot-cake.html?user=ann&key=secret"
    recipe = guest.import_url(page).recipe
    written = write(guest, "3 carrots", type="BUG_REPORT", recipeId=recipe["id"], wrongPart="INGREDIENTS")
    reading = written["reading"]
    assert reading["title"] == recipe["title"]
    assert reading["ingredients"] == [line["text"] for line in recipe["ingredients"]]
    assert reading["instructions"] == recipe["instructions"]
    assert reading["sourceHost"]
    assert "secret" not in json.dumps(written)
    token = guest.issue_owner_token()
    guest.graphql(operations.UPDATE, {"input": {"id": recipe["id"], "title": "Another"}}, token=token)
    assert listed(guest)[0]["reading"]["title"] == recipe["title"], "as it was read then"
    with pytest.raises(Refused, match="wrongPart needs the recipeId of a recipe of your own"):
        write(zest.guest(), recipeId=recipe["id"], wrongPart="INGREDIENTS")


def test_guest_feedback_moves_to_the_member_and_is_deleted_with_the_account(zest: Zest, boss: Member):
    guest = zest.guest()
    made = write(guest, "before the sign-up")
    member = sign_up(zest.origin)
    assert listed(member) == []
    member.claim(guest.issue_claim_token())
    also = write(member, "after it")
    assert set(ids(listed(member))) == {made["id"], also["id"]}
    member.delete_account()
    left = listed(boss, token=boss.access_token, limit=1000)
    assert not {made["id"], also["id"]} & set(ids(left))


def test_feedback_expires_two_years_after_its_last_change(guest: Guest, zest: Zest):
    written = write(guest)
    key = {"PK": {"S": f"F#{written['id']}"}, "SK": {"S": "F"}}
    table = zest.client("dynamodb")
    row = table.get_item(TableName=zest.outputs["FeedbackTable"], Key=key)["Item"]
    kept = timedelta(seconds=int(row["expiresAt"]["N"]) - time.time())
    assert timedelta(days=729) < kept <= timedelta(days=730)


@pytest.mark.attack
@pytest.mark.counts_uses
def test_feedback_limit_names_the_reset_time(tmp_path_factory: pytest.TempPathFactory):
    zest = OwnZest.start(tmp_path_factory.mktemp("flood"), limits="feedback=2")
    try:
        guest, member = zest.guest(), sign_up(zest.origin)
        kept = [write(guest) for _ in range(2)]
        with pytest.raises(Refused, match="LIMIT_REACHED: try again after") as refused:
            write(guest)
        again = datetime.fromisoformat(str(refused.value).rsplit(" ", 1)[1])
        assert timedelta(0) < again - datetime.now(UTC) <= timedelta(days=1)
        # A request that was accepted is answered again. Refused requests do not count.
        assert write(guest, id=kept[0]["id"]) == kept[0]
        # A member may write six times a day. An address may do so eight times; the guest has used two of these.
        for _ in range(6):
            write(member)
        for other in (member, zest.guest()):
            with pytest.raises(Refused, match="LIMIT_REACHED"):
                write(other)
    finally:
        zest.stop()
