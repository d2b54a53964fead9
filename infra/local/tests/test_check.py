"""`make check` selects the checks for the changed files."""

import json
import subprocess
from pathlib import Path

import pytest
from zest_local import check
from zest_local.check import Package, plan

WORKSPACE = [
    Package("app", "lambdas/app/"),
    Package("aws", "lambdas/aws/", needs_zest=True),
    Package("gateway", "infra/local/gateway/"),
    *(Package(name, f"lambdas/{name}/") for name in ("extract", "ledger", "recipe", "web")),
]
RUST = ["rust-format", "clippy"]
FRONTEND = ["frontend", "unit"]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ([], []),
        (["docs/ARCHITECTURE.md", "lambdas/app/README.md", "Makefile"], []),
        (["lambdas/app/src/lib.rs"], ["rust-app", "rust-format", "structure", "clippy"]),
        (["lambdas/recipe/lexicons/en.toml"], ["rust-recipe", *RUST]),
        (["infra/local/gateway/src/main.rs"], ["rust-gateway", "rust-format", "structure", "clippy"]),
        (["lambdas/app/Cargo.toml"], ["rust-app", "rust-format", "crates", "clippy"]),
        (["Cargo.lock"], ["rust-format", "crates", "clippy"]),
        (["rustfmt.toml"], ["rust-format"]),
        (["deny.toml"], ["crates"]),
        (["infra/local/run.py"], ["python", "structure"]),
        (["pyproject.toml"], ["python"]),
        (["frontend/src/app/main.tsx"], ["structure", *FRONTEND]),
        (["frontend/biome.json"], FRONTEND),
    ],
)
def test_changed_files_select_their_checks(files: list[str], expected: list[str]):
    assert sorted(layer.name for layer in plan(files, WORKSPACE).layers) == sorted(expected)


def test_plan_lists_skipped_checks_as_unchanged():
    nothing, python = plan([], WORKSPACE).skipped, plan(["pyproject.toml"], WORKSPACE).skipped
    assert len(nothing) == 8
    assert set(nothing) - set(python) == {"Python format and lint (unchanged)"}


def test_file_read_by_rust_or_front_end_selects_their_checks():
    found = plan(["schema.graphql"], WORKSPACE, rust_readers=["lambdas/app/tests/schema.rs"], frontend_reads=True)
    assert [layer.name for layer in found.layers] == ["rust-app", "rust-format", "frontend", "unit", "clippy"]


def test_changed_package_gets_all_or_only_its_library_tests():
    layers = {layer.name: layer for layer in check.rust_tests(WORKSPACE[:3])}
    assert list(layers) == ["rust-app", "rust-aws", "rust-gateway"]
    assert "--tests" in layers["rust-app"].command
    assert "--lib" in layers["rust-aws"].command
    assert {layer.lock for layer in layers.values()} == {check.CORES}
    assert not any(layer.zest or layer.after for layer in layers.values())


def test_many_changed_packages_select_the_whole_workspace():
    [layer] = check.rust_tests(WORKSPACE)
    assert layer.command[-2:] == ("--exclude", "aws")
    assert "--workspace" in layer.command
    assert not layer.zest


def test_file_belongs_to_the_innermost_package():
    outer, inner = Package("outer", "infra/"), Package("inner", "infra/local/")
    assert check.owner_of("infra/local/src/lib.rs", [outer, inner]) == inner
    assert check.owner_of("infra/src/lib.rs", [inner, outer]) == outer
    assert check.owner_of("infrastructure.rs", [inner, outer]) is None


def test_packages_come_from_cargo_metadata(tmp_path: Path):
    (tmp_path / "lambdas/aws/tests").mkdir(parents=True)
    (tmp_path / "lambdas/aws/tests/contract.rs").write_text('std::env::var("ZEST_STATE")')
    manifests = [{"name": name, "manifest_path": f"{tmp_path}/lambdas/{name}/Cargo.toml"} for name in ("app", "aws")]
    metadata = json.loads(json.dumps({"packages": manifests}))
    assert check.workspace_of(metadata, tmp_path) == [
        Package("app", "lambdas/app/"),
        Package("aws", "lambdas/aws/", needs_zest=True),
    ]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(check, "REPOSITORY", tmp_path)
    (tmp_path / "old.py").write_text("old")
    (tmp_path / ".gitignore").write_text("ignored\n")
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    settings = ("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *settings, *arguments], cwd=folder, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Commit")


def test_on_main_uncommitted_files_count_as_changed(repository: Path):
    assert check.changed_files(check.base_commit()) == []
    (repository / "old.py").unlink()
    (repository / "ñew file.rs").write_text("new")
    (repository / "ignored").write_text("ignored")
    assert check.changed_files(check.base_commit()) == ["old.py", "ñew file.rs"]


def test_on_a_branch_committed_files_count_as_changed(repository: Path):
    git(repository, "checkout", "--quiet", "-b", "branch")
    (repository / "committed.rs").write_text("new")
    commit(repository)
    (repository / "old.py").write_text("changed")
    assert check.changed_files(check.base_commit()) == ["committed.rs", "old.py"]


def test_reader_references_a_file_or_its_folder(repository: Path):
    (repository / "lambdas").mkdir()
    (repository / "lambdas/a.rs").write_text('include_str!("../../schema.graphql")')
    (repository / "lambdas/b.rs").write_text("read('../data/words/')")
    (repository / "lambdas/c.rs").write_text("read('../data/words/en.toml.old')")
    commit(repository)
    assert check.readers(["schema.graphql"], "*.rs") == ["lambdas/a.rs"]
    assert check.readers(["data/words/en.toml"], "*.rs") == []
    assert check.readers(["data/words/en.toml"], "*.rs", folders=True) == ["lambdas/b.rs"]
    assert check.readers(["schema.graphql"], "frontend") == []
    assert check.readers([], "*.rs") == []
