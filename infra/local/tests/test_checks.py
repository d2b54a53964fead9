"""`make test`: layers run concurrently with separate output, and leave no processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.waiting import eventually
from support.zest import runs
from zest_local import checks
from zest_local.checks import Report
from zest_local.layers import Layer
from zest_local.places import LOCAL_CLOUD

VITEST = r"""
printf '\033[41m FAIL \033[49m |together| list.e2e.ts > the list > is searched\nAssertionError: expected 1 to be 2\n'
printf ' FAIL  |together| list.e2e.ts > the list > is sorted\n\nTimeoutError: nothing came\n at line 3\n'
exit 1
"""
PYTEST = "echo 'FAILED test_live.py::test_order - assert 1 == 2'; exit 1"
CARGO = "printf -- '---- ids::tests::are_unique stdout ----\\nthread panicked at src/ids.rs\\n'; exit 101"


def shell(name: str, script: str, folder: Path, **fields: object) -> Layer:
    return Layer(name, f"Layer {name}", ("sh", "-c", script), folder, **fields)


@pytest.mark.parametrize(
    ("script", "named"),
    [
        (
            VITEST,
            [
                "FAIL  |together| list.e2e.ts > the list > is searched: AssertionError: expected 1 to be 2",
                "FAIL  |together| list.e2e.ts > the list > is sorted: TimeoutError: nothing came",
            ],
        ),
        (PYTEST, ["FAILED test_live.py::test_order - assert 1 == 2"]),
        (CARGO, ["---- ids::tests::are_unique stdout ----: thread panicked at src/ids.rs"]),
    ],
)
def test_failed_tests_are_listed_at_the_end(
    script: str, named: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    report = Report()
    report.run(Layer("browser", "In a browser", ("sh", "-c", script), tmp_path), {})
    shown = capfd.readouterr().out
    assert report.close() == 1
    summary = capfd.readouterr().out
    for line in named:
        assert f"\n    {line}\n" in summary
    assert shown.count("=== In a browser") == 1
    assert named[0].split(": ")[-1] in shown


def test_failure_words_of_a_passed_layer_are_not_repeated(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    report = Report()
    report.run(Layer("unit", "Unit tests", ("echo", "FAILED is a word of a test's own"), tmp_path), {})
    capfd.readouterr()
    assert report.close() == 0
    assert "FAILED" not in capfd.readouterr().out


def test_layers_run_concurrently_and_print_one_block_each(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    # Each of both waits for the other, so they would never end if they ran in sequence.
    def meets(name: str, other: str) -> Layer:
        wait = f"touch {name}; until test -e {other}; do sleep 0.01; done; echo {name} 1; sleep 0.05; echo {name} 2"
        return shell(name, wait, tmp_path)

    report = Report()
    report.run_all([meets("a", "b"), meets("b", "a")], 2)
    assert report.close() == 0
    out = capfd.readouterr().out
    for name in ("a", "b"):
        assert f"=== Layer {name}\n{name} 1\n{name} 2\n--- Layer {name}: passed in" in out


def test_single_layer_output_is_streamed(tmp_path: Path):
    script = f"""
import sys
from pathlib import Path
from zest_local.checks import Report
from zest_local.layers import Layer
Report().run_all([Layer("a", "A", ("sh", "-c", "echo first; read line < fifo; echo last"), Path({str(tmp_path)!r}))], 3)
"""
    os.mkfifo(tmp_path / "fifo")
    with python(script) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        assert any(line == "first\n" for line in lines)
        (tmp_path / "fifo").write_text("go on\n")
        assert any(line == "last\n" for line in lines)


def test_failed_layer_skips_only_its_dependents(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    layers = [
        shell("build", "exit 3", tmp_path),
        shell("tests", "touch tests", tmp_path, after=("build",)),
        shell("report", "touch report", tmp_path, after=("tests",)),
        shell("lint", "touch lint", tmp_path),
    ]
    report = Report()
    report.run_all(layers, 2)
    assert report.close() == 1
    results = {name: result for name, (_, result, _) in report.results.items()}
    assert results == {"build": "FAILED", "tests": "not run", "report": "not run", "lint": "passed"}
    assert [file.name for file in tmp_path.iterdir()] == ["lint"]
    summary = capfd.readouterr().out.split("=== Summary")[1]
    assert [line.split("Layer ")[1] for line in summary.splitlines() if "Layer" in line] == [
        f"{layer.name} ({layer.name})" for layer in layers
    ]


def test_layers_with_the_same_lock_run_in_sequence(tmp_path: Path):
    alone = "mkdir busy && sleep 0.1 && rmdir busy"
    report = Report()
    report.run_all([shell(str(number), alone, tmp_path, lock="cargo") for number in range(4)], 4)
    assert report.close() == 0


LEAVES_A_PROCESS = "setsid sh -c 'echo $$ > pid; exec sleep 600' & until test -s pid; do sleep 0.01; done;"


@pytest.mark.parametrize("end", ["exit 0", "exit 1", "kill -9 $$"])
def test_processes_of_a_layer_end_with_it(end: str, tmp_path: Path):
    Report().run(shell("a", f"{LEAVES_A_PROCESS} {end}", tmp_path), {})
    assert not runs(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_ends_all_processes_of_all_layers(number: signal.Signals, tmp_path: Path):
    script = f"""
import sys
from pathlib import Path
from zest_local import checks
from zest_local.layers import Layer
command = ("sh", "-c", {LEAVES_A_PROCESS + " sleep 600"!r})
layers = [Layer(name, name, command, Path({str(tmp_path)!r}) / name) for name in ("a", "b")]
sys.exit(checks.run([*layers, Layer("c", "c", ("touch", "c"), Path({str(tmp_path)!r}))], 2))
"""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    files = [tmp_path / name / "pid" for name in ("a", "b")]
    with python(script) as process:
        eventually(lambda: all(file.exists() and file.read_text() for file in files), "the layers run")
        process.send_signal(number)
        output, _ = process.communicate(timeout=60)
    pids = [int(file.read_text()) for file in files]
    eventually(lambda: not any(runs(pid) for pid in pids), "the processes end")
    assert process.returncode == (-number if number == signal.SIGKILL else checks.STOPPED)
    assert not (tmp_path / "c").exists(), output


def test_process_that_ignores_sigterm_is_killed(tmp_path: Path):
    script = f"""
import subprocess
from zest_local.process_tree import descendants, end_descendants
subprocess.Popen(["sh", "-c", "trap '' TERM; touch ready; while :; do sleep 0.1; done"], cwd={str(tmp_path)!r})
while not __import__("pathlib").Path({str(tmp_path / "ready")!r}).exists():
    pass
end_descendants(grace=0.3)
print(descendants(__import__("os").getpid()))
"""
    started = time.monotonic()
    with python(script) as process:
        output, _ = process.communicate(timeout=60)
    assert output == "[]\n"
    assert time.monotonic() - started >= 0.3


def python(script: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(LOCAL_CLOUD)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
