"""Deploys a stage to a dedicated local cloud with the commands that deploy to AWS."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from zest_local import environment, supervisor
from zest_local.build import binary
from zest_local.deploy import REGION, Cloud
from zest_local.places import FUNCTION_BINARIES, LOCAL_CLOUD, REPOSITORY, SITE, State

CONTACT = "people@zest.example"
STACK = "zest-dev"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Moves the tests that delete the deployed stage to the end."""
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)


@dataclass(frozen=True)
class Checkout:
    """A copy of the deployment's inputs, with development builds in place of `make build`'s output."""

    folder: Path
    environment: dict[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Runs a command in the copy; stdout and stderr are merged."""
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def configure(self, **replaced: str) -> None:
        """Writes samconfig.toml with these settings replaced. Raises StopIteration if a setting is not found."""
        file = self.folder / "samconfig.toml"
        text = (REPOSITORY / "samconfig.toml").read_text()
        for name, value in replaced.items():
            before, changed = next(
                (line, f"{name} = {value}") for line in text.splitlines() if line.startswith(f"{name} = ")
            )
            text = text.replace(before, changed)
        file.write_text(text)


@dataclass(frozen=True)
class Deployed:
    """The result of a deployment."""

    cloud: Cloud
    said: str
    outputs: dict[str, str]

    def resource(self, name: str) -> str:
        """Returns the physical id of a resource."""
        found = self.cloud.client("cloudformation").describe_stack_resource(StackName=STACK, LogicalResourceId=name)
        physical: str = found["StackResourceDetail"]["PhysicalResourceId"]
        return physical


@pytest.fixture(scope="session")
def cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cloud]:
    """An empty local cloud."""
    state = State(tmp_path_factory.mktemp("aws"))
    state.create()
    port = supervisor.free_port()
    child = supervisor.cloud(state, port)
    try:
        child.start()
        yield Cloud(f"http://127.0.0.1:{port}", state.cloud_secret.read_text())
    finally:
        child.stop()


@pytest.fixture(scope="session")
def checkout(cloud: Cloud, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("template.yaml", "samconfig.toml", "schema.graphql", "Makefile"):
        shutil.copy2(REPOSITORY / name, folder)
    shutil.copytree(REPOSITORY / "statemachines", folder / "statemachines")
    (folder / "infra").mkdir()
    for name in ("publish_site.py", "build_stamp.py", "import_retained.py"):
        shutil.copy2(REPOSITORY / "infra" / name, folder / "infra")
    (folder / "infra/local").symlink_to(LOCAL_CLOUD)
    (folder / "lambdas").symlink_to(REPOSITORY / "lambdas")
    (folder / "frontend").mkdir()
    (folder / "frontend/dist").symlink_to(SITE)
    for function in FUNCTION_BINARIES.glob("*.rs"):
        bootstrap = folder / "target/lambda" / function.stem / "bootstrap"
        bootstrap.parent.mkdir(parents=True)
        # A script that starts the binary: unoptimised binaries take half a minute to pack and upload.
        bootstrap.write_text(f'#!/bin/sh\nexec "{binary(function.stem, "dev")}"\n')
        bootstrap.chmod(0o755)
    checkout = Checkout(folder, _variables(cloud))
    built = checkout.run(sys.executable, "infra/build_stamp.py")
    assert built.returncode == 0, built.stdout
    return checkout


def _variables(cloud: Cloud) -> dict[str, str]:
    """Returns a developer's environment with the local endpoint, without personal settings and credentials."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "SAM_", "ZEST_"))}
    return {
        **kept,
        "PATH": f"{environment.sam()}:{os.environ['PATH']}",
        "PYTHON": sys.executable,
        "PYTHONPATH": str(LOCAL_CLOUD),
        "PYTHONDONTWRITEBYTECODE": "1",
        **cloud.environment(),
        "AWS_DEFAULT_REGION": REGION,
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "SAM_CLI_TELEMETRY": "0",
    }


@pytest.fixture(scope="session")
def deployed(cloud: Cloud, checkout: Checkout) -> Deployed:
    """The stage dev after `make deploy`."""
    checkout.configure(contact_email=f'"{CONTACT}"', confirm_changeset="false")
    done = checkout.run("make", "deploy", f"PYTHON={sys.executable}")
    assert done.returncode == 0, done.stdout
    stack: dict[str, Any] = cloud.client("cloudformation").describe_stacks(StackName=STACK)["Stacks"][0]
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    return Deployed(cloud, done.stdout, outputs)
