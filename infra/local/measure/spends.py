"""`make bench-credits`: 64 workers spend the credits of one member in the table of a running Zest."""

import argparse
import json
import os
import subprocess
from pathlib import Path

from zest_local import say
from zest_local.deploy import REGION, Cloud
from zest_local.places import REPOSITORY, TOOLS, State

EXAMPLE = ("cargo", "run", "--locked", "--quiet", "--package", "aws", "--example", "spends")


def main() -> None:
    """Runs the workers; the last line that they print is the result."""
    parser = argparse.ArgumentParser(prog="make bench-credits")
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    state = State(parser.parse_args().state)
    outputs = state.run / "stack.json"
    if not outputs.exists():
        say.fail("Zest is not running. Start it with make run.")
    table = json.loads(outputs.read_text())["LedgerTable"]
    cloud = {**Cloud.of(state).environment(), "AWS_REGION": REGION, "LEDGER_TABLE": table}
    subprocess.run(EXAMPLE, cwd=REPOSITORY, env={**os.environ, **cloud}, check=True)


if __name__ == "__main__":
    main()
