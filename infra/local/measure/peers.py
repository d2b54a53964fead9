"""`make score PEERS=1`: scores other readers on the same pages and ingredient lines."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from zest_local import environment
from zest_local.places import LOCAL_CLOUD, TOOLS

from measure.yardstick import NotMeasured, Row, Yardstick, rows

OUT = TOOLS / "score"
ENVIRONMENT = TOOLS / "peers"
RUNNER = Path(__file__).with_name("peer_runner.py")
READERS = ("recipe-scrapers", "extruct")
LINE_READERS = ("ingredient-parser-nlp",)
FIELDS = ("page_right", "page_perfect", "title", "ingredients_exact", "instructions", "found_recipe", "macro")


def compare_pages(yardstick: Yardstick, corpus: Path, manifest: Path, sites: Path, ours: Path) -> None:
    """Prints one row of scores per reader. All readers get the same bytes, with the page's host as address."""
    table = [("Zest", ours, None)]
    for name in READERS:
        predictions = OUT / f"pages.{name}.jsonl"
        seconds = _run(name, manifest.read_text(encoding="utf-8"), predictions)
        table.append((name, predictions, seconds))
    print("\n  " + "reader".ljust(18) + "".join(field.rjust(19) for field in FIELDS) + "   pages a second".rjust(18))
    for name, predictions, seconds in table:
        scores = json.loads(yardstick.run("score.py", corpus, predictions, "--sites", sites, "--json"))["all"]
        values = "".join(f"{100 * scores[field]['value']:19.1f}" for field in FIELDS)
        speed = f"{len(rows(manifest)) / seconds:18.1f}" if seconds else "see bench-reading".rjust(18)
        print("  " + name.ljust(18) + values + speed, flush=True)


def compare_lines(gold: list[Row], score: Callable[[str, Path], None]) -> None:
    """Scores other readers on labelled English lines."""
    for name in LINE_READERS:
        predictions = OUT / f"lines.{name}.jsonl"
        try:
            seconds = _run(name, "".join(json.dumps(row) + "\n" for row in gold), predictions)
        except NotMeasured as reason:
            print(f"{name}: not measured, {reason}.")
            continue
        score(f"{name}, {len(gold) / seconds:,.0f} lines a second", predictions)


def _run(name: str, text: str, predictions: Path) -> float:
    """Writes the predictions of a reader for a manifest or lines, and returns the seconds. Raises NotMeasured."""
    try:
        python = environment.virtual_environment(ENVIRONMENT, [LOCAL_CLOUD / "requirements-peers.txt"])
    except environment.Missing as reason:
        raise NotMeasured(str(reason)) from reason
    begun = time.monotonic()
    with predictions.open("w", encoding="utf-8") as out:
        done = subprocess.run(
            [str(python), str(RUNNER), name], input=text, stdout=out, stderr=subprocess.PIPE, text=True, check=False
        )
    if done.returncode != 0:
        last = [line for line in done.stderr.splitlines() if line.strip(" *")] or ["no reason given"]
        raise NotMeasured(f"{name} did not run ({last[-1].strip()})")
    return time.monotonic() - begun
