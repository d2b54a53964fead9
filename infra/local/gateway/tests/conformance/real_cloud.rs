//! Tests with ministack: real Cognito tokens, signatures, IAM policies and functions.

use gateway::config::Secret;
use serde_json::{Map, Value, json};

use crate::support::case;
use crate::support::cloud::{RealCloud, real};
use crate::support::gateway::{Reply, Running, config, start};
use crate::support::sign::{Signer, sha256};
use crate::support::socket::{Carrier, Socket};

const QUERY: &str = "{ thing(id: \"1\") { id raw } }";

async fn before_the_real_cloud() -> (Running, &'static RealCloud) {
    let cloud = tokio::task::spawn_blocking(real).await.expect("a cloud");
    let mut config = config(&cloud.url);
    config.api_id = cloud.get("apiId").into();
    config.user_pool_id = cloud.get("userPoolId").into();
    config.media_bucket = "media".into();
    config.cloud_secret = Secret(cloud.secret.clone());
    (start(config).await, cloud)
}

fn echoed(reply: &Value, field: &str) -> Value {
    serde_json::from_str(reply["data"][field]["raw"].as_str().unwrap_or("null")).unwrap_or_default()
}

async fn send(gateway: &Running, headers: &Map<String, Value>, body: &str) -> Reply {
    let headers: Vec<(&str, &str)> =
        headers.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap_or_default())).collect();
    gateway.send("POST", "/graphql", &headers, body).await
}

fn host(gateway: &Running) -> String {
    format!("127.0.0.1:{}", gateway.port)
}

#[tokio::test]
async fn cognito_tokens_are_accepted() {
    let (gateway, cloud) = before_the_real_cloud().await;
    for (name, token) in [("access token", "accessToken"), ("ID token", "idToken")] {
        case(&format!("Cognito: its {name}"));
        let answer = gateway.ask(cloud.get(token), QUERY).await.json();
        let identity = &echoed(&answer, "thing")["identity"];
        assert_eq!(
            (&identity["username"], &identity["groups"]),
            (&json!("ana"), &json!(["staff"])),
            "{answer}"
        );
        assert_eq!(identity["sub"], identity["claims"]["sub"]);
    }
    case("Cognito: another pool's token");
    assert_eq!(gateway.ask(cloud.get("otherAccessToken"), QUERY).await.status, 401);
    case("Cognito: a token with another signature");
    let (signed, _) = cloud.get("accessToken").rsplit_once('.').expect("three parts");
    let (_, signature) = cloud.get("idToken").rsplit_once('.').expect("three parts");
    assert_eq!(gateway.ask(&format!("{signed}.{signature}"), QUERY).await.status, 401);
    case("Cognito: a revoked look-alike in the wrong place");
    assert_eq!(gateway.ask(&format!("Basic {}", cloud.get("accessToken")), QUERY).await.status, 401);
    case("Cognito: through the front door");
    let headers =
        [("x-amz-target", "AWSCognitoIdentityService.GetId"), ("content-type", "application/x-amz-json-1.1")];
    let body = json!({ "IdentityPoolId": cloud.get("identityPoolId") }).to_string();
    let reply = gateway.send("POST", "/cognito-identity/", &headers, &body).await;
    assert!(reply.json()["IdentityId"].as_str().is_some_and(|id| id.starts_with("us-east-1:")));
}

#[tokio::test]
async fn only_valid_signatures_are_accepted() {
    let (gateway, cloud) = before_the_real_cloud().await;
    let body = json!({ "query": QUERY }).to_string();
    let host = host(&gateway);
    let guest = cloud.guest();
    let signed = |change: fn(&mut Signer)| {
        let mut signer = guest.clone();
        change(&mut signer);
        signer.headers(&host, "/graphql", &body)
    };
    let altered = |change: &dyn Fn(&mut Map<String, Value>)| {
        let mut headers = signed(|_| {});
        change(&mut headers);
        headers
    };
    let hash_of_another = sha256("{}");
    let rows = [
        ("the guest's", signed(|_| {}), 200),
        ("four minutes old", signed(|s| s.skew = -240), 200),
        ("an hour old", signed(|s| s.skew = -3600), 403),
        ("of the next hour", signed(|s| s.skew = 3600), 403),
        ("unknown key", signed(|s| s.key = "ASIAUNKNOWNUNKNOWN12".into()), 403),
        ("another secret", signed(|s| s.secret = "wrong".into()), 400),
        ("without the session token", signed(|s| s.token = None), 403),
        ("with another session token", signed(|s| s.token = Some("other".into())), 403),
        (
            "the root key, which ministack never verifies",
            signed(|s| (s.key, s.secret, s.token) = ("test".into(), "test".into(), None)),
            403,
        ),
        ("an account number as the key", signed(|s| (s.key, s.token) = ("000000000000".into(), None)), 403),
        ("another region", signed(|s| s.region = "eu-west-1".into()), 400),
        ("another service", signed(|s| s.service = "s3".into()), 400),
        (
            "a signed header that was changed",
            altered(&|h| {
                h.insert("x-amz-date".into(), json!("20260101T000000Z"));
            }),
            403,
        ),
        ("a host that was not signed for", guest.headers("example.com", "/graphql", &body), 400),
        ("a path that was not signed for", guest.headers(&host, "/graphql/connect", &body), 400),
        ("a body that was changed", guest.headers(&host, "/graphql", "{}"), 400),
        (
            "a body that was changed under the hash of the old one",
            {
                let mut signer = guest.clone();
                signer.more = vec![("x-amz-content-sha256".into(), hash_of_another.clone())];
                let mut headers = signer.headers(&host, "/graphql", "{}");
                headers.insert("x-amz-content-sha256".into(), json!(hash_of_another));
                headers
            },
            400,
        ),
        (
            "a signature that is cut off",
            altered(&|h| {
                let text = h["authorization"]
                    .as_str()
                    .expect("a text")
                    .split(", Signature")
                    .next()
                    .expect("a start")
                    .to_owned();
                h.insert("authorization".into(), json!(text));
            }),
            403,
        ),
        (
            "only the algorithm's name",
            altered(&|h| {
                h.insert("authorization".into(), json!("AWS4-HMAC-SHA256"));
            }),
            403,
        ),
    ];
    for (name, mut headers, status) in rows {
        case(&format!("signature: {name}"));
        headers.remove("host");
        let reply = send(&gateway, &headers, &body).await;
        assert_eq!(reply.status, status, "{name}: {}", reply.json());
        assert_eq!(reply.json().get("data").is_some(), status == 200, "{name}");
        if name.starts_with("the root key") {
            assert_eq!(reply.json()["errors"][0]["errorType"], "UnrecognizedClientException", "{name}");
        }
    }
}

#[tokio::test]
async fn guest_policy_is_checked_per_field() {
    let (gateway, cloud) = before_the_real_cloud().await;
    let body = json!({ "query": "{ thing(id: \"1\") { id raw } openThing { id } }" }).to_string();
    let mut headers = cloud.guest().headers(&host(&gateway), "/graphql", &body);
    headers.remove("host");
    let answer = send(&gateway, &headers, &body).await.json();
    case("policy: the field that it allows");
    let identity = &echoed(&answer, "thing")["identity"];
    assert_eq!(identity["cognitoIdentityId"], cloud.get("identityId"), "{answer}");
    assert_eq!(identity["cognitoIdentityPoolId"], cloud.get("identityPoolId"));
    assert_eq!(
        (&identity["cognitoIdentityAuthType"], &identity["accountId"]),
        (&json!("unauthenticated"), &json!("000000000000"))
    );
    let arn = "arn:aws:sts::000000000000:assumed-role/guests/CognitoIdentityCredentials";
    assert_eq!(identity["userArn"], arn);
    assert!(identity["username"].as_str().is_some_and(|name| name.ends_with(":CognitoIdentityCredentials")));
    assert_eq!(identity["cognitoIdentityAuthProvider"], Value::Null);
    case("policy: the field that it does not allow");
    assert_eq!(answer["data"]["openThing"], Value::Null);
    assert_eq!(answer["errors"][0]["message"], "Not Authorized to access openThing on type Query");
}

#[tokio::test]
async fn signed_member_request_has_user_pool_identity() {
    let (gateway, cloud) = before_the_real_cloud().await;
    let member = Signer {
        key: cloud.get("memberKey").into(),
        secret: cloud.get("memberSecret").into(),
        token: Some(cloud.get("memberToken").into()),
        ..cloud.guest()
    };
    let body = json!({ "query": QUERY }).to_string();
    let mut headers = member.headers(&host(&gateway), "/graphql", &body);
    headers.remove("host");
    let answer = send(&gateway, &headers, &body).await.json();
    case("signature: a member's, with its sub");
    let by_token = gateway.ask(cloud.get("accessToken"), QUERY).await.json();
    let sub = echoed(&by_token, "thing")["identity"]["sub"].as_str().unwrap_or_default().to_owned();
    let pool = format!("cognito-idp.us-east-1.amazonaws.com/{}", cloud.get("userPoolId"));
    let identity = &echoed(&answer, "thing")["identity"];
    let provider = format!("\"{pool}\",\"{pool}:CognitoSignIn:{sub}\"");
    assert_eq!(identity["cognitoIdentityAuthProvider"], provider, "{answer}");
    assert_eq!(identity["cognitoIdentityAuthType"], "authenticated");
}

#[tokio::test]
async fn functions_are_invoked() {
    let (gateway, _) = before_the_real_cloud().await;
    case("function: the authorizer admits");
    let answer = gateway.ask("good", QUERY).await.json();
    assert_eq!(
        echoed(&answer, "thing")["identity"],
        json!({ "resolverContext": { "who": "bearer" } }),
        "{answer}"
    );
    case("function: the authorizer denies");
    assert_eq!(gateway.ask("bad", QUERY).await.status, 401);
    case("function: its error");
    let answer = gateway.ask("good", "{ thing(id: \"fail\") { id } }").await.json();
    // ministack reports every Python error as Runtime.HandlerError, so the test compares only the message.
    assert_eq!(answer["errors"][0]["message"], "Unauthorized", "{answer}");
    case("function: a picture from the bucket, and a page that is none");
    let picture =
        gateway.send("GET", &format!("/media/{}/{}", "a".repeat(32), "b".repeat(64)), &[], "").await;
    assert_eq!(
        (picture.status.as_u16(), picture.body.as_slice(), picture.header("content-type")),
        (200, b"picture".as_slice(), "image/png")
    );
    let page = gateway.send("GET", &format!("/media/{}/c0ffee", "a".repeat(32)), &[], "").await;
    assert_eq!(page.status, 404);
}

#[tokio::test]
async fn a_guest_subscribes_by_signature() {
    let (gateway, cloud) = before_the_real_cloud().await;
    let (guest, host) = (cloud.guest(), host(&gateway));
    case("signed subscription: a connection signed for another path");
    let wrong = Value::Object(guest.headers(&host, "/graphql", "{}"));
    let mut socket = Socket::open(gateway.port, &wrong, Carrier::Protocol).await.expect("a WebSocket");
    socket.send(&json!({ "type": "connection_init" })).await;
    assert_eq!(socket.next().await["payload"]["errors"][0]["errorType"], "BadRequestException");

    case("signed subscription: connects");
    let connect = Value::Object(guest.headers(&host, "/graphql/connect", "{}"));
    let mut socket = Socket::connect(gateway.port, &connect).await;

    let data =
        json!({ "query": "subscription { onThing(owner: \"ana\") { id } }", "variables": {} }).to_string();
    case("signed subscription: a start that was signed for other data");
    let answer =
        socket.start_signed("0", &data, &Value::Object(guest.headers(&host, "/graphql", "{}"))).await;
    assert_eq!(answer["payload"]["errors"][0]["errorType"], "BadRequestException");
    case("signed subscription: a start with the connection's signature");
    let answer = socket.start_signed("0", &data, &connect).await;
    assert_eq!(answer["payload"]["errors"][0]["errorType"], "BadRequestException");
    case("signed subscription: starts");
    let answer =
        socket.start_signed("1", &data, &Value::Object(guest.headers(&host, "/graphql", &data))).await;
    assert_eq!(answer, json!({ "type": "start_ack", "id": "1" }));
    case("signed subscription: gets the signed mutation's result");
    let body =
        json!({ "query": "mutation { publishThing(id: \"7\", owner: \"ana\") { id owner } }" }).to_string();
    let mut headers = guest.headers(&host, "/graphql", &body);
    headers.remove("host");
    assert_eq!(send(&gateway, &headers, &body).await.json()["data"]["publishThing"]["id"], "7");
    let event = json!({ "type": "data", "id": "1", "payload": { "data": { "onThing": { "id": "7" } } } });
    assert_eq!(socket.next().await, event);
    case("signed subscription: a field that its policy does not name");
    let data = json!({ "query": "subscription { onThingForStaff { id } }" }).to_string();
    let answer =
        socket.start_signed("2", &data, &Value::Object(guest.headers(&host, "/graphql", &data))).await;
    assert_eq!(answer["payload"]["errors"][0]["errorType"], "Unauthorized");
}
