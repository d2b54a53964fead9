"""Logs contain recipe ids and stages, but no identities, tokens or queries."""

import secrets
from pathlib import Path

import pytest
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, Refused


def written(zest: Zest) -> str:
    """Returns all that the functions, the gateway and the local cloud have logged."""
    logs = zest.client("logs")
    groups = logs.describe_log_groups(logGroupNamePrefix="/zest/local/")["logGroups"]
    texts = [log.read_text(errors="replace") for log in (zest.state / "logs").glob("*.log")]
    for group in groups:
        for page in logs.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"]):
            texts += [event["message"] for event in page["events"]]
    return "\n".join(texts)


def test_guest_session_leaves_no_secret_in_logs(zest: Zest, guest: Guest):
    query = secrets.token_hex(12)
    id = guest.import_url(f"{zest.demo}carrot-cake.html?reader={query}").recipe["id"]
    token = guest.issue_owner_token()
    guest.update(token, id=id, title="Mine")
    with pytest.raises(Refused):
        guest.update(token[:-4] + "AAAA", id=id, title="Not mine")
    with pytest.raises(Refused):
        guest.create(f"http://10.0.0.1/?reader={query}")
    # The log has the import, so data that are missing were left out on purpose.
    eventually(lambda: id in written(zest), "the import is logged")
    text = written(zest)
    secret_key, session_token = guest.credentials.secret_key, guest.credentials.token
    for name, secret in {
        "the query of the address": query,
        "the identity id": guest.identity,
        "the owner token": token,
        "the secret key": secret_key,
        "the session token": session_token,
    }.items():
        assert secret not in text, f"{name} is in a log"


def test_state_folder_is_private(zest: Zest):
    for folder in (zest.state, *(path for path in Path(zest.state).iterdir() if path.is_dir())):
        assert folder.stat().st_mode & 0o077 == 0, f"{folder.name} can be read by others"
