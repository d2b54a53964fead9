"""`make deploy` refuses binaries of other sources or of another architecture."""

import json
import struct
from pathlib import Path

import build_stamp
import pytest


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, text in {
        "Cargo.toml": "[workspace]",
        "lambdas/app/src/lib.rs": "pub fn one() {}",
        "lambdas/app/tests/it.rs": "// a test",
        "frontend/src/main.ts": "export {}",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "target/lambda").mkdir(parents=True)
    (tmp_path / build_stamp.STAMP).write_text(json.dumps(build_stamp.digests(tmp_path)))
    return tmp_path


@pytest.mark.parametrize(
    ("file", "parts"),
    [
        ("lambdas/app/src/lib.rs", ["the functions"]),
        ("lambdas/app/src/more.rs", ["the functions"]),
        ("frontend/src/main.ts", ["the front end"]),
        ("schema.graphql", ["the front end"]),
        ("lambdas/app/tests/it.rs", []),
        ("docs/API.md", []),
        # Written by the build, and missing in a fresh checkout.
        ("frontend/src/shared/i18n/compiled/en.ts", []),
        ("frontend/src/contract/recipe.operations.ts", []),
    ],
)
def test_change_of_a_source_outdates_what_is_built_from_it(repository: Path, file: str, parts: list[str]):
    assert build_stamp.outdated(repository) == []
    (repository / file).parent.mkdir(parents=True, exist_ok=True)
    (repository / file).write_text("changed")
    assert build_stamp.outdated(repository) == parts


def test_unstamped_build_is_outdated(repository: Path):
    (repository / build_stamp.STAMP).unlink()
    assert build_stamp.outdated(repository) == ["the functions", "the front end"]


def test_program_of_another_machine_is_named(tmp_path: Path):
    programs = []
    for name, machine in (("fn-arm", 183), ("fn-intel", 62)):
        program = tmp_path / name / "bootstrap"
        program.parent.mkdir()
        program.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 2, machine))
        programs.append(program)
    assert build_stamp.of_another_machine(programs, "arm64") == ["fn-intel"]
    assert build_stamp.of_another_machine(programs, "x86_64") == ["fn-arm"]
