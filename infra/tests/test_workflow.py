"""The deployment workflow: order, credentials and versions."""

import re
from typing import Any

import pytest
import yaml
from zest_local.places import REPOSITORY

TEXT = (REPOSITORY / ".github/workflows/deploy.yaml").read_text()
JOBS: dict[str, Any] = yaml.safe_load(TEXT)["jobs"]


def commands(job: str) -> list[str]:
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


def test_prod_follows_tests_dev_its_smoke_test_and_an_approval():
    assert JOBS["dev"]["needs"] == ["test", "build"]
    assert (JOBS["changes"]["needs"], JOBS["prod"]["needs"]) == (["dev"], ["changes"])
    # Required reviewers are a setting of the environment.
    assert (JOBS["dev"]["environment"], JOBS["prod"]["environment"]) == ("dev", "prod")
    assert commands("test") == ["make test"]
    for job in ("dev", "prod"):
        assert commands(job)[-2:] == ["make deploy STAGE=$STAGE CONFIRM=no", "make smoke STAGE=$STAGE"]
    assert any("--no-execute-changeset" in command for command in commands("changes"))


def test_prod_gets_the_build_that_dev_had():
    assert [job for job in JOBS if any("make build" in command for command in commands(job))] == ["build"]
    for job in ("dev", "changes", "prod"):
        assert {"name": "release"} in [step.get("with") for step in JOBS[job]["steps"]]


@pytest.mark.parametrize("job", JOBS)
def test_only_deploying_jobs_get_credentials_and_none_is_stored(job: str):
    deploys = job in ("dev", "changes", "prod")
    assert (JOBS[job].get("permissions", {}).get("id-token") == "write") == deploys
    assert "secrets." not in TEXT and "AWS_SECRET" not in TEXT


def test_tools_have_the_versions_of_the_manual():
    manual = (REPOSITORY / "docs/OPERATIONS.md").read_text()
    for tool in re.findall(r"(?:cargo-lambda|aws-sam-cli)==[0-9.]+", TEXT):
        assert tool in manual, tool
