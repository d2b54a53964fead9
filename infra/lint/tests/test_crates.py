"""What a small function is built of: its start and its size are those of all that it stands on."""

import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
# What decodes what people upload, and the crates through which it would come.
DECODERS = {"image", "png", "zune-jpeg", "hayro", "zip", "pictures", "documents", "exchange", "reading"}


def below(crate: str) -> set[str]:
    """The crates that one is built of, itself among them."""
    command = ["cargo", "tree", "--locked", "-p", crate, "-e", "normal", "--prefix", "none", "-f", "{p}"]
    tree = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    return {line.split()[0] for line in tree.stdout.splitlines() if line}


def test_no_decoder_lies_below_app():
    assert below("app") & DECODERS == set()


def test_no_decoder_lies_below_a_function_that_opens_no_uploads():
    for function in ("fn-authorizer", "fn-graphql", "fn-publish"):
        assert below(function) & DECODERS == set(), function
    assert below("fn-read") >= {"image", "pictures", "reading"}, "this test would not see them"
