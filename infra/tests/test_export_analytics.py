"""`make analytics`: the CloudWatch calls, checked by botocore's model, and the processing of results."""

import io
from datetime import UTC, datetime
from typing import Any

import boto3
import export_analytics
import pytest
from botocore.stub import Stubber
from support.template import properties

NOW = datetime(2026, 11, 22, 15, 30, tzinfo=UTC)
DAY = 86_400


def found(**fields: str) -> list[dict[str, str]]:
    return [{"field": name, "value": value} for name, value in fields.items()]


def asked(answers: list[dict[str, Any]], days: int = 2) -> list[dict[str, str]]:
    """Returns the counts if CloudWatch gives these answers in this order."""
    logs = boto3.client("logs", region_name="eu-west-1", aws_access_key_id="k", aws_secret_access_key="s")
    midnight = int(datetime(2026, 11, 22, tzinfo=UTC).timestamp())
    with Stubber(logs) as stub:
        query = {
            "logGroupName": "/zest/prod/fn-graphql",
            "startTime": midnight - days * DAY,
            "endTime": midnight - 1,
            "queryString": export_analytics.QUERY,
        }
        stub.add_response("start_query", {"queryId": "q1"}, query)
        for answer in answers:
            stub.add_response("get_query_results", answer, {"queryId": "q1"})
        rows = export_analytics.counts(logs, "prod", days, NOW, wait=0)
        stub.assert_no_pending_responses()
    return rows


def test_whole_days_are_counted_by_event_and_user_type():
    results = [
        found(day="2026-11-21 00:00:00.000", name="recipe_edited", user_type="guest", events="3"),
        found(day="2026-11-20 00:00:00.000", name="login", user_type="authenticated", events="12"),
    ]
    running = {"status": "Running", "results": [results[0]]}
    out = io.StringIO()
    export_analytics.write(asked([running, {"status": "Complete", "results": results}]), out)
    assert out.getvalue() == (
        "day,event,user_type,count\n2026-11-20,login,authenticated,12\n2026-11-21,recipe_edited,guest,3\n"
    )


def test_period_without_events_yields_only_the_header():
    out = io.StringIO()
    export_analytics.write(asked([{"status": "Complete", "results": []}], days=30), out)
    assert out.getvalue() == "day,event,user_type,count\n"


@pytest.mark.parametrize("status", ["Failed", "Cancelled", "Timeout", "Unknown"])
def test_failed_query_is_reported(status: str):
    with pytest.raises(export_analytics.NotExported, match=status):
        asked([{"status": status, "results": []}])


def test_stage_parameter_names_the_log_group_whatever_the_stack_is_called():
    overrides = 'Architecture=arm64 MailFrom="Zest <no-reply@zest.example>" Stage=prod'
    settings = {
        "global": {"parameters": {"stack_name": "recipes"}},
        "deploy": {"parameters": {"parameter_overrides": overrides}},
    }
    assert export_analytics.stage_of(settings) == "prod"


def test_log_retention_equals_kept_days():
    assert properties("FnGraphqlLogs")["RetentionInDays"] == export_analytics.KEPT_DAYS


def test_query_reads_no_person_or_recipe_fields():
    for field in ("recipe_id", "source_recipe_id", "@message", "fields_changed"):
        assert field not in export_analytics.QUERY
