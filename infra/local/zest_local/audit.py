"""`make audit`: audits the credits of the running Zest as the nightly function does, and says what it has found."""

import argparse
import json
from pathlib import Path

from zest_local import say
from zest_local.deploy import STACK, Cloud
from zest_local.places import TOOLS, State

FUNCTION = "FnAuditCredits"


def main() -> None:
    """Prints one line; damaged rows make it an error, and are named in the function's log."""
    parser = argparse.ArgumentParser(prog="make audit")
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    state = State(parser.parse_args().state)
    if not (state.run / "stack.json").exists():
        say.fail("there is no running Zest to audit. Start it with make run.")
    members, rows, damages = audit(Cloud.of(state))
    print(f"audit: members {members} rows {rows} damages {damages}")
    if damages:
        say.fail(f"{damages} rows are damaged; {state.logs / 'cloud.log'} names them.")


def audit(cloud: Cloud) -> tuple[int, int, int]:
    """Members, rows and damaged rows, however many calls it takes."""
    stack = cloud.client("cloudformation")
    resource = stack.describe_stack_resource(StackName=STACK, LogicalResourceId=FUNCTION)
    name = resource["StackResourceDetail"]["PhysicalResourceId"]
    functions, counted, after = cloud.client("lambda"), [0, 0, 0], None
    while True:
        event = json.dumps({"source": "make audit", "after": after}).encode()
        answer = functions.invoke(FunctionName=name, Payload=event)
        found = json.loads(answer["Payload"].read())
        if "FunctionError" in answer:
            say.fail("the audit failed; the log of the local cloud says why.")
        counted = [
            sum(pair) for pair in zip(counted, (found[key] for key in ("members", "rows", "damages")), strict=True)
        ]
        after = found["next"]
        if after is None:
            members, rows, damages = counted
            return members, rows, damages


if __name__ == "__main__":
    main()
