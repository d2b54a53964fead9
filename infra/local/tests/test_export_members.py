"""The export of members has all of them, is private, and prints nothing of them. Imported members can sign in again."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boto3
from botocore.stub import Stubber
from support.zest import Zest
from zest_client import sign_in, sign_up
from zest_client.cognito import user_pool
from zest_client.member import PASSWORD
from zest_local import export_members
from zest_local.places import LOCAL_CLOUD

RESET_CODE = "654321"
"""The code of the local cloud for a new password."""


def run(zest: Zest, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"zest_local.{module}", "--state", str(zest.state), *arguments]
    return subprocess.run(command, cwd=LOCAL_CLOUD, capture_output=True, text=True, check=False)


def export(zest: Zest, out: Path) -> subprocess.CompletedProcess[str]:
    return run(zest, "export_members", "--out", str(out))


def test_members_are_exported_to_a_private_file(zest: Zest, tmp_path: Path):
    member, out = sign_up(zest.origin), tmp_path / "members.jsonl"
    done = export(zest, out)
    assert done.returncode == 0, done.stderr
    assert out.stat().st_mode & 0o777 == 0o600
    found = {one["sub"]: one for one in map(json.loads, out.read_text().splitlines())}
    mine = found[member.user]
    assert (mine["email"], mine["emailVerified"], mine["status"]) == (member.email, True, "CONFIRMED")
    assert (mine["identities"], mine["admin"]) == ([], False)
    assert done.stdout.startswith(f"{len(found)} members in ")
    assert "@" not in done.stdout + done.stderr


def test_imported_member_has_a_new_id_and_signs_in_after_a_new_password(zest: Zest, tmp_path: Path):
    member, pool, out = sign_up(zest.origin), zest.outputs["UserPoolId"], tmp_path / "members.jsonl"
    assert export(zest, out).returncode == 0
    [line] = [line for line in out.read_text().splitlines() if member.user in line]
    out.write_text(
        line + "\n" + json.dumps({**json.loads(line), "email": "never@zest.example", "emailVerified": False})
    )
    admin = zest.client("cognito-idp")
    admin.admin_delete_user(UserPoolId=pool, Username=member.user)

    done = run(zest, "import_members", str(out))
    assert done.stdout.startswith("1 of 2 members exist"), done.stderr
    ids = tmp_path / f"members.{pool}.ids.jsonl"
    assert ids.stat().st_mode & 0o777 == 0o600
    [row] = map(json.loads, ids.read_text().splitlines())
    user_pool(member.config, "ForgotPassword", {"Username": member.email})
    new = {"Username": member.email, "ConfirmationCode": RESET_CODE, "Password": PASSWORD}
    user_pool(member.config, "ConfirmForgotPassword", new)
    again = sign_in(zest.origin, member.email)
    assert row == {"old": member.user, "new": again.user}
    assert again.user != member.user

    # A second import changes nothing.
    ids.unlink()
    assert run(zest, "import_members", str(out)).returncode == 0
    assert json.loads(ids.read_text()) == row


def test_existing_file_is_not_overwritten(zest: Zest, tmp_path: Path):
    out = tmp_path / "members.jsonl"
    out.write_text("kept")
    done = export(zest, out)
    assert (done.returncode, done.stdout, out.read_text()) == (1, "", "kept")
    assert "cannot be created" in done.stderr


def user(number: int) -> dict[str, Any]:
    attributes = [{"Name": "sub", "Value": f"sub-{number}"}, {"Name": "email", "Value": f"cook{number}@zest.example"}]
    google = json.dumps([{"userId": str(number), "providerName": "Google"}])
    return {
        "Username": f"sub-{number}",
        "Attributes": [*attributes, {"Name": "identities", "Value": google}],
        "UserCreateDate": datetime(2026, 11, 22, 9, tzinfo=UTC),
        "Enabled": True,
        "UserStatus": "EXTERNAL_PROVIDER",
    }


def test_all_pages_are_read():
    cognito = boto3.client("cognito-idp", region_name="eu-west-1", aws_access_key_id="k", aws_secret_access_key="s")
    pool = {"UserPoolId": "eu-west-1_1", "Limit": export_members.AT_ONCE}
    with Stubber(cognito) as stub:
        stub.add_response("list_users_in_group", {"Users": [user(2)]}, {**pool, "GroupName": "Admin"})
        stub.add_response("list_users", {"Users": [user(1), user(2)], "PaginationToken": "next"}, pool)
        stub.add_response("list_users", {"Users": [user(3)]}, {**pool, "PaginationToken": "next"})
        found = list(export_members.members(cognito, "eu-west-1_1"))
        stub.assert_no_pending_responses()
    assert [(one["sub"], one["admin"]) for one in found] == [("sub-1", False), ("sub-2", True), ("sub-3", False)]
    assert found[0]["identities"] == [{"userId": "1", "providerName": "Google"}]
    assert (found[0]["emailVerified"], found[0]["createdAt"]) == (False, "2026-11-22T09:00:00+00:00")
