"""`make bench-reading`: measures pages and lines per second on one core. Prints a table; never fails."""

import argparse
import os
import subprocess
from pathlib import Path

from zest_local.places import REPOSITORY, TARGET

from measure.built import build, commit
from measure.yardstick import NotMeasured, Yardstick

RELEASE = TARGET / "release"


def main() -> None:
    """Measures with the given pages, else with the yardstick's, else with Zest's own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=REPOSITORY / ".." / "shared" / "yardstick")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    try:
        _measure(wanted.corpus or _corpus(wanted.yardstick), wanted.rounds)
    except NotMeasured as reason:
        print(f"Not measured: {reason}.")


def _corpus(yardstick: Path) -> Path | None:
    try:
        return Yardstick(yardstick.resolve()).corpus()
    except NotMeasured:
        return None


def _measure(corpus: Path | None, rounds: int) -> None:
    build("extract", "--example", "reading_speed")
    build("cli", "--bin", "extract")
    # The last core usually has the least system load.
    core = max(os.sched_getaffinity(0))
    print(f"\nReading on core {core}, commit {commit()}, processor time, medians")
    command = [str(RELEASE / "examples" / "reading_speed"), str(rounds)]
    if corpus is not None:
        command.append(str(corpus.resolve()))
    done = subprocess.run(command, cwd=REPOSITORY, check=False, preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    if done.returncode != 0:
        raise NotMeasured(f"the measurement failed with exit code {done.returncode}")
    print(f"  the command extract has {(RELEASE / 'extract').stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
