"""The restore drill loads every table into a second one, and finds a row that is missing or differs."""

import subprocess
import sys

from support.template import RESOURCES
from support.zest import Zest
from zest_client import sign_up
from zest_client.credits import open_credits
from zest_local.places import LOCAL_CLOUD
from zest_local.restore_drill import contents

TABLES = sorted(name for name, body in RESOURCES.items() if body["Type"] == "AWS::DynamoDB::Table")
INDEX = {"IndexName": "due", "KeySchema": [{"AttributeName": "due"}, {"AttributeName": "dueAt"}]}


def test_each_table_is_restored_and_the_copy_deleted(zest: Zest):
    open_credits(sign_up(zest.origin))
    command = [sys.executable, "-m", "zest_local.restore_drill", "--state", str(zest.state)]
    done = subprocess.run(command, cwd=LOCAL_CLOUD, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[1] for line in lines] == TABLES
    assert all(line.endswith(": equal") for line in lines)
    ledger = next(line for line in lines if line.split()[1] == "Ledger")
    assert int(ledger.split()[2]) >= 4
    assert not [name for name in zest.client("dynamodb").list_tables()["TableNames"] if name.endswith("-drill")]


def test_order_does_not_matter_but_each_row_and_value_does():
    rows = [{"PK": {"S": str(number)}, "due": {"S": "x"}, "dueAt": {"S": "2026"}} for number in range(3)]
    whole = contents(iter(rows), [INDEX])
    assert whole == contents(reversed([dict(reversed(row.items())) for row in rows]), [INDEX])
    assert (whole.rows, whole.indexes) == (3, {"due": 3})
    changed = [*rows[:2], {**rows[2], "due": {"S": "y"}}]
    assert contents(iter(changed), [INDEX]).checksum != whole.checksum
    assert contents(iter(rows[:2]), [INDEX]).checksum != whole.checksum
    del rows[0]["dueAt"]
    assert contents(iter(rows), [INDEX]).indexes == {"due": 2}
