"""`make score`: measures the accuracy on real pages and ingredient lines. Prints tables; never fails."""

import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from zest_local.places import REPOSITORY, TARGET, TOOLS

from measure import page_copies, peers
from measure.built import build, commit
from measure.yardstick import (
    PARTS,
    NotMeasured,
    Row,
    Yardstick,
    in_part,
    is_held,
    is_held_of_second,
    is_held_of_wild,
    of_sites,
    pages,
    rows,
    test_sentences,
)

OUT = TOOLS / "score"
EXTRACT = TARGET / "release" / "extract"
# Copies of pages without structured data: with their own words, and pseudolocalized.
VISIBLE, PSEUDOLOCALIZED = COPIES = ("visible", "pseudolocalized")
# Computed calories count as equal to the stated ones up to this relative difference.
CALORIES_WITHIN = 0.25


@dataclass
class Tally:
    """The values of the last line, which has "-" for values that were not measured."""

    page_right: list[float] = field(default_factory=list)
    hard: list[float] = field(default_factory=list)
    esfr: list[Row] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def line(self) -> str:
        """Returns `score: page_right <corpus 1> <corpus 2> hard <…> esfr <…> lines <en> <markup> <esfr> <wild>`."""
        pages = [f"{100 * share:.1f}" for share in self.page_right]
        hard = f"{100 * sum(self.hard) / len(self.hard):.1f}" if self.hard else NOT_MEASURED
        count = sum(group["n"] for group in self.esfr)
        right = sum(group["n"] * group["value"] for group in self.esfr)
        esfr = f"{100 * right / count:.1f}" if count else NOT_MEASURED
        parts = ["page_right", *(pages or [NOT_MEASURED]), "hard", hard, "esfr", esfr]
        return " ".join(["score:", *parts, "lines", *(self.lines or [NOT_MEASURED])])


NOT_MEASURED = "-"


def main() -> None:
    """Scores the available data and prints what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=REPOSITORY / ".." / "shared" / "yardstick")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--lines", type=Path)
    parser.add_argument("--held", choices=PARTS, default="")
    parser.add_argument("--copies", choices=COPIES, help="pages without structured data, with their own or other words")
    parser.add_argument("--peers", action="store_true", help="other readers too, on the same pages and lines")
    wanted = parser.parse_args()
    try:
        yardstick = Yardstick(wanted.yardstick.resolve())
        build("cli", "--bin", "extract")
        OUT.mkdir(parents=True, exist_ok=True)
        _say_what(sys.argv[1:])
        for name, held in PARTS[wanted.held]:
            print(f"\n=== {name[0].upper()}{name[1:]}", flush=True)
            tally = Tally()
            # Pages or lines on the command line replace the default data.
            if wanted.corpus:
                _pages(yardstick, wanted.corpus.resolve(), in_part(held, is_held), tally, wanted)
            elif not wanted.lines:
                first, second = in_part(held, is_held), in_part(held, is_held_of_second)
                _pages(yardstick, yardstick.corpus().resolve(), first, tally, wanted)
                _pages(yardstick, yardstick.second_corpus().resolve(), second, tally, wanted)
            if wanted.lines:
                _lines(yardstick, str(wanted.lines), of_sites(rows(wanted.lines), in_part(held, is_held)), "all3")
            elif not wanted.corpus and not wanted.copies:
                _all_lines(yardstick, held, tally, wanted.peers)
            print(tally.line(), flush=True)
    except NotMeasured as reason:
        print(f"Not scored: {reason}.")


def _say_what(arguments: list[str]) -> None:
    print(f"Commit {commit()}; command: python3 -m measure.score {shlex.join(arguments)}; predictions in {OUT}")


def _pages(
    yardstick: Yardstick, corpus: Path, part: Callable[[str], bool], tally: Tally, wanted: argparse.Namespace
) -> None:
    found = [page for page in pages(corpus) if part(page.parent.name)]
    if wanted.copies:
        copies = OUT / "copies" / corpus.name
        shutil.rmtree(copies, ignore_errors=True)
        found, corpus = page_copies.write(found, copies, is_pseudolocalized=wanted.copies == PSEUDOLOCALIZED), copies
    if not found:
        print(f"There are no pages with expectations in {corpus}.")
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
    esfr = [groups[lang]["page_right"] for lang in ("es", "fr") if lang in groups]
    _share("page_right, Spanish and French", esfr)
    tally.esfr += [group for group in esfr if group["n"]]
    scores = rows(details)
    tally.page_right.append(_by_site(scores))
    hard = yardstick.hard_pages()
    scores = [row for row in scores if row["id"] in hard]
    for name in ("page_right", "found_recipe"):
        _share(f"{name}, hard pages", [{"n": 1, "value": row.get(name) or 0.0} for row in scores])
    tally.hard += [row.get("page_right") or 0.0 for row in scores]
    _calories(predictions)
    if wanted.peers:
        peers.compare_pages(yardstick, corpus, manifest, sites, predictions)


def _by_site(scores: list[Row]) -> float:
    """Prints the share of pages that are read right, per page and as the mean of the sites. Returns the
    share per page.
    """
    sites: dict[str, list[float]] = defaultdict(list)
    for row in scores:
        sites[row["id"].split("/", 1)[0]].append(row.get("page_right") or 0.0)
    by_page = sum(map(sum, sites.values())) / len(scores)
    by_site = sum(sum(values) / len(values) for values in sites.values()) / len(sites)
    means = f"{100 * by_page:.1f} % of {len(scores)} pages, {100 * by_site:.1f} % as the mean of {len(sites)} sites"
    print(f"page_right: {means}")
    return by_page


def _share(name: str, groups: list[Row]) -> None:
    count = sum(group["n"] for group in groups)
    if count:
        right = sum(group["n"] * group["value"] for group in groups if group["n"])
        print(f"{name}: {100 * right / count:.1f} % of {count} ({right:.0f})")


def _calories(predictions: Path) -> None:
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


def _all_lines(yardstick: Yardstick, held: bool | None, tally: Tally, with_peers: bool) -> None:
    lines = yardstick.lines("lines-dev.jsonl")
    if held is False:
        print("Labelled English lines: left out, they are held-out test data.")
        tally.lines.append(NOT_MEASURED)
    else:
        test = test_sentences(row for row in lines if row["kind"] == "labelled")
        name = "Labelled English lines that nothing was learnt from, those with the smallest digests (all3)"
        tally.lines.append(_lines(yardstick, name, test, "all3"))
        if with_peers:
            peers.compare_lines(test, lambda name, predictions: _score_lines(yardstick, name, test, predictions))
    markup = of_sites((row for row in lines if row["kind"] == "markup"), in_part(held, is_held))
    tally.lines.append(_lines(yardstick, "Lines of plugin markup (amount)", markup, "amount"))
    others = of_sites(yardstick.lines("lines-dev-es-fr.jsonl"), in_part(held, is_held))
    tally.lines.append(_lines(yardstick, "Labelled Spanish and French lines (all3)", others, "all3"))
    wild = of_sites(yardstick.lines("lines-wild-es-fr-dev.jsonl"), in_part(held, is_held_of_wild))
    tally.lines.append(_lines(yardstick, "Spanish and French lines of blogs (all3)", wild, "all3"))


def _lines(yardstick: Yardstick, name: str, gold: list[Row], wanted: str) -> str:
    """Prints the scores of these lines and returns the per cent of the wanted field."""
    if not gold:
        print(f"{name}: none.")
        return NOT_MEASURED
    predictions = OUT / "lines.jsonl"
    _extract(["--lines", "--jsonl"], _as_lines(gold), predictions)
    table = _score_lines(yardstick, name, gold, predictions)
    found = re.search(rf"^all .*?\b{wanted} +([0-9.]+)", table, re.MULTILINE)
    return found.group(1) if found else NOT_MEASURED


def _score_lines(yardstick: Yardstick, name: str, gold: list[Row], predictions: Path) -> str:
    expected = OUT / "lines.gold.jsonl"
    expected.write_text(_as_lines(gold), encoding="utf-8")
    print(f"{name}:")
    table = yardstick.run("score_lines.py", expected, predictions, "--by", "lang")
    print(table, end="")
    return table


def _as_lines(gold: list[Row]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in gold)


def _extract(arguments: list[str], text: str, predictions: Path) -> None:
    with predictions.open("w", encoding="utf-8") as out:
        done = subprocess.run(
            [str(EXTRACT), *arguments], input=text, stdout=out, encoding="utf-8", cwd=REPOSITORY, check=False
        )
    if done.returncode not in (0, 1):
        raise NotMeasured(f"extract failed with exit code {done.returncode}")


if __name__ == "__main__":
    main()
