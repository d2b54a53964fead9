"""Logs contain no personal data, in any encoding."""

import base64
import html
import json
import secrets
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import quote, urlsplit

import pytest
from cloud_logs import readable
from support.uploads import a_page
from support.waiting import eventually
from support.zest import Zest
from zest_client import Refused, shared_lists, sign_in, sign_up
from zest_client.cognito import user_pool
from zest_client.http import send
from zest_client.member import CODE, PASSWORD

pytestmark = pytest.mark.attack


def encodings(secret: str) -> Iterator[tuple[str, str]]:
    """Yields a text in every encoding that may appear in a log, with the name of the encoding."""
    yield "plain", secret
    yield "reversed", secret[::-1]
    raw = secret.encode()
    yield "hex", raw.hex()
    percent = quote(secret, safe="")
    yield "percent", percent
    yield "percent twice", quote(percent, safe="")
    yield "percent of every byte", "".join(f"%{byte:02x}" for byte in raw)
    # JSON inside JSON escapes the backslash again.
    escaped = "".join(character if character.isalnum() else f"\\u{ord(character):04x}" for character in secret)
    yield "JSON", escaped
    yield "JSON twice", json.dumps(escaped)[1:-1]
    yield "HTML", html.escape(secret)
    yield "Python", repr(raw)[2:-1]
    for encode, name in ((base64.b64encode, "Base64"), (base64.urlsafe_b64encode, "Base64 for addresses")):
        for offset in range(3):
            # Encode at each offset, and leave out the characters that depend on neighbouring bytes.
            start, end = (0, 2, 3)[offset], -(((len(raw) + offset) % 3) + 1) if (len(raw) + offset) % 3 else None
            yield f"{name} at {offset}", encode(b"\0" * offset + raw).decode().rstrip("=")[start:end]


def test_encodings_are_found_at_any_offset():
    secret = "us-east-1:12345678-1234-4234-8234-123456789abc"
    token = base64.urlsafe_b64encode(json.dumps({"a": 1, "sub": secret, "z": 2}).encode()).decode()
    assert any(form in token for name, form in encodings(secret) if name.startswith("Base64"))
    for text in (f"GET /b/{quote(secret, safe='')}/x 200", json.dumps(json.dumps({"id": secret})), f"<{secret}>"):
        assert any(form.lower() in text.lower() for _, form in encodings(secret))


@pytest.mark.parametrize("secret", ["Ana.B+c@example.com", "us-east-1:12345678-1234-4234-8234-123456789abc"])
def test_cloud_log_output_is_redacted(secret: str):
    kept = secret.rpartition(":")[2]
    for name, form in encodings(secret):
        if not name.startswith(("plain", "percent", "JSON")) or name == "percent of every byte":
            continue
        assert kept not in readable(f"Cognito: {form} updated"), name
        assert readable(f"Cognito: {form} updated").startswith("Cognito: "), name
    assert readable("GET /media/0123456789abcdef0123456789abcdef/a 200") == (
        "GET /media/0123456789abcdef0123456789abcdef/a 200"
    )


def written(zest: Zest) -> dict[str, str]:
    """Returns everything that the functions, the gateway and the local cloud have logged, by source."""
    texts = {log.name: log.read_text(errors="replace") for log in (zest.state / "logs").glob("*.log*")}
    logs = zest.client("logs")
    for group in logs.describe_log_groups()["logGroups"]:
        lines = []
        for page in logs.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"]):
            lines += [event["message"] for event in page["events"]]
        texts[group["logGroupName"]] = "\n".join(lines)
    return texts


def with_the_end(logs: dict[str, str]) -> dict[str, str] | None:
    return logs if any("Mutation.deleteAccount" in text for text in logs.values()) else None


def test_logs_contain_no_personal_data_of_a_session(zest: Zest):
    guest = zest.guest()
    email = f"ana.{secrets.token_hex(6)}+zest@example.com"
    unknown = f"nobody.{secrets.token_hex(6)}@example.com"

    # A guest uploads, views and imports a file.
    submission = guest.upload("FILE", a_page("Soup"), name="soup.html")
    recipe = guest.import_files("FILE", a_page("Other soup")).recipe
    for upload in guest.uploads(submission):
        assert send("GET", upload["url"]).status == 200
        split = urlsplit(upload["url"])
        send("GET", f"{zest.origin}{split.path}/{quote(guest.identity, safe='')}")
    claim = guest.issue_claim_token()

    # Failed calls write the most log lines.
    for name in (email, unknown):
        for operation in ("ForgotPassword", "ResendConfirmationCode"):
            user_pool(guest.config, operation, {"Username": name})
        with pytest.raises(Refused):
            sign_in(zest.origin, name, "Wrong-horse-7!")
        with pytest.raises(Refused):
            user_pool(guest.config, "ConfirmSignUp", {"Username": name, "ConfirmationCode": "000000"})
    member = sign_up(zest.origin, email, keep=guest)
    with pytest.raises(Refused):
        wanted = [{"Name": "email", "Value": email}]
        user_pool(guest.config, "SignUp", {"Username": email, "Password": PASSWORD, "UserAttributes": wanted})
    member.claim(claim)
    reset = {"Username": email, "ConfirmationCode": "654321", "Password": PASSWORD}
    user_pool(guest.config, "ForgotPassword", {"Username": email})
    user_pool(guest.config, "ConfirmForgotPassword", reset)
    changed = {"AccessToken": member.access_token, "UserAttributes": [{"Name": "email", "Value": unknown}]}
    user_pool(guest.config, "UpdateUserAttributes", changed)
    with suppress(Refused):
        user_pool(guest.config, "ConfirmSignUp", {"Username": email, "ConfirmationCode": CODE})

    # Live updates: the subscription names its owner.
    shared = shared_lists.share(guest_of_list := zest.guest(), "flour")["id"]
    with guest_of_list.changes(shared, document=shared_lists.ON_CHANGE):
        shared_lists.change(guest_of_list, shared, {"id": "0", "done": True})
    with pytest.raises(Refused):
        shared_lists.end(member, shared)
    token = member.issue_owner_token()
    with member.changes() as changes:
        member.update(token, id=recipe["id"], title="Mine")
        changes.until(lambda change: change["id"] == recipe["id"])
    with pytest.raises(Refused), zest.guest().changes(guest.identity):
        pass
    # Unknown paths with data that a client may put there by mistake.
    for lost in (guest.identity, member.email, member.id_token, base64.b64encode(member.email.encode()).decode()):
        for prefix in ("", "/recipes", "/my-recipes", "/media", "/demo", "/graphql", "/cognito-idp", "/local/google"):
            send("GET", f"{zest.origin}{prefix}/{quote(lost, safe='')}?next={quote(lost, safe='')}")
    member.delete_account(token)

    people = {
        "identity": guest.identity,
        "identity's number": guest.identity.partition(":")[2],
        "sub": member.user,
        "address": email,
        "unknown address": unknown,
        "access token": member.access_token.split(".")[1],
        "id token": member.id_token.split(".")[1],
        "owner token": token,
        "claim": claim,
        "shared list": shared,
        "session token": guest.credentials.token,
        "secret key": guest.credentials.secret_key,
        "cloud secret": zest.cloud.secret,
    }
    logged = eventually(lambda: with_the_end(written(zest)), "the end of the account is logged")
    found = [
        f"{who} in {place} ({how})"
        for place, text in ((place, text.lower()) for place, text in logged.items())
        for who, secret in people.items()
        for how, form in encodings(secret)
        if len(form) > 8 and form.lower() in text
    ]
    assert found == []
