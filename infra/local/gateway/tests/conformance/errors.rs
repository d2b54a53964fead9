//! Field errors: format, invalid results and null propagation.

use std::time::Duration;

use gateway::cloud::{Cloud, CloudError};
use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{resolving, scripted, secret, thing};

#[tokio::test]
async fn a_failing_function_keeps_its_message() {
    let rows = [
        (
            "typed",
            json!({ "errorType": "NotFound", "errorMessage": "No such recipe" }),
            "NotFound",
            "No such recipe",
        ),
        ("untyped", json!({ "errorMessage": "boom" }), "Lambda:Unhandled", "boom"),
        (
            "with an empty type",
            json!({ "errorType": "", "errorMessage": "boom" }),
            "Lambda:Unhandled",
            "boom",
        ),
        ("without a message", json!({}), "Lambda:Unhandled", "The function failed without a message."),
    ];
    for (name, failure, error_type, message) in rows {
        case(&format!("function error: {name}"));
        let (gateway, _) = scripted(resolving(move |_| Answer::Fails(failure.clone()))).await;
        let answer = gateway.ask("good", "query {\n  mine: thing(id: \"1\") { id }\n}").await;
        let error = json!({
            "path": ["mine"], "data": null, "errorType": error_type, "errorInfo": null,
            "locations": [{ "line": 2, "column": 3, "sourceName": null }], "message": message,
        });
        assert_eq!(
            (answer.status.as_u16(), answer.json()),
            (200, json!({ "data": { "mine": null }, "errors": [error] }))
        );
    }
}

#[tokio::test]
async fn failed_field_leaves_siblings_intact() {
    let (gateway, _) = scripted(resolving(|event| match event["arguments"]["id"].as_str() {
        Some("bad") => Answer::Fails(json!({ "errorMessage": "no" })),
        _ => Answer::Returns(thing()),
    }))
    .await;
    case("function error: its siblings are answered");
    let answer =
        gateway.ask("good", "{ a: thing(id: \"bad\") { id } b: thing(id: \"1\") { id } }").await.json();
    assert_eq!(answer["data"], json!({ "a": null, "b": { "id": "1" } }));
    assert_eq!(answer["errors"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn results_are_coerced_or_refused() {
    let null = Value::Null;
    // Columns: name, selection, function result, data.thing, start of the error message.
    let rows = [
        ("a missing nullable field", "title", json!({ "id": "1" }), json!({ "title": null }), ""),
        (
            "a missing non-null field takes its parent",
            "id strict",
            json!({ "id": "1" }),
            null.clone(),
            "Cannot return null for non-nullable type: 'String' within parent 'Thing' (/thing/strict)",
        ),
        (
            "up to the nearest nullable parent only",
            "id part { name }",
            json!({ "id": "1", "part": {} }),
            json!({ "id": "1", "part": null }),
            "Cannot return null for non-nullable type: 'String' within parent 'Part' (/thing/part/name)",
        ),
        (
            "through a list",
            "parts { name }",
            json!({ "parts": [{ "name": "a" }, null] }),
            json!({ "parts": null }),
            "Cannot return null for non-nullable type: 'Part'",
        ),
        ("null where null may be", "part { name }", json!({ "part": null }), json!({ "part": null }), ""),
        ("a number for a string", "title", json!({ "title": 7 }), json!({ "title": "7" }), ""),
        ("a number for an ID", "id", json!({ "id": 7 }), json!({ "id": "7" }), ""),
        ("a whole number for an Int", "count", json!({ "count": 3.0 }), json!({ "count": 3 }), ""),
        ("a digit text for an Int", "count", json!({ "count": "3" }), json!({ "count": 3 }), ""),
        (
            "a fraction for an Int",
            "count",
            json!({ "count": 3.5 }),
            json!({ "count": null }),
            "Can't serialize value (/thing/count)",
        ),
        (
            "a number too large for an Int",
            "count",
            json!({ "count": 3_000_000_000_u64 }),
            json!({ "count": null }),
            "Can't serialize value",
        ),
        (
            "an object for a string",
            "title",
            json!({ "title": {} }),
            json!({ "title": null }),
            "Can't serialize value",
        ),
        ("a value of the enum", "status", json!({ "status": "DONE" }), json!({ "status": "DONE" }), ""),
        (
            "no value of the enum",
            "status",
            json!({ "status": "done" }),
            json!({ "status": null }),
            "Can't serialize value (/thing/status) : Invalid input for Enum 'Status'. No value found for name 'done'",
        ),
        ("a list", "tags", json!({ "tags": ["a", "b"] }), json!({ "tags": ["a", "b"] }), ""),
        (
            "no list",
            "tags",
            json!({ "tags": "a" }),
            json!({ "tags": null }),
            "Can't resolve value (/thing/tags) : type mismatch error, expected type LIST",
        ),
        (
            "null within a list of non-null",
            "tags",
            json!({ "tags": ["a", null] }),
            json!({ "tags": null }),
            "Cannot return null for non-nullable type: 'String'",
        ),
        (
            "no object",
            "part { name }",
            json!({ "part": "p" }),
            json!({ "part": null }),
            "Can't resolve value (/thing/part) : type mismatch error, expected type OBJECT",
        ),
        (
            "a date and time",
            "when",
            json!({ "when": "2026-11-21T08:00:00.123Z" }),
            json!({ "when": "2026-11-21T08:00:00.123Z" }),
            "",
        ),
        (
            "no date and time",
            "when",
            json!({ "when": "yesterday" }),
            json!({ "when": null }),
            "Can't serialize value",
        ),
        ("a structure for AWSJSON", "raw", json!({ "raw": { "a": 1 } }), json!({ "raw": "{\"a\":1}" }), ""),
        ("a text for AWSJSON", "raw", json!({ "raw": "{\"a\":1}" }), json!({ "raw": "{\"a\":1}" }), ""),
        (
            "fields that nobody asked for",
            "id",
            json!({ "id": "1", "other": 1, "secret": "x" }),
            json!({ "id": "1" }),
            "",
        ),
        (
            "a list for an object",
            "id",
            json!([1]),
            null,
            "Can't resolve value (/thing) : type mismatch error, expected type OBJECT",
        ),
    ];
    for (name, selection, returned, data, message) in rows {
        case(&format!("results: {name}"));
        let (gateway, _) = scripted(resolving(move |_| Answer::Returns(returned.clone()))).await;
        let answer = gateway.ask("good", &format!("{{ thing(id: \"1\") {{ {selection} }} }}")).await.json();
        assert_eq!(answer["data"]["thing"], data, "{name}: {answer}");
        match message {
            "" => assert_eq!(answer.get("errors"), None, "{name}"),
            start => {
                let found = answer["errors"][0]["message"].as_str().unwrap_or_default();
                assert!(found.starts_with(start), "{name}: {found}");
                assert_eq!(
                    answer["errors"].as_array().map(Vec::len),
                    Some(1),
                    "{name}: one cause, one error"
                );
            }
        }
    }
}

#[tokio::test]
async fn hanging_function_times_out() {
    case("function error: never answers");
    let hanging = FakeCloud::start(|_, _| {}, |_, _| Answer::Hangs).await;
    let cloud = Cloud::new(&hanging.url, &secret(), "us-east-1");
    let given_up = cloud.invoke("arn:aws:lambda:r:a:function:f", &json!({}), Duration::from_millis(50)).await;
    assert!(matches!(given_up, Err(CloudError::TimedOut)));
}
