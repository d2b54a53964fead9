"""`make restore-drill`: exports each table of the running Zest, loads it into a new table and compares the two."""

import argparse
import hashlib
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from zest_local import say
from zest_local.deploy import STACK, Cloud
from zest_local.places import TOOLS, State

ROWS_AT_ONCE = 25
TRIES = 10

Row = dict[str, Any]


@dataclass(frozen=True)
class Contents:
    """The number of rows, a checksum of all rows, and the number of rows per index."""

    rows: int
    checksum: str
    indexes: dict[str, int]


def main() -> None:
    """Prints one line per table. Exits with an error if a copy differs."""
    parser = argparse.ArgumentParser(prog="make restore-drill")
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    state = State(parser.parse_args().state)
    if not (state.run / "stack.json").exists():
        say.fail("Zest is not running. Start it with make run.")
    cloud = Cloud.of(state)
    resources = cloud.client("cloudformation").describe_stack_resources(StackName=STACK)["StackResources"]
    tables = [one for one in resources if one["ResourceType"] == "AWS::DynamoDB::Table"]
    are_equal = True
    for table in sorted(tables, key=lambda one: one["LogicalResourceId"]):
        started = time.monotonic()
        exported, copied = drill(cloud.client("dynamodb"), table["PhysicalResourceId"])
        result = "equal" if copied == exported else f"different: {copied.rows} rows, {copied.indexes}"
        are_equal = are_equal and copied == exported
        indexes = "".join(f", {count} in {name}" for name, count in exported.indexes.items())
        seconds = time.monotonic() - started
        print(f"restore-drill: {table['LogicalResourceId']} {exported.rows} rows{indexes}, {seconds:.1f} s: {result}")
    if not are_equal:
        say.fail("a restored table differs from its export.")


def drill(client: Any, name: str) -> tuple[Contents, Contents]:
    """Exports a table and loads it into a new one, which is deleted afterwards. Returns the contents of both."""
    described = client.describe_table(TableName=name)["Table"]
    indexes = described.get("GlobalSecondaryIndexes", [])
    copy = f"{name}-drill"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.jsonl"
        with file.open("w") as lines:
            lines.writelines(line(row) + "\n" for row in scan(client, name))
        exported = contents(read(file), indexes)
        create(client, copy, described)
        try:
            load(client, copy, read(file))
            restored = contents(scan(client, copy), indexes)
            counts = {index["IndexName"]: count(client, copy, index["IndexName"]) for index in indexes}
            return exported, Contents(restored.rows, restored.checksum, counts)
        finally:
            client.delete_table(TableName=copy)


def contents(rows: Iterator[Row], indexes: list[Row]) -> Contents:
    """Counts the rows, and for each index the rows that have all its key attributes."""
    lines = []
    counts = {index["IndexName"]: 0 for index in indexes}
    for row in rows:
        lines.append(line(row))
        for index in indexes:
            counts[index["IndexName"]] += all(key["AttributeName"] in row for key in index["KeySchema"])
    return Contents(len(lines), hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest(), counts)


def line(row: Row) -> str:
    """Returns a row as JSON; equal rows have equal texts. Rows have no sets and no binary values."""
    return json.dumps(row, sort_keys=True, ensure_ascii=False)


def read(file: Path) -> Iterator[Row]:
    """Yields the rows of an export."""
    with file.open() as lines:
        yield from (json.loads(text) for text in lines)


def scan(client: Any, table: str) -> Iterator[Row]:
    """Yields all rows of a table."""
    for page in client.get_paginator("scan").paginate(TableName=table, ConsistentRead=True):
        yield from page["Items"]


def count(client: Any, table: str, index: str) -> int:
    """Returns the number of rows of an index."""
    pages = client.get_paginator("scan").paginate(TableName=table, IndexName=index, Select="COUNT")
    return sum(page["Count"] for page in pages)


def create(client: Any, name: str, like: Row) -> None:
    """Creates an empty table with the same keys and indexes. First deletes the table of an interrupted drill."""
    with suppress(client.exceptions.ResourceNotFoundException):
        client.delete_table(TableName=name)
        client.get_waiter("table_not_exists").wait(TableName=name)
    described = {key: like[key] for key in ("AttributeDefinitions", "KeySchema")}
    parts = ("IndexName", "KeySchema", "Projection")
    indexes = [{part: index[part] for part in parts} for index in like.get("GlobalSecondaryIndexes", [])]
    if indexes:
        described["GlobalSecondaryIndexes"] = indexes
    client.create_table(TableName=name, BillingMode="PAY_PER_REQUEST", **described)
    client.get_waiter("table_exists").wait(TableName=name)


def load(client: Any, table: str, rows: Iterator[Row]) -> None:
    """Writes the rows. Tries again with those that the service has not processed."""
    while some := list(islice(rows, ROWS_AT_ONCE)):
        left = {table: [{"PutRequest": {"Item": row}} for row in some]}
        for _ in range(TRIES):
            left = client.batch_write_item(RequestItems=left)["UnprocessedItems"]
            if not left:
                break
        if left:
            say.fail(f"not all rows could be written to {table}.")


if __name__ == "__main__":
    main()
