//! Rate limits and fairness between callers.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{GUEST, Running, config, resolving, scripted, start, thing};
use crate::support::keys::member;
use crate::support::socket::{Carrier, Socket, bearer};

/// `count` aliases of a field.
fn aliases(count: usize, field: &str) -> String {
    (0..count).map(|number| format!(" a{number}: {field}")).collect()
}

fn first_error(answer: &Value) -> &Value {
    &answer["errors"][0]["errorType"]
}

#[tokio::test]
async fn resolvers_per_request_are_limited() {
    let resolvers = resolving(|_| Answer::Returns(thing()));
    let cloud = FakeCloud::start(|api, _| api["resolverCountLimit"] = json!(3), resolvers).await;
    let gateway = start(config(&cloud.url)).await;
    case("resolver limit: the first ones run, each other one is an error of its own");
    let reply = gateway.ask("good", &format!("{{ {} }}", aliases(1000, "openThing { id }"))).await.json();
    assert_eq!(reply["data"]["a2"], json!({ "id": "1" }));
    assert_eq!(reply["data"]["a3"], Value::Null);
    let errors = reply["errors"].as_array().map_or(0, Vec::len);
    assert_eq!((errors, cloud.seen("resolver").len()), (997, 3));
    assert_eq!(reply["errors"][0]["errorType"], "ResolverExecutionLimitReached");
    assert_eq!(reply["errors"][0]["path"], json!(["a3"]));
    case("resolver limit: as many as are allowed");
    let reply = gateway.ask("good", &format!("{{ {} }}", aliases(3, "openThing { id }"))).await.json();
    assert_eq!(reply.get("errors"), None);
}

#[tokio::test]
async fn selected_fields_per_request_are_limited() {
    let (gateway, cloud) = scripted(resolving(|_| Answer::Returns(thing()))).await;
    case("fields: too many aliases below one resolver");
    let reply = gateway.ask("good", &format!("{{ openThing {{ {} }} }}", aliases(1001, "id"))).await.json();
    assert_eq!(reply["data"], Value::Null);
    assert_eq!(reply["errors"][0]["message"], "Too many fields are selected: 1000 are allowed.");
    case("fields: too many in fragments of fragments");
    let mut nested = String::from("{ openThing { ...F } }");
    nested.push_str(&format!(" fragment F on Thing {{ {} }}", aliases(40, "part { ...P }")));
    nested.push_str(&format!(" fragment P on Part {{ {} }}", aliases(40, "name")));
    let reply = gateway.ask("good", &nested).await.json();
    assert_eq!(reply["errors"][0]["message"], "Too many fields are selected: 1000 are allowed.");
    assert!(cloud.seen("resolver").is_empty());
}

#[tokio::test]
async fn hanging_calls_of_one_caller_do_not_block_others() {
    let (gateway, cloud) =
        scripted(resolving(|event| match event["identity"]["cognitoIdentityId"].is_string() {
            true => Answer::Hangs,
            false => Answer::Returns(thing()),
        }))
        .await;
    let gateway = std::sync::Arc::new(gateway);
    let attacks: Vec<_> = (0..20)
        .map(|_| {
            let gateway = std::sync::Arc::clone(&gateway);
            tokio::spawn(async move {
                gateway.ask(GUEST, &format!("{{ {} }}", aliases(10, "openThing { id }"))).await
            })
        })
        .collect();
    let begun = async {
        while cloud.seen("resolver").len() < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), begun).await.expect("the guest's first calls");
    case("fairness: another caller is answered");
    let reply = gateway.ask(&member(&[]), "{ openThing { id } }").await.json();
    assert_eq!(reply, json!({ "data": { "openThing": { "id": "1" } } }));
    case("fairness: of the guest's calls only so many have begun");
    let of_guest = |event: &Value| event["identity"]["cognitoIdentityId"].is_string();
    assert_eq!(cloud.seen("resolver").iter().filter(|event| of_guest(event)).count(), 2);
    case("fairness: what finds no place to wait is refused at once");
    let refused = async {
        loop {
            // Calls wait in the queue until it is full.
            let asked = gateway.ask(GUEST, "{ openThing { id } }");
            if let Ok(reply) = tokio::time::timeout(Duration::from_millis(100), asked).await {
                break reply;
            }
        }
    };
    let reply = tokio::time::timeout(Duration::from_secs(20), refused).await.expect("a refusal");
    assert_eq!((reply.status.as_u16(), first_error(&reply.json())), (429, &json!("ThrottlingException")));
    attacks.iter().for_each(tokio::task::JoinHandle::abort);
}

async fn tight(change: impl FnOnce(&mut gateway::config::Limits)) -> Running {
    let cloud = FakeCloud::start(|_, _| {}, resolving(|_| Answer::Returns(thing()))).await;
    let mut config = config(&cloud.url);
    change(&mut config.limits);
    start(config).await
}

#[tokio::test]
async fn callers_and_addresses_have_separate_limits() {
    let gateway = tight(|limits| {
        limits.caller_at_once = 4;
        limits.caller_per_second = 1;
    })
    .await;
    let ask = async |token: &str, count: usize| {
        gateway.ask(token, &format!("{{ {} }}", aliases(count, "openThing { id }"))).await
    };
    case("rates: what a request costs is what it runs");
    assert_eq!(ask(GUEST, 3).await.status, 200);
    let reply = ask(GUEST, 2).await;
    assert_eq!((reply.status.as_u16(), first_error(&reply.json())), (429, &json!("ThrottlingException")));
    assert_eq!(ask(GUEST, 1).await.status, 200);
    case("rates: another caller of the same address has all of theirs");
    assert_eq!(ask(&member(&[]), 4).await.status, 200);
    case("rates: later there is more");
    gateway.advance(2);
    assert_eq!(ask(GUEST, 2).await.status, 200);

    let gateway = tight(|limits| {
        limits.address_at_once = 3;
        limits.address_per_second = 1;
    })
    .await;
    case("rates: an address has so many, whoever comes from there");
    assert_eq!(gateway.ask(GUEST, "{ openThing { id } }").await.status, 200);
    assert_eq!(gateway.ask("good", "{ openThing { id } }").await.status, 200);
    assert_eq!(gateway.ask(&member(&[]), "{ openThing { id } }").await.status, 200);
    assert_eq!(gateway.ask(GUEST, "{ openThing { id } }").await.status, 429);
    gateway.advance(1);
    assert_eq!(gateway.ask(GUEST, "{ openThing { id } }").await.status, 200);
}

#[tokio::test]
async fn unverified_request_is_charged_before_parsing() {
    let gateway = tight(|limits| {
        limits.caller_at_once = 6;
        limits.caller_per_second = 1;
        limits.address_at_once = 3;
        limits.address_per_second = 1;
    })
    .await;
    let padded = |kilobytes: usize| format!("{{ openThing {{ id }} }} #{}", "-".repeat(1024 * kilobytes));
    let ask =
        async |token: &str, kilobytes: usize| gateway.ask(token, &padded(kilobytes)).await.status.as_u16();
    case("unverified: a token is counted for its address as long as it was not found good");
    assert_eq!((ask("made-up", 0).await, ask("made-up", 0).await), (401, 401));
    assert_eq!(ask("good", 0).await, 200);
    assert_eq!((ask("made-up", 0).await, ask(GUEST, 0).await), (429, 429));
    case("unverified: what strangers have spent is not taken from those who are known");
    assert_eq!(ask("good", 0).await, 200);
    case("unverified: a large request costs more, before it is read");
    assert_eq!(gateway.ask("good", &"{".repeat(40 * 1024)).await.status, 429);
    gateway.advance(6);
    assert_eq!(gateway.ask("good", &"{".repeat(40 * 1024)).await.status, 400);
    assert_eq!(ask("good", 0).await, 429);
}

#[tokio::test]
async fn rejected_requests_do_not_use_the_shared_limit() {
    let gateway = tight(|limits| {
        limits.requests_per_second = 3;
        limits.address_at_once = 1;
    })
    .await;
    case("rates: strangers ask more than all may");
    assert_eq!(gateway.ask("good", "{ openThing { id } }").await.status, 200);
    for _ in 0..5 {
        assert_eq!(gateway.ask("made-up", "{ openThing { id } }").await.status, 429);
    }
    case("rates: who is known is answered still");
    let reply = gateway.ask("good", "{ openThing { nope } }").await;
    assert_eq!((reply.status.as_u16(), reply.json()["data"].is_null()), (200, true));
}

#[tokio::test]
async fn unauthorized_sockets_have_separate_places() {
    let gateway = tight(|limits| {
        limits.connections = 2;
        limits.unauthorized_connections = 2;
        limits.handshake_ms = 10_000;
    })
    .await;
    case("sockets: those that are not authorized wait for their end");
    let mut strangers = Vec::new();
    for _ in 0..2 {
        strangers.push(Socket::open_with(gateway.port, "", "graphql-ws").await.expect("a WebSocket"));
    }
    case("sockets: one more is refused immediately");
    let refused = async {
        // The gateway counts a WebSocket shortly after it opens.
        loop {
            let mut stranger =
                Socket::open(gateway.port, &bearer("bad"), Carrier::Protocol).await.expect("one");
            stranger.send(&json!({ "type": "connection_init" })).await;
            let answer = stranger.next().await;
            assert_eq!(answer["type"], "connection_error", "{answer}");
            if answer["payload"]["errors"][0]["errorType"] == "LimitExceededError" {
                break;
            }
            gateway.advance(1);
        }
    };
    tokio::time::timeout(Duration::from_secs(20), refused).await.expect("a refusal");
    case("sockets: who is authorized has a place");
    let _first = Socket::connect(gateway.port, &bearer("good")).await;
    let _second = Socket::connect(gateway.port, &bearer("good")).await;
    drop(strangers);
}

#[tokio::test]
async fn handshake_times_out() {
    let gateway = tight(|limits| limits.handshake_ms = 50).await;
    case("handshake: without authorization");
    let mut stranger = Socket::open_with(gateway.port, "", "graphql-ws").await.expect("a WebSocket");
    assert_eq!(stranger.next().await["payload"]["errors"][0]["errorType"], "UnauthorizedException");
    assert!(stranger.next().await.is_null());
    case("handshake: authorized, but never begun");
    let mut silent =
        Socket::open(gateway.port, &bearer("good"), Carrier::Protocol).await.expect("a WebSocket");
    assert!(silent.next().await.is_null());
    case("handshake: who has begun stays");
    let mut socket = Socket::connect(gateway.port, &bearer("good")).await;
    assert!(tokio::time::timeout(Duration::from_millis(200), socket.next()).await.is_err());
}

#[tokio::test]
async fn sockets_per_caller_are_limited() {
    let gateway = tight(|limits| limits.connections_each = 1).await;
    let _own = Socket::connect(gateway.port, &bearer("good")).await;
    case("sockets: a caller's second");
    let mut second =
        Socket::open(gateway.port, &bearer("good"), Carrier::Protocol).await.expect("a WebSocket");
    second.send(&json!({ "type": "connection_init" })).await;
    assert_eq!(second.next().await["payload"]["errors"][0]["errorType"], "LimitExceededError");
    case("sockets: another caller's first");
    let _other = Socket::connect(gateway.port, &bearer(&member(&[]))).await;
}
