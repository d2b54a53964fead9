"""Journals DynamoDB items and undelivered stream records."""

import functools
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from ministack.core import responses
from ministack.services import dynamodb, lambda_svc

from zest_local.journal.noted import Name, note
from zest_local.journal.stores import GONE, Entries, Store

_ITEM = "item"
_CHANGE = "stream-change"


class Items:
    """The items of all tables, by table ARN and keys."""

    names = (_ITEM,)

    def __init__(self) -> None:
        for name in ("_set_item", "_remove_item"):
            setattr(dynamodb, name, _noting_one(getattr(dynamodb, name)))
        replaced, delete_table = dynamodb._items_replaced, dynamodb._delete_table

        @functools.wraps(replaced)
        def replaced_and_noted(table: dict[str, Any]) -> None:
            replaced(table)
            _note_all(table)

        @functools.wraps(delete_table)
        def deleted_and_noted(data: dict[str, Any]) -> Any:
            table = dynamodb._tables.get(dynamodb._normalize_table_name(data.get("TableName")))
            answer = delete_table(data)
            if table is not None:
                _note_all(table)
            return answer

        dynamodb._items_replaced, dynamodb._delete_table = replaced_and_noted, deleted_and_noted

    def read(self, name: Name) -> Any:
        """Implements Store."""
        table = _table(str(name[1]))
        return GONE if table is None else table["items"].get(name[2], {}).get(name[3], GONE)

    def all(self) -> Iterable[Name]:
        """Implements Store."""
        for table in dynamodb._tables.all_values():
            yield from _names(table)

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """Implements Store; items of missing tables are dropped."""
        tables: dict[Any, Any] = {table["TableArn"]: defaultdict(dict) for table in dynamodb._tables.all_values()}
        for (_, arn, hash_key, sort_key), item in entries:
            if arn in tables:
                tables[arn][hash_key][sort_key] = item
        for table in dynamodb._tables.all_values():
            table["items"] = tables[table["TableArn"]]
            dynamodb._items_replaced(table)


class Changes:
    """The stream records that some event source mapping has not delivered yet."""

    names = (_CHANGE,)

    def __init__(self, durable: Callable[[], None], changed: Callable[[list[Name]], None]):
        """`durable` waits until writes are on disk. `changed` is called with the names of delivered records."""
        self._durable, self._changed = durable, changed
        # For each name, the absolute position in the stream and the record.
        self._waiting: dict[Name, tuple[int, dict[str, Any]]] = {}
        # This lock is held during a write and its commit, so that readers of the stream see only journalled records.
        self.writing = threading.RLock()
        emit, since = dynamodb._emit_stream_event, dynamodb.stream_records_since
        poll = lambda_svc._poll_dynamodb_streams

        @functools.wraps(emit)
        def emitted(table_name: str, *arguments: Any, **more: Any) -> None:
            before = dynamodb.stream_end_position(table_name)
            emit(table_name, *arguments, **more)
            self._keep(table_name, before)

        @functools.wraps(since)
        def records(*arguments: Any, **more: Any) -> list[dict[str, Any]]:
            with self.writing:
                found = since(*arguments, **more)
            if found:
                self._durable()
            return found

        @functools.wraps(poll)
        def polled() -> bool:
            try:
                return poll()
            finally:
                self._forget_passed_on()

        dynamodb._emit_stream_event, dynamodb.stream_records_since = emitted, records
        lambda_svc._poll_dynamodb_streams = polled

    def _keep(self, table_name: str, before: int) -> None:
        table = dynamodb._tables.get(table_name)
        if table is None:
            return
        mappings = _mappings(table.get("LatestStreamArn"))
        for at in range(before, dynamodb.stream_end_position(table_name)):
            record = dynamodb._live_stream_records(table_name)[at - dynamodb._trimmed_count(table_name)]
            if any(lambda_svc._apply_filter_criteria([record], mapping) for mapping in mappings):
                name = (_CHANGE, table["TableArn"], record["dynamodb"]["SequenceNumber"])
                self._waiting[name] = (at, record)
                note(name)

    def _forget_passed_on(self) -> None:
        passed = []
        for name, (at, record) in list(self._waiting.items()):
            positions = [
                lambda_svc._dynamodb_stream_positions.get_scoped(account, region, mapping["UUID"], 0)
                for account, region, mapping in lambda_svc._iter_all_esms()
                if mapping.get("EventSourceArn") == record["eventSourceARN"]
            ]
            if all(position > at for position in positions):
                del self._waiting[name]
                passed.append(name)
        if passed:
            self._changed(passed)

    def read(self, name: Name) -> Any:
        """Implements Store."""
        waiting = self._waiting.get(name)
        return GONE if waiting is None else waiting[1]

    def all(self) -> Iterable[Name]:
        """Implements Store."""
        return list(self._waiting)

    def restore(self, entries: list[tuple[Name, Any]]) -> None:
        """Implements Store; a restored stream starts with its undelivered records."""
        places = {table["TableArn"]: place for place, table in dynamodb._tables.all_items()}
        for name, record in sorted(entries, key=lambda entry: str(entry[0][2])):
            place = places.get(name[1])
            if place is not None:
                stream = dynamodb._stream_records._data.setdefault(place, [])
                self._waiting[name] = (len(stream), record)
                stream.append(record)


def stores(items: Items, changes: Changes) -> list[Store]:
    """Returns the stores of DynamoDB, including the idempotency tokens of transactions."""
    return [items, changes, Entries("transaction", dynamodb._txn_idempotency, reads=False)]


def handling(handle: Callable[..., Any], changes: Changes, commit: Callable[[], None]) -> Callable[..., Any]:
    """Wraps ministack's DynamoDB handler. The handler does not await, so a call is committed before other calls see it,
    and no partial transaction is journalled.
    """

    @functools.wraps(handle)
    async def handled(*arguments: Any, **more: Any) -> Any:
        with changes.writing:
            try:
                return await handle(*arguments, **more)
            finally:
                commit()

    return handled


def _mappings(stream_arn: str | None) -> list[dict[str, Any]]:
    account, region = responses.get_account_id(), responses.get_region()
    return [
        mapping
        for of_account, of_region, mapping in lambda_svc._iter_all_esms()
        if (of_account, of_region) == (account, region) and mapping.get("EventSourceArn") == stream_arn
    ]


def _noting_one(change: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(change)
    def noting(table: dict[str, Any], hash_key: str, sort_key: str, *item: Any) -> Any:
        answer = change(table, hash_key, sort_key, *item)
        note((_ITEM, table["TableArn"], hash_key, sort_key))
        return answer

    return noting


def _names(table: dict[str, Any]) -> list[Name]:
    return [(_ITEM, table["TableArn"], key, sort) for key, items in table["items"].items() for sort in items]


def _note_all(table: dict[str, Any]) -> None:
    for name in _names(table):
        note(name)


def _table(arn: str) -> dict[str, Any] | None:
    # The form of an ARN is arn:aws:dynamodb:region:account:table/name.
    _, _, _, region, account, resource = arn.split(":", 5)
    found: dict[str, Any] | None = dynamodb._tables.get_scoped(account, region, resource.removeprefix("table/"))
    return found
