//! REST APIs: routes, ID tokens, limits, events and responses.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gateway::config::RestRoute;
use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{Running, config, start};
use crate::support::keys::{claims, member, pool, stranger, unsigned};

fn route(method: &str, path: &str, members_only: bool) -> RestRoute {
    RestRoute {
        method: method.into(),
        path: path.into(),
        function: "shop".into(),
        members_only,
        requests_per_second: 5,
        requests_at_once: 50,
    }
}

async fn serving(script: impl Fn(&Value) -> Answer + Send + Sync + 'static) -> (Running, FakeCloud) {
    let cloud = FakeCloud::start(|_, _| {}, move |_, event| script(event)).await;
    let mut config = config(&cloud.url);
    config.rest = vec![
        route("GET", "/payment/packages", false),
        route("GET", "/payment/purchases/{id}", true),
        route("POST", "/payment/purchases/{id}", true),
        route("POST", "/payment/webhook", false),
    ];
    (start(config).await, cloud)
}

fn fine() -> Answer {
    Answer::Returns(json!({
        "statusCode": 201, "headers": { "content-type": "application/json" }, "body": "{}", "isBase64Encoded": false,
    }))
}

fn id_claims(groups: &[&str]) -> Value {
    let mut claims = claims(groups);
    claims["token_use"] = json!("id");
    claims["aud"] = json!("web1");
    claims
}

fn id_token() -> String {
    pool().sign(&id_claims(&["Admin", "Cooks"]))
}

const PURCHASE: &str = "/api/payment/purchases/p%201?a=1&a=2&b=x%2By";

#[tokio::test]
async fn function_receives_proxy_integration_event() {
    let (gateway, cloud) = serving(|_| fine()).await;
    case("rest: the event and the answer");
    let token = id_token();
    let headers = [("authorization", token.as_str()), ("x-test", "1")];
    let reply = gateway.send("POST", PURCHASE, &headers, "{\"a\": \"é\"}").await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("content-type"), reply.body.as_slice()),
        (201, "application/json", b"{}".as_slice())
    );
    assert_eq!(reply.header("x-content-type-options"), "nosniff", "the distribution's headers");
    let [event] = cloud.seen("shop").try_into().expect("one call");
    assert_eq!(event["resource"], "/payment/purchases/{id}");
    assert_eq!(event["path"], "/payment/purchases/p%201");
    assert_eq!((&event["httpMethod"], &event["requestContext"]["stage"]), (&json!("POST"), &json!("api")));
    assert_eq!(event["pathParameters"], json!({ "id": "p 1" }));
    assert_eq!(event["queryStringParameters"], json!({ "a": "2", "b": "x+y" }));
    assert_eq!(event["multiValueQueryStringParameters"]["a"], json!(["1", "2"]));
    assert_eq!((&event["headers"]["x-test"], &event["body"]), (&json!("1"), &json!("{\"a\": \"é\"}")));
    assert_eq!(event["isBase64Encoded"], false);
    let from_token = &event["requestContext"]["authorizer"]["claims"];
    assert_eq!((&from_token["sub"], &from_token["cognito:groups"]), (&json!("sub-1"), &json!("Admin,Cooks")));
    assert!(from_token.as_object().expect("claims").values().all(Value::is_string), "{from_token}");
}

#[tokio::test]
async fn open_route_event_has_no_claims() {
    let (gateway, cloud) = serving(|_| fine()).await;
    case("rest: an open route");
    let reply = gateway.send("GET", "/api/payment/packages", &[("authorization", &id_token())], "").await;
    assert_eq!(reply.status, 201);
    let event = cloud.seen("shop").remove(0);
    assert_eq!((event["requestContext"].get("authorizer"), &event["body"]), (None, &Value::Null));
    assert_eq!((&event["queryStringParameters"], &event["pathParameters"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn only_valid_id_tokens_of_the_pool_are_accepted() {
    let with = |change: fn(&mut Value)| {
        let mut claims = id_claims(&[]);
        change(&mut claims);
        claims
    };
    let (signed, signature) = {
        let token = id_token();
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        (signed.to_owned(), signature.to_owned())
    };
    let header = signed.split('.').next().unwrap_or_default();
    let promoted = URL_SAFE_NO_PAD.encode(id_claims(&["Admin", "Other"]).to_string());
    let none = unsigned(&json!({ "alg": "none", "kid": "pool-key" }), &id_claims(&[]));
    let rows = [
        ("an ID token", id_token(), 201, ""),
        ("an ID token after Bearer", format!("Bearer {}", id_token()), 201, ""),
        ("an access token", member(&[]), 401, "Unauthorized"),
        ("nothing", String::new(), 401, "Unauthorized"),
        ("claims changed after signing", format!("{header}.{promoted}.{signature}"), 401, "Unauthorized"),
        ("another key under the same id", stranger().sign(&id_claims(&[])), 401, "Unauthorized"),
        ("alg none", format!("{none}."), 401, "Unauthorized"),
        (
            "another pool",
            pool().sign(&with(|c| {
                c["iss"] = json!("https://cognito-idp.us-east-1.amazonaws.com/us-east-1_other")
            })),
            401,
            "Unauthorized",
        ),
        ("no token_use", pool().sign(&with(|c| c["token_use"] = Value::Null)), 401, "Unauthorized"),
        (
            "expired",
            pool().sign(&with(|c| c["exp"] = json!(1_700_000_000))),
            401,
            "The incoming token has expired",
        ),
        ("a guest's signature", crate::support::gateway::GUEST.into(), 401, "Unauthorized"),
    ];
    let (gateway, cloud) = serving(|_| fine()).await;
    for (name, token, status, message) in rows {
        case(&format!("rest token: {name}"));
        let calls = cloud.seen("shop").len();
        let reply = gateway.send("GET", PURCHASE, &[("authorization", &token)], "").await;
        assert_eq!(reply.status.as_u16(), status, "{name}");
        if status == 401 {
            assert_eq!(reply.json(), json!({ "message": message }), "{name}");
            assert_eq!(cloud.seen("shop").len(), calls, "{name}: no function is asked");
        }
    }
    case("rest token: no header at all");
    assert_eq!(gateway.send("GET", PURCHASE, &[], "").await.json(), json!({ "message": "Unauthorized" }));
}

#[tokio::test]
async fn unknown_route_is_404() {
    let (gateway, cloud) = serving(|_| fine()).await;
    for (method, path) in [
        ("GET", "/api/payment"),
        ("GET", "/api/payment/packages/x"),
        ("DELETE", "/api/payment/packages"),
        ("GET", "/api/admin/members"),
        ("POST", "/payment/webhook"),
    ] {
        case(&format!("rest: {method} {path} is not there"));
        let status = gateway.send(method, path, &[("authorization", &id_token())], "").await.status.as_u16();
        assert!(status == 404 || (status == 405 && path == "/payment/webhook"), "{method} {path}: {status}");
    }
    assert!(cloud.seen("shop").is_empty());
}

#[tokio::test]
async fn invalid_function_result_is_502() {
    let rows = [
        ("an error", Answer::Fails(json!({ "errorMessage": "secret" }))),
        ("null", Answer::Returns(Value::Null)),
        ("no status", Answer::Returns(json!({ "body": "secret" }))),
        ("a status as text", Answer::Returns(json!({ "statusCode": "200" }))),
        ("a status that is none", Answer::Returns(json!({ "statusCode": 7 }))),
        ("a body that is no text", Answer::Returns(json!({ "statusCode": 200, "body": { "secret": 1 } }))),
        (
            "a header that is none",
            Answer::Returns(json!({ "statusCode": 200, "headers": { "a": "secret\n" } })),
        ),
    ];
    for (name, answer) in rows {
        case(&format!("rest answer: {name}"));
        let answer = std::sync::Mutex::new(Some(answer));
        let (gateway, _cloud) =
            serving(move |_| answer.lock().expect("the answer").take().expect("one call")).await;
        let reply = gateway.send("GET", "/api/payment/packages", &[], "").await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()),
            (502, json!({ "message": "Internal server error" })),
            "{name}"
        );
    }
}

#[tokio::test]
async fn function_403_becomes_404() {
    case("rest answer: 403 becomes the page for what is not there");
    let (gateway, _cloud) =
        serving(|_| Answer::Returns(json!({ "statusCode": 403, "body": "{\"code\":\"x\"}" }))).await;
    let reply = gateway.send("GET", "/api/payment/packages", &[], "").await;
    assert_eq!((reply.status.as_u16(), reply.body.as_slice()), (404, b"Not found.".as_slice()));
}

#[tokio::test]
async fn large_body_and_flood_are_rejected_before_the_function() {
    let (gateway, cloud) = serving(|_| fine()).await;
    case("rest: ten megabytes pass, a byte more does not");
    let webhook = "/api/payment/webhook";
    let most = 10 * 1024 * 1024;
    assert_eq!(gateway.send("POST", webhook, &[], &"a".repeat(most)).await.status, 201);
    let reply = gateway.send("POST", webhook, &[], &"a".repeat(most + 1)).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (413, json!({ "message": "Request Too Long" })));
    case("rest: more than the API's rate");
    let mut refused = None;
    for _ in 0..60 {
        let reply = gateway.send("GET", "/api/payment/packages", &[], "").await;
        if reply.status == 429 {
            refused = Some(reply.json());
            break;
        }
    }
    assert_eq!(refused, Some(json!({ "message": "Too Many Requests" })));
    assert_eq!(cloud.seen("shop").len(), 51, "one with ten megabytes, fifty at once");
    case("rest: later there is room again");
    gateway.advance(10);
    assert_eq!(gateway.send("GET", "/api/payment/packages", &[], "").await.status, 201);
}

#[tokio::test]
async fn foreign_origin_is_rejected_and_missing_origin_passes() {
    let (gateway, _cloud) = serving(|_| fine()).await;
    case("rest: origins");
    let webhook = "/api/payment/webhook";
    assert_eq!(gateway.send("POST", webhook, &[], "{}").await.status, 201);
    let own = format!("http://127.0.0.1:{}", gateway.port);
    assert_eq!(gateway.send("POST", webhook, &[("origin", &own)], "{}").await.status, 201);
    assert_eq!(gateway.send("POST", webhook, &[("origin", "https://evil.example")], "{}").await.status, 403);
}
