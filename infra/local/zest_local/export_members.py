"""`make export-members`: the members of a deployed stage (STAGE=) or of the running Zest, as a private file.

One JSON object a line: what a new user pool needs, and the `sub` that owns a member's rows. Nothing of it is printed.
Passwords cannot be exported.
"""

import argparse
import json
import os
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from zest_local.deploy import Cloud
from zest_local.places import REPOSITORY, TOOLS, State

AT_ONCE = 60
"""Maximum number of users of a page of ListUsers."""
# Adaptive: the client waits longer after each throttled call, and then sends fewer calls per second.
PATIENT = Config(retries={"mode": "adaptive", "max_attempts": 10})


class NotExported(Exception):
    """The export failed; the message is shown to the operator."""


def main() -> None:
    """Writes the file, and prints its name and the number of members."""
    parser = argparse.ArgumentParser(prog="make export-members")
    parser.add_argument("--config-env", default="")
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    parser.add_argument("--out", type=Path, help="default: members-<stage>-<date>.jsonl here")
    arguments = parser.parse_args()
    stage = arguments.config_env or "local"
    out = arguments.out or Path(f"members-{stage}-{datetime.now(UTC):%Y-%m-%d}.jsonl")
    try:
        cognito, pool = deployed(stage) if arguments.config_env else running(State(arguments.state))
        count = write(out, members(cognito, pool))
    except NotExported as reason:
        sys.exit(f"make export-members: {reason}")
    except (BotoCoreError, ClientError) as error:
        sys.exit(f"make export-members: {error}")
    print(f"{count} members in {out}, which only you can read. Encrypt it before you store it elsewhere.")


def deployed(stage: str) -> tuple[Any, str]:
    """Returns a Cognito client and the id of the user pool of a deployed stage. Raises NotExported."""
    settings = tomllib.loads((REPOSITORY / "samconfig.toml").read_text()).get(stage)
    if settings is None:
        raise NotExported(f"samconfig.toml has no stage {stage!r}")
    name = settings["global"]["parameters"]["stack_name"]
    outputs = boto3.client("cloudformation").describe_stacks(StackName=name)["Stacks"][0]["Outputs"]
    pool = next(output["OutputValue"] for output in outputs if output["OutputKey"] == "UserPoolId")
    return boto3.client("cognito-idp", config=PATIENT), pool


def running(state: State) -> tuple[Any, str]:
    """Returns a Cognito client and the id of the user pool of the running Zest. Raises NotExported."""
    try:
        outputs = json.loads((state.run / "stack.json").read_text())
    except FileNotFoundError:
        raise NotExported("Zest is not running: start it with make run, or name a STAGE") from None
    return Cloud.of(state).client("cognito-idp"), outputs["UserPoolId"]


def members(cognito: Any, pool: str) -> Iterator[dict[str, Any]]:
    """Yields all members of a user pool."""
    admins = {user["Username"] for user in _pages(cognito.list_users_in_group, "NextToken", pool, GroupName="Admin")}
    for user in _pages(cognito.list_users, "PaginationToken", pool):
        yield member(user, is_admin=user["Username"] in admins)


def _pages(operation: Any, token: str, pool: str, **arguments: str) -> Iterator[dict[str, Any]]:
    place: dict[str, str] = {}
    while True:
        page = operation(UserPoolId=pool, Limit=AT_ONCE, **arguments, **place)
        yield from page["Users"]
        if token not in page:
            return
        place = {token: page[token]}


def member(user: dict[str, Any], *, is_admin: bool) -> dict[str, Any]:
    """Returns the exported fields of a user."""
    attributes = {one["Name"]: one["Value"] for one in user["Attributes"]}
    return {
        "sub": attributes["sub"],
        "email": attributes.get("email"),
        "emailVerified": attributes.get("email_verified") == "true",
        "status": user["UserStatus"],
        "enabled": user["Enabled"],
        "identities": json.loads(attributes.get("identities", "[]")),
        "admin": is_admin,
        "createdAt": user["UserCreateDate"].astimezone(UTC).isoformat(),
    }


def write(out: Path, rows: Iterator[dict[str, Any]]) -> int:
    """Writes a new file that only its owner can read. Returns the number of rows. Raises NotExported."""
    try:
        file = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise NotExported(f"{out} cannot be created: {error.strerror}") from None
    count = 0
    try:
        with os.fdopen(file, "w") as lines:
            for row in rows:
                lines.write(json.dumps(row) + "\n")
                count += 1
    except BaseException:
        # An incomplete file would look complete.
        out.unlink()
        raise
    return count


if __name__ == "__main__":
    main()
