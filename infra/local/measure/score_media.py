"""`make score-media`: measures the accuracy on pictures, files and exports of other apps. Needs no running app."""

import argparse
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from types import ModuleType

from zest_local.places import REPOSITORY, TOOLS

from measure.built import PROFILES, binary, build, commit
from measure.yardstick import NotMeasured, Row, Yardstick, rows

OUT = TOOLS / "score"
# Export formats of recipe apps. All other files are documents.
EXPORTS = ("jsonld", "cooklang", "mealie", "paprika", "mealmaster", "recipekeeper", "recipesage")
SCANS = ("pdf_scan",)
LEVELS = ("none", "mild", "strong")
COLUMNS = ("page_right", "title", "ingredients_f1", "ingredients_exact", "instructions", "instructions_f1", "language")
# A hostile file must end within ALLOWED_SECONDS. After HOSTILE_SECONDS its process counts as hanging and is killed.
HOSTILE_SECONDS = 30
ALLOWED_SECONDS = 10
ALLOWED_MB = 512
KB_A_MB = 1024


@dataclass
class Scored:
    """An entry of the manifest with its scores and the output of the command."""

    entry: Row
    scores: dict[str, float]
    line: Row


def main() -> None:
    """Scores the pack and prints what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=REPOSITORY / ".." / "shared" / "yardstick")
    parser.add_argument("--pack", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only the first of every N uploads")
    parser.add_argument("--jobs", type=int, default=1, help="number of uploads at once; times are valid only with 1")
    parser.add_argument("--only", default="", help="only ids that contain this")
    parser.add_argument("--profile", choices=tuple(PROFILES), default="release", help="dev builds faster")
    wanted = parser.parse_args()
    try:
        pack = (wanted.pack or Yardstick(wanted.yardstick.resolve()).media()).resolve()
        score(pack, wanted)
    except NotMeasured as reason:
        print(f"Not scored: {reason}.")


def score(pack: Path, wanted: argparse.Namespace, is_total_only: bool = False) -> None:
    """Reads and scores a pack; with `is_total_only`, only totals of pictures by level. Raises NotMeasured."""
    if not (pack / "manifest.jsonl").is_file():
        raise NotMeasured(f"{pack} has no manifest.jsonl")
    scorer = Yardstick(wanted.yardstick.resolve()).scorer()
    build("upload-sandbox", profile=wanted.profile)
    OUT.mkdir(parents=True, exist_ok=True)
    command = shlex.join(["python3", *sys.argv])
    print(f"Commit {commit()}; command: {command}; predictions in {OUT / 'media.jsonl'}")
    _score(scorer, pack, wanted, is_total_only)


def _score(scorer: ModuleType, pack: Path, wanted: argparse.Namespace, is_total_only: bool) -> None:
    entries = rows(pack / "manifest.jsonl")
    # Hostile files are read singly, to measure their limits.
    good = [entry for entry in entries if entry["kind"] != "hostile"]
    lines = _read(pack, good, wanted)
    scored = []
    for entry in good:
        # Entries that --only or --every skip are not scored.
        if entry["id"] in lines:
            expected = json.loads((pack / "expected" / f"{entry['id']}.json").read_text(encoding="utf-8"))
            line = lines[entry["id"]]
            scored.append(Scored(entry, scorer.score_page(expected, line), line))
    pictures = [each for each in scored if each.entry["kind"] == "picture"]
    files = [each for each in scored if each.entry["kind"] != "picture"]
    groups = [(name, name) for name in ("layout", "level", "damage", "language", "template")]
    if pictures:
        print("\nPictures, %")
        _table(pictures, [("level", "level")] if is_total_only else groups)
        _times(pictures)
    if pictures and not is_total_only:
        _both_ways(pictures)
    if files:
        print("\nFiles, %")
        _table(files, [] if is_total_only else [("layout", "layout"), ("kind", "kind"), ("language", "language")])
    if not is_total_only:
        _wrong(scored)
    _hostile(
        binary("read-media", wanted.profile),
        pack,
        [e for e in entries if e["kind"] == "hostile" and wanted.only in e["id"]],
    )
    _last_line(pictures, files)


def _read(pack: Path, entries: list[Row], wanted: argparse.Namespace) -> dict[str, Row]:
    # The manifest names files by absolute paths.
    manifest, predictions = OUT / "media.manifest.jsonl", OUT / "media.jsonl"
    with manifest.open("w", encoding="utf-8") as out:
        for entry in entries:
            names = entry.get("files") or [entry["file"]]
            row = {key: value for key, value in entry.items() if key not in ("file", "files")}
            out.write(json.dumps({**row, "files": [str(pack / name) for name in names]}) + "\n")
    command = [
        str(binary("read-media", wanted.profile)),
        "--every",
        str(wanted.every),
        "--jobs",
        str(wanted.jobs),
        "--only",
        wanted.only,
    ]
    with predictions.open("w", encoding="utf-8") as out:
        done = subprocess.run([*command, str(manifest)], stdout=out, cwd=REPOSITORY, check=False)
    if done.returncode not in (0, 1):
        raise NotMeasured(f"read-media failed with exit code {done.returncode}")
    return {line["id"]: line for line in rows(predictions)}


def _mean(scored: Iterable[Scored], field: str) -> float | None:
    values = [each.scores[field] for each in scored if field in each.scores]
    return sum(values) / len(values) if values else None


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _table(scored: list[Scored], groups: list[tuple[str, str]]) -> None:
    if not scored:
        print("none")
        return
    print(f"{'':28}{'count':>6}" + "".join(f"{name:>18}" for name in COLUMNS) + f"{'prep cook total':>18}{'yields':>8}")
    for name, key in groups:
        found = {each.entry.get(key) for each in scored}
        for value in sorted((v for v in found if v is not None), key=lambda v: (_level(v), str(v))):
            _row(f"{name} {value}", [each for each in scored if each.entry.get(key) == value])
    _row("all", scored)


def _level(value: object) -> int:
    return LEVELS.index(value) if value in LEVELS else -1


def _row(name: str, scored: list[Scored]) -> None:
    times = [
        each.scores[field]
        for each in scored
        for field in ("prep_time", "cook_time", "total_time")
        if field in each.scores
    ]
    values = [f"{_percent(_mean(scored, column)):>18}" for column in COLUMNS]
    own = _percent(sum(times) / len(times) if times else None)
    print(f"{name:28}{len(scored):>6}{''.join(values)}{own:>18}{_percent(_mean(scored, 'yields')):>8}")


def _both_ways(pictures: list[Scored]) -> None:
    """Prints layouts against levels of damage, to separate the causes of errors."""
    if not pictures:
        return
    print(f"\n{'ingredients_f1 / instructions':28}" + "".join(f"{level:>16}" for level in LEVELS))
    for layout in sorted({each.entry["layout"] for each in pictures}):
        cells = []
        for level in LEVELS:
            of = [each for each in pictures if each.entry["layout"] == layout and each.entry["level"] == level]
            cells.append(f"{_percent(_mean(of, 'ingredients_f1'))} / {_percent(_mean(of, 'instructions'))}")
        print(f"{layout:28}" + "".join(f"{cell:>16}" for cell in cells))


def _times(pictures: list[Scored]) -> None:
    seconds = sorted(each.line["seconds"] for each in pictures if "files" not in each.entry)
    if len(seconds) > 1:
        cuts = quantiles(seconds, n=100, method="inclusive")
        print(
            f"\nA one-page picture: median {cuts[49]:.2f} s, 95th percentile {cuts[94]:.2f} s, "
            f"longest {seconds[-1]:.2f} s ({len(seconds)} pictures)"
        )


def _wrong(scored: list[Scored]) -> None:
    """Prints the ids of the entries that are not right, by layout."""
    print("\nNot right (page_right, or ingredients F1 below 90 % for pictures):")
    by_layout: dict[str, list[str]] = {}
    for each in scored:
        is_picture = each.entry["kind"] == "picture"
        is_right = each.scores.get("ingredients_f1", 1.0) >= 0.9 if is_picture else each.scores.get("page_right", 1.0)
        if not is_right:
            error = each.line.get("error")
            by_layout.setdefault(each.entry["layout"], []).append(
                each.entry["id"].split("/")[-1] + (f" ({error})" if error else "")
            )
    for layout, ids in sorted(by_layout.items()):
        print(f"  {layout:20} {' '.join(ids)}")


def _hostile(read_media: Path, pack: Path, entries: list[Row]) -> None:
    if not entries:
        return
    print(f"\nHostile files{'':22}{'expected':>20}{'seconds':>9}{'MB':>6}  outcome")
    failed = 0
    for entry in entries:
        outcome, seconds, megabytes = _one_hostile(read_media, pack / entry["file"])
        is_right = (
            outcome in _allowed(entry["expect"], outcome) and seconds <= ALLOWED_SECONDS and megabytes <= ALLOWED_MB
        )
        failed += not is_right
        mark = "" if is_right else "  <-- not as expected"
        name = entry["id"].split("/")[-1]
        print(f"  {name:33}{entry['expect']:>20}{seconds:>9.2f}{megabytes:>6.0f}  {outcome}{mark}")
    kept = f"{len(entries) - failed} of {len(entries)}"
    print(f"hostile: {kept} as expected, within {ALLOWED_SECONDS} s and {ALLOWED_MB} MB")


# Codes for input that was read but has no recipe.
WITHOUT_RECIPE = ("NO_RECIPE_IN_PICTURE", "NO_TEXT_IN_PICTURE", "NO_RECIPE_IN_FILE")
# Outcomes that are not a clear error for the user.
UNCLEAR = ("INTERNAL", "a recipe", "a crash", "a hang")


def _allowed(expected: str, outcome: str) -> tuple[str, ...]:
    if outcome in UNCLEAR:
        return ()
    is_without = outcome in WITHOUT_RECIPE
    if expected == "no_recipe":
        return (outcome,) if is_without else ()
    if expected == "error":
        return () if is_without else (outcome,)
    return (outcome,)


def _one_hostile(read_media: Path, file: Path) -> tuple[str, float, float]:
    """Returns the outcome, the seconds, and the peak memory in MB of the largest process."""
    started = time.monotonic()
    output, give = os.pipe()
    child = subprocess.Popen(
        [str(read_media), str(file)], stdout=give, stderr=subprocess.DEVNULL, cwd=REPOSITORY, start_new_session=True
    )
    os.close(give)
    with os.fdopen(output, encoding="utf-8") as reader:
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(child.pid, signal.SIGKILL))
        signal.alarm(HOSTILE_SECONDS)
        text = reader.read()
        # The usage includes the child processes that the command has waited for.
        _, status, usage = os.wait4(child.pid, 0)
        signal.alarm(0)
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - started
    outcome = "a hang" if seconds >= HOSTILE_SECONDS else "a crash"
    if child.returncode == 0 and text.strip():
        first = json.loads(text.splitlines()[0])
        outcome = first.get("error") or "a recipe"
    return outcome, seconds, usage.ru_maxrss / KB_A_MB


def _last_line(pictures: list[Scored], files: list[Scored]) -> None:
    def of(chosen: list[Scored], field: str, keep: Callable[[Row], bool] = lambda entry: True) -> str:
        return _percent(_mean([each for each in chosen if keep(each.entry)], field))

    print(
        f"media: pictures ingredients_f1 {of(pictures, 'ingredients_f1')} "
        f"{of(pictures, 'ingredients_f1', lambda entry: entry['level'] in ('none', 'mild'))} "
        f"{of(pictures, 'ingredients_f1', lambda entry: entry['level'] == 'strong')} "
        f"instructions {of(pictures, 'instructions')} ; files page_right "
        f"{of(files, 'page_right', lambda entry: entry['layout'] not in (*SCANS, *EXPORTS))} "
        f"exports {of(files, 'page_right', lambda entry: entry['layout'] in EXPORTS)}"
    )


if __name__ == "__main__":
    main()
