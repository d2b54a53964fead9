//! Requests: modes, bodies, variables, fragments, limits and resolver events.

use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{GUEST, Running, config, resolving, scripted, start, thing};
use crate::support::keys::{claims, member, pool};

async fn things() -> (Running, FakeCloud) {
    scripted(resolving(|_| Answer::Returns(thing()))).await
}

#[tokio::test]
async fn a_caller_without_credentials_gets_401() {
    let (gateway, cloud) = things().await;
    type Headers<'a> = &'a [(&'a str, &'a str)];
    let rows: [(&str, Headers, &str); 5] = [
        ("no header", &[], "Missing authorization header"),
        ("an empty header", &[("authorization", "")], "Missing authorization header"),
        (
            "an API key, which this API does not take",
            &[("x-api-key", "da2-x")],
            "Missing authorization header",
        ),
        (
            "a token that the authorizer refuses",
            &[("authorization", "bad")],
            "You are not authorized to make this call.",
        ),
        (
            "a basic credential",
            &[("authorization", "Basic dGVzdDp0ZXN0")],
            "You are not authorized to make this call.",
        ),
    ];
    for (name, headers, message) in rows {
        case(&format!("credentials: {name}"));
        let reply = gateway.send("POST", "/graphql", headers, "{\"query\":\"{ byDefault }\"}").await;
        let expected = json!({ "errors": [{ "errorType": "UnauthorizedException", "message": message }] });
        assert_eq!((reply.status.as_u16(), reply.json()), (401, expected), "{name}");
        assert_eq!(reply.header("x-amzn-errortype"), "UnauthorizedException", "{name}");
    }
    case("credentials: a signature of nobody");
    let unknown = GUEST.replace("GUEST", "AKIANOBODY");
    let reply = gateway.ask(&unknown, "{ byDefault }").await;
    assert_eq!(reply.status, 403);
    assert_eq!(reply.json()["errors"][0]["errorType"], "UnrecognizedClientException");
    case("credentials: a stranger learns nothing about the query");
    assert_eq!(gateway.send("POST", "/graphql", &[], "{").await.status, 401);
    assert!(cloud.seen("resolver").is_empty());
}

#[tokio::test]
async fn invalid_body_is_rejected() {
    let (gateway, _) = things().await;
    let rows = [
        ("no JSON", "{", 400),
        ("a list", "[]", 400),
        ("no query", "{}", 400),
        ("a query that is no text", "{\"query\":1}", 400),
        ("a query that does not parse", "{\"query\":\"{ thing(\"}", 400),
        ("an empty query", "{\"query\":\"\"}", 400),
        ("variables that are a list", "{\"query\":\"{ byDefault }\",\"variables\":[]}", 400),
        (
            "an operation that is not there",
            "{\"query\":\"query A { byDefault }\",\"operationName\":\"B\"}",
            400,
        ),
        ("two operations and no name", "{\"query\":\"query A { byDefault } query B { byDefault }\"}", 400),
        ("a subscription", "{\"query\":\"subscription { onThing { id } }\"}", 400),
        ("null variables", "{\"query\":\"{ __typename }\",\"variables\":null}", 200),
    ];
    for (name, body, status) in rows {
        case(&format!("body: {name}"));
        let reply = gateway.send("POST", "/graphql", &[("authorization", "good")], body).await;
        assert_eq!(reply.status, status, "{name}: {}", reply.json());
        assert_eq!(reply.json()["errors"][0]["errorType"].is_string(), status == 400, "{name}");
    }
    case("body: not UTF-8 and GET");
    assert_eq!(gateway.send("GET", "/graphql", &[("authorization", "good")], "").await.status, 405);
}

#[tokio::test]
async fn response_keys_follow_query_order() {
    let (gateway, _) = things().await;
    case("order: of the query, not of the alphabet");
    let reply = gateway.ask("good", "{ z: __typename a: __typename m: __typename }").await;
    let data = reply.json()["data"].clone();
    let keys: Vec<_> = data.as_object().into_iter().flat_map(|data| data.keys().cloned()).collect();
    assert_eq!(keys, ["z", "a", "m"]);
}

#[tokio::test]
async fn invalid_query_runs_no_resolver() {
    let (gateway, cloud) = things().await;
    let deep = "{ thing(id: \"1\") { part { whole { part { whole { part { name } } } } } } }";
    let deep_fragments = "{ thing(id: \"1\") { ...A } } fragment A on Thing { part { ...B } } fragment B on Part { whole { part { whole { part { name } } } } }";
    let rows = [
        ("an unknown field", "{ nothing }"),
        ("an unknown argument", "{ thing(id: \"1\", x: 1) { id } }"),
        ("a missing argument", "{ thing { id } }"),
        ("a wrong literal", "{ thing(id: \"1\", count: \"x\") { id } }"),
        ("an unknown enum value", "{ thing(id: \"1\", status: OLD) { id } }"),
        ("an object without a selection", "{ openThing }"),
        ("an undeclared variable", "{ thing(id: $id) { id } }"),
        ("a fragment that spreads itself", "{ openThing { ...A } } fragment A on Thing { ...A }"),
        ("deeper than the API allows", deep),
        ("deeper by fragments", deep_fragments),
    ];
    for (name, query) in rows {
        case(&format!("validation: {name}"));
        let reply = gateway.ask("good", query).await;
        assert_eq!(reply.status, 200, "{name}");
        assert_eq!(reply.json().get("data"), Some(&Value::Null), "{name}: {}", reply.json());
        assert!(reply.json()["errors"][0]["message"].is_string(), "{name}");
    }
    case("validation: as deep as the API allows");
    let reply =
        gateway.ask("good", "{ thing(id: \"1\") { part { whole { part { whole { id } } } } } }").await;
    assert_eq!(reply.json().get("errors"), None);
    assert_eq!(cloud.seen("resolver").len(), 1);
}

#[tokio::test]
async fn variables_are_coerced_or_refused() {
    let (gateway, cloud) = things().await;
    let query = "query Q($id: ID!, $count: Int, $status: Status, $input: ThingInput, $when: AWSDateTime) \
                 { thing(id: $id, count: $count, status: $status, input: $input, when: $when) { id } }";
    // Columns: name, variables, resolver arguments or error message.
    let rows: [(&str, Value, Result<Value, &str>); 13] = [
        ("all that is needed", json!({ "id": "1" }), Ok(json!({ "id": "1" }))),
        ("a number for an ID", json!({ "id": 1 }), Ok(json!({ "id": "1" }))),
        (
            "an explicit null stays",
            json!({ "id": "1", "count": null }),
            Ok(json!({ "id": "1", "count": null })),
        ),
        (
            "an input with its default",
            json!({ "id": "1", "input": { "id": "2" } }),
            Ok(json!({ "id": "1", "input": { "id": "2", "count": 7 } })),
        ),
        (
            "a single value for a list",
            json!({ "id": "1", "input": { "id": "2", "tags": "a" } }),
            Ok(json!({ "id": "1", "input": { "id": "2", "count": 7, "tags": ["a"] } })),
        ),
        ("what nobody declared", json!({ "id": "1", "more": 1 }), Ok(json!({ "id": "1" }))),
        ("missing", json!({}), Err("Variable 'id' has coerced Null value for NonNull type 'ID!'")),
        ("null", json!({ "id": null }), Err("Variable 'id' has coerced Null value for NonNull type 'ID!'")),
        (
            "a text for an Int",
            json!({ "id": "1", "count": "x" }),
            Err("Variable 'count' has an invalid value: Expected type 'Int' but was 'String'."),
        ),
        (
            "no value of the enum",
            json!({ "id": "1", "status": "OLD" }),
            Err(
                "Variable 'status' has an invalid value: Invalid input for Enum 'Status'. No value found for name 'OLD'",
            ),
        ),
        (
            "an input with an unknown field",
            json!({ "id": "1", "input": { "id": "2", "x": 1 } }),
            Err(
                "Variable 'input' has an invalid value: The variables input contains a field name 'x' that is not defined for input object type 'ThingInput'",
            ),
        ),
        (
            "an input that lacks a field",
            json!({ "id": "1", "input": {} }),
            Err(
                "Variable 'input' has an invalid value: Field 'id' has coerced Null value for NonNull type 'ID!'",
            ),
        ),
        (
            "no date and time",
            json!({ "id": "1", "when": "now" }),
            Err("Variable 'when' has an invalid value: Expected type 'AWSDateTime' but was 'String'."),
        ),
    ];
    for (name, variables, expected) in rows {
        case(&format!("variables: {name}"));
        let before = cloud.seen("resolver").len();
        let answer = gateway.ask_with("good", query, variables).await.json();
        let seen = cloud.seen("resolver").split_off(before);
        match expected {
            Ok(arguments) => assert_eq!(seen[0]["arguments"], arguments, "{name}: {answer}"),
            Err(message) => {
                assert_eq!(
                    (&answer["data"], &answer["errors"][0]["message"]),
                    (&Value::Null, &json!(message)),
                    "{name}"
                );
                assert!(seen.is_empty(), "{name}");
            }
        }
    }
}

#[tokio::test]
async fn selections_are_merged_skipped_and_aliased() {
    let (gateway, _) = things().await;
    let rows = [
        ("aliases", "{ a: thing(id: \"1\") { x: id y: id } }", json!({ "a": { "x": "1", "y": "1" } })),
        ("a fragment", "{ a: openThing { ...F } } fragment F on Thing { id }", json!({ "a": { "id": "1" } })),
        (
            "an inline fragment",
            "{ a: openThing { ... on Thing { id } ... { title } } }",
            json!({ "a": { "id": "1", "title": "T" } }),
        ),
        (
            "the same object twice",
            "{ a: openThing { part { name } part { whole { id } } } }",
            json!({ "a": { "part": { "name": "p", "whole": null } } }),
        ),
        (
            "the same fragment twice",
            "{ a: openThing { ...F ...F } } fragment F on Thing { id }",
            json!({ "a": { "id": "1" } }),
        ),
        (
            "skipped",
            "query($no: Boolean = true) { a: openThing { id title @skip(if: $no) } }",
            json!({ "a": { "id": "1" } }),
        ),
        ("not included", "{ a: openThing { id title @include(if: false) } }", json!({ "a": { "id": "1" } })),
        (
            "included",
            "{ a: openThing { id title @include(if: true) } }",
            json!({ "a": { "id": "1", "title": "T" } }),
        ),
        (
            "a skipped fragment",
            "{ a: openThing { id ...F @skip(if: true) } } fragment F on Thing { title }",
            json!({ "a": { "id": "1" } }),
        ),
        (
            "type names",
            "{ __typename a: openThing { __typename part { __typename } } }",
            json!({ "__typename": "Query", "a": { "__typename": "Thing", "part": { "__typename": "Part" } } }),
        ),
        ("a field without a resolver", "{ unresolved }", json!({ "unresolved": null })),
    ];
    for (name, query, data) in rows {
        case(&format!("selection: {name}"));
        assert_eq!(gateway.ask("good", query).await.json(), json!({ "data": data }), "{name}");
    }
}

#[tokio::test]
async fn introspection_requires_the_api_setting() {
    for (setting, on) in [("ENABLED", true), ("DISABLED", false)] {
        let change = |api: &mut Value, _: &mut String| api["introspectionConfig"] = json!(setting);
        let cloud = FakeCloud::start(change, resolving(|_| Answer::Returns(Value::Null))).await;
        let gateway = start(config(&cloud.url)).await;
        for query in ["{ __schema { queryType { name } } }", "{ __type(name: \"Thing\") { name } }"] {
            case(&format!("introspection {setting}: {query}"));
            let answer = gateway.ask("good", query).await.json();
            assert_eq!(answer["data"].is_object(), on, "{answer}");
            assert_eq!(answer["errors"].is_null(), on, "{answer}");
        }
    }
}

#[tokio::test]
async fn mutations_run_serially() {
    let (gateway, cloud) = scripted(resolving(|_| Answer::ReturnsLate(thing()))).await;
    let query = "{ a: makeThing(input: { id: \"1\" }) { id } b: makeThing(input: { id: \"2\" }) { id } }";
    case("mutations: the second begins when the first has ended");
    gateway.ask("good", &format!("mutation {query}")).await;
    let seen: Vec<Value> = cloud
        .seen("resolver")
        .iter()
        .map(|event| event["arguments"]["input"].get("id").unwrap_or(event).clone())
        .collect();
    assert_eq!(seen, ["1", "returned", "2", "returned"]);
}

#[tokio::test]
async fn resolver_event_matches_aws() {
    let (gateway, cloud) = things().await;
    let query = "query Q($id: ID!) { mine: thing(id: $id, count: 2) { id ...F } } fragment F on Thing { part { n: name } }";
    gateway.ask_with("good", query, json!({ "id": "1" })).await;
    let event = &cloud.seen("resolver")[0];
    case("resolver event: its keys");
    let mut keys: Vec<&str> = event.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["arguments", "identity", "info", "prev", "request", "source", "stash"]);
    case("resolver event: what stands in it");
    assert_eq!(event["arguments"], json!({ "id": "1", "count": 2 }));
    assert_eq!((&event["source"], &event["prev"], &event["stash"]), (&Value::Null, &Value::Null, &json!({})));
    assert_eq!(event["request"]["headers"]["authorization"], "good");
    assert_eq!(event["request"]["domainName"], Value::Null);
    case("resolver event: info");
    let info = &event["info"];
    assert_eq!((&info["fieldName"], &info["parentTypeName"]), (&json!("thing"), &json!("Query")));
    assert_eq!(info["selectionSetList"], json!(["id", "part", "part/n"]));
    assert_eq!(info["variables"], json!({ "id": "1" }));
    assert!(
        info["selectionSetGraphQL"]
            .as_str()
            .is_some_and(|text| text.starts_with("{\n  id") && text.contains("...F"))
    );
    case("resolver event: a field of a type gets its parent");
    gateway.ask("good", "{ openThing { computed } }").await;
    let nested = cloud.seen("resolver").pop().expect("an event");
    assert_eq!((&nested["source"]["id"], &nested["info"]["parentTypeName"]), (&json!("1"), &json!("Thing")));
}

#[tokio::test]
async fn identity_depends_on_mode() {
    let (gateway, cloud) = things().await;
    let member_claims = claims(&["staff"]);
    let rows = [
        ("a token's", "good".to_owned(), json!({ "resolverContext": {} })),
        (
            "a guest's",
            GUEST.to_owned(),
            json!({
                "accountId": "000000000000", "cognitoIdentityAuthProvider": null,
                "cognitoIdentityAuthType": "unauthenticated", "cognitoIdentityId": "us-east-1:1",
                "cognitoIdentityPoolId": "us-east-1:p", "sourceIp": ["127.0.0.1"],
                "userArn": "arn:aws:sts::000000000000:assumed-role/guests/CognitoIdentityCredentials",
                "username": "AROA1:CognitoIdentityCredentials",
            }),
        ),
        (
            "a member's",
            pool().sign(&member_claims),
            json!({
                "claims": member_claims, "defaultAuthStrategy": "ALLOW", "groups": ["staff"],
                "issuer": "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_pool",
                "sourceIp": ["127.0.0.1"], "sub": "sub-1", "username": "ana",
            }),
        ),
    ];
    for (name, token, identity) in rows {
        case(&format!("identity: {name}"));
        gateway.ask(&token, "{ openThing { id } }").await;
        assert_eq!(cloud.seen("resolver").pop().expect("an event")["identity"], identity, "{name}");
    }
    case("identity: a member without groups");
    let mut none = claims(&[]);
    none.as_object_mut().expect("claims").remove("cognito:groups");
    gateway.ask(&pool().sign(&none), "{ openThing { id } }").await;
    assert_eq!(cloud.seen("resolver").pop().expect("an event")["identity"]["groups"], Value::Null);
    assert_eq!(gateway.ask(&member(&[]), "{ forStaff }").await.json()["data"]["forStaff"], Value::Null);
}

#[tokio::test]
async fn exceeded_limits_return_appsync_errors() {
    let cloud = FakeCloud::start(|_, _| {}, resolving(|_| Answer::Returns(thing()))).await;
    let mut tight = config(&cloud.url);
    tight.limits.body_bytes = 500;
    tight.limits.requests_per_second = 3;
    let gateway = start(tight).await;
    case("limits: a request that is too large");
    let reply = gateway.ask("good", &format!("{{ byDefault }} #{}", "x".repeat(500))).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["errors"][0]["errorType"]),
        (413, &json!("RequestEntityTooLargeException"))
    );
    case("limits: too many requests");
    for _ in 0..3 {
        assert_eq!(gateway.ask("good", "{ __typename }").await.status, 200);
    }
    let reply = gateway.ask("good", "{ __typename }").await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["errors"][0]["errorType"]),
        (429, &json!("ThrottlingException"))
    );
    case("limits: a second later all is well");
    gateway.advance(1);
    assert_eq!(gateway.ask("good", "{ __typename }").await.status, 200);
    case("limits: a query that unfolds without end is answered at once");
    let mut bomb = String::from("{ openThing { ...F0 } } fragment F30 on Thing { id }");
    for level in 0..30 {
        bomb.push_str(&format!(" fragment F{level} on Thing {{ ...F{0} ...F{0} }}", level + 1));
    }
    let cloud = FakeCloud::start(|_, _| {}, resolving(|_| Answer::Returns(thing()))).await;
    let gateway = start(config(&cloud.url)).await;
    let started = std::time::Instant::now();
    let reply = gateway.ask("good", &bomb).await;
    assert_eq!(reply.json(), json!({ "data": { "openThing": { "id": "1" } } }));
    assert!(started.elapsed() < std::time::Duration::from_secs(5));
}

#[tokio::test]
async fn cors_allows_any_origin() {
    let (gateway, _) = things().await;
    case("CORS: preflight");
    let reply = gateway.send("OPTIONS", "/graphql", &[("origin", "https://example.com")], "").await;
    assert_eq!((reply.status.as_u16(), reply.header("access-control-allow-origin")), (200, "*"));
    for name in ["authorization", "content-type", "x-amz-user-agent", "x-amz-date", "x-amz-security-token"] {
        assert!(reply.header("access-control-allow-headers").contains(name), "{name}");
    }
    case("CORS: on errors too");
    let reply = gateway.send("POST", "/graphql", &[], "{}").await;
    assert_eq!((reply.status.as_u16(), reply.header("access-control-allow-origin")), (401, "*"));
}
