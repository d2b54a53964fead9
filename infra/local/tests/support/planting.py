"""Writes PENDING recipes to the table without starting an execution."""

import copy
from typing import Any

from zest_client import Guest
from zest_client.guest import new_id

from support.zest import Zest

Row = dict[str, Any]


class Seeds:
    """Rows of recipes that the app has written. Copies get other ids."""

    def __init__(self, zest: Zest):
        """Submits a recipe, keeps its rows and deletes it."""
        self._zest = zest
        self._table = zest.client("dynamodb")
        guest = zest.guest()
        self._id: str = guest.create(zest.demo + "slow")["id"]
        self._recipe = self._read(f"R#{self._id}")
        self._card = self._read(f"O#{guest.identity}")
        guest.delete(guest.issue_owner_token(), self._id)

    def plant(self, guest: Guest, page: str, assistance: str | None = None) -> str:
        """Writes a PENDING recipe without an execution and returns its id. `assistance` may be ASKED."""
        id = new_id()
        recipe, card = copy.deepcopy(self._recipe), copy.deepcopy(self._card)
        for row in (recipe, card):
            row |= {name: {"S": value} for name, value in {"id": id, "url": self._zest.demo + page}.items()}
            row["owner"] = {"S": guest.identity}
        if assistance is not None:
            recipe["assistance"] = {"S": assistance}
        recipe["owners"] = {"L": [{"S": guest.identity}]}
        recipe["PK"] = {"S": f"R#{id}"}
        card["PK"] = {"S": f"O#{guest.identity}"}
        card["SK"] = {"S": card["SK"]["S"].replace(self._id, id)}
        for row in (recipe, card):
            self._table.put_item(TableName=self._zest.outputs["RecipesTable"], Item=row)
        return id

    def multiply(self, guest: Guest, id: str, count: int) -> list[str]:
        """Copies a recipe `count` times with its list card, and returns the new ids."""
        name = self._zest.outputs["RecipesTable"]
        recipe, cards = self._read(f"R#{id}"), f"O#{guest.identity}"
        [card] = [row for row in self._rows(cards) if row["id"]["S"] == id]
        ids = [new_id() for _ in range(count)]
        puts = []
        for another in ids:
            keys = {"id": {"S": another}}
            moved = {"SK": {"S": card["SK"]["S"].replace(id, another)}}
            puts += [recipe | keys | {"PK": {"S": f"R#{another}"}}, card | keys | moved]
        for start in range(0, len(puts), 25):
            requests = [{"PutRequest": {"Item": row}} for row in puts[start : start + 25]]
            assert not self._table.batch_write_item(RequestItems={name: requests}).get("UnprocessedItems")
        return ids

    def _read(self, partition: str) -> Row:
        rows = self._rows(partition)
        assert len(rows) == 1, f"{len(rows)} rows of {partition[:2]}"
        return rows[0]

    def _rows(self, partition: str) -> list[Row]:
        rows: list[Row] = self._table.query(
            TableName=self._zest.outputs["RecipesTable"],
            KeyConditionExpression="PK = :partition",
            ExpressionAttributeValues={":partition": {"S": partition}},
        )["Items"]
        return rows
