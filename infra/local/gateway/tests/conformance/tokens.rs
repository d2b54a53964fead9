//! User pool tokens: valid and forged ones.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::Answer;
use crate::support::gateway::{resolving, scripted, thing};
use crate::support::keys::{claims, member, pool, stranger, unsigned};
use crate::support::sign::mac;

const QUERY: &str = "{ thing(id: \"1\") { id } }";

fn with(change: impl FnOnce(&mut Value)) -> Value {
    let mut claims = claims(&[]);
    change(&mut claims);
    claims
}

fn tampered() -> String {
    let token = member(&[]);
    let (header, rest) = token.split_once('.').expect("three parts");
    let (_, signature) = rest.split_once('.').expect("three parts");
    let promoted = with(|claims| claims["cognito:groups"] = json!(["staff"]));
    format!("{header}.{}.{signature}", URL_SAFE_NO_PAD.encode(promoted.to_string()))
}

/// Algorithm confusion: an HMAC keyed with the public key.
fn confused() -> String {
    let signed = unsigned(&json!({ "alg": "HS256", "kid": "pool-key" }), &claims(&[]));
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac(&pool().modulus(), &signed)))
}

#[tokio::test]
async fn only_valid_tokens_of_the_pool_are_accepted() {
    let id_token = with(|claims| {
        claims["token_use"] = json!("id");
        claims["aud"] = json!("web1");
        claims["cognito:username"] = json!("ana");
    });
    let none = unsigned(&json!({ "alg": "none", "kid": "pool-key" }), &claims(&[]));
    let unsigned_rs = unsigned(&json!({ "alg": "RS256", "kid": "pool-key" }), &claims(&[]));
    let rows = [
        ("an access token", member(&[]), 200),
        ("an access token after Bearer", format!("Bearer {}", member(&[])), 200),
        ("an ID token", pool().sign(&id_token), 200),
        ("a claim changed after signing", tampered(), 401),
        ("signed by another key under the same id", stranger().sign(&claims(&[])), 401),
        ("alg none", format!("{none}."), 401),
        ("alg none with a signature", format!("{none}.AAAA"), 401),
        ("HS256 keyed with the public key", confused(), 401),
        ("no signature", format!("{unsigned_rs}."), 401),
        ("unknown key id", pool().sign_as(&json!({ "alg": "RS256", "kid": "other" }), &claims(&[])), 401),
        ("no key id", pool().sign_as(&json!({ "alg": "RS256" }), &claims(&[])), 401),
        ("expired", pool().sign(&with(|c| c["exp"] = json!(1_700_000_000))), 401),
        ("never expires", pool().sign(&with(|c| c["exp"] = Value::Null)), 401),
        ("expiry as a text", pool().sign(&with(|c| c["exp"] = json!("4000000000"))), 401),
        (
            "another pool",
            pool().sign(&with(|c| {
                c["iss"] = json!("https://cognito-idp.us-east-1.amazonaws.com/us-east-1_other")
            })),
            401,
        ),
        (
            "another issuer",
            pool().sign(&with(|c| c["iss"] = json!("https://example.com/us-east-1_pool"))),
            401,
        ),
        ("a refresh token", pool().sign(&with(|c| c["token_use"] = json!("refresh"))), 401),
        ("no token_use", pool().sign(&with(|c| c["token_use"] = Value::Null)), 401),
        ("another app client", pool().sign(&with(|c| c["client_id"] = json!("desktop"))), 401),
        (
            "an ID token of another app client",
            {
                let mut other = id_token.clone();
                other["aud"] = json!("desktop");
                pool().sign(&other)
            },
            401,
        ),
        ("claims that are no object", pool().sign(&json!([1])), 401),
    ];
    let (gateway, cloud) = scripted(resolving(|_| Answer::Returns(thing()))).await;
    for (name, token, status) in rows {
        case(&format!("token: {name}"));
        let reply = gateway.ask(&token, QUERY).await;
        assert_eq!(reply.status, status, "{name}: {}", reply.json());
        if status == 401 {
            assert_eq!(reply.json()["errors"][0]["errorType"], "UnauthorizedException", "{name}");
            assert_eq!(reply.json().get("data"), None, "{name}");
        } else {
            assert_eq!(reply.json(), json!({ "data": { "thing": { "id": "1" } } }), "{name}");
        }
    }
    case("token: a JWT is never offered to the authorizer");
    assert!(cloud.seen("authorizer").is_empty());
}

#[tokio::test]
async fn key_set_fetches_are_limited() {
    let (gateway, cloud) = scripted(resolving(|_| Answer::Returns(thing()))).await;
    let unknown = pool().sign_as(&json!({ "alg": "RS256", "kid": "other" }), &claims(&[]));
    case("keys: one fetch serves many tokens, and unknown ids do not repeat it");
    for token in [member(&[]), member(&["a"]), unknown.clone(), unknown.clone(), unknown.clone()] {
        gateway.ask(&token, QUERY).await;
    }
    assert_eq!(cloud.seen("jwks").len(), 1);
    case("keys: an unknown id asks again after a while");
    gateway.advance(11);
    gateway.ask(&unknown, QUERY).await;
    assert_eq!(cloud.seen("jwks").len(), 2);
    case("token: valid until its expiry, refused after it");
    let token = member(&[]);
    assert_eq!(gateway.ask(&token, QUERY).await.status, 200);
    gateway.advance(4000);
    let reply = gateway.ask(&token, QUERY).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["errors"][0]["message"]),
        (401, &json!("Token has expired."))
    );
}
