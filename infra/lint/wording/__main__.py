"""`python -m wording` counts words that technical English rarely uses, in comments, docs and English UI texts.

A marked word can be right, but many of them make a text hard to read. The check fails if an area has more marked words
per 1,000 words than its limit, and then names the files with the most.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

MARKED = re.compile(
    r"\b(?:who(?:m)?ever|some(?:body|one)'s|anew|once more|so many|so much|told|tells|tell(?= (?:whether|what|how))|"
    r"stands?(?! ?-?(?:in|by|alone)\b)|stood|lies|mend(?:s|ed|ing)?|reckon(?:s|ed|ing)?|witness(?:es)?|"
    r"is none|are none|goes on|went on|comes? of|came of|for ever|at hand|gives? way|gave way|manners?|"
    r"parted|borne|beheld|dwell|as many as|all else|else does|is no(?= [a-z]+ of)|what nobody|"
    r"that nobody|of its own accord)\b",
    re.IGNORECASE,
)
# Maximum marked words per 1,000 words, by area.
LIMITS = {"code": 2.0, "docs": 2.0, "texts": 5.0}
# An area with fewer words is not checked.
MIN_WORDS = 1_000
WORST_FILES = 10
SKIPPED = re.compile(r"(^|/)(golden|content|tests/pages|labelled_texts|exports|demo)/|package-lock|Cargo\.lock")
TEXTS = "i18n/messages/en.json"


def prose(path: str, text: str) -> str:
    """Returns the comments of a source file, or the sentences of a document."""
    match Path(path).suffix:
        case ".md":
            return re.sub(r"```.*?```", " ", text, flags=re.DOTALL)
        case ".rs":
            return "\n".join(re.findall(r"(?:^|\s)//[/!]?\s?(.*)", text))
        case ".ts" | ".tsx" | ".mjs" | ".css":
            blocks = re.findall(r"/\*+(.*?)\*/", text, flags=re.DOTALL)
            return "\n".join([*re.findall(r"(?:^|\s)//\s?(.*)", text), *blocks])
        case ".py":
            return "\n".join([*re.findall(r"(?:^|\s)#\s(.*)", text), *re.findall(r'"""(.*?)"""', text, re.DOTALL)])
        case ".toml" | ".yaml" | ".graphql":
            return "\n".join([*re.findall(r"(?:^|\s)#+\s(.*)", text), *re.findall(r'"""(.*?)"""', text, re.DOTALL)])
    if path.endswith(TEXTS):
        return "\n".join(str(value) for value in json.loads(text).values())
    return ""


def area(path: str) -> str:
    """Returns the area whose limit applies to a file."""
    if path.endswith(TEXTS):
        return "texts"
    return "docs" if path.endswith(".md") else "code"


def count(text: str) -> tuple[int, int]:
    """Returns the number of words, and of marked words."""
    return len(re.findall(r"[A-Za-z][A-Za-z'-]+", text)), len(MARKED.findall(text))


def main(root: Path = Path()) -> int:
    """Prints the figures and returns the exit code."""
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    worst: list[tuple[int, int, str]] = []
    for path in listed.splitlines():
        # Skip the list of marked words itself.
        if SKIPPED.search(path) or path.startswith("infra/lint/") or not (root / path).is_file():
            continue
        words, marked = count(prose(path, (root / path).read_text(encoding="utf-8", errors="ignore")))
        totals[area(path)][0] += words
        totals[area(path)][1] += marked
        worst.append((marked, words, path))
    failed = False
    for name, (words, marked) in sorted(totals.items()):
        rate = 1_000 * marked / max(words, 1)
        too_many = words >= MIN_WORDS and rate > LIMITS[name]
        failed |= too_many
        print(f"{name:6} {words:7} words, {rate:5.1f} marked per 1,000 (limit {LIMITS[name]})")
    if failed:
        for marked, words, path in sorted(worst, reverse=True)[:WORST_FILES]:
            print(f"  {marked:4} of {words:5}  {path}")
        print("Write comments and docs in plain technical English: CONTRIBUTING.md, docs/GLOSSARY.md.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
