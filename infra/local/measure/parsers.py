"""`make bench-parsers`: compares HTML parsers with Zest's, in pages per second on one core. One run; never fails."""

import argparse
import os
import subprocess
from pathlib import Path

from zest_local.places import REPOSITORY, TARGET

from measure.built import commit
from measure.yardstick import NotMeasured, Yardstick

CRATE = REPOSITORY / "infra" / "local" / "measure" / "html_parsers"
# The benchmark shares no build with Zest, so it has its own target folder.
BUILT = TARGET / "html-parsers"
OWN_PAGES = REPOSITORY / "lambdas" / "extract" / "tests" / "pages"


def main() -> None:
    """Measures with the given pages, else with the yardstick's, else with Zest's own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=REPOSITORY / ".." / "shared" / "yardstick")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    try:
        corpus = wanted.corpus or _corpus(wanted.yardstick)
        _build()
        # The last core usually has the least system load.
        core = max(os.sched_getaffinity(0))
        print(f"HTML parsers on core {core}, commit {commit()}, processor time, medians", flush=True)
        command = [str(BUILT / "release" / "html-parsers"), str(corpus.resolve()), str(wanted.rounds)]
        done = subprocess.run(command, cwd=REPOSITORY, check=False, preexec_fn=lambda: os.sched_setaffinity(0, {core}))
        if done.returncode != 0:
            raise NotMeasured(f"the measurement failed with exit code {done.returncode}")
    except NotMeasured as reason:
        print(f"Not measured: {reason}.")


def _corpus(yardstick: Path) -> Path:
    try:
        return Yardstick(yardstick.resolve()).corpus()
    except NotMeasured:
        return OWN_PAGES


def _build() -> None:
    command = ["cargo", "build", "--release", "--locked", "--quiet", "--target-dir", str(BUILT)]
    if subprocess.run([*command, "--manifest-path", str(CRATE / "Cargo.toml")], check=False).returncode != 0:
        raise NotMeasured("the parsers did not build; see cargo's messages above")


if __name__ == "__main__":
    main()
