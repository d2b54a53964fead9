"""`make analytics`: event counts of a stage by day, event and user type, as CSV.

Reads the log group of fn-graphql with boto3 and AWS credentials. Export before the log expires; the CSVs of whole days
can be concatenated.
"""

import argparse
import csv
import shlex
import sys
import time
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TextIO

import boto3

REPOSITORY = Path(__file__).resolve().parent.parent
# Days of log retention; see template.yaml.
KEPT_DAYS = 30
# Number of rows after which a result is cut off; 30 days of all events and user types have far fewer.
MAX_ROWS = 10_000
QUERY = (
    'filter message = "analytics" and ispresent(name) and ispresent(user_type)'
    " | fields datefloor(@timestamp, 1d) as day | stats count(*) as events by day, name, user_type"
    f" | sort day asc | limit {MAX_ROWS}"
)
WAIT_SECONDS = 1
MAX_WAITS = 300


class NotExported(Exception):
    """The export failed; the message is shown to the user."""


def main() -> None:
    """Writes the CSV to standard output."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-env", default="prod")
    parser.add_argument("--days", type=int, default=KEPT_DAYS, help=f"whole days before today, at most {KEPT_DAYS}")
    arguments = parser.parse_args()
    if not 1 <= arguments.days <= KEPT_DAYS:
        sys.exit(f"The log holds {KEPT_DAYS} days: ask for 1 to {KEPT_DAYS}.")
    settings = tomllib.loads((REPOSITORY / "samconfig.toml").read_text()).get(arguments.config_env)
    if settings is None:
        sys.exit(f"samconfig.toml has no stage {arguments.config_env!r}")
    try:
        rows = counts(boto3.client("logs"), stage_of(settings), arguments.days, datetime.now(UTC))
    except NotExported as reason:
        sys.exit(str(reason))
    write(rows, sys.stdout)


def stage_of(settings: dict[str, Any]) -> str:
    """Returns the parameter Stage of a section of samconfig.toml. It may differ from the name of the stack."""
    parameters = settings["deploy"]["parameters"]["parameter_overrides"]
    given = dict(part.split("=", 1) for part in shlex.split(parameters))
    return given["Stage"]


def counts(logs: Any, stage: str, days: int, now: datetime, wait: float = WAIT_SECONDS) -> list[dict[str, str]]:
    """Returns the counts per day, event and user type of the last `days` whole days (UTC) before `now`. Raises
    NotExported.
    """
    end = now.replace(hour=0, minute=0, second=0, microsecond=0)
    query = logs.start_query(
        logGroupName=f"/zest/{stage}/fn-graphql",
        startTime=int((end - timedelta(days=days)).timestamp()),
        # The end is inclusive.
        endTime=int(end.timestamp()) - 1,
        queryString=QUERY,
    )
    for _ in range(MAX_WAITS):
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
    """Writes the rows as CSV with a header, ordered by day."""
    writer = csv.DictWriter(out, ["day", "event", "user_type", "count"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(sorted(rows, key=lambda row: (row["day"], row["event"], row["user_type"])))


if __name__ == "__main__":
    main()
