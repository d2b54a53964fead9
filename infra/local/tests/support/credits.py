"""Writes and reads a member's ledger rows."""

from datetime import UTC, datetime, timedelta
from typing import Any

from boto3.dynamodb.types import TypeDeserializer, TypeSerializer
from zest_client import Member

from support.zest import Zest

Row = dict[str, Any]


def give(zest: Zest, member: Member, credits: int) -> None:
    """Gives promotional credits to a member who has no ledger: writes the rows of a first grant."""
    user, now = member.owner, datetime.now(UTC)
    key, moment, end = f"grant#test-{user}", written(now), written(now + timedelta(days=90))
    own: Row = {"PK": f"U#{user}", "userId": user}
    totals = ("lifetimeUsage", "lifetimeExpired", "lifetimeRefunded", "lifetimeAdjustedOut")
    rows: list[Row] = [
        own
        | {"SK": "BAL", "version": 1, "creditBalance": credits, "lifetimeCredits": credits}
        | dict.fromkeys(totals, 0)
        | {"createdAt": moment, "updatedAt": moment},
        own
        | {"SK": f"G#{end}#t1-0", "due": "GRANT", "dueAt": end, "id": "t1-0", "grantType": "PROMOTIONAL"}
        | {"creditsGranted": credits, "creditsRemaining": credits, "grantedDate": moment, "expirationDate": end}
        | {"expired": False},
        own
        | {"SK": "T#000000000001", "sequence": 1, "kind": "PROMOTION", "transactionType": "ADJUSTMENT"}
        | {"amount": credits, "balanceAfter": credits, "idempotencyKey": key, "description": "A present"}
        | {"allocations": [{"creditGrantId": "t1-0", "amount": credits}], "metadata": {}, "createdAt": moment},
        {"PK": f"I#{key}", "SK": "I", "idempotencyKey": key, "userId": user, "requestHash": "0" * 64}
        | {"sequence": 1, "amount": credits, "balanceAfter": credits, "createdAt": moment},
    ]
    write = TypeSerializer().serialize
    table = zest.function("Ledger")
    for row in rows:
        item = {name: write(value) for name, value in row.items()}
        zest.client("dynamodb").put_item(TableName=table, Item=item)


def rows_of(zest: Zest, member: Member) -> list[Row]:
    answer = zest.client("dynamodb").query(
        TableName=zest.function("Ledger"),
        KeyConditionExpression="PK = :member",
        ExpressionAttributeValues={":member": {"S": f"U#{member.owner}"}},
        ConsistentRead=True,
    )
    read = TypeDeserializer().deserialize
    return [{name: read(value) for name, value in item.items()} for item in answer["Items"]]


def holds_of(zest: Zest, member: Member) -> dict[str, str]:
    return {row["id"]: row["state"] for row in rows_of(zest, member) if row["SK"].startswith("H#")}


def balance_of(zest: Zest, member: Member) -> int:
    """Returns the balance. Asserts that it equals the sum of the grants and the sum of the transactions."""
    rows = rows_of(zest, member)
    balance = sum(int(row["creditBalance"]) for row in rows if row["SK"] == "BAL")
    assert sum(int(row["creditsRemaining"]) for row in rows if row["SK"].startswith("G#")) == balance
    assert sum(int(row["amount"]) for row in rows if row["SK"].startswith("T#")) == balance
    return balance


def written(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"
