"""Pictures and files pass through the front door: forms, access and imports."""

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
from support.credits import give
from support.uploads import a_page, forged
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, Refused, sign_up
from zest_client.guest import new_id, new_submission
from zest_client.http import post_form, send
from zest_local.deploy import forget_unused_uploads

pytestmark = pytest.mark.attack

Json = dict[str, Any]

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
MIB = 1024 * 1024


_FOLDERS: dict[str, str] = {}


def folder_of(guest: Guest) -> str:
    """Returns the name of the folder of a guest's uploads, taken from an upload form. It is cached, because it must be
    known after the guest is deleted.
    """
    if guest.identity not in _FOLDERS:
        form = guest.upload_form(new_submission(), "FILE", 1)
        [key] = [field["value"] for field in form["fields"] if field["name"] == "key"]
        _FOLDERS[guest.identity] = key.split("/")[1]
    return _FOLDERS[guest.identity]


def keys(zest: Zest, guest: Guest) -> list[str]:
    found = []
    for folder in ("picture-submissions", "file-submissions"):
        listed = zest.client("s3").list_objects_v2(
            Bucket=zest.outputs["UploadsBucket"], Prefix=f"{folder}/{folder_of(guest)}/"
        )
        found += [item["Key"].split("/", 2)[2] for item in listed.get("Contents", [])]
    return found


def tags(zest: Zest, key: str) -> Json:
    found = zest.client("s3").get_object_tagging(Bucket=zest.outputs["UploadsBucket"], Key=key)["TagSet"]
    return {tag["Key"]: tag["Value"] for tag in found}


def test_saved_page_becomes_a_recipe_linked_to_its_file(zest: Zest, guest: Guest):
    page = a_page("Leek soup")
    recipe = guest.import_files("FILE", page, name="Séance/leek soup.html", contentType="text/html").recipe
    assert (recipe["status"], recipe["title"], len(recipe["ingredients"])) == ("SUCCESS", "Leek soup", 2)
    assert (recipe["sourceName"], recipe["url"], recipe["importSummary"]) == ("leek soup.html", None, None)
    [upload] = guest.uploads()
    assert (upload["recipeId"], upload["submission"]) == (recipe["id"], recipe["fileSubmissionUUID"])
    assert (upload["kind"], upload["name"], upload["contentType"], upload["size"]) == (
        ("FILE", "leek soup.html", "text/html", len(page))
    )
    # A browser must never show an uploaded page as a page.
    answer = send("GET", upload["url"])
    assert (answer.status, answer.body) == (200, page)
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert guest.source_pages(recipe["id"]) == []
    # The upload is kept: it has no tag that lets it expire.
    [key] = keys(zest, guest)
    assert tags(zest, f"file-submissions/{folder_of(guest)}/{key}") == {}
    token = guest.issue_owner_token()
    guest.delete(token, recipe["id"])
    assert keys(zest, guest) == []


def test_repeated_request_is_idempotent_per_upload(guest: Guest):
    submission, other, id = guest.upload("FILE", a_page("Soup")), guest.upload("FILE", a_page("Stew")), new_id()
    first = guest.create_from("FILE", submission, id=id)
    assert (first["status"], first["stage"]) == ("PENDING", "READING")
    again = guest.create_from("FILE", submission, id=id)
    assert (again["id"], again["fileSubmissionUUID"]) == (id, submission)
    for kind, another in (("FILE", other), ("PICTURE", submission)):
        with pytest.raises(Refused, match="Unauthorized"):
            guest.create_from(kind, another, id=id)
    with pytest.raises(Refused, match="This upload is already a recipe"):
        guest.upload_form(submission, "FILE", 1)


def refused(guest: Guest, **wrong: Any) -> str:
    wanted = {"submission": new_submission(), "kind": "FILE", "size": 1} | wrong
    with pytest.raises(Refused) as refusal:
        guest.upload_form(**wanted)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"submission": "x"}, "UUID"),
        ({"submission": new_submission().upper()}, "UUID"),
        ({"size": 0}, "20,971,520 bytes"),
        ({"size": -1}, "20,971,520 bytes"),
        ({"size": 20 * MIB + 1}, "20,971,520 bytes"),
        ({"kind": "PICTURE", "position": 10}, "position must be"),
        ({"kind": "PICTURE", "position": -1}, "position must be"),
        ({"position": 1}, "position must be"),
        ({"kind": "PICTURE", "contentType": "image/svg+xml"}, "Save it as JPEG or PNG"),
        ({"kind": "PICTURE", "contentType": "application/octet-stream"}, "Save it as JPEG or PNG"),
        ({"contentType": "text/html; charset=x"}, "contentType must be"),
        ({"contentType": "application/x-msdownload"}, "contentType must be"),
        ({"name": "x" * 201}, "at most 200 characters"),
    ],
)
def test_invalid_form_request_is_refused_with_a_message(guest: Guest, wrong: Json, sentence: str):
    assert sentence in refused(guest, **wrong)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"url": "https://example.com/", "pictureSubmissionUUID": new_submission()},
        {"fileSubmissionUUID": new_submission(), "pictureSubmissionUUID": new_submission()},
    ],
)
def test_recipe_requires_exactly_one_source(guest: Guest, given: Json):
    with pytest.raises(Refused, match="exactly one of"):
        guest.graphql(
            "mutation Create($input: CreateRecipeInput!) { createRecipe(input: $input) { id } }",
            {"input": {"id": new_id(), **given}},
        )


def test_form_accepts_only_its_own_fields(zest: Zest, guest: Guest, stranger: Guest):
    form = guest.upload_form(new_submission(), "PICTURE", 100, position=3, name="x.png")
    fields = {field["name"]: field["value"] for field in form["fields"]}
    theirs = {field["name"]: field["value"] for field in stranger.upload_form(new_submission(), "FILE", 9)["fields"]}
    content = b"x" * 100
    for what, status, changed in [
        ("larger", 400, {}),
        ("empty", 400, {}),
        ("another key", 403, {"key": fields["key"] + "1"}),
        ("another's key", 403, {"key": theirs["key"]}),
        ("another type", 403, {"Content-Type": "text/html"}),
        ("another name", 403, {"x-amz-meta-name": "y"}),
        ("no tag", 403, {"tagging": None}),
        ("another tag", 403, {"tagging": "<Tagging><TagSet/></Tagging>"}),
        ("a field more", 403, {"acl": "public-read"}),
        ("a redirect", 403, {"success_action_redirect": "https://example.com/"}),
        ("no policy", 400, {"policy": None}),
        ("another's policy", 403, {"policy": theirs["policy"]}),
        ("another's signature", 403, {"x-amz-signature": theirs["x-amz-signature"]}),
        ("no signature", 403, {"x-amz-signature": None}),
        ("no token", 400, {"x-amz-security-token": None}),
        ("nothing signed", 403, {name: None for name in fields if name.startswith("x-amz-") or name == "policy"}),
        ("ours", 403, forged(zest, fields)),
    ]:
        sent = content + b"x" if what == "larger" else b"" if what == "empty" else content
        answer = post_form(form, sent, **changed)
        assert answer.status == status, f"{what}: {answer.status} {answer.body[:300]!r}"
    assert keys(zest, guest) == keys(zest, stranger) == []
    assert post_form(form, content).status == 204
    [key] = keys(zest, guest)
    assert key.endswith("/3")
    assert tags(zest, f"picture-submissions/{folder_of(guest)}/{key}") == {"use": "none"}


def test_expired_form_is_refused(zest: Zest, guest: Guest):
    form = guest.upload_form(new_submission(), "FILE", 1)
    expired = forged(zest, {field["name"]: field["value"] for field in form["fields"]}, role="FnGraphqlRole", ends=-1)
    answer = post_form(form, b"x", **expired)
    assert (answer.status, b"Policy expired" in answer.body) == (403, True)
    lasting = forged(zest, {field["name"]: field["value"] for field in form["fields"]}, role="FnGraphqlRole", ends=60)
    assert post_form(form, b"x", **lasting).status == 204, "the same form, but for its end"


def test_upload_of_another_owner_is_inaccessible(zest: Zest, guest: Guest, stranger: Guest):
    recipe = guest.import_files("FILE", a_page("Soup")).recipe
    submission = recipe["fileSubmissionUUID"]
    assert stranger.uploads() == stranger.uploads(submission) == []
    stranger.delete_upload(stranger.issue_owner_token(), submission)
    stolen = stranger.create_from("FILE", submission)
    ended = eventually(lambda: (got := stranger.get(stolen["id"]))["status"] != "PENDING" and got, "it ends")
    assert (ended["status"], ended["errorCode"]) == ("FAILED", "UPLOAD_MISSING")
    with pytest.raises(Refused, match="Unauthorized"):
        stranger.source_pages(recipe["id"])
    public = stranger.get(recipe["id"])
    hidden = ("fileSubmissionUUID", "pictureSubmissionUUID", "sourceName", "importSummary")
    assert [public[name] for name in hidden] == [None] * 4
    assert guest.identity not in json.dumps(public)
    # Neither a presigned link nor the address of the bucket gives access.
    [upload] = guest.uploads()
    assert send("GET", upload["url"].split("?")[0]).status == 403
    assert send("GET", upload["url"].replace("/file-submissions/", "/picture-submissions/")).status in (403, 404)
    assert send("GET", f"{zest.origin}/{zest.outputs['UploadsBucket']}").status in (403, 404, 405)
    assert len(keys(zest, guest)) == 1


def test_guest_uploads_stay_readable_as_member(zest: Zest, guest: Guest):
    recipe = guest.import_files("FILE", a_page("Soup")).recipe
    token = guest.issue_claim_token()
    assert len(keys(zest, guest)) == 1
    member = sign_up(zest.origin)
    assert member.claim(token) == 1
    assert keys(zest, member) == []
    assert member.get(recipe["id"])["fileSubmissionUUID"] == recipe["fileSubmissionUUID"]
    assert member.source_pages(recipe["id"]) == []
    give(zest, member, 1)
    member.import_files("FILE", a_page("Stew"))
    member.upload("FILE", b"never used")
    member.delete_account()
    assert keys(zest, guest) == keys(zest, member) == []


def test_failed_import_keeps_its_upload_until_deletion_or_expiry(zest: Zest, guest: Guest):
    failed = guest.import_files("FILE", b"<title>Nothing</title><p>Nothing to cook here.</p>").recipe
    assert (failed["status"], failed["errorCode"]) == ("FAILED", "NO_RECIPE_IN_FILE")
    [key] = keys(zest, guest)
    assert tags(zest, f"file-submissions/{folder_of(guest)}/{key}") == {"use": "none"}
    token = guest.issue_owner_token()
    guest.delete_upload(token, failed["fileSubmissionUUID"])
    assert keys(zest, guest) == []
    retry = "mutation Retry($id: ID!) { retryRecipe(id: $id) { status stage } }"
    assert guest.graphql(retry, {"id": failed["id"]}, token=token)["retryRecipe"]["stage"] == "READING"
    again = eventually(lambda: (got := guest.get(failed["id"]))["status"] != "PENDING" and got, "it ends")
    assert again["errorCode"] == "UPLOAD_MISSING"


def test_only_unused_uploads_expire(zest: Zest, guest: Guest):
    used = guest.import_files("FILE", a_page("Soup")).recipe["fileSubmissionUUID"]
    guest.upload("FILE", b"never used")
    cloud = zest.cloud
    assert forget_unused_uploads(cloud, zest.outputs["UploadsBucket"]) == 0, "they are not a day old"
    # Delete only uploads of this test. Other tests need their own uploads.
    own = f"file-submissions/{folder_of(guest)}/"
    forget_unused_uploads(cloud, zest.outputs["UploadsBucket"], older_than=timedelta(seconds=-1), prefix=own)
    assert [key.split("/")[0] for key in keys(zest, guest)] == [used]


def test_delete_all_removes_the_owner_uploads(zest: Zest, guest: Guest):
    guest.import_files("FILE", a_page("Soup"))
    guest.upload("PICTURE", PNG)
    guest.delete_all(guest.issue_owner_token())
    assert keys(zest, guest) == []


def test_copy_does_not_include_the_upload(zest: Zest, guest: Guest):
    recipe = guest.import_files("FILE", a_page("Soup")).recipe
    copy = guest.copy(recipe["id"])
    assert (copy["title"], copy["fileSubmissionUUID"], copy["sourceName"]) == ("Soup", None, None)
    token = guest.issue_owner_token()
    guest.delete(token, copy["id"])
    assert len(keys(zest, guest)) == 1
    guest.delete(token, recipe["id"])
    assert keys(zest, guest) == []


def test_logs_contain_neither_upload_nor_owner(zest: Zest, guest: Guest):
    name = f"secret-{new_id()}.html"
    recipe = guest.import_files("FILE", a_page("Soup"), name=name).recipe
    assert recipe["status"] == "SUCCESS"
    said = (zest.state / "logs" / "cloud.log").read_text(errors="replace")
    functions = [line for line in said.splitlines() if '"subject"' in line]
    assert functions and not any(name in line or guest.identity in line for line in functions)
