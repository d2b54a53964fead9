"""Prints tables for docs/OPERATIONS.md: the import rate that each AWS quota allows, and waiting times of many
concurrent imports and of a minute at the peak rate.

Run it with `make quotas`. Quotas and their sources are in `aws_quotas.toml`.
"""

import tomllib
from pathlib import Path
from typing import Any

from measure.import_queue import Account, Bucket, simulate

_DATA = Path(__file__).with_name("aws_quotas.toml")

CROWDS = ((300, 60), (3000, 200))
"""Simultaneous imports, and connections."""
ACCOUNTS = (
    ("new account (10), no reserve", 10, 0),
    ("quota 1,000, no reserve", 1000, 0),
    ("quota 1,000, ImportConcurrency=100", 1000, 100),
)

# See docs/OPERATIONS.md: a user imports a page a week; the peak is ten times the average.
USERS = (("10,000", 10_000), ("100,000", 100_000), ("10 million", 10_000_000))
PEAK_FACTOR = 10
WEEK_SECONDS = 7 * 24 * 60 * 60
PEAK_PER_SECOND = 165
PEAK_SECONDS = 60
# Title, concurrency, reserve, and starts of executions per second.
PEAK_ACCOUNTS = (
    ("quota 1,000, ImportConcurrency=100", 1000, 100, 300),
    ("quota 3,000, ImportConcurrency=250", 3000, 250, 300),
)


def _data() -> dict[str, Any]:
    return tomllib.loads(_DATA.read_text())


def quotas() -> list[dict[str, Any]]:
    """Returns the quotas of aws_quotas.toml."""
    found: list[dict[str, Any]] = _data()["quota"]
    return found


def _use(quota: dict[str, Any], seconds: dict[str, float]) -> float:
    """Returns how much of a quota an import uses. For concurrency, these are seconds."""
    match quota["use"]:
        case "fetch_seconds":
            return seconds["fn-fetch"]
        case "lambda_seconds":
            # An import calls all functions and makes five API calls.
            return sum(seconds.values()) - seconds["fn-fail"] + 4 * seconds["fn-graphql"]
        case use:
            return float(use)


def _rows() -> list[tuple[float, dict[str, Any], float]]:
    """Returns imports per second, quota and use by an import, lowest first."""
    data = _data()
    rows = []
    for quota in data["quota"]:
        use = _use(quota, data["seconds"])
        rows.append((quota["limit"] / use, quota, use))
    return sorted(rows, key=lambda row: row[0])


def rates() -> list[str]:
    """Returns the table of the imports per second that each quota allows, lowest first."""
    rows = _rows()
    lines = [
        "| quota | published | an import takes | imports a second | against it |",
        "| --- | --- | --- | --- | --- |",
    ]
    for rate, quota, use in rows:
        limit = f"[{quota['limit']:,} {quota['unit']}]({quota['source']})"
        if "://" not in quota["source"]:
            limit = f"{quota['limit']:,} {quota['unit']}"
        lines.append(f"| {quota['name']} | {limit} | {use:g} | **{rate:,.0f}** | {quota['against']} |")
    return lines


def users() -> list[str]:
    """Returns the table of the limits that each number of users exceeds first, with default quotas."""
    lines = [
        "| users | imports a second: average, peak | first limit at the peak |",
        "| --- | --- | --- |",
    ]
    for title, number in USERS:
        average = number / WEEK_SECONDS
        peak = average * PEAK_FACTOR
        # Limits of all imports that hold in any account but a new one.
        below = [
            f"{quota['change']['what']} ({rate:,.0f}/s)"
            for rate, quota, _ in _rows()
            if rate < peak and quota["key"] != "lambda_new_account" and "of" not in quota["change"]
        ]
        lines.append(f"| {title} | {average:.3g}, {peak:.3g} | {', '.join(below) or 'nothing'} |")
    return lines


def changes() -> list[str]:
    """Returns the table of the limits below the peak for ten million users, and the change that lifts each."""
    lines = ["| gives at | what | the change | then |", "| --- | --- | --- | --- |"]
    for rate, quota, use in _rows():
        if rate < PEAK_PER_SECOND:
            change = quota["change"]
            then = f"{change['limit'] / use:,.0f}/s" if "limit" in change else "no limit"
            lines.append(f"| {rate:,.0f}/s{change.get('of', '')} | {change['what']} | {change['how']} | {then} |")
    return lines


def _account(data: dict[str, Any], limits: tuple[int, int, float]) -> Account:
    """Returns an account with this concurrency, reserve, and starts of executions per second."""
    burst = {quota["key"]: quota["burst"] for quota in data["quota"] if "burst" in quota}
    concurrency, reserve, starts = limits
    return Account(concurrency, reserve, Bucket(starts, burst["starts"]), data["seconds"])


def crowds() -> list[str]:
    """Returns the table of the outcome of simultaneous imports."""
    data = _data()
    limit = {quota["key"]: quota["limit"] for quota in data["quota"]}
    lines = [
        "| account | imports | sent again | started by the sweep | imported "
        "| gave up waiting | half | 95 % | all within |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for title, concurrency, reserve in ACCOUNTS:
        for imports, connections in CROWDS:
            account = _account(data, (concurrency, reserve, limit["starts"]))
            end = simulate(account, imports, connections)
            times = " | ".join(f"{end.at(share):,.0f} s" for share in (0.5, 0.95, 1))
            counts = f"{end.refused:,} | {end.swept:,} | {len(end.ended):,} | {end.failed:,}"
            row = f"| {title} | {imports:,} | {counts} | {times} |"
            lines.append(row)
    return lines


def peak() -> list[str]:
    """Returns the table of one minute at the peak rate."""
    data = _data()
    lines = [
        f"| account, {PEAK_PER_SECOND} imports a second "
        "| started by the sweep | imported | gave up waiting | half | 95 % | all within |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for title, *limits in PEAK_ACCOUNTS:
        imports = PEAK_PER_SECOND * PEAK_SECONDS
        end = simulate(_account(data, tuple(limits)), imports, imports, PEAK_PER_SECOND)
        times = " | ".join(f"{end.at(share):,.0f} s" for share in (0.5, 0.95, 1))
        lines.append(f"| {title} | {end.swept:,} | {len(end.ended):,} | {end.failed:,} | {times} |")
    return lines


def main() -> None:
    """Prints the tables."""
    print("\n\n".join("\n".join(table()) for table in (rates, crowds, users, peak, changes)))


if __name__ == "__main__":
    main()
