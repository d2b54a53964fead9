"""Simulates the credit ledger without bugs, then with each of the deliberate bugs, which it must detect.

The bugs are in `lambdas/billing/mutants.toml`. Builds a copy of the crate with all bugs under `target/mutants`; the
environment variable MUTANT activates one. `make simulate COUNT=` runs it; COUNT is the operations of the bug-free run.
"""

import argparse
import os
import re
import shutil
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[3]
_COPY = _ROOT / "target" / "mutants"
_CRATES = ("lambdas/billing", "lambdas/core")
_SEEDS = 500
_OPERATIONS_PER_SEED = 200
_SWITCH = """//! Switches one deliberate bug on.

use std::sync::LazyLock;

static NAME: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("MUTANT").ok());

/// Whether this bug is on.
pub fn is_on(name: &str) -> bool {
    NAME.as_deref() == Some(name)
}
"""


class EditError(Exception):
    """The text that an edit replaces does not occur exactly once. The message names the edit."""


def mutated(sources: dict[str, str], mutants: list[dict[str, Any]]) -> dict[str, str]:
    """Returns the sources (path in the crate to text) with the edits of all mutants."""
    result = dict(sources)
    for mutant in mutants:
        for edit in mutant["edit"]:
            path, text = edit["file"], result[edit["file"]]
            if text.count(edit["from"]) != 1:
                raise EditError(f"{mutant['name']}: the text occurs {text.count(edit['from'])} times in {path}")
            crate = "crate" if path.startswith("src/") else "billing"
            switch = f'{crate}::mutants::is_on("{mutant["name"]}")'
            result[path] = text.replace(edit["from"], re.sub(r"\bON\b", switch, edit["to"]))
    result["src/lib.rs"] += "\n#[doc(hidden)]\npub mod mutants;\n"
    result["src/mutants.rs"] = _SWITCH
    return result


def _write_if_changed(path: Path, text: str) -> None:
    # Unchanged files are not written, so that cargo does not compile them again.
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _copy_workspace(mutants: list[dict[str, Any]]) -> None:
    manifest = (_ROOT / "Cargo.toml").read_text()
    members = "".join(f'  "{crate}",\n' for crate in _CRATES)
    manifest = re.sub(r"members = \[.*?\]", f"members = [\n{members}]", manifest, flags=re.S)
    _write_if_changed(_COPY / "Cargo.toml", manifest)
    if not (_COPY / "Cargo.lock").exists():
        shutil.copy(_ROOT / "Cargo.lock", _COPY / "Cargo.lock")
    for crate in _CRATES:
        paths = [path for path in (_ROOT / crate).rglob("*") if path.suffix in {".rs", ".toml"}]
        sources = {path.relative_to(_ROOT / crate).as_posix(): path.read_text() for path in paths}
        if crate == "lambdas/billing":
            sources = mutated(sources, mutants)
        for name, text in sources.items():
            _write_if_changed(_COPY / crate / name, text)


def _build(workspace: Path, target: Path) -> Path:
    command = ("cargo", "build", "--quiet", "--package", "billing", "--example", "simulate")
    subprocess.run(command, cwd=workspace, env=os.environ | {"CARGO_TARGET_DIR": str(target)}, check=True)
    return target / "debug" / "examples" / "simulate"


def _is_detected(program: Path, name: str) -> tuple[bool, str]:
    """Returns whether the simulation finds a violation with this bug, and the first violation."""
    command = (program, str(_SEEDS * _OPERATIONS_PER_SEED), "--first")
    result = subprocess.run(command, env=os.environ | {"MUTANT": name}, capture_output=True, text=True, check=False)
    return result.returncode == 1, next(iter(result.stdout.splitlines()), "")


def main() -> int:
    """Runs the simulation without bugs and with each bug."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    count = parser.parse_args().count
    mutants = tomllib.loads((_ROOT / "lambdas/billing/mutants.toml").read_text())["mutant"]
    program = _build(_ROOT, _ROOT / "target")
    is_sound = subprocess.run((program, str(count)), check=False).returncode == 0
    _copy_workspace(mutants)
    program = _build(_COPY, _COPY / "target")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda mutant: _is_detected(program, mutant["name"]), mutants))
    for mutant, (is_detected, violation) in zip(mutants, results, strict=True):
        print(f"{mutant['name']:<22} {'killed by ' + violation if is_detected else 'ALIVE'}")
    killed = sum(is_detected for is_detected, _ in results)
    print(f"mutants: {killed} of {len(mutants)} killed")
    return 0 if is_sound and killed == len(mutants) else 1


if __name__ == "__main__":
    raise SystemExit(main())
