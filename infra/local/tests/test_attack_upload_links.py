"""Upload links and forms do not reveal the identity id of the owner, which gives access to the data of a guest."""

import json
from urllib.parse import unquote

import pytest
from support.uploads import a_page
from support.zest import Zest
from zest_client import Guest
from zest_client.guest import new_submission
from zest_client.http import post_parts, send

pytestmark = pytest.mark.attack


def plain(text: str) -> str:
    while (decoded := unquote(text)) != text:
        text = decoded
    return text


def test_upload_links_and_forms_do_not_contain_the_identity_id(zest: Zest, guest: Guest):
    guest.import_files("FILE", a_page("Soup"), name="soup.html")
    form = guest.upload_form(new_submission(), "PICTURE", 100)
    told = plain(json.dumps([form, guest.uploads()])) + plain(json.dumps(guest.list()))
    assert guest.identity.split(":")[1] not in told
    [upload] = guest.uploads()
    assert send("GET", upload["url"]).status == 200


def test_form_with_repeated_or_foreign_fields_stores_nothing(zest: Zest, guest: Guest):
    form = guest.upload_form(new_submission(), "FILE", 9)
    fields: list[tuple[str, str | bytes]] = [(field["name"], field["value"]) for field in form["fields"]]
    key = next(field["value"] for field in form["fields"] if field["name"] == "key")
    other, file = ("key", f"{key}1"), ("file", b"x" * 9)
    for what, status, parts in [
        ("another key first", 403, [other, *fields, file]),
        ("another key last", 403, [*fields, other, file]),
        ("the key in capitals", 403, [*fields, ("KEY", f"{key}1"), file]),
        ("the same key twice", 403, [*fields, ("key", key), file]),
        ("two policies", 403, [*fields, ("policy", "e30="), file]),
        ("a signature of version 2", 403, [*fields, ("AWSAccessKeyId", "AKIA"), ("signature", "x"), file]),
        ("two files", 400, [*fields, file, ("file", b"y")]),
        ("two files, one in capitals", 400, [*fields, ("FILE", b"y"), file]),
        ("a key after the file", 400, [*fields, file, other]),
        ("no file", 400, fields),
        ("20,000 fields", 400, [*fields, *((f"x-ignore-{number}", "") for number in range(20_000)), file]),
        ("a large field", 400, [*fields, ("x-ignore-large", "x" * 20_480), file]),
    ]:
        answer = post_parts(form["url"], parts)
        assert answer.status == status, f"{what}: {answer.status} {answer.body[:300]!r}"
    s3, bucket = zest.client("s3"), zest.outputs["UploadsBucket"]
    folder = key.rsplit("/", 2)[0]
    assert s3.list_objects_v2(Bucket=bucket, Prefix=folder).get("KeyCount", 0) == 0
    assert post_parts(form["url"], [*fields, file]).status == 204
    assert s3.list_objects_v2(Bucket=bucket, Prefix=folder)["KeyCount"] == 1


def test_upload_folders_are_distinct_and_stable(zest: Zest, guest: Guest, stranger: Guest):
    def key(of: Guest) -> str:
        form = of.upload_form("0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d", "FILE", 1)
        return str({field["name"]: field["value"] for field in form["fields"]}["key"])

    assert key(guest) == key(guest) != key(stranger)


def test_uploads_with_old_keys_are_listed_and_deleted(zest: Zest, guest: Guest):
    submission = new_submission()
    old = f"file-submissions/{guest.identity}/{submission}/0"
    s3, bucket = zest.client("s3"), zest.outputs["UploadsBucket"]
    s3.put_object(Bucket=bucket, Key=old, Body=b"<title>Soup</title>", Tagging="use=none")
    assert [upload["submission"] for upload in guest.uploads()] == [submission]
    guest.delete_upload(guest.issue_owner_token(), submission)
    assert guest.uploads() == []
    s3.put_object(Bucket=bucket, Key=old, Body=b"<title>Soup</title>", Tagging="use=none")
    assert guest.delete_all(guest.issue_owner_token())["done"]
    assert s3.list_objects_v2(Bucket=bucket, Prefix=old).get("KeyCount", 0) == 0
