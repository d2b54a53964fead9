"""`make train`: trains the row labeller on pages copied as text. Writes its weights and their manifest."""

import argparse
import hashlib
import html
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from zest_client.http import NotRunning
from zest_local.places import REPOSITORY, TARGET, TOOLS

from measure import copying
from measure.built import build
from measure.score_pasted import copy, folder
from measure.yardstick import NotMeasured, Row, Yardstick, is_held, is_held_of_second, pages

WEIGHTS = REPOSITORY / "lambdas" / "extract" / "model" / "rows.bin"
MANIFEST = WEIGHTS.with_suffix(".json")
TRAINER = TARGET / "release" / "examples" / "train_rows"
# Languages with few pages.
RARE_LANGUAGES = {"es", "fr"}
RARE_WEIGHT = 2.0
# Weight of pages that the rules were not tuned on. They show how often the rules are wrong.
UNTUNED_WEIGHT = 1.5
DIGEST_LENGTH = 16


def main() -> None:
    """Copies the pages that are not copied yet, trains, and writes weights and manifest. With
    `--folds`, writes predictions instead: each site is labelled with weights trained on the other folds.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=REPOSITORY / ".." / "shared" / "yardstick")
    parser.add_argument("--folds", type=int, default=0, help="read each site with weights of the other folds")
    wanted = parser.parse_args()
    try:
        yardstick = Yardstick(wanted.yardstick.resolve())
        build("extract", "--example", "train_rows")
        examples = TOOLS / "train" / "rows.jsonl"
        examples.parent.mkdir(parents=True, exist_ok=True)
        rows = list(_rows(yardstick))
        examples.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        if wanted.folds:
            predictions = examples.with_name("predictions.jsonl")
            command = [str(TRAINER), str(examples), "--folds", str(wanted.folds), str(predictions)]
            subprocess.run(command, cwd=REPOSITORY, check=True)
            print(f"Predictions in {predictions}")
            return
        subprocess.run([str(TRAINER), str(examples), str(WEIGHTS)], cwd=REPOSITORY, check=True)
        used = [row for row in rows if not row["is_kept"]]
        manifest = {
            "weights_sha256": hashlib.sha256(WEIGHTS.read_bytes()).hexdigest(),
            "weights_bytes": WEIGHTS.stat().st_size,
            "sites": len({row["site"] for row in used}),
            "pages": sorted(row["digest"] for row in used),
        }
        MANIFEST.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        print(f"{WEIGHTS.stat().st_size} bytes, {len(used)} pages of {manifest['sites']} sites")
    except (NotMeasured, NotRunning, subprocess.CalledProcessError) as reason:
        print(f"Not trained: {reason}.")


def _rows(yardstick: Yardstick) -> Iterator[Row]:
    """Yields the texts of all pages with their expected recipes. Pages of held-out sites are only predicted."""
    corpora: list[tuple[Path, Callable[[str], bool], float]] = [
        (yardstick.corpus().resolve(), is_held, 1.0),
        (yardstick.corpus_1b().resolve(), is_held, UNTUNED_WEIGHT),
        (yardstick.second_corpus().resolve(), is_held_of_second, 1.0),
    ]
    # Corpora share sites. A site held out of one corpus is held out of all.
    kept = {site for corpus, held, _ in corpora for site in _sites(corpus) if held(site)}
    for corpus, _, weight in corpora:
        found = pages(corpus)
        copy(corpus, found)
        for page in found:
            text = (folder(corpus, page) / f"{copying.FORMS[0]}.txt").read_text(encoding="utf-8")
            yield _row(page, text, weight) | {"is_kept": page.parent.name in kept}


def _sites(corpus: Path) -> set[str]:
    return {page.parent.name for page in pages(corpus)}


def _row(page: Path, text: str, weight: float) -> Row:
    expected = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    language = str(expected.get("language") or "")[:2].lower()
    groups = [group.get("purpose") for group in expected.get("ingredient_groups") or []]
    return {
        "id": f"{page.parent.name}/{page.stem}",
        "digest": hashlib.sha256(page.read_bytes()).hexdigest()[:DIGEST_LENGTH],
        "site": page.parent.name,
        "weight": weight * (RARE_WEIGHT if language in RARE_LANGUAGES else 1.0),
        "text": text,
        "title": html.unescape(str(expected.get("title") or "")),
        "ingredients": _lines(expected.get("ingredients")),
        "groups": _lines([group for group in groups if group]),
        "instructions": _lines(expected.get("instructions_list")),
    }


def _lines(values: list[str] | None) -> list[str]:
    return [html.unescape(str(value)) for value in values or []]


if __name__ == "__main__":
    main()
