"""Measures processor time, latency and throughput of imports."""

import itertools
import json
import statistics
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from zest_client import Guest, Refused
from zest_client.guest import is_settled, new_id

from measure.running import Running

PAGES = [
    "tomato-galette.html",
    "red-lentil-soup.html",
    "carrot-cake.html",
    "tortilla-de-patatas.html",
    "arroz-de-verduras.html",
    "tarte-aux-pommes.html",
    "moules-marinieres.html",
]
# Fields of fn-graphql that belong to an import; queries do not.
_IMPORT_FIELDS = {"Mutation.createRecipe", "Mutation.createUpload", "Mutation.publishRecipeChange"}
_GIVEN_UP_AFTER_SECONDS = 600


@dataclass(frozen=True)
class Cost:
    """The processor time of a function, and the number of its invocations."""

    cpu_ms: float
    invocations: int


def processor_time(zest: Running, warm_up: int, count: int) -> dict[str, Cost]:
    """Returns CPU time per function for `count` sequential page imports, read from the logs."""
    guest = Guest.arrive(zest.origin)
    one_after_the_other(zest, guest, warm_up)
    begin_ms = int(time.time() * 1000)
    one_after_the_other(zest, guest, count)
    return _costs_since(zest, begin_ms)


def processor_time_of_uploads(zest: Running, kind: str, files: list[bytes]) -> tuple[dict[str, Cost], list[str]]:
    """Imports these uploads. Returns the processor time of each function, and the final status of each import."""
    guest = Guest.arrive(zest.origin)
    _upload_each(guest, kind, files[:1])
    begin_ms = int(time.time() * 1000)
    ended = _upload_each(guest, kind, files)
    return _costs_since(zest, begin_ms), ended


def _upload_each(guest: Guest, kind: str, files: list[bytes]) -> list[str]:
    ended = []
    with guest.changes() as changes:
        for file in files:
            id = guest.create_from(kind, guest.upload(kind, file), id=new_id())["id"]
            seen = changes.until(lambda change, id=id: change["id"] == id and is_settled(change["card"]))
            ended.append(seen[-1]["card"]["status"])
    return ended


def _costs_since(zest: Running, begin_ms: int) -> dict[str, Cost]:
    logs, costs = zest.client("logs"), {}
    for group in logs.describe_log_groups(logGroupNamePrefix="/zest/local/")["logGroups"]:
        name = group["logGroupName"].rsplit("/", 1)[1]
        lines = [line for line in _log_lines(logs, group["logGroupName"], begin_ms) if _belongs(name, line)]
        if lines:
            costs[name] = Cost(sum(line["cpu_ms"] for line in lines), len(lines))
    return costs


def one_after_the_other(zest: Running, guest: Guest, count: int) -> None:
    """Imports demo pages in sequence, with post-processing."""
    with guest.changes() as changes:
        for page in itertools.islice(itertools.cycle(PAGES), count):
            id = guest.create(f"{zest.origin}/demo/{page}", id=new_id())["id"]
            changes.until(lambda change, id=id: change["id"] == id and is_settled(change["card"]))


def milliseconds(zest: Running, count: int) -> list[float]:
    """Returns the milliseconds from mutation to SUCCESS event of `count` sequential imports."""
    guest = Guest.arrive(zest.origin)
    pages = itertools.islice(itertools.cycle(PAGES), count)
    return [guest.import_url(f"{zest.origin}/demo/{page}").milliseconds for page in pages]


@dataclass(frozen=True)
class Burst:
    """The outcome of many simultaneous imports."""

    submitted: int
    by_status: dict[str, int]
    lost: int
    submitted_seconds: float
    ended_seconds: float


def burst(zest: Running, count: int, threads: int) -> Burst:
    """Starts `count` imports of one guest over `threads` and waits until all have ended."""
    guest = Guest.arrive(zest.origin)
    pages = list(itertools.islice(itertools.cycle(PAGES), count))
    started = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        ids = set(pool.map(lambda page: _create_patiently(guest, f"{zest.origin}/demo/{page}"), pages))
    submitted_seconds = time.monotonic() - started
    while True:
        cards = everything(guest)
        pending = [card for card in cards if card["status"] == "PENDING"]
        seconds = time.monotonic() - started
        if not pending or seconds > _GIVEN_UP_AFTER_SECONDS:
            break
        time.sleep(0.25)
    lost = len(ids - {card["id"] for card in cards})
    return Burst(count, dict(Counter(card["status"] for card in cards)), lost, submitted_seconds, seconds)


def _create_patiently(guest: Guest, url: str) -> str:
    """Creates an import and returns the recipe id. Like the app, tries again while the server is busy."""
    id = new_id()
    while True:
        try:
            guest.create(url, id=id)
            return id
        except Refused as reason:
            if not str(reason).startswith("Zest is busy."):
                raise
            time.sleep(0.5)


def everything(guest: Guest) -> list[dict[str, Any]]:
    """Returns all cards of a guest's list."""
    cards, token = [], None
    while True:
        page = guest.list(limit=100, nextToken=token)
        cards += page["items"]
        token = page["nextToken"]
        if token is None:
            return cards


def median(values: list[float]) -> float:
    """Returns the median of the values."""
    return statistics.median(values)


def _log_lines(logs: Any, group: str, begin_ms: int) -> list[dict[str, Any]]:
    pages = logs.get_paginator("filter_log_events").paginate(logGroupName=group, startTime=begin_ms)
    messages = (event["message"] for page in pages for event in page["events"])
    return [json.loads(message) for message in messages if message.startswith("{") and '"cpu_ms"' in message]


def _belongs(function: str, line: dict[str, Any]) -> bool:
    # The sweep runs on a schedule and does not belong to an import.
    return function != "fn-sweep" and (function != "fn-graphql" or line["subject"] in _IMPORT_FIELDS)
