"""`make fuzz`: coverage-guided fuzzing of the readers' public functions. Exits with 1 on a finding.

Uses libFuzzer with the stable compiler: LLVM counts the branches, and without unsafe code no sanitizer is needed.
Findings are in `.local/fuzz/<entry>/`. Fixed ones are added to `lambdas/fuzz/corpus/<entry>/`, which `make test` runs.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from zest_local.places import REPOSITORY, TARGET

from measure.yardstick import NotMeasured

TRIPLE = re.compile(r"^host: (.*)$", re.MULTILINE)
COUNTED = (
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
)
CORPUS = REPOSITORY / "lambdas" / "fuzz" / "corpus"
MORE_SEEDS = {
    "page": REPOSITORY / "lambdas/extract/tests/pages",
    "export": REPOSITORY / "lambdas/file-formats/tests/it/exchange/exports",
}
FOUND = REPOSITORY / ".local" / "fuzz"
# Maximum length of an input in bytes. `soak` tests whether time grows linearly.
LONGEST = {"page": 20_000, "picture": 20_000, "document": 8_000, "export": 8_000}
# Maximum time of an input in seconds, for an instrumented build on a busy machine.
SLOWEST_SECONDS = 30
MEGABYTES = 2_000


@dataclass(frozen=True)
class Search:
    """The result of fuzzing one entry point."""

    entry: str
    seconds: int
    tried: int
    covered: int
    kept: int
    found: tuple[Path, ...]


def main() -> int:
    """Fuzzes the targets one after another for equal times, and prints a table."""
    entries = sorted(folder.name for folder in CORPUS.iterdir())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--entries", default="")
    wanted = parser.parse_args()
    named = wanted.entries.replace(",", " ").split() or entries
    unknown = sorted(set(named) - set(entries))
    if unknown:
        print(f"Unknown entries: {', '.join(unknown)}. The entries are: {', '.join(entries)}.")
        return 1
    searches = []
    try:
        program = _built()
        for entry in named:
            searches.append(_search(program, entry, max(1, wanted.seconds // len(named))))
            _print(searches[-1])
    except NotMeasured as reason:
        print(f"Not fuzzed: {reason}.")
        return 1
    found = [path for search in searches for path in search.found]
    tried, seconds = sum(search.tried for search in searches), sum(search.seconds for search in searches)
    print(f"fuzz: {tried:,} inputs in {seconds / 60:.0f} minutes, {len(found)} failed")
    return 1 if found else 0


def _built() -> Path:
    """Builds the instrumented program and returns its path. An explicit target keeps instrumentation out of build
    scripts.
    """
    told = subprocess.run(["rustc", "-vV"], cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout
    triple = TRIPLE.search(told)
    if triple is None or shutil.which("c++") is None:
        raise NotMeasured("libFuzzer needs a C++ compiler (apt install g++)")
    command = ["cargo", "build", "--locked", "--quiet", "--package", "fuzz", "--features", "coverage"]
    command += ["--profile", "fuzz", "--target", triple[1]]
    done = subprocess.run(command, cwd=REPOSITORY, check=False, env={**os.environ, "RUSTFLAGS": " ".join(COUNTED)})
    if done.returncode != 0:
        raise NotMeasured("fuzz did not build; see cargo's messages above")
    return TARGET / triple[1] / "fuzz" / "fuzz"


def _search(program: Path, entry: str, seconds: int) -> Search:
    """Fuzzes one entry point, starting with the kept corpus and inputs learnt earlier. Raises NotMeasured."""
    folder = FOUND / entry
    learnt = folder / "learnt"
    learnt.mkdir(parents=True, exist_ok=True)
    before = _gave_way(folder)
    seeds = [CORPUS / entry, *([MORE_SEEDS[entry]] if entry in MORE_SEEDS else [])]
    command = [str(program), str(learnt), *map(str, seeds), f"-max_total_time={seconds}"]
    command += [f"-artifact_prefix={folder}/", f"-max_len={LONGEST.get(entry, 2_000)}", f"-timeout={SLOWEST_SECONDS}"]
    # With the lower default, libFuzzer reports slow inputs on a busy machine.
    command += [f"-report_slow_units={SLOWEST_SECONDS}"]
    command += [f"-rss_limit_mb={MEGABYTES}", "-print_final_stats=1", f"-dict={CORPUS.parent / 'words.dict'}"]
    env = {**os.environ, "FUZZ_ENTRY": entry}
    with (folder / "log").open("w+") as log:
        subprocess.run(command, check=False, env=env, stdout=log, stderr=subprocess.STDOUT)
        log.seek(0)
        told = log.read()
    last = [int(match) for match in re.findall(r"cov: (\d+)", told)][-1:] or [0]
    tried = [int(match) for match in re.findall(r"^#(\d+)", told, re.MULTILINE)][-1:] or [0]
    took = re.findall(r"Done \d+ runs in (\d+) second", told)[-1:]
    found = tuple(sorted(_gave_way(folder) - before))
    if not found and not took:
        raise NotMeasured(f"libFuzzer failed; see {folder / 'log'}")
    kept = sum(1 for _ in learnt.iterdir())
    return Search(entry, int(took[0]) if took else seconds, tried[0], last[0], kept, found)


def _gave_way(folder: Path) -> set[Path]:
    return {path for path in folder.iterdir() if path.name.startswith(("crash-", "timeout-", "oom-", "slow-unit-"))}


def _print(search: Search) -> None:
    print(
        f"  {search.entry:<9}{search.tried:>12,} inputs in {search.seconds:>5} s,"
        f" {search.covered:>7,} branches, {search.kept:>6,} kept, {len(search.found)} failed",
        flush=True,
    )
    for path in search.found:
        print(f"    {path}")


if __name__ == "__main__":
    sys.exit(main())
