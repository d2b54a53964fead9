"""`make sam-local` without Docker: settings and events, run with the real functions."""

import json
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from support import runtime_api
from support.template import FUNCTIONS, TEMPLATE
from support.waiting import eventually
from support.zest import Zest
from zest_client.guest import new_id
from zest_client.http import send
from zest_local import sam_local
from zest_local.build import binary
from zest_local.deploy import Cloud
from zest_local.forwarding import Forwarder
from zest_local.places import REPOSITORY

EVENTS = sorted((REPOSITORY / "lambdas/functions/events").glob("*/*.json"))
# Each function's response to its sample event, or its error type.
ANSWERS: dict[str, Any] = {
    "fn-admin": {"statusCode": 401},
    # The conversation does not exist.
    "fn-agent": {"outcome": "SUPERSEDED"},
    # The number of damaged rows depends on other tests.
    "fn-audit-credits": {"next": None},
    "fn-authorizer": {
        "isAuthorized": True,
        "resolverContext": {"purpose": "anonymous"},
    },
    # The count depends on other tests.
    "fn-expire-credits": int,
    "fn-extract-recipe": {"statusCode": 401},
    "fn-grocery": {"statusCode": 401},
    "fn-mcp": {"statusCode": 401},
    "fn-payments": {"statusCode": 200},
    "fn-propose": {"statusCode": 401},
    "fn-publish": 0,
    "fn-publish-credits": 0,
    "fn-recipe-page": {"statusCode": 200},
    # The hold does not exist.
    "fn-settle": {"seen": 1, "settled": 0, "odd": 1},
    "fn-stripe-webhook": {"statusCode": 400},
    "fn-sweep": {},
    "fn-sweep-purchases": {},
    "fn-tokens": {"statusCode": 401},
}
ERRORS = {
    "fn-account": "Unauthorized",
    "fn-apply": "Superseded",
    "fn-assist": "Superseded",
    "fn-conversations": "Unauthorized",
    "fn-credits": "Unauthorized",
    "fn-extract": "Superseded",
    "fn-fail": "Superseded",
    "fn-feedback": "Unauthorized",
    "fn-fetch": "Superseded",
    "fn-finish": "Superseded",
    "fn-graphql": "NotFound",
    "fn-open-credits": "Unauthorized",
    "fn-own-picture": "Unauthorized",
    "fn-picture": "INTERNAL",
    "fn-read": "Superseded",
    "fn-read-again": "Unauthorized",
    "fn-read-file": "NO_RECIPE_IN_FILE",
    "fn-shared-lists": "Unauthorized",
}


@pytest.fixture(scope="module")
def forwarded(zest: Zest, tmp_path_factory: pytest.TempPathFactory):
    """The settings, with the cloud's address replaced by the forwarder's, as for a container."""
    cloud = zest.cloud
    storage, bucket = cloud.client("s3"), zest.outputs["SiteBucket"]

    def holds_the_page() -> bool:
        # The gateway stores the app's page at the first request for a recipe page in a language; the sample event is in
        # Spanish.
        send("GET", f"{zest.origin}/es/recipes/{new_id()}")
        return bool(storage.list_objects_v2(Bucket=bucket)["KeyCount"])

    eventually(holds_the_page, "the site's bucket holds the app's page")
    port = int(cloud.endpoint.rsplit(":", 1)[1])
    with Forwarder(("127.0.0.1", 0), ("127.0.0.1", port)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield cloud, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(sam_local, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize("event", EVENTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_function_answers_its_event_with_the_env_json_settings(forwarded: tuple[Cloud, str], folder: Path, event: Path):
    cloud, endpoint = forwarded
    function = event.parent.name
    name = sam_local.resource_of(function)
    sam_local.write_settings(cloud, name, endpoint)
    variables = json.loads((folder / "env.json").read_text())[name]
    assert variables["AWS_ENDPOINT_URL"] == endpoint
    answer = runtime_api.invoke(binary(function, "dev"), sam_local.filled_in(event), variables | cloud.credentials())
    if function in ERRORS:
        assert answer.error == ERRORS[function]
    elif function == "fn-link-identity":
        # A trigger returns its event.
        assert answer.payload == json.loads(event.read_text())
    else:
        expected = ANSWERS[function]
        seen = answer.payload
        if isinstance(expected, dict):
            seen = {key: seen[key] for key in expected}
        elif isinstance(expected, type):
            seen = type(seen)
        assert (answer.error, seen) == (None, expected)


def test_every_function_has_an_event():
    assert {event.parent.name for event in EVENTS} == {
        Path(body["Properties"]["CodeUri"]).name for body in FUNCTIONS.values()
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_env_json_has_every_declared_variable_and_the_endpoint(forwarded: tuple[Cloud, str], folder: Path, name: str):
    cloud, endpoint = forwarded
    assert sam_local.write_settings(cloud, name, endpoint) == folder
    declared = json.loads((folder / "template.json").read_text())["Resources"][name]["Properties"]
    variables = json.loads((folder / "env.json").read_text())[name]
    # SAM drops variables that the template does not declare.
    assert set(declared["Environment"]["Variables"]) == set(variables)
    wanted = FUNCTIONS[name]["Properties"].get("Environment", {}).get("Variables", {})
    assert set(variables) == {"LOG_LEVEL", "AWS_ENDPOINT_URL", *wanted}
    assert (declared["Timeout"], declared["MemorySize"]) == (
        FUNCTIONS[name]["Properties"]["Timeout"],
        FUNCTIONS[name]["Properties"]["MemorySize"],
    )
    assert '"AWS_ENDPOINT_URL"' not in json.dumps(TEMPLATE)


def test_command_passes_settings_and_event(tmp_path: Path):
    event = sam_local.event_file("fn-extract", "deleted-recipe")
    command = sam_local.command(tmp_path, "FnExtract", tmp_path, event)
    assert command[1:4] == ["local", "invoke", "FnExtract"]
    options = dict(zip(command[4::2], command[5::2], strict=True))
    assert options["--env-vars"] == str(tmp_path / "env.json")
    assert options["--event"] == str(event)
    assert options["--add-host"] == "host.docker.internal:host-gateway"


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder: Path, name: str, script: str = "") -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def refusal(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    monkeypatch.setattr(sys, "argv", ["sam-local", *arguments])
    with pytest.raises(SystemExit) as ended:
        sam_local.main()
    assert ended.value.code == 1
    said = capfd.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err.strip()


def test_missing_tool_is_reported_in_one_line(
    programs: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    def said() -> str:
        return refusal(monkeypatch, capfd, "--function", "fn-extract", "--state", str(programs))

    without_docker = said()
    assert without_docker.startswith("sam local runs functions in Docker, which is not running.")
    # docker without a running daemon counts as missing.
    put(programs, "docker", "exit 1")
    assert said() == without_docker
    put(programs, "docker")
    assert "pip install cargo-lambda" in said()
    put(programs, "cargo-lambda")
    assert said() == "Zest is not running: start it with make run."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--function", "fn-nothing"], "there is no function 'fn-nothing'"),
        (["--function", "fn-extract", "--event", "nothing"], "there is no event 'nothing'"),
    ],
)
def test_unknown_function_or_event_lists_the_known_ones(
    programs: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    sentence: str,
):
    assert refusal(monkeypatch, capfd, *arguments).startswith(sentence)
