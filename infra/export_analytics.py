"""`make analytics`: what people have done in a stage, counted by day, event and kind of user, as CSV.

Needs boto3 and AWS credentials that may query the log group of fn-graphql, where events are log lines. They are kept as
long as the log: what is to be kept longer is exported before, and the counts of whole days can be put below each other.
"""

import argparse
import csv
import sys
import time
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TextIO

import boto3

REPOSITORY = Path(__file__).resolve().parent.parent
# The log group's retention in template.yaml, in days.
KEPT_DAYS = 30
# The most rows that a query answers: 30 days of eight events by two kinds of users are far less.
MOST_ROWS = 10_000
# Nothing of a line but these three is asked for.
QUERY = (
    'filter message = "analytics" and ispresent(name) and ispresent(user_type)'
    " | fields datefloor(@timestamp, 1d) as day | stats count(*) as events by day, name, user_type"
    f" | sort day asc | limit {MOST_ROWS}"
)
WAIT_SECONDS = 1
MOST_WAITS = 300


class NotExported(Exception):
    """Why there are no counts; the text is one plain sentence."""


def main() -> None:
    """Writes the counts to standard output."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-env", default="prod")
    parser.add_argument("--days", type=int, default=KEPT_DAYS, help=f"whole days before today, at most {KEPT_DAYS}")
    arguments = parser.parse_args()
    if not 1 <= arguments.days <= KEPT_DAYS:
        sys.exit(f"The log holds {KEPT_DAYS} days: ask for 1 to {KEPT_DAYS}.")
    settings = tomllib.loads((REPOSITORY / "samconfig.toml").read_text()).get(arguments.config_env)
    if settings is None:
        sys.exit(f"samconfig.toml has no stage {arguments.config_env!r}")
    stage = settings["global"]["parameters"]["stack_name"].removeprefix("zest-")
    try:
        rows = counts(boto3.client("logs"), stage, arguments.days, datetime.now(UTC))
    except NotExported as reason:
        sys.exit(str(reason))
    write(rows, sys.stdout)


def counts(logs: Any, stage: str, days: int, now: datetime, wait: float = WAIT_SECONDS) -> list[dict[str, str]]:
    """Rows with day, event, user type and how often, of whole days (UTC) before that of `now`. Raises NotExported."""
    end = now.replace(hour=0, minute=0, second=0, microsecond=0)
    query = logs.start_query(
        logGroupName=f"/zest/{stage}/fn-graphql",
        startTime=int((end - timedelta(days=days)).timestamp()),
        # The end is part of what is asked for.
        endTime=int(end.timestamp()) - 1,
        queryString=QUERY,
    )
    for _ in range(MOST_WAITS):
        answer = logs.get_query_results(queryId=query["queryId"])
        if answer["status"] == "Complete":
            return [_row({field["field"]: field["value"] for field in found}) for found in answer["results"]]
        if answer["status"] not in ("Scheduled", "Running"):
            raise NotExported(f"CloudWatch ended the query as {answer['status']}: try again.")
        time.sleep(wait)
    raise NotExported("CloudWatch has not answered within five minutes: ask for fewer days.")


def _row(found: dict[str, str]) -> dict[str, str]:
    return {
        "day": found["day"][:10],
        "event": found["name"],
        "user_type": found["user_type"],
        "count": found["events"],
    }


def write(rows: list[dict[str, str]], out: TextIO) -> None:
    """The rows as CSV with a head, days first."""
    writer = csv.DictWriter(out, ["day", "event", "user_type", "count"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(sorted(rows, key=lambda row: (row["day"], row["event"], row["user_type"])))


if __name__ == "__main__":
    main()
