"""The audit of credits: what is right is found right, a damaged row is found and named, without its content."""

import json
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
    answer, error = zest.invoke("FnAuditCredits", EVENT)
    assert error is None
    return answer


def test_a_damaged_row_is_found_and_named_and_what_is_right_is_not(zest: Zest):
    member = sign_up(zest.origin)
    open_credits(member)
    table, name = zest.client("dynamodb"), zest.outputs["LedgerTable"]

    def change(sort_key: str, attribute: str, value: dict[str, str] | None) -> Callable[[], None]:
        """Writes another value, or takes the row away; answers what puts it back."""
        key = {"PK": {"S": f"U#{member.user}"}, "SK": {"S": sort_key}}
        row = table.get_item(TableName=name, Key=key)["Item"]
        if value is None:
            table.delete_item(TableName=name, Key=key)
        else:
            table.put_item(TableName=name, Item=row | {attribute: value})
        return lambda: table.put_item(TableName=name, Item=row) and None

    # Other tests damage nothing, but plant rows without records of purchases: what was there before is left out.
    before = audit(zest)
    assert before["members"] >= 1
    assert before["rows"] >= 4
    assert before["next"] is None
    for sort_key, attribute, value in [
        ("BAL", "creditBalance", {"N": "11"}),
        ("BAL", "lifetimeUsage", {"N": "-1"}),
        ("T#000000000001", "amount", {"N": "9"}),
        ("T#000000000001", "kind", {"S": "TELEPORTED"}),
        ("BAL", "", None),
    ]:
        restore = change(sort_key, attribute, value)
        found = audit(zest)
        restore()
        assert found["damages"] > before["damages"], (sort_key, attribute)
    assert audit(zest)["damages"] == before["damages"]
    log = (zest.state / "logs" / "cloud.log").read_text()
    told = [json.loads(line) for line in log.splitlines() if '"message":"damaged"' in line]
    assert {line["row"] for line in told} & {"the balance", "BAL"}
    assert all(member.user not in json.dumps(line) for line in told)


def test_make_audit_says_it_in_one_line(zest: Zest):
    found = audit(zest)
    command = [sys.executable, "-m", "zest_local.audit", "--state", str(zest.state)]
    done = subprocess.run(command, cwd=LOCAL_CLOUD, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("audit: members "), done.stderr
    words = done.stdout.split()
    assert int(words[2]) >= found["members"]
    assert (done.returncode == 0) == (words[6] == "0")


def test_without_a_running_zest_there_is_nothing_to_audit(tmp_path: pytest.TempPathFactory):
    command = [sys.executable, "-m", "zest_local.audit", "--state", str(tmp_path)]
    done = subprocess.run(command, cwd=LOCAL_CLOUD, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "make run" in done.stdout + done.stderr
