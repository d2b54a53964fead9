"""`make lighthouse`: mobile Lighthouse scores of the app and of public pages, medians of several runs.

Throttling is simulated, so results need a quiet machine; the load average is printed with them. Because of its size,
Lighthouse is run by npx and not installed.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from zest_client import Guest
from zest_client.http import NotRunning
from zest_local.places import FRONTEND

from measure import browser, running

# The newest version that supports Node 20.
LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
UNLISTED = ("is-crawlable",)
# Pages below this performance are explained.
WANTED = 95
METRICS = {
    "first-contentful-paint": "FCP",
    "largest-contentful-paint": "LCP",
    "total-blocking-time": "TBT",
    "cumulative-layout-shift": "CLS",
}


def main() -> None:
    """Prints a line per page, and the failed audits below."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    try:
        with running.zest("dev") as zest, tempfile.TemporaryDirectory() as folder:
            profile = Path(folder)
            own = _import_recipes(zest.origin, profile)
            pages = ["/my-recipes", own, "/", "/articles/scale-a-recipe", _share_recipe(zest.origin)]
            with browser.chromium(profile) as port:
                print(f"\n{'':<30}" + "".join(f"{name:>16}" for name in CATEGORIES), flush=True)
                for page in pages:
                    # Private screens are intentionally noindex.
                    skipped = UNLISTED if page in ("/my-recipes", own) else ()
                    _show(page, [_judge(zest.origin + page, port, skipped) for _ in range(runs)], skipped)
    except NotRunning as reason:
        sys.exit(f"Nothing was measured: {reason}.")


def _import_recipes(origin: str, profile: Path) -> str:
    """Imports recipes for the profile's guest; returns the path of one."""
    variables = {**os.environ, "BASE_URL": origin, "LIGHTHOUSE_PROFILE": str(profile)}
    command = ["npm", "run", "--silent", "lighthouse:person"]
    done = subprocess.run(command, cwd=FRONTEND, env=variables, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"No recipes could be imported; the browser said:\n{done.stdout}{done.stderr}")
    return (profile / "recipe.txt").read_text()


def _share_recipe(origin: str) -> str:
    """Creates a recipe as another guest, and returns its path. The profile's guest opens it as a stranger."""
    cook = Guest.arrive(origin)
    recipe = cook.create_blank()
    changes = {
        "title": "White bean soup",
        "description": "Slow, and better the next day.",
        "ingredients": [
            {"name": "dried white beans", "quantity": "250", "unit": "g"},
            {"name": "leeks", "quantity": "2", "unit": ""},
            {"name": "water", "quantity": "1.5", "unit": "l"},
        ],
        "instructions": ["Soften the leeks.", "Add beans and water and simmer for 90 minutes."],
    }
    cook.update(cook.issue_owner_token(), id=recipe["id"], version=recipe["version"], **changes)
    return f"/recipes/{recipe['id']}"


def _judge(address: str, port: int, skipped: Sequence[str]) -> dict[str, Any]:
    options = [f"--port={port}", "--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
    options += [f"--skip-audits={','.join(skipped)}"] if skipped else []
    command = ["npx", "--yes", LIGHTHOUSE, address, *options]
    variables = {**os.environ, "CHROME_PATH": browser.path()}
    done = subprocess.run(command, cwd=FRONTEND, env=variables, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotRunning(f"Lighthouse ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _show(page: str, reports: list[dict[str, Any]], skipped: Sequence[str]) -> None:
    scores = [median(report["categories"][name]["score"] * 100 for report in reports) for name in CATEGORIES]
    print(f"{page[:28]:<30}" + "".join(f"{score:>16.0f}" for score in scores))
    values = {name: median(report["audits"][id]["numericValue"] for report in reports) for id, name in METRICS.items()}
    if skipped:
        print(f"    without {', '.join(skipped)}: it must not be indexed")
    performance = [report["categories"]["performance"]["score"] * 100 for report in reports]
    runs = " ".join(f"{score:.0f}" for score in sorted(performance))
    print(f"    performance of each run: {runs}   load average {os.getloadavg()[0]:.1f}")
    times = "   ".join(f"{name} {value:.0f} ms" for name, value in values.items() if name != "CLS")
    print(f"    {times}   CLS {values['CLS']:.3f}")
    if scores[0] < WANTED:
        _explain(min(reports, key=lambda report: abs(report["categories"]["performance"]["score"] * 100 - scores[0])))
    for name in CATEGORIES[1:]:
        for reference in reports[-1]["categories"][name]["auditRefs"]:
            audit = reports[-1]["audits"].get(reference["id"], {"score": None})
            if reference["weight"] > 0 and audit["score"] is not None and audit["score"] < 1:
                print(f"    {name}: {audit['title']}")
    sys.stdout.flush()


def _explain(report: dict[str, Any]) -> None:
    """Prints the element of the largest paint, the phases before this paint, and the longest tasks."""
    tables = report["audits"]["largest-contentful-paint-element"].get("details", {}).get("items", [])
    for item in [item for table in tables for item in table.get("items", [])]:
        if "node" in item:
            print(f"    largest paint: {item['node']['snippet'][:100]}")
        elif "phase" in item:
            print(f"        {item['phase']}: {item['timing']:.0f} ms")
    tasks = report["audits"]["long-tasks"].get("details", {}).get("items", [])
    for task in sorted(tasks, key=lambda task: -task["duration"])[:3]:
        print(f"    task of {task['duration']:.0f} ms at {task['startTime']:.0f} ms: {task['url'][-60:]}")


if __name__ == "__main__":
    main()
