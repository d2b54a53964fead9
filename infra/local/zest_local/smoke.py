"""`make smoke`: imports two pages as a new guest, through a deployed stage (STAGE=) or the running local app.

It sends a page as the bookmarklet does, which becomes a recipe. Then it imports the public page of that recipe (locally
a demo page) by its address, which becomes a second recipe. It deletes both, and needs no other site.
"""

import argparse
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError
from zest_client import Guest, NotRunning, Refused, operations
from zest_client.guest import has_ended, new_id
from zest_client.http import send

from zest_local.places import REPOSITORY

# An import that takes longer, in seconds, fails the test. In a cold stage, it starts a dozen functions.
SECONDS = 90
TITLE = "Smoke test soup"
PAGE = f"""<!doctype html><html lang="en"><title>{TITLE}</title><h1>{TITLE}</h1>
<script type="application/ld+json">{{"@context": "https://schema.org", "@type": "Recipe", "name": "{TITLE}",
"recipeYield": "2 servings", "recipeIngredient": ["200 g red lentils", "1 onion", "1 litre water"],
"recipeInstructions": [{{"@type": "HowToStep", "text": "Chop the onion."}},
{{"@type": "HowToStep", "text": "Simmer for 20 minutes."}}]}}
</script></html>""".encode()
ADDRESS = "https://kitchen.example/smoke-test-soup"


class Failed(Exception):
    """A step failed. The message names the step and the reason."""


@dataclass(frozen=True)
class Step:
    """A step that succeeded."""

    name: str
    milliseconds: float


def main() -> None:
    """Prints each step; exits with 1 and one line at the first that fails."""
    parser = argparse.ArgumentParser(prog="smoke")
    parser.add_argument("--config-env", default="")
    parser.add_argument("--site", default="")
    parser.add_argument("--port", default="3000")
    arguments = parser.parse_args()
    try:
        site = arguments.site or (site_of(arguments.config_env) if arguments.config_env else "")
        for step in steps(site or f"http://localhost:{arguments.port}"):
            print(f"{step.milliseconds:8.0f} ms  {step.name}", flush=True)
    except Failed as reason:
        print(f"smoke test failed: {reason}", file=sys.stderr)
        sys.exit(1)


def site_of(stage: str, settings: Path = REPOSITORY / "samconfig.toml") -> str:
    """Returns the address of a deployed stage, from the outputs of its stack. Raises Failed."""
    configured = tomllib.loads(settings.read_text()).get(stage)
    if configured is None:
        raise Failed(f"samconfig.toml has no stage {stage!r}")
    name = configured["global"]["parameters"]["stack_name"]
    try:
        stack = boto3.client("cloudformation").describe_stacks(StackName=name)["Stacks"][0]
    except (BotoCoreError, ClientError) as error:
        raise Failed(f"the stack {name} cannot be read: {error}") from error
    return next(output["OutputValue"] for output in stack["Outputs"] if output["OutputKey"] == "SiteOrigin")


def steps(site: str, seconds: float = SECONDS) -> Iterator[Step]:
    """Performs the steps one after the other. Raises Failed."""
    yield _timed("site and its security headers", lambda: _site(site))[0]
    step, guest = _timed("a guest arrives", lambda: Guest.arrive(site))
    yield step
    step, token = _timed("owner token", guest.issue_owner_token)
    yield step
    made: list[str] = []
    try:
        step, sent = _timed("a sent page becomes a recipe", lambda: _sent_page(guest, made, seconds))
        yield step
        # The local fetcher reads only the demo kitchen.
        page = f"{site}/demo/carrot-cake.html" if guest.config.get("demo") else f"{site}/recipes/{sent['id']}"
        yield _timed("its public page has its data", lambda: _public_page(site, sent["id"]))[0]
        yield _timed("a fetched page becomes a recipe", lambda: _fetched_page(guest, made, page, seconds))[0]
        yield _timed("the list has both", lambda: _list(guest, made))[0]
    finally:
        for id in made:
            guest.delete(token, id)
    yield _timed("both are deleted", lambda: _nothing_left(guest))[0]


def _timed(name: str, act: Callable[[], Any]) -> tuple[Step, Any]:
    started = time.perf_counter()
    try:
        result = act()
    except (Refused, NotRunning, AssertionError) as error:
        raise Failed(f"{name}: {error}") from error
    except Failed as reason:
        raise Failed(f"{name}: {reason}") from reason
    return Step(name, (time.perf_counter() - started) * 1000), result


def _site(site: str) -> None:
    answer = send("GET", f"{site}/")
    if answer.status != 200 or "content-security-policy" not in answer.headers:
        raise Failed(f"status {answer.status}, content security policy {'content-security-policy' in answer.headers}")


def _sent_page(guest: Guest, made: list[str], seconds: float) -> dict[str, Any]:
    submission = guest.upload("PAGE", PAGE, contentType="text/html")
    recipe = _import(guest, made, seconds, url=ADDRESS, pageSubmissionUUID=submission)
    if (recipe["title"], len(recipe["ingredients"]), len(recipe["instructions"])) != (TITLE, 3, 2):
        raise Failed("the recipe is not that of the page")
    return recipe


def _fetched_page(guest: Guest, made: list[str], address: str, seconds: float) -> None:
    recipe = _import(guest, made, seconds, url=address)
    if not recipe["ingredients"]:
        raise Failed("the recipe has no ingredients")


def _import(guest: Guest, made: list[str], seconds: float, **source: str) -> dict[str, Any]:
    id = new_id()
    made.append(id)
    guest.graphql(operations.CREATE, {"input": {"id": id, **source}})
    ends = time.monotonic() + seconds
    while not has_ended(recipe := guest.get(id)):
        if time.monotonic() > ends:
            raise Failed(f"the import is still {recipe['stage']} after {seconds:.0f} seconds")
        time.sleep(0.5)
    if recipe["status"] != "SUCCESS":
        raise Failed(f"the import failed with {recipe['errorCode']}")
    return recipe


def _public_page(site: str, id: str) -> None:
    answer = send("GET", f"{site}/recipes/{id}")
    if answer.status != 200 or TITLE.encode() not in answer.body:
        raise Failed(f"status {answer.status}, without the title")


def _list(guest: Guest, made: list[str]) -> None:
    found = {card["id"] for card in guest.list()["items"]}
    if found != set(made):
        raise Failed(f"{len(found)} cards")


def _nothing_left(guest: Guest) -> None:
    if guest.list()["items"]:
        raise Failed("the list is not empty")


if __name__ == "__main__":
    main()
