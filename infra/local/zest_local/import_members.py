"""`make import-members`: creates the members of an export in the user pool of a stage (STAGE=) or of the running Zest.

A new pool gives each member a new `sub`. A file beside the export has the old and the new `sub` of each member. Members
set a new password with a code; Google accounts are linked at their next sign-in. No mail is sent.
"""

import argparse
import json
import secrets
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from zest_local.export_members import NotExported, deployed, running, write
from zest_local.places import TOOLS, State


def main() -> None:
    """Prints how many of the members exist now, and the name of the file with their ids."""
    parser = argparse.ArgumentParser(prog="make import-members")
    parser.add_argument("--config-env", default="")
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    try:
        rows = [json.loads(line) for line in arguments.file.read_text().splitlines()]
        stage = arguments.config_env
        cognito, pool = deployed(stage) if stage else running(State(arguments.state))
        ids = arguments.file.with_suffix(f".{pool}.ids.jsonl")
        count = write(ids, created(cognito, pool, rows))
    except (OSError, ValueError) as error:
        sys.exit(f"make import-members: {arguments.file} cannot be read: {type(error).__name__}")
    except (NotExported, BotoCoreError, ClientError) as error:
        sys.exit(f"make import-members: {error}")
    print(f"{count} of {len(rows)} members exist; {ids} has their old and new ids.")


def created(cognito: Any, pool: str, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, str]]:
    """Creates the missing members, and yields old and new ids. Skips password accounts with unconfirmed addresses."""
    for row in rows:
        # An address that was never confirmed may belong to another person.
        if row["emailVerified"] or row["status"] == "EXTERNAL_PROVIDER":
            yield {"old": row["sub"], "new": _sub(_member(cognito, pool, row["email"], is_enabled=row["enabled"]))}


def _member(cognito: Any, pool: str, email: str, *, is_enabled: bool) -> list[dict[str, str]]:
    """Returns the attributes of the member with this address. Creates the member if there is none."""
    attributes = [{"Name": "email", "Value": email}, {"Name": "email_verified", "Value": "true"}]
    try:
        answer = cognito.admin_create_user(
            UserPoolId=pool, Username=email, UserAttributes=attributes, MessageAction="SUPPRESS"
        )
    except cognito.exceptions.UsernameExistsException:
        found: list[dict[str, str]] = cognito.admin_get_user(UserPoolId=pool, Username=email)["UserAttributes"]
        return found
    # Nobody knows this password. Without one, Cognito would not send a code for a new one.
    password = f"aA1!{secrets.token_urlsafe(32)}"
    cognito.admin_set_user_password(UserPoolId=pool, Username=email, Password=password, Permanent=True)
    if not is_enabled:
        cognito.admin_disable_user(UserPoolId=pool, Username=email)
    made: list[dict[str, str]] = answer["User"]["Attributes"]
    return made


def _sub(attributes: list[dict[str, str]]) -> str:
    return next(one["Value"] for one in attributes if one["Name"] == "sub")


if __name__ == "__main__":
    main()
