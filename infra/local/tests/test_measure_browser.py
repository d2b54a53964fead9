"""The browser of the measurements ends with its context, even if a shell script started it."""

from pathlib import Path

import pytest
from measure import browser
from support.waiting import eventually
from support.zest import runs

SCRIPT = """#!/bin/sh -e
for argument in "$@"; do case "$argument" in --user-data-dir=*) profile="${argument#*=}";; esac; done
sleep 300 &
echo $! > "$profile/pid"
echo 1234 > "$profile/DevToolsActivePort"
wait
"""


def test_browser_started_by_a_script_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    script = tmp_path / "chromium"
    script.write_text(SCRIPT)
    script.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(script))
    with browser.chromium(tmp_path) as port:
        assert port == 1234
        pid = int((tmp_path / "pid").read_text())
        assert runs(pid)
    eventually(lambda: not runs(pid), "the browser has ended", 10)
