"""The crate app does not depend on decoders of uploads."""

import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
# Decoders of uploads, and the crates that depend on them.
DECODERS = {"image", "png", "zune-jpeg", "hayro", "zip", "ocr", "file-formats", "upload-sandbox"}


def below(crate: str) -> set[str]:
    """Returns the crate and its transitive dependencies."""
    command = ["cargo", "tree", "--locked", "-p", crate, "-e", "normal", "--prefix", "none", "-f", "{p}"]
    tree = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    return {line.split()[0] for line in tree.stdout.splitlines() if line}


def test_app_does_not_depend_on_decoders():
    assert below("app") & DECODERS == set()

    assert below("upload-sandbox") >= {"image", "ocr", "upload-sandbox"}, "this test would not see them"
