//! The Lambda authorizer: event, result and TTL.

use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{Running, config, scripted, start, thing};

const QUERY: &str = "query Q { thing(id: \"1\") { id title part { name } } }";

async fn answering(answer: Value) -> (Running, FakeCloud) {
    scripted(move |name, _| match name {
        "authorizer" => Answer::Returns(answer.clone()),
        _ => Answer::Returns(thing()),
    })
    .await
}

#[tokio::test]
async fn malformed_authorizer_result_is_rejected() {
    let rows = [
        ("authorized", json!({ "isAuthorized": true }), 200),
        ("denied", json!({ "isAuthorized": false }), 401),
        ("empty", json!({}), 401),
        ("null", Value::Null, 401),
        ("authorized as a text", json!({ "isAuthorized": "true" }), 401),
        ("a list", json!([true]), 401),
        ("nested context", json!({ "isAuthorized": true, "resolverContext": { "a": { "b": "c" } } }), 401),
        ("context that is no object", json!({ "isAuthorized": true, "resolverContext": "x" }), 401),
        ("denied fields that are no list", json!({ "isAuthorized": true, "deniedFields": "x" }), 401),
        ("denied fields that are no texts", json!({ "isAuthorized": true, "deniedFields": [1] }), 401),
        ("time to live that is no number", json!({ "isAuthorized": true, "ttlOverride": "x" }), 401),
        (
            "nulls where nothing is meant",
            json!({ "isAuthorized": true, "resolverContext": null, "deniedFields": null, "ttlOverride": null }),
            200,
        ),
    ];
    for (name, answer, status) in rows {
        case(&format!("authorizer: {name}"));
        let (gateway, cloud) = answering(answer).await;
        let reply = gateway.ask("t", QUERY).await;
        assert_eq!(reply.status, status, "{name}: {}", reply.json());
        assert_eq!(cloud.seen("resolver").len(), usize::from(status == 200), "{name}");
    }
    case("authorizer: fails");
    let (gateway, _) = scripted(|_, _| Answer::Fails(json!({ "errorMessage": "boom" }))).await;
    let reply = gateway.ask("t", QUERY).await;
    let refused = json!({ "errors": [{ "errorType": "UnauthorizedException", "message": "You are not authorized to make this call." }] });
    assert_eq!((reply.status.as_u16(), reply.json()), (401, refused));
}

#[tokio::test]
async fn authorizer_event_matches_aws() {
    let (gateway, cloud) =
        answering(json!({ "isAuthorized": true, "resolverContext": { "who": "ana", "n": 100 } })).await;
    let body = json!({ "query": QUERY, "operationName": "Q", "variables": { "a": 1 } }).to_string();
    gateway.send("POST", "/graphql", &[("authorization", "t"), ("x-own", "1")], &body).await;
    case("authorizer: its event");
    let event = &cloud.seen("authorizer")[0];
    assert_eq!(event["authorizationToken"], "t");
    assert_eq!(event["requestHeaders"]["x-own"], "1");
    let mut context = event["requestContext"].clone();
    assert!(context["requestId"].as_str().is_some_and(|id| id.len() == 36));
    context["requestId"] = Value::Null;
    let expected = json!({
        "apiId": "api1", "accountId": "000000000000", "requestId": null,
        "queryString": QUERY, "operationName": "Q", "variables": { "a": 1 },
    });
    assert_eq!(context, expected);
    case("authorizer: its context reaches the resolver, as texts");
    assert_eq!(
        cloud.seen("resolver")[0]["identity"],
        json!({ "resolverContext": { "who": "ana", "n": "100" } })
    );
}

#[tokio::test]
async fn denied_fields_are_null_with_an_error() {
    let arn = "arn:aws:appsync:us-east-1:000000000000:apis/api1/types/Part/fields/name";
    let rows = [
        (
            "short form",
            "Thing.title",
            json!({ "id": "1", "title": null, "part": { "name": "p" } }),
            "title on type Thing",
        ),
        (
            "ARN form, null bubbles",
            arn,
            json!({ "id": "1", "title": "T", "part": null }),
            "name on type Part",
        ),
        ("root field", "Query.thing", Value::Null, "thing on type Query"),
    ];
    for (name, field, data, why) in rows {
        case(&format!("deniedFields: {name}"));
        let (gateway, cloud) = answering(json!({ "isAuthorized": true, "deniedFields": [field] })).await;
        let reply = gateway.ask("t", QUERY).await.json();
        assert_eq!(reply["data"]["thing"], data, "{name}");
        assert_eq!(reply["errors"][0]["message"], format!("Not Authorized to access {why}"), "{name}");
        assert_eq!(reply["errors"][0]["errorType"], "Unauthorized", "{name}");
        assert_eq!(cloud.seen("resolver").is_empty(), field == "Query.thing", "{name}");
    }
    case("deniedFields: another API's ARN denies nothing here");
    let other = arn.replace("api1", "api2");
    let (gateway, _) = answering(json!({ "isAuthorized": true, "deniedFields": [other] })).await;
    assert_eq!(gateway.ask("t", QUERY).await.json().get("errors"), None);
}

#[tokio::test]
async fn authorizer_result_is_cached_for_its_ttl() {
    // Columns: name, ttlOverride, seconds between the requests, number of authorizer calls.
    let rows = [
        ("the API's time to live", Value::Null, 59, 1),
        ("the API's time to live is over", Value::Null, 60, 2),
        ("its own, longer", json!(600), 599, 1),
        ("its own, shorter", json!(5), 6, 2),
        ("zero means never", json!(0), 0, 2),
        ("never more than an hour", json!(100_000), 3601, 2),
    ];
    for (name, ttl, pause, asked) in rows {
        case(&format!("time to live: {name}"));
        let (gateway, cloud) = answering(json!({ "isAuthorized": true, "ttlOverride": ttl })).await;
        gateway.ask("t", QUERY).await;
        gateway.advance(pause);
        gateway.ask("t", QUERY).await;
        assert_eq!(cloud.seen("authorizer").len(), asked, "{name}");
    }
    case("time to live: per token");
    let (gateway, cloud) = answering(json!({ "isAuthorized": true })).await;
    gateway.ask("t", QUERY).await;
    gateway.ask("u", QUERY).await;
    assert_eq!(cloud.seen("authorizer").len(), 2);
    case("time to live: a denial holds as well");
    let (gateway, cloud) = answering(json!({ "isAuthorized": false })).await;
    gateway.ask("t", QUERY).await;
    assert_eq!(gateway.ask("t", QUERY).await.status, 401);
    assert_eq!(cloud.seen("authorizer").len(), 1);
    case("time to live: a failure does not hold");
    let (gateway, cloud) = answering(json!({})).await;
    gateway.ask("t", QUERY).await;
    gateway.ask("t", QUERY).await;
    assert_eq!(cloud.seen("authorizer").len(), 2);
}

#[tokio::test]
async fn malformed_token_does_not_reach_the_authorizer() {
    let cloud = FakeCloud::start(
        |api, _| api["lambdaAuthorizerConfig"]["identityValidationExpression"] = json!("v1\\.[a-z]+"),
        |_, _| Answer::Returns(json!({ "isAuthorized": true })),
    );
    let cloud = cloud.await;
    let gateway = start(config(&cloud.url)).await;
    let long = format!("v1.{}", "a".repeat(2100));
    for (name, token, status) in [
        ("matches", "v1.abc", 200),
        ("matches only in part", "xv1.abc!", 401),
        ("does not match", "v2", 401),
        ("too long", long.as_str(), 401),
    ] {
        case(&format!("identityValidationExpression: {name}"));
        assert_eq!(gateway.ask(token, "{ __typename }").await.status, status, "{name}");
    }
    assert_eq!(cloud.seen("authorizer").len(), 1);
}
