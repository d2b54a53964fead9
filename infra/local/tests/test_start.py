"""If Zest cannot start, it prints one line and exits with 1."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.zest import Zest, end_of, launch
from zest_local.places import LOCAL_CLOUD, REPOSITORY

SECONDS = 60


def said(*arguments: str) -> tuple[int, str]:
    return end_of(launch(*arguments))


def run_py(path: str, *arguments: str) -> tuple[int, str]:
    """Runs the script of `make run` with another PATH."""
    done = subprocess.run(
        [sys.executable, str(LOCAL_CLOUD / "run.py"), *arguments],
        env={"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout


def one_line(answer: tuple[int, str]) -> str:
    code, output = answer
    lines = output.splitlines()
    assert (code, len(lines)) == (1, 1), output
    assert lines[0].startswith("Zest did not start: ")
    return lines[0]


def test_port_in_use_is_reported(zest: Zest, tmp_path: Path):
    line = one_line(said("--port", str(zest.port), "--state", str(tmp_path)))
    assert f"port {zest.port} is in use" in line
    assert f"make run PORT={zest.port + 1}" in line


def test_state_folder_in_use_is_reported(zest: Zest):
    assert "another Zest is running" in one_line(said("--port", "0", "--state", str(zest.state)))


@pytest.mark.parametrize("port", ["abc", "-1", "80", "65536", "30 00"])
def test_invalid_port_is_reported(port: str, tmp_path: Path):
    line = one_line(said(f"--port={port}", "--state", str(tmp_path)))
    assert f"PORT must be a number from 1024 to 65535, not '{port}'" in line


def test_missing_cargo_is_reported(tmp_path: Path):
    assert "cargo is missing. Install Rust" in one_line(run_py(str(tmp_path)))


def tool(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_missing_node_is_reported(tmp_path: Path):
    tool(tmp_path, "cargo", "exit 0")
    assert "node or npm is missing. Install Node.js" in one_line(run_py(str(tmp_path)))


def test_outdated_node_is_reported(tmp_path: Path):
    for name, script in {"cargo": "exit 0", "npm": "exit 0", "node": "echo v16.20.2"}.items():
        tool(tmp_path, name, script)
    assert "Node.js 20 or newer is needed; this is v16.20.2" in one_line(run_py(str(tmp_path)))


def test_undeployable_template_is_reported(tmp_path: Path):
    copy = tmp_path / "copy"
    skipped = shutil.ignore_patterns("__pycache__")
    for name in ("zest_local", "demo"):
        shutil.copytree(LOCAL_CLOUD / name, copy / "infra" / "local" / name, ignore=skipped)
    for patch in LOCAL_CLOUD.glob("cloud_*.py"):
        shutil.copy(patch, copy / "infra" / "local")
    shutil.copytree(REPOSITORY / "statemachines", copy / "statemachines")
    shutil.copy(REPOSITORY / "schema.graphql", copy)
    target = os.environ.get("CARGO_TARGET_DIR", str(REPOSITORY / "target"))
    text = (REPOSITORY / "template.yaml").read_text()
    assert "Type: AWS::SNS::Topic" in text
    (copy / "template.yaml").write_text(text.replace("Type: AWS::SNS::Topic", "Type: AWS::SNS::NoSuchThing"))
    variables = {"PYTHONPATH": str(copy / "infra" / "local"), "CARGO_TARGET_DIR": target}
    code, output = end_of(launch("--port", "0", "--state", str(tmp_path / "state"), **variables))
    lines = [line for line in output.splitlines() if not line.startswith("  ")]
    line = one_line((code, "\n".join(lines)))
    assert "AWS::SNS::NoSuchThing" in line and len(line) < 500
