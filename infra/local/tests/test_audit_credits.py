"""The credit audit accepts correct rows, and names damaged ones without their content."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from support.zest import Zest
from zest_client import sign_up
from zest_client.credits import open_credits
from zest_local.places import LOCAL_CLOUD

EVENT = {"source": "test"}


def audit(zest: Zest) -> dict:
    """Audits all members. Other tests change rows at the same time, so compare only the findings about the rows of
    one's own member.
    """
    answer, error = zest.invoke("FnAuditCredits", EVENT)
    assert (error, answer["next"]) == (None, None)
    return answer


def named(zest: Zest, member: str) -> set[str]:
    return {damaged["row"] for damaged in audit(zest)["named"] if damaged["member"] == member}


def test_audit_names_only_the_damaged_row(zest: Zest):
    member = sign_up(zest.origin)
    open_credits(member)
    table, name = zest.client("dynamodb"), zest.outputs["LedgerTable"]

    def change(sort_key: str, attribute: str, value: dict[str, str] | None) -> Callable[[], None]:
        """Writes another value or deletes the row. Returns a function that restores it."""
        key = {"PK": {"S": f"U#{member.user}"}, "SK": {"S": sort_key}}
        row = table.get_item(TableName=name, Key=key)["Item"]
        if value is None:
            table.delete_item(TableName=name, Key=key)
        else:
            table.put_item(TableName=name, Item=row | {attribute: value})
        return lambda: table.put_item(TableName=name, Item=row) and None

    before = audit(zest)
    assert before["members"] >= 1
    assert before["rows"] >= 4
    for sort_key, attribute, value, row in [
        ("BAL", "creditBalance", {"N": "11"}, "balance"),
        ("BAL", "lifetimeUsage", {"N": "-1"}, "BAL"),
        ("T#000000000001", "amount", {"N": "9"}, "transaction 1"),
        ("T#000000000001", "kind", {"S": "TELEPORTED"}, "T#000000000001"),
        ("BAL", "", None, "balance"),
    ]:
        restore = change(sort_key, attribute, value)
        assert row in named(zest, member.user), (sort_key, attribute)
        assert member.user in make_audit(zest).stdout
        restore()
    assert named(zest, member.user) == set()
    log = (zest.state / "logs" / "cloud.log").read_text()
    damages = [line for line in log.splitlines() if '"message":"damaged"' in line]
    assert damages
    assert all(member.user not in line for line in damages)


def make_audit(zest: Zest) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zest_local.audit", "--state", str(zest.state)]
    return subprocess.run(command, cwd=LOCAL_CLOUD, capture_output=True, text=True, check=False)


def test_make_audit_prints_one_line(zest: Zest):
    done = make_audit(zest)
    assert done.stdout.startswith("audit: members "), done.stderr
    words = done.stdout.split()
    assert int(words[2]) >= 1
    assert (done.returncode == 0) == (words[6] == "0")


def test_make_audit_without_a_running_zest_fails(tmp_path: pytest.TempPathFactory):
    command = [sys.executable, "-m", "zest_local.audit", "--state", str(tmp_path)]
    done = subprocess.run(command, cwd=LOCAL_CLOUD, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "make run" in done.stdout + done.stderr
