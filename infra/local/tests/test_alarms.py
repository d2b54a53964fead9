"""Alarms on faults: what functions log when something fails is what the filters of template.yaml count."""

import json
from typing import Any

import pytest
from support import runtime_api
from support.log_filters import counted_by, filters, metric_of
from support.template import FUNCTIONS, RESOURCES
from support.waiting import eventually
from support.zest import Zest
from zest_client.guest import new_id
from zest_client.http import send
from zest_local import sam_local
from zest_local.build import binary
from zest_local.places import REPOSITORY

ALARMS = {name: body["Properties"] for name, body in RESOURCES.items() if body["Type"] == "AWS::CloudWatch::Alarm"}
BUDGET_ENDS = "the stage has used up its model budget of the day"
# For each fault metric a function that reads a table when it receives its sample event.
FAILING = {
    "ApiFaults": "fn-graphql",
    "ImportFaults": "fn-fetch",
    "CreditFaults": "fn-expire-credits",
    "AssistantFaults": "fn-agent",
    "RestFaults": "fn-recipe-page",
    "BackgroundFaults": "fn-sweep",
}
NOBODY_LISTENS = "http://127.0.0.1:9"


def own_metrics(alarm: dict[str, Any]) -> set[tuple[str, str]]:
    """Returns the metrics that an alarm watches, without AWS's own metrics."""
    watched = [one["MetricStat"]["Metric"] for one in alarm.get("Metrics", []) if "MetricStat" in one] or [alarm]
    named = {(json.dumps(one["Namespace"]), json.dumps(one["MetricName"])) for one in watched}
    return {(namespace, name) for namespace, name in named if not namespace.startswith('"AWS/')}


def fault_filter(function: str) -> dict[str, Any]:
    return filters()[f"{sam_local.resource_of(function)}Faults"]


def run(zest: Zest, function: str, **changed: str) -> runtime_api.Answer:
    """Runs a function once with its sample event; `changed` replaces environment variables."""
    name = sam_local.resource_of(function)
    sam_local.write_settings(zest.cloud, name, zest.cloud.endpoint)
    variables = json.loads((sam_local.FOLDER / "env.json").read_text())[name]
    event = sam_local.filled_in(sam_local.event_file(function, ""))
    return runtime_api.invoke(binary(function, "dev"), event, {**variables, **zest.cloud.credentials(), **changed})


def test_every_metric_of_a_filter_has_an_alarm_and_the_reverse():
    counted = {metric_of(one) for one in filters().values()}
    assert counted == {metric for alarm in ALARMS.values() for metric in own_metrics(alarm)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_faults_of_every_function_are_counted(name: str):
    faults = filters()[f"{name}Faults"]
    assert faults["LogGroupName"] == {"Ref": f"{name}Logs"}
    pattern = faults["FilterPattern"]
    for line in (
        {"level": "ERROR", "message": "failed"},
        {"level": "ERROR", "message": "panicked"},
        {"type": "platform.report", "record": {"status": "timeout"}},
        {"type": "platform.report", "record": {"status": "error", "errorType": "Runtime.ExitError"}},
    ):
        assert counted_by(pattern, json.dumps(line)), line
    for line in (
        {"level": "WARN", "message": "failed"},
        {"level": "INFO", "message": "done"},
        {"type": "platform.report", "record": {"status": "error", "errorType": "NotFound"}},
    ):
        assert not counted_by(pattern, json.dumps(line)), line
    assert json.loads(metric_of(faults)[1]) in FAILING


def test_used_up_model_budget_is_counted():
    source = (REPOSITORY / "lambdas/functions/src/agent/model/paid.rs").read_text()
    assert f'tracing::warn!("{BUDGET_ENDS}")' in source
    counting = {name: one for name, one in filters().items() if name.endswith("BudgetEnds")}
    assert set(counting) == {f"{name}BudgetEnds" for name, body in FUNCTIONS.items() if "STAGE_DAY_BUDGET" in str(body)}
    for name, one in counting.items():
        assert one["LogGroupName"] == {"Ref": f"{name.removesuffix('BudgetEnds')}Logs"}
        assert counted_by(one["FilterPattern"], json.dumps({"level": "WARN", "message": BUDGET_ENDS}))


@pytest.fixture(scope="module")
def stored_page(zest: Zest) -> None:
    """The app's page in the site's bucket, for fn-recipe-page; its sample event is in Spanish."""

    def is_stored() -> bool:
        send("GET", f"{zest.origin}/es/recipes/{new_id()}")
        return bool(zest.client("s3").list_objects_v2(Bucket=zest.outputs["SiteBucket"])["KeyCount"])

    eventually(is_stored, "the site's bucket holds the app's page")


@pytest.mark.usefixtures("stored_page")
@pytest.mark.parametrize("metric", FAILING)
def test_fault_of_a_service_moves_the_metric(zest: Zest, tmp_path, monkeypatch: pytest.MonkeyPatch, metric: str):
    monkeypatch.setattr(sam_local, "FOLDER", tmp_path)
    function = FAILING[metric]
    faults = fault_filter(function)
    assert json.loads(metric_of(faults)[1]) == metric

    def counted(answer: runtime_api.Answer) -> int:
        return sum(counted_by(faults["FilterPattern"], line) for line in answer.lines)

    # Refusals and superseded jobs are not counted.
    assert counted(run(zest, function)) == 0
    failed = run(zest, function, AWS_ENDPOINT_URL=NOBODY_LISTENS)
    assert counted(failed) >= 1
    if metric == "RestFaults":
        # This is a success for Lambda. API Gateway counts it in 5XXError.
        assert (failed.error, failed.payload["statusCode"]) == (None, 503)
