"""`make budget`: measures in Chromium how much JavaScript each page loads. The last line is a summary."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from zest_client.http import NotRunning
from zest_local import build, say
from zest_local.places import FRONTEND

from measure import running

Weights = list[dict[str, Any]]


def main() -> None:
    """Builds, starts a Zest unless BENCH_PORT is set, measures, and prints."""
    try:
        build.site()
        with running.zest("dev") as zest, tempfile.TemporaryDirectory() as folder:
            report = _measure(zest.origin, Path(folder) / "report.json")
    except build.BuildFailed as reason:
        say.fail(str(reason))
    except NotRunning as reason:
        sys.exit(f"Nothing was measured: {reason}.")
    _table("App: scripts until the first rows or the heading, with an empty cache", report["app"])
    _table("Public pages: scripts in all, of the three languages the heaviest", report["public"])
    _table("Scripts of the build", report["chunks"])
    app = next(weight["bytes"] for weight in report["app"] if weight["page"] == "/my-recipes")
    heaviest = max(weight["bytes"] for weight in report["public"])
    print(f"\nbudget: app {app / 1000:.1f} public {heaviest / 1000:.1f}")


def _measure(origin: str, file: Path) -> dict[str, Weights]:
    """Runs the budget tests, which enforce the limits. Returns their measurements even if a limit is exceeded."""
    command = ["npm", "run", "--silent", "e2e:budget"]
    variables = {**os.environ, "BASE_URL": origin, "BUDGET_REPORT": str(file)}
    done = subprocess.run(command, cwd=FRONTEND, env=variables, capture_output=True, text=True, check=False)
    report: dict[str, Weights] = json.loads(file.read_text()) if file.exists() else {"app": [], "public": []}
    if not (report["app"] and report["public"]):
        sys.exit(f"Nothing was measured; the browser said:\n{done.stdout}{done.stderr}")
    return report


def _table(title: str, weights: Weights) -> None:
    print(f"\n{title} (kB = 1,000 bytes, Brotli 11)")
    for weight in weights:
        print(f"  {weight['bytes'] / 1000:8.1f}  {weight['scripts']:3}  {weight['page']}")


if __name__ == "__main__":
    main()
