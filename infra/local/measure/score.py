"""`make score`: how much of real pages and lines is read right. Prints tables, and never fails a build."""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from zest_local.places import REPOSITORY, TARGET, TOOLS

from measure.built import build, commit
from measure.yardstick import NotMeasured, Row, Yardstick, is_held, of_sites, pages, rows, test_sentences

OUT = TOOLS / "score"
EXTRACT = TARGET / "release" / "extract"
# The part of a page's own calories within which reckoned ones agree.
CALORIES_WITHIN = 0.25

PARTS: dict[str, list[tuple[str, Callable[[str], bool]]]] = {
    "": [("all sites", lambda site: True)],
    "tune": [("the sites that are tuned on", lambda site: not is_held(site))],
    "held": [("the sites that are held back", is_held)],
}
PARTS["both"] = PARTS["tune"] + PARTS["held"]


def main() -> None:
    """Scores what is there and says what is not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=REPOSITORY / ".." / "shared" / "yardstick")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--lines", type=Path)
    parser.add_argument("--held", choices=PARTS, default="")
    wanted = parser.parse_args()
    try:
        yardstick = Yardstick(wanted.yardstick.resolve())
        build("extract")
        OUT.mkdir(parents=True, exist_ok=True)
        _say_what(sys.argv[1:])
        for name, part in PARTS[wanted.held]:
            print(f"\n=== {name[0].upper()}{name[1:]}", flush=True)
            # Who names pages or lines wants only those.
            if wanted.corpus or not wanted.lines:
                _pages(yardstick, (wanted.corpus or yardstick.corpus()).resolve(), part)
            if wanted.lines:
                _lines(yardstick, str(wanted.lines), of_sites(rows(wanted.lines), part))
            elif not wanted.corpus:
                _all_lines(yardstick, part, is_tuning=wanted.held == "tune" or name == PARTS["tune"][0][0])
    except NotMeasured as reason:
        print(f"Not scored: {reason}.")


def _say_what(arguments: list[str]) -> None:
    print(f"Commit {commit()}; command: python3 -m measure.score {shlex.join(arguments)}; predictions in {OUT}")


def _pages(yardstick: Yardstick, corpus: Path, part: Callable[[str], bool]) -> None:
    found = [page for page in pages(corpus) if part(page.parent.name)]
    if not found:
        print(f"No pages with expectations are in {corpus}.")
        return
    manifest, predictions, sites, details = (
        OUT / name for name in ("pages.manifest", "pages.jsonl", "sites.txt", "pages.details.jsonl")
    )
    manifest.write_text("".join(json.dumps({"file": str(page)}) + "\n" for page in found), encoding="utf-8")
    sites.write_text("".join(f"{site}\n" for site in sorted({page.parent.name for page in found})))
    print(f"{len(found)} pages of {corpus}:")
    _extract(["--full", "--manifest", str(manifest)], "", predictions)
    limits = ["--sites", sites, "--by", "lang"]
    print(yardstick.run("score.py", corpus, predictions, *limits, "--details", details), end="")
    groups = json.loads(yardstick.run("score.py", corpus, predictions, *limits, "--json"))
    _share("page_right, Spanish and French", [groups[lang]["page_right"] for lang in ("es", "fr") if lang in groups])
    hard = yardstick.hard_pages()
    scores = [row for row in rows(details) if row["id"] in hard]
    for field in ("page_right", "found_recipe"):
        _share(f"{field}, hard pages", [{"n": 1, "value": row.get(field, 0.0)} for row in scores])
    _calories(predictions)


def _share(name: str, groups: list[Row]) -> None:
    count = sum(group["n"] for group in groups)
    if count:
        right = sum(group["n"] * group["value"] for group in groups if group["n"])
        print(f"{name}: {100 * right / count:.1f} % of {count} ({right:.0f})")


def _calories(predictions: Path) -> None:
    """How often what is reckoned from the ingredients agrees with what the page itself says."""
    stated = reckoned = agreed = 0
    for page in rows(predictions):
        own = _kilocalories(page["nutrients"].get("calories"))
        if not own:
            continue
        stated += 1
        ours = _kilocalories((page.get("computed_nutrients") or {}).get("calories"))
        if ours is not None:
            reckoned += 1
            agreed += abs(ours - own) <= CALORIES_WITHIN * own
    if stated and reckoned:
        print(
            f"calories reckoned within {CALORIES_WITHIN:.0%} of the page's own: {100 * agreed / stated:.1f} % "
            f"of {stated} pages that state them ({reckoned} reckoned, {agreed} agree)"
        )


def _kilocalories(value: object) -> float | None:
    text = str(value or "").replace(",", "").casefold()
    digits = "".join(c if (c.isascii() and c.isdigit()) or c == "." else " " for c in text).split()
    try:
        number = float(digits[0]) if digits else None
    except ValueError:
        return None
    return number / 4.184 if number and "kj" in text and "cal" not in text else number


def _all_lines(yardstick: Yardstick, part: Callable[[str], bool], *, is_tuning: bool) -> None:
    lines = yardstick.lines("lines-dev.jsonl")
    if is_tuning:
        print("Labelled English lines: left out, they are a test that nothing may be learnt from.")
    else:
        test = test_sentences(row for row in lines if row["kind"] == "labelled")
        name = "Labelled English lines that nothing was learnt from, those with the smallest digests (all3)"
        _lines(yardstick, name, test)
    markup = of_sites((row for row in lines if row["kind"] == "markup"), part)
    _lines(yardstick, "Lines of plugin markup (amount)", markup)
    others = of_sites(yardstick.lines("lines-dev-es-fr.jsonl"), part)
    _lines(yardstick, "Labelled Spanish and French lines (all3)", others)


def _lines(yardstick: Yardstick, name: str, gold: list[Row]) -> None:
    if not gold:
        print(f"{name}: none.")
        return
    expected, predictions = OUT / "lines.gold.jsonl", OUT / "lines.jsonl"
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in gold)
    expected.write_text(text, encoding="utf-8")
    _extract(["--lines", "--jsonl"], text, predictions)
    print(f"{name}:")
    print(yardstick.run("score_lines.py", expected, predictions, "--by", "lang"), end="")


def _extract(arguments: list[str], text: str, predictions: Path) -> None:
    with predictions.open("w", encoding="utf-8") as out:
        done = subprocess.run(
            [str(EXTRACT), *arguments], input=text, stdout=out, encoding="utf-8", cwd=REPOSITORY, check=False
        )
    if done.returncode not in (0, 1):
        raise NotMeasured(f"extract broke off with {done.returncode}")


if __name__ == "__main__":
    main()
