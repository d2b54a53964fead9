"""`make sam-local`: runs one function in a Lambda container against the running local cloud.

Needs Docker, and cargo-lambda, because the C library of a Lambda container is older than that of most machines.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from botocore.exceptions import BotoCoreError, ClientError

from zest_local import environment, forwarding, template
from zest_local.deploy import REGION, Cloud
from zest_local.places import REPOSITORY, TOOLS, State

FOLDER = TOOLS / "sam-local"
# The host name of this machine inside a container.
HOST = "host.docker.internal"


class Refused(Exception):
    """The function cannot be run. The message states why."""


def main() -> None:
    """Writes the input of `sam local invoke` and runs it."""
    parser = argparse.ArgumentParser(prog="sam-local")
    parser.add_argument("--function", required=True)
    parser.add_argument("--event", default="")
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    arguments = parser.parse_args()
    try:
        name = resource_of(arguments.function)
        event = event_file(arguments.function, arguments.event)
        need_docker()
        need_cargo_lambda()
        cloud = running_cloud(State(arguments.state.resolve()))
        tools = environment.sam()
        with forwarding.to_containers(cloud.endpoint) as port:
            settings = write_settings(cloud, name, f"http://{HOST}:{port}")
            _build(arguments.function)
            done = subprocess.run(
                command(tools, name, settings, filled_in(event)), env={**os.environ, **_credentials(cloud)}, check=False
            )
    except (Refused, environment.Missing) as reason:
        _fail(str(reason))
    sys.exit(done.returncode)


def resource_of(function: str) -> str:
    """Returns the logical id for a function's folder: FnExtract for fn-extract. Raises Refused."""
    name = "".join(part.capitalize() for part in function.split("-"))
    functions = {
        Path(body["Properties"]["CodeUri"]).name: resource
        for resource, body in template.load()["Resources"].items()
        if body["Type"] == "AWS::Serverless::Function"
    }
    if functions.get(function) != name:
        raise Refused(f"there is no function {function!r}; FN= is one of {', '.join(sorted(functions))}.")
    return name


def event_file(function: str, event: str) -> Path:
    """Returns the path of an event. `event` is a path, a name in the function's folder, or empty for the first event
    there. Raises Refused.
    """
    folder = REPOSITORY / "lambdas/functions/events" / function
    known = sorted(folder.glob("*.json"))
    if not event and known:
        return known[0]
    for file in (Path(event), folder / event, folder / f"{event}.json"):
        if event and file.is_file():
            return file.resolve()
    raise Refused(f"there is no event {event!r}; EVENT= is a file or one of {', '.join(file.stem for file in known)}.")


def filled_in(event: Path) -> Path:
    """Returns a copy of an event in which the current milliseconds since 1970 replace `{{now}}`, because functions
    reject some old events.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    copy = FOLDER / "event.json"
    copy.write_text(event.read_text().replace("{{now}}", str(time.time_ns() // 1_000_000)))
    return copy


def need_docker() -> None:
    """Raises Refused if Docker does not run."""
    program = shutil.which("docker")
    if program is None or subprocess.run([program, "info"], capture_output=True, check=False).returncode != 0:
        raise Refused(
            "sam local runs functions in Docker, which is not running. Start it and try again; nothing else in "
            "Zest needs it."
        )


def need_cargo_lambda() -> None:
    """Raises Refused if functions cannot be built for Lambda."""
    if shutil.which("cargo-lambda") is None:
        raise Refused("cargo-lambda, which builds functions for containers, is missing. Run: pip install cargo-lambda")


def running_cloud(state: State) -> Cloud:
    """Returns the local cloud of `make run`. Raises Refused if it does not run."""
    try:
        cloud = Cloud.of(state)
        cloud.client("sts").get_caller_identity()
    except (OSError, BotoCoreError, ClientError):
        raise Refused("Zest is not running: start it with make run.") from None
    return cloud


def write_settings(cloud: Cloud, name: str, endpoint: str) -> Path:
    """Writes env.json and template.json of a function with its deployed settings, and returns their folder."""
    deployed = cloud.client("lambda").get_function_configuration(FunctionName=cloud.function(name))
    variables = {**deployed["Environment"]["Variables"], "AWS_ENDPOINT_URL": endpoint}
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "env.json").write_text(json.dumps({name: variables}, indent=2))
    (FOLDER / "template.json").write_text(json.dumps(_template(name, deployed, variables), indent=2))
    return FOLDER


def _template(name: str, deployed: dict[str, Any], variables: dict[str, str]) -> dict[str, Any]:
    # SAM passes only variables that the template declares. This includes the endpoint, which template.yaml must not
    # declare.
    function = {
        "CodeUri": f"functions/{_folder(name)}/",
        "Handler": "bootstrap",
        "Runtime": "provided.al2023",
        "Architectures": [template.architecture()],
        "MemorySize": deployed["MemorySize"],
        "Timeout": deployed["Timeout"],
        "Environment": {"Variables": dict.fromkeys(variables, "")},
    }
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Transform": "AWS::Serverless-2016-10-31",
        "Resources": {name: {"Type": "AWS::Serverless::Function", "Properties": function}},
    }


def _folder(name: str) -> str:
    return Path(template.load()["Resources"][name]["Properties"]["CodeUri"]).name


def command(tools: Path, name: str, settings: Path, event: Path) -> list[str]:
    """Returns the command that runs the function once."""
    return [
        str(tools / "sam"),
        "local",
        "invoke",
        name,
        "--template",
        str(settings / "template.json"),
        "--env-vars",
        str(settings / "env.json"),
        "--event",
        str(event),
        "--add-host",
        f"{HOST}:host-gateway",
        "--region",
        REGION,
    ]


def _build(function: str) -> None:
    target = "--arm64" if template.architecture() == "arm64" else "--x86-64"
    # Use another folder than target/lambda, which belongs to `make deploy`.
    build = ["cargo", "lambda", "build", "--locked", "--bin", function, target, "--lambda-dir", FOLDER / "functions"]
    if subprocess.run(build, cwd=REPOSITORY, check=False).returncode != 0:
        raise Refused("the function did not build; see cargo's messages above.")


def _credentials(cloud: Cloud) -> dict[str, str]:
    # Pass the root credentials of the local cloud, not the developer's credentials.
    return {**cloud.credentials(), "SAM_CLI_TELEMETRY": "0"}


def _fail(text: str) -> NoReturn:
    print(text, file=sys.stderr, flush=True)
    sys.exit(1)


if __name__ == "__main__":
    main()
