"""`make audit`: audits the credits of the running Zest as the nightly function does."""

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

from zest_local import say
from zest_local.deploy import Cloud
from zest_local.places import TOOLS, State

FUNCTION = "FnAuditCredits"


def main() -> None:
    """Prints a summary and one line per reported finding. Exits with an error if there is a finding."""
    parser = argparse.ArgumentParser(prog="make audit")
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    state = State(parser.parse_args().state)
    if not (state.run / "stack.json").exists():
        say.fail("Zest is not running. Start it with make run.")
    result = audit(Cloud.of(state))
    print(f"audit: members {result.members} rows {result.rows} damages {result.damages}")
    for damaged in result.named:
        print(f"  {damaged['row']} of member {damaged['member']}: {damaged['finding']}")
    if result.damages:
        say.fail(f"{result.damages} findings in the credit rows; the first are listed above.")


@dataclass
class Audit:
    """The counts and the findings of an audit."""

    members: int = 0
    rows: int = 0
    damages: int = 0
    named: list[dict[str, str]] = field(default_factory=list)
    """Member, row and finding; at most 1,000 per call."""


def audit(cloud: Cloud) -> Audit:
    """Audits all members, in several calls if necessary."""
    name = cloud.function(FUNCTION)
    functions, result, after = cloud.client("lambda"), Audit(), None
    while True:
        event = json.dumps({"source": "make audit", "after": after}).encode()
        answer = functions.invoke(FunctionName=name, Payload=event)
        found = json.loads(answer["Payload"].read())
        if "FunctionError" in answer:
            say.fail("the audit failed; see the log of the local cloud.")
        result.members += found["members"]
        result.rows += found["rows"]
        result.damages += found["damages"]
        result.named += found["named"]
        after = found["next"]
        if after is None:
            return result


if __name__ == "__main__":
    main()
