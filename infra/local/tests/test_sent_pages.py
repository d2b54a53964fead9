"""A browser sends a page with the bookmarklet: form, access and import through the front door."""

import json
from datetime import timedelta
from typing import Any

import pytest
from support.uploads import a_page
from support.zest import Zest
from zest_client import Guest, Refused, operations, sign_up
from zest_client.guest import new_id, new_submission
from zest_client.http import post_form, send
from zest_local.deploy import forget_unused_uploads

pytestmark = pytest.mark.attack

Json = dict[str, Any]

# No server can reach this address, so the content must come from the sent page.
ADDRESS = "http://192.168.1.7:9000/soup?day=1"
LIMIT = 4 * 1024 * 1024


def key_of(form: Json) -> str:
    [key] = [field["value"] for field in form["fields"] if field["name"] == "key"]
    return str(key)


def sent(guest: Guest, page: bytes) -> str:
    return guest.upload("PAGE", page, contentType="text/html")


def create(guest: Guest, **given: Any) -> Json:
    created: Json = guest.graphql(operations.CREATE, {"input": {"id": new_id(), **given}})["createRecipe"]
    return created


def imported(guest: Guest, page: bytes, address: str = ADDRESS) -> Json:
    return guest.import_page(address, sent(guest, page)).recipe


def test_sent_page_becomes_the_recipe_of_its_address_and_is_deleted(zest: Zest, guest: Guest):
    recipe = imported(guest, a_page("Leek soup"))
    assert (recipe["status"], recipe["title"], recipe["url"]) == ("SUCCESS", "Leek soup", ADDRESS)
    assert (recipe["fileSubmissionUUID"], recipe["sourceName"]) == (None, None)
    [upload] = guest.uploads()
    assert (upload["kind"], upload["recipeId"]) == ("PAGE", recipe["id"])
    # A browser must never show the upload as a page.
    answer = send("GET", upload["url"])
    assert answer.headers["content-type"] == "application/octet-stream"
    own = key_of(guest.upload_form(new_submission(), "PAGE", 1, contentType="text/html")).rsplit("/", 2)[0]
    forget_unused_uploads(zest.cloud, zest.outputs["UploadsBucket"], older_than=timedelta(seconds=-1), prefix=f"{own}/")
    assert guest.uploads() == []
    assert guest.get(recipe["id"])["status"] == "SUCCESS"


@pytest.mark.parametrize(
    ("page", "code"),
    [
        (b"%PDF-1.7\n", "NOT_A_PAGE"),
        (b"PK\x03\x04", "NOT_A_PAGE"),
        (b"\x89PNG\r\n\x1a\n", "NOT_A_PAGE"),
        (b"<!doctype html><title>News</title><p>It rained.", "NOT_A_RECIPE"),
    ],
)
def test_sent_page_with_other_content_fails(guest: Guest, page: bytes, code: str):
    recipe = imported(guest, page)
    assert (recipe["status"], recipe["errorCode"]) == ("FAILED", code)


def test_form_accepts_html_up_to_4_mib(guest: Guest):
    for wrong, sentence in (
        ({"contentType": "text/plain"}, "contentType of a page must be text/html"),
        ({"contentType": "text/html", "size": LIMIT + 1}, "4,194,304 bytes"),
        ({"contentType": "text/html", "size": 0}, "4,194,304 bytes"),
    ):
        with pytest.raises(Refused, match=sentence):
            guest.upload_form(**{"submission": new_submission(), "kind": "PAGE", "size": 1} | wrong)
    form = guest.upload_form(new_submission(), "PAGE", LIMIT, contentType="text/html")
    assert post_form(form, b"x" * (LIMIT + 1)).status in (400, 403)
    assert key_of(form).startswith("page-submissions/") and guest.identity not in json.dumps(form)


def test_sent_page_is_usable_by_its_sender_only(guest: Guest, stranger: Guest):
    submission = sent(guest, a_page("Soup"))
    assert stranger.uploads() == []
    recipe = stranger.import_page(ADDRESS, submission).recipe
    assert (recipe["status"], recipe["errorCode"]) == ("FAILED", "UPLOAD_MISSING")
    stranger.delete_upload(stranger.issue_owner_token(), submission)
    assert [upload["submission"] for upload in guest.uploads()] == [submission]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "exactly one of"),
        ({"url": ADDRESS, "fileSubmissionUUID": new_submission()}, "exactly one of"),
        ({"url": "javascript:alert(1)"}, "INVALID_URL"),
        ({"url": "http://ann:secret@example.com/"}, "INVALID_URL"),
        ({"url": f"http://example.com/{'a' * 2000}"}, "INVALID_URL"),
    ],
)
def test_sent_page_requires_an_address_and_no_other_source(guest: Guest, given: Json, sentence: str):
    with pytest.raises(Refused, match=sentence):
        create(guest, pageSubmissionUUID=new_submission(), **given)


def test_private_address_without_a_page_is_refused(guest: Guest):
    with pytest.raises(Refused, match="ADDRESS_NOT_ALLOWED"):
        create(guest, url=ADDRESS)


def test_sent_page_is_free_for_members(zest: Zest):
    member = sign_up(zest.origin)
    recipe = imported(member, a_page("Soup"))
    assert (recipe["status"], recipe["credit"]) == ("SUCCESS", None)


def test_receiving_pages_have_no_opener_policy(zest: Zest):
    for path in ("/receive", "/fr/receive", "/bookmarklet"):
        answer = send("GET", f"{zest.origin}{path}")
        assert answer.status == 200
        assert "cross-origin-opener-policy" not in {name.lower() for name in answer.headers}
