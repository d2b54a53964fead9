//! Subscriptions: handshake, start, delivery and slow clients.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{GUEST, Running, config, resolving, scripted, start};
use crate::support::keys::{claims, member, pool};
use crate::support::socket::{Carrier, Socket, bearer};

const ANA: &str = "subscription($owner: ID) { onThing(owner: $owner) { id title strict } }";
const PUBLISH: &str =
    "mutation($id: ID!, $owner: ID) { publishThing(id: $id, owner: $owner) { id owner title strict } }";

/// A gateway whose mutation returns a `Thing` with this owner.
async fn publishing() -> (Running, FakeCloud) {
    scripted(resolving(publish)).await
}

fn publish(event: &Value) -> Answer {
    let arguments = &event["arguments"];
    if event["info"]["parentTypeName"] == "Subscription" {
        // Subscribing to bob is denied.
        return match arguments["owner"] == "bob" {
            true => Answer::Fails(json!({ "errorType": "Unauthorized", "errorMessage": "Unauthorized" })),
            false => Answer::Returns(Value::Null),
        };
    }
    Answer::Returns(
        json!({ "id": arguments["id"], "owner": arguments["owner"], "title": "T", "strict": "s", "secret": "x" }),
    )
}

fn guest() -> Value {
    json!({ "Authorization": GUEST, "host": "localhost" })
}

#[tokio::test]
async fn connection_requires_credentials() {
    let (gateway, cloud) = publishing().await;
    let expired = {
        let mut claims = claims(&[]);
        claims["exp"] = json!(1_700_000_000);
        pool().sign(&claims)
    };
    let rows = [
        ("a token", bearer("good"), true),
        ("a member", bearer(&member(&[])), true),
        ("a guest", guest(), true),
        ("a refused token", bearer("bad"), false),
        ("an expired member", bearer(&expired), false),
        (
            "a signature of nobody",
            json!({ "authorization": GUEST.replace("GUEST", "AKIA"), "host": "localhost" }),
            false,
        ),
        ("only a host, as a signed-out client sends", json!({ "host": "localhost" }), false),
    ];
    for (name, authorization, admitted) in rows {
        for (carrier, how) in [(Carrier::Protocol, "subprotocol"), (Carrier::Query, "query")] {
            case(&format!("handshake: {name} in the {how}"));
            let mut socket = Socket::open(gateway.port, &authorization, carrier).await.expect("a WebSocket");
            assert_eq!(socket.protocol, "graphql-ws", "{name}");
            socket.send(&json!({ "type": "connection_init" })).await;
            let answer = socket.next().await;
            if admitted {
                let ack = json!({ "type": "connection_ack", "payload": { "connectionTimeoutMs": 300_000 } });
                assert_eq!(answer, ack, "{name}");
            } else {
                assert_eq!(answer["type"], "connection_error", "{name}");
                let error = &answer["payload"]["errors"][0];
                assert!(error["errorType"].is_string() && error["errorCode"].is_u64(), "{name}: {answer}");
                assert_eq!(socket.next().await, Value::Null, "{name} is hung up on");
            }
        }
    }
    case("handshake: event of the authorizer");
    let context = &cloud.seen("authorizer")[0]["requestContext"];
    assert_eq!(
        (&context["operationName"], &context["queryString"]),
        (&json!("DeepDish:Connect"), &json!(""))
    );
}

#[tokio::test]
async fn invalid_handshake_is_rejected() {
    let (gateway, _) = publishing().await;
    case("handshake: no subprotocol");
    // The gateway rejects the connection before the client can notice the missing subprotocol.
    let refused = Socket::open_with(gateway.port, "", "chat").await.err();
    assert!(matches!(&refused, Some(Error::Http(response)) if response.status() == 400), "{refused:?}");
    for (name, protocols) in [
        ("nothing in it", "graphql-ws"),
        ("no base64", "graphql-ws, header-!!"),
        ("no JSON", "graphql-ws, header-AAAA"),
    ] {
        case(&format!("handshake: {name}"));
        let mut socket = Socket::open_with(gateway.port, "", protocols).await.expect("a WebSocket");
        socket.send(&json!({ "type": "connection_init" })).await;
        let answer = socket.next().await;
        assert_eq!(answer["payload"]["errors"][0]["errorType"], "UnauthorizedException", "{name}: {answer}");
    }
    case("handshake: start without a valid connection");
    let mut socket =
        Socket::open(gateway.port, &bearer("bad"), Carrier::Protocol).await.expect("a WebSocket");
    let answer = socket.start("1", ANA, json!({}), &bearer("good")).await;
    assert_eq!((&answer["type"], &answer["id"]), (&json!("error"), &json!("1")));
}

#[tokio::test]
async fn start_is_acknowledged_or_rejected() {
    let (gateway, cloud) = publishing().await;
    let mut socket = Socket::connect(gateway.port, &bearer("good")).await;
    let staff_only = "subscription { onThingForStaff { id } }";
    let rows = [
        ("a token", ANA, json!({ "owner": "ana" }), bearer("good"), None),
        ("a guest", ANA, json!({ "owner": "ana" }), guest(), None),
        ("a member", ANA, json!({ "owner": "ana" }), bearer(&member(&[])), None),
        ("a member of the group", staff_only, json!({}), bearer(&member(&["staff"])), None),
        ("no authorization", ANA, json!({}), Value::Null, Some("UnauthorizedException")),
        ("an empty authorization", ANA, json!({}), json!({}), Some("UnauthorizedException")),
        ("a refused token", ANA, json!({}), bearer("bad"), Some("UnauthorizedException")),
        ("not in the group", staff_only, json!({}), bearer(&member(&[])), Some("Unauthorized")),
        ("a mode that the field does not take", staff_only, json!({}), bearer("good"), Some("Unauthorized")),
        ("refused by its resolver", ANA, json!({ "owner": "bob" }), bearer("good"), Some("Unauthorized")),
        (
            "an unknown field",
            "subscription { nothing }",
            json!({}),
            bearer("good"),
            Some("BadRequestException"),
        ),
        ("a wrong variable", ANA, json!({ "owner": {} }), bearer("good"), Some("BadRequestException")),
        ("a query", "{ byDefault }", json!({}), bearer("good"), Some("UnsupportedOperation")),
        ("no GraphQL", "subscription {", json!({}), bearer("good"), Some("MalformedHttpRequestException")),
        (
            "too deep",
            "subscription { onThing { part { whole { part { whole { part { name } } } } } } }",
            json!({}),
            bearer("good"),
            Some("BadRequestException"),
        ),
    ];
    for (number, (name, query, variables, authorization, error)) in rows.into_iter().enumerate() {
        case(&format!("start: {name}"));
        let id = number.to_string();
        let answer = socket.start(&id, query, variables, &authorization).await;
        match error {
            None => assert_eq!(answer, json!({ "type": "start_ack", "id": id }), "{name}"),
            Some(error) => {
                assert_eq!(
                    (&answer["type"], &answer["id"]),
                    (&json!("error"), &json!(id)),
                    "{name}: {answer}"
                );
                assert_eq!(answer["payload"]["errors"][0]["errorType"], error, "{name}: {answer}");
            }
        }
    }
    case("start: event of its resolver");
    let event = &cloud.seen("resolver")[0];
    assert_eq!(
        (&event["info"]["parentTypeName"], &event["info"]["fieldName"]),
        (&json!("Subscription"), &json!("onThing"))
    );
    assert_eq!(event["arguments"], json!({ "owner": "ana" }));
    case("start: an id that is in use");
    let answer = socket.start("0", ANA, json!({}), &bearer("good")).await;
    assert_eq!(answer["payload"]["errors"][0]["errorType"], "DuplicatedOperationError");
    for (name, message) in [
        ("an unknown type", json!({ "type": "shout", "id": "9" })),
        ("no type", json!({})),
        ("a start without an id", json!({ "type": "start" })),
    ] {
        case(&format!("message: {name}"));
        socket.send(&message).await;
        assert_eq!(
            socket.next().await["payload"]["errors"][0]["errorType"],
            "UnsupportedOperation",
            "{name}"
        );
    }
    case("message: no JSON");
    socket.send_text("{".into()).await;
    assert_eq!(socket.next().await["payload"]["errors"][0]["errorType"], "UnsupportedOperation");
}

#[tokio::test]
async fn subscribers_receive_matching_events() {
    let (gateway, _) = publishing().await;
    let mut socket = Socket::connect(gateway.port, &bearer("good")).await;
    // Columns: name, subscription, payload of an event with id 1 and owner ana (null: none).
    let full = json!({ "data": { "onThing": { "id": "1", "title": "T" } } });
    let rows = [
        ("its owner's", "subscription { onThing(owner: \"ana\") { id title } }", full.clone()),
        ("another owner's", "subscription { onThing(owner: \"eva\") { id title } }", Value::Null),
        ("everyone's", "subscription { onThing { id title } }", full.clone()),
        (
            "a null argument filters nothing",
            "subscription { onThing(owner: null) { id title } }",
            full.clone(),
        ),
        (
            "both arguments fit",
            "subscription { onThing(owner: \"ana\", id: \"1\") { id title } }",
            full.clone(),
        ),
        (
            "one argument does not fit",
            "subscription { onThing(owner: \"ana\", id: \"2\") { id title } }",
            Value::Null,
        ),
        (
            "by alias",
            "subscription { mine: onThing(owner: \"ana\") { name: title } }",
            json!({ "data": { "mine": { "name": "T" } } }),
        ),
        (
            "a field that the mutation did not select",
            "subscription { onThing { id count } }",
            json!({ "data": { "onThing": { "id": "1", "count": null } } }),
        ),
    ];
    for (name, query, _) in &rows {
        assert_eq!(
            socket.start(name, query, json!({}), &bearer("good")).await["type"],
            "start_ack",
            "{name}"
        );
    }
    let publish = "mutation { publishThing(id: \"1\", owner: \"ana\") { id owner caption: title } }";
    let reply = gateway.ask("good", publish).await.json();
    // `strict` is non-null and not selected by the mutation, so payloads that select it are null.
    assert_eq!(reply["data"]["publishThing"]["caption"], "T", "{reply}");
    let mut received = std::collections::BTreeMap::new();
    for _ in rows.iter().filter(|(_, _, expected)| !expected.is_null()) {
        let event = socket.next().await;
        assert_eq!(event["type"], "data");
        received.insert(event["id"].as_str().unwrap_or_default().to_owned(), event["payload"].clone());
    }
    for (name, _, expected) in &rows {
        case(&format!("filter: {name}"));
        assert_eq!(received.get(*name).unwrap_or(&Value::Null), expected, "{name}");
    }
    case("filter: nothing else arrives");
    socket.send(&json!({ "type": "stop", "id": "none" })).await;
    assert_eq!(socket.next().await, json!({ "type": "complete", "id": "none" }));
}

#[tokio::test]
async fn payload_has_only_selected_and_readable_fields() {
    let (gateway, _) = publishing().await;
    let mut socket = Socket::connect(gateway.port, &bearer("good")).await;
    case("payload: a non-null field that was not selected nulls all of it");
    socket.start("a", "subscription { onThing { id strict } }", json!({}), &bearer("good")).await;
    gateway.ask("good", "mutation { publishThing(id: \"1\") { id } }").await;
    let event = socket.next().await;
    assert_eq!(event["payload"]["data"], json!({ "onThing": null }));
    let message =
        "Cannot return null for non-nullable type: 'String' within parent 'Thing' (/onThing/strict)";
    assert_eq!(event["payload"]["errors"][0]["message"], message);
    socket.send(&json!({ "type": "stop", "id": "a" })).await;
    assert_eq!(socket.next().await["type"], "complete");

    case("payload: a field that the subscriber may not read is null");
    socket.start("b", "subscription { onThing { id secret } }", json!({}), &bearer("good")).await;
    gateway.ask("good", "mutation { publishThing(id: \"1\") { id } }").await;
    let event = socket.next().await;
    assert_eq!(event["payload"]["data"], json!({ "onThing": { "id": "1", "secret": null } }));
    assert_eq!(event["payload"]["errors"][0]["errorType"], "Unauthorized");

    case("payload: a mutation that failed or was refused reaches nobody");
    gateway.ask(&member(&[]), "mutation { publishThing(id: \"2\") { id } }").await;
    socket.send(&json!({ "type": "stop", "id": "b" })).await;
    assert_eq!(socket.next().await, json!({ "type": "complete", "id": "b" }));

    case("stop: nothing comes any more");
    gateway.ask("good", "mutation { publishThing(id: \"3\") { id } }").await;
    socket.start("c", "subscription { onThing { id } }", json!({}), &bearer("good")).await;
    gateway.ask("good", "mutation { publishThing(id: \"4\") { id } }").await;
    assert_eq!(
        socket.next().await,
        json!({ "type": "data", "id": "c", "payload": { "data": { "onThing": { "id": "4" } } } })
    );
}

#[tokio::test]
async fn connection_receives_keep_alives() {
    let cloud = FakeCloud::start(|_, _| {}, resolving(publish)).await;
    let mut quick = config(&cloud.url);
    quick.limits.keep_alive_ms = 20;
    let gateway = start(quick).await;
    let mut socket = Socket::connect(gateway.port, &bearer("good")).await;
    case("keep-alive: again and again");
    for _ in 0..3 {
        assert_eq!(socket.next_of_any_kind().await, json!({ "type": "ka" }));
    }
}

#[tokio::test]
async fn websocket_limits_are_enforced() {
    let cloud = FakeCloud::start(|_, _| {}, resolving(publish)).await;
    let mut tight = config(&cloud.url);
    tight.limits.subscriptions_per_connection = 2;
    tight.limits.messages_per_second = 6;
    tight.limits.message_bytes = 2000;
    tight.limits.connections = 2;
    tight.limits.event_bytes = 400;
    let gateway = start(tight.clone()).await;
    let mut socket = Socket::connect(gateway.port, &bearer("good")).await;
    case("limits: subscriptions of one connection");
    for id in ["a", "b"] {
        assert_eq!(socket.start(id, ANA, json!({ "owner": id }), &bearer("good")).await["type"], "start_ack");
    }
    let answer = socket.start("c", ANA, json!({}), &bearer("good")).await;
    let error = &answer["payload"]["errors"][0];
    assert_eq!(error["errorType"], "MaxSubscriptionsReachedError");
    assert_eq!(error["message"], "Max number of 2 subscriptions reached");
    case("limits: a stopped one makes room");
    socket.send(&json!({ "type": "stop", "id": "b" })).await;
    assert_eq!(socket.next().await["type"], "complete");
    assert_eq!(socket.start("c", ANA, json!({}), &bearer("good")).await["type"], "start_ack");
    case("limits: messages per second");
    let answer = socket.start("d", ANA, json!({}), &bearer("good")).await;
    assert_eq!(answer["payload"]["errors"][0]["errorType"], "LimitExceededError");
    case("limits: an event that is too large is not sent");
    let long = "x".repeat(400);
    gateway.ask_with("good", PUBLISH, json!({ "id": long, "owner": "a" })).await;
    gateway.ask_with("good", PUBLISH, json!({ "id": "1", "owner": "a" })).await;
    assert_eq!(socket.next().await["payload"]["data"]["onThing"]["id"], "1");
    case("limits: open connections");
    let second = Socket::connect(gateway.port, &bearer("good")).await;
    let mut third =
        Socket::open(gateway.port, &bearer("good"), Carrier::Protocol).await.expect("a WebSocket");
    let answer = third.next().await;
    assert_eq!(answer["payload"]["errors"][0]["errorType"], "LimitExceededError", "{answer}");
    case("limits: a message that is too large ends the connection");
    gateway.advance(1);
    socket.send_text("x".repeat(3000)).await;
    while !socket.next().await.is_null() {}
    case("limits: a connection that ended makes room");
    drop(second);
    let admitted = async {
        loop {
            let mut socket =
                Socket::open(gateway.port, &bearer("good"), Carrier::Protocol).await.expect("a WebSocket");
            socket.send(&json!({ "type": "connection_init" })).await;
            if socket.next().await["type"] == "connection_ack" {
                break;
            }
            gateway.advance(1);
        }
    };
    tokio::time::timeout(Duration::from_secs(20), admitted).await.expect("room for another connection");

    case("limits: new connections per second");
    tight.limits.connects_per_second = 1;
    tight.limits.connections = 10;
    let gateway = start(tight).await;
    let _first = Socket::connect(gateway.port, &bearer("good")).await;
    assert!(Socket::open(gateway.port, &bearer("good"), Carrier::Protocol).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_subscriber_does_not_block_others() {
    const EVENTS: usize = 200;
    let cloud = FakeCloud::start(
        |_, _| {},
        resolving(|event| match publish(event) {
            Answer::Returns(mut thing) if thing.is_object() => {
                thing["title"] = json!("x".repeat(100_000));
                Answer::Returns(thing)
            }
            other => other,
        }),
    )
    .await;
    let mut narrow = config(&cloud.url);
    narrow.limits.outbound_queue = 8;
    let gateway = start(narrow).await;
    let mut sleeper = Socket::connect(gateway.port, &bearer("good")).await;
    let mut reader = Socket::connect(gateway.port, &bearer("good")).await;
    for socket in [&mut sleeper, &mut reader] {
        assert_eq!(socket.start("1", ANA, json!({}), &bearer("good")).await["type"], "start_ack");
    }
    case("slow subscriber: publishing goes on, and the one who reads gets everything");
    let publishing = async {
        for number in 0..EVENTS {
            let reply = gateway.ask_with("good", PUBLISH, json!({ "id": number.to_string() })).await;
            assert_eq!(reply.json().get("errors"), None);
        }
    };
    let reading = async {
        for number in 0..EVENTS {
            assert_eq!(reader.next().await["payload"]["data"]["onThing"]["id"], number.to_string());
        }
    };
    let both = async { tokio::join!(publishing, reading) };
    tokio::time::timeout(Duration::from_secs(60), both).await.expect("nobody waits for the sleeper");
    case("slow subscriber: it loses its connection");
    let mut received = 0;
    while !sleeper.next().await.is_null() {
        received += 1;
    }
    assert!(received < EVENTS, "{received} of {EVENTS}");
}
