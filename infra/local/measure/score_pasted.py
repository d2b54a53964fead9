"""`make score-pasted`: measures the accuracy on whole pages pasted as text."""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from zest_client.http import NotRunning
from zest_local.places import REPOSITORY, TOOLS

from measure import copying
from measure.built import PROFILES, binary, build, commit
from measure.yardstick import PARTS, NotMeasured, Yardstick, in_part, is_held, is_held_of_second, pages, rows

OUT = TOOLS / "pasted"
# The form of copies that the last line reports.
COPIED = copying.FORMS[0]


@dataclass
class Read:
    """Scores of a page (the same fields as in score.py), and whether the page had text to copy."""

    scores: dict[str, float]
    has_text: bool


def main() -> None:
    """Copies the pages that are not copied yet, reads them, and prints a table per part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=REPOSITORY / ".." / "shared" / "yardstick")
    parser.add_argument("--held", choices=PARTS, default="")
    parser.add_argument("--jobs", type=int, default=1, help="number of texts at once")
    parser.add_argument("--profile", choices=tuple(PROFILES), default="release", help="dev builds faster")
    wanted = parser.parse_args()
    try:
        yardstick = Yardstick(wanted.yardstick.resolve())
        corpora = [
            ("first corpus", yardstick.corpus().resolve(), is_held),
            ("second corpus", yardstick.second_corpus().resolve(), is_held_of_second),
        ]
        build("upload-sandbox", profile=wanted.profile)
        command = shlex.join(["python3", "-m", "measure.score_pasted", *sys.argv[1:]])
        print(f"Commit {commit()}; command: {command}; texts and predictions in {OUT}")
        for part, held in PARTS[wanted.held]:
            print(f"\n=== {part[0].upper()}{part[1:]}, %\n{heading()}", flush=True)
            copied: list[Read] = []
            for name, corpus, held_of_corpus in corpora:
                is_wanted = in_part(held, held_of_corpus)
                found = [page for page in pages(corpus) if is_wanted(page.parent.name)]
                copy(corpus, found)
                for form in copying.FORMS:
                    read = _read(yardstick, corpus, found, form, wanted)
                    print(row(f"{name}, {form}", read), flush=True)
                    copied += read if form == COPIED else []
            print(last_line(copied), flush=True)
    except (NotMeasured, NotRunning) as reason:
        print(f"Not scored: {reason}.")


def copy(corpus: Path, found: Iterable[Path]) -> None:
    """Copies pages that are not copied yet."""
    missing = [(page, folder(corpus, page)) for page in found if not copying.is_copied(folder(corpus, page))]
    if missing:
        print(f"Copying {len(missing)} pages", file=sys.stderr, flush=True)
        copying.copy(missing)


def folder(corpus: Path, page: Path) -> Path:
    """Returns the folder with the copies of a page."""
    return OUT / corpus.relative_to(TOOLS) / _id(page)


def _id(page: Path) -> str:
    return f"{page.parent.name}/{page.stem}"


def _read(yardstick: Yardstick, corpus: Path, found: list[Path], form: str, wanted: argparse.Namespace) -> list[Read]:
    texts = {_id(page): folder(corpus, page) / f"{form}.txt" for page in found}
    name = f"{corpus.relative_to(TOOLS).parts[1].split('-')[0]}.{form}"
    manifest, predictions = OUT / f"{name}.manifest.jsonl", OUT / f"{name}.jsonl"
    entries = [{"id": id, "file": str(text), "kind": "text"} for id, text in texts.items()]
    manifest.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    command = [str(binary("read-media", wanted.profile)), "--jobs", str(wanted.jobs), str(manifest)]
    with predictions.open("w", encoding="utf-8") as out:
        done = subprocess.run(command, stdout=out, cwd=REPOSITORY, check=False)
    if done.returncode not in (0, 1):
        raise NotMeasured(f"read-media failed with exit code {done.returncode}")
    lines = {line["id"]: line for line in rows(predictions)}
    scorer = yardstick.scorer()
    expected = {_id(page): json.loads(page.with_suffix(".json").read_text(encoding="utf-8")) for page in found}
    return [
        Read(scorer.score_page(expected[id], lines.get(id, {})), bool(text.read_text(encoding="utf-8").strip()))
        for id, text in texts.items()
    ]


def heading() -> str:
    """Returns the header of the rows of `row`."""
    names = ("pages", "without text", "lists", "instructions", "titles", "all three", "nothing")
    return f"{'':26}" + "".join(f"{name:>14}" for name in names)


def row(name: str, read: list[Read]) -> str:
    """Returns a table row: two counts of pages, then the shares of pages with the right list (by letters and digits),
    instructions (from 0.95), title (exact) and all three, and of pages in which nothing was found.
    """
    counts = [len(read), sum(not each.has_text for each in read)]
    shares = [*_shares(read), _share([*map(_is_whole, read)]), _nothing(read)]
    return f"{name:26}" + "".join(f"{count:>14}" for count in counts) + "".join(f"{share:>14}" for share in shares)


def last_line(read: list[Read]) -> str:
    """Returns the summary of both corpora: `pasted: lists <%> instructions <%> titles <%> nothing <%>`."""
    lists, instructions, titles = _shares(read)
    return f"pasted: lists {lists} instructions {instructions} titles {titles} nothing {_nothing(read)}"


def _shares(read: list[Read]) -> list[str]:
    fields = ("ingredients_loose", "instructions", "title")
    return [_share([each.scores[field] for each in read if field in each.scores]) for field in fields]


def _is_whole(read: Read) -> float:
    fields = ("ingredients_loose", "instructions", "title")
    return float(all(read.scores.get(field, 0.0) == 1.0 for field in fields))


def _nothing(read: list[Read]) -> str:
    return _share([1.0 - each.scores["found_any"] for each in read])


def _share(values: list[float]) -> str:
    return f"{100 * sum(values) / len(values):.1f}" if values else "-"


if __name__ == "__main__":
    main()
