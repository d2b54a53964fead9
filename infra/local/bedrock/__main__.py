"""`python -m bedrock --config FILE` prints `ready http://127.0.0.1:PORT`, and stops on SIGTERM or SIGINT."""

import argparse
import signal
import sys
from pathlib import Path

from zest_local import lifeline

from bedrock.config import Config, NoConfiguration
from bedrock.server import StandIn


def main() -> None:
    """Serves until a signal arrives or the parent process exits."""
    lifeline.end_with_parent()
    parser = argparse.ArgumentParser(prog="bedrock")
    parser.add_argument("--config", type=Path, required=True, help="the configuration, a JSON file")
    # shutdown() would deadlock in this thread, so serve_forever is ended by an exception.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(0))
    try:
        stand_in = StandIn(Config.read(parser.parse_args().config))
    except (NoConfiguration, OSError) as reason:
        sys.exit(f"The stand-in for Bedrock did not start: {reason}")
    with stand_in:
        print(f"ready {stand_in.origin}", flush=True)
        stand_in.serve_forever()


if __name__ == "__main__":
    main()
