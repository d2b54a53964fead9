"""`make admin EMAIL=…`: adds a member of the running local Zest to the group Admin."""

import argparse
import json
import sys
from pathlib import Path
from typing import NoReturn

from botocore.exceptions import BotoCoreError, ClientError
from zest_local.deploy import Cloud
from zest_local.places import TOOLS, State

GROUP = "Admin"


def main() -> None:
    """Finds the member by address. Exits with 1 and a message if there is none."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    parser.add_argument("email", nargs="?", default="")
    arguments = parser.parse_args()
    if "@" not in arguments.email:
        _end("usage: make admin EMAIL=cook@example.com")
    state = State(arguments.state.resolve())
    try:
        pool = json.loads((state.run / "stack.json").read_text())["UserPoolId"]
        cognito = Cloud.of(state).client("cognito-idp")
        quoted = arguments.email.replace("\\", "\\\\").replace('"', '\\"')
        found = cognito.list_users(UserPoolId=pool, Filter=f'email = "{quoted}"')["Users"]
        if not found:
            _end("nobody has signed up with this address; sign up first, at /signup")
        for user in found:
            cognito.admin_add_user_to_group(UserPoolId=pool, Username=user["Username"], GroupName=GROUP)
    except (FileNotFoundError, BotoCoreError):
        _end("Zest is not running: start it with make run")
    except ClientError as error:
        _end(f"the local cloud refused it: {error}")
    print("Done. Sign out and in again to become an admin.")


def _end(sentence: str) -> NoReturn:
    sys.exit(f"make admin: {sentence}")


if __name__ == "__main__":
    main()
