"""Prints tables for docs/OPERATIONS.md: the import rate that each AWS quota allows, and waiting times of many
concurrent imports and of a minute at the peak rate.

Run it with `make quotas`. Quotas and their sources are in `aws_quotas.toml`.
"""

import tomllib
from pathlib import Path
from typing import Any

from measure.import_queue import Account, simulate

_DATA = Path(__file__).with_name("aws_quotas.toml")

CROWDS = ((300, 60), (3000, 200))
"""Simultaneous imports, and connections."""
ACCOUNTS = (
    ("new account (10), no reserve", 10, 0),
    ("quota 1,000, no reserve", 1000, 0),
    ("quota 1,000, ImportConcurrency=100", 1000, 100),
)

# Peak for ten million users; see docs/OPERATIONS.md.
PEAK_PER_SECOND = 165
PEAK_SECONDS = 60
# Title, concurrency, reserve, starts per second.
PEAK_ACCOUNTS = (
    ("quota 1,000, ImportConcurrency=100", 1000, 100, 300),
    ("quota 3,000, ImportConcurrency=250, 1,000 starts a second", 3000, 250, 1000),
)


def _data() -> dict[str, Any]:
    return tomllib.loads(_DATA.read_text())


def _use(quota: dict[str, Any], seconds: dict[str, float]) -> float:
    """Returns how much of a quota an import uses; of concurrency, in seconds."""
    match quota["use"]:
        case "fetch_seconds":
            return seconds["fn-fetch"]
        case "lambda_seconds":
            # An import calls all functions and makes five API calls.
            return sum(seconds.values()) - seconds["fn-fail"] + 4 * seconds["fn-graphql"]
        case use:
            return float(use)


def rates() -> list[str]:
    """Returns the table of the imports per second that each quota allows, lowest first."""
    data = _data()
    rows = []
    for quota in data["quota"]:
        use = _use(quota, data["seconds"])
        rows.append((quota["limit"] / use, quota, use))
    rows.sort(key=lambda row: row[0])
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


def crowds() -> list[str]:
    """Returns the table of the outcome of simultaneous imports."""
    data = _data()
    starts = next(quota for quota in data["quota"] if quota["key"] == "starts")
    lines = [
        "| account | imports | sent again | swept up | came in | gave up waiting | half | 95 % | all within |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for title, concurrency, reserve in ACCOUNTS:
        for imports, connections in CROWDS:
            account = Account(concurrency, reserve, starts["limit"], starts["burst"], data["seconds"])
            end = simulate(account, imports, connections)
            times = " | ".join(f"{end.at(share):,.0f} s" for share in (0.5, 0.95, 1))
            counts = f"{end.refused:,} | {end.swept:,} | {len(end.ended):,} | {end.failed:,}"
            row = f"| {title} | {imports:,} | {counts} | {times} |"
            lines.append(row)
    return lines


def peak() -> list[str]:
    """Returns the table of one minute at the peak rate."""
    data = _data()
    starts = next(quota for quota in data["quota"] if quota["key"] == "starts")
    lines = [
        f"| account, {PEAK_PER_SECOND} imports a second "
        "| swept up | came in | gave up waiting | half | 95 % | all within |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for title, concurrency, reserve, a_second in PEAK_ACCOUNTS:
        account = Account(concurrency, reserve, a_second, starts["burst"], data["seconds"])
        imports = PEAK_PER_SECOND * PEAK_SECONDS
        end = simulate(account, imports, imports, PEAK_PER_SECOND)
        times = " | ".join(f"{end.at(share):,.0f} s" for share in (0.5, 0.95, 1))
        lines.append(f"| {title} | {end.swept:,} | {len(end.ended):,} | {end.failed:,} | {times} |")
    return lines


def main() -> None:
    """Prints the tables."""
    print("\n".join([*rates(), "", *crowds(), "", *peak()]))


if __name__ == "__main__":
    main()
