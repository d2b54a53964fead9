"""Reads the ledger rows of a member and checks the invariants of the ledger."""

from dataclasses import dataclass
from typing import Any

from boto3.dynamodb.types import TypeDeserializer

from support.zest import Zest

Json = dict[str, Any]


@dataclass(frozen=True)
class Rows:
    balance: Json
    grants: list[Json]
    transactions: list[Json]

    @property
    def credits(self) -> int:
        return int(self.balance.get("creditBalance", 0))

    def check(self) -> None:
        """Checks sums, the chain of balances, and that each purchase has one grant. The nightly audit checks more."""
        assert sum(grant["creditsRemaining"] for grant in self.grants) == self.credits
        running = 0
        for transaction in self.transactions:
            running += transaction["amount"]
            assert transaction["balanceAfter"] == running >= 0
        assert running == self.credits
        bought = [grant["purchaseId"] for grant in self.grants if grant.get("purchaseId")]
        assert len(bought) == len(set(bought))


def rows_of(zest: Zest, member: str) -> Rows:
    pages = (
        zest.client("dynamodb")
        .get_paginator("query")
        .paginate(
            TableName=zest.outputs["LedgerTable"],
            KeyConditionExpression="PK = :member",
            ExpressionAttributeValues={":member": {"S": f"U#{member}"}},
            ConsistentRead=True,
        )
    )
    read = TypeDeserializer().deserialize
    items = [{name: read(value) for name, value in item.items()} for page in pages for item in page["Items"]]
    kind = {"BAL": "balance", "G#": "grants", "T#": "transactions"}
    found: dict[str, list[Json]] = {name: [] for name in kind.values()}
    for item in items:
        for prefix, name in kind.items():
            if item["SK"].startswith(prefix):
                found[name].append(item)
    return Rows(next(iter(found["balance"]), {}), found["grants"], found["transactions"])
