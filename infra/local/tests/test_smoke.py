"""Runs `make smoke` against the local app, with the same steps as for a deployed stage."""

from pathlib import Path

import pytest
from support.zest import Zest
from zest_client import cognito
from zest_local import smoke


def test_smoke_test_passes_every_step_and_leaves_nothing(zest: Zest):
    names = [step.name for step in smoke.steps(zest.origin)]
    assert names == [
        "site and its security headers",
        "a guest arrives",
        "owner token",
        "a sent page becomes a recipe",
        "its public page has its data",
        "a fetched page becomes a recipe",
        "the list has both",
        "both are deleted",
    ]


def test_failed_import_is_named(zest: Zest, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(smoke, "PAGE", b"<!doctype html><title>News</title><p>It rained.")
    with pytest.raises(smoke.Failed, match="a sent page becomes a recipe: the import failed with NOT_A_RECIPE"):
        list(smoke.steps(zest.origin))


def test_silent_site_and_unknown_stage_are_named(tmp_path: Path):
    with pytest.raises(smoke.Failed, match="site and its security headers"):
        list(smoke.steps("http://127.0.0.1:9"))
    settings = tmp_path / "samconfig.toml"
    settings.write_text("")
    with pytest.raises(smoke.Failed, match="no stage 'prod'"):
        smoke.site_of("prod", settings)


def test_deployed_stage_uses_the_services_of_its_region():
    assert cognito.endpoint({"region": "eu-west-1"}, "cognito-identity") == (
        "https://cognito-identity.eu-west-1.amazonaws.com/"
    )
