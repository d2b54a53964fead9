//! Same-origin checks.

use serde_json::json;

use crate::support::case;
use crate::support::fake::Answer;
use crate::support::gateway::scripted;

const COGNITO: &str = "AWSCognitoIdentityService.GetId";

#[tokio::test(flavor = "multi_thread")]
async fn dns_rebinding_is_rejected() {
    let (gateway, _) = scripted(|_, _| Answer::Returns(json!({ "isAuthorized": true }))).await;
    let port = gateway.port;
    let foreign = [
        "evil.example",
        "127.0.0.1.nip.io",
        "localhost.evil.example",
        "0.0.0.0",
        "",
        "localhost@evil.example",
    ];
    for path in ["/healthz", "/config.json", "/", "/local/google/authorize", "/graphql", "/demo/"] {
        for host in foreign {
            case(&format!("host: {host:?} for {path}"));
            let reply = gateway.send("GET", path, &[("host", &format!("{host}:{port}"))], "").await;
            assert_eq!(reply.status, 421, "{host} {path}");
        }
    }
    for host in [
        format!("localhost:{port}"),
        format!("127.0.0.1:{port}"),
        format!("[::1]:{port}"),
        "localhost".into(),
    ] {
        case(&format!("host: {host} is this machine"));
        assert_eq!(gateway.send("GET", "/healthz", &[("host", &host)], "").await.status, 200, "{host}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_origin_reaches_only_the_api() {
    let (gateway, _) = scripted(|_, _| Answer::Returns(json!({ "isAuthorized": true }))).await;
    let own = format!("http://127.0.0.1:{}", gateway.port);
    let post = async |path: &str, origin: &str| {
        let headers = [("origin", origin), ("x-amz-target", COGNITO), ("content-type", "text/plain")];
        gateway.send("POST", path, &headers, "{}").await.status
    };
    for origin in ["http://evil.example", "null", "https://localhost:3000", "http://localhost:1", ""] {
        for path in ["/cognito-identity/", "/cognito-idp/", "/", "/oauth2/token", "/local/google/authorize"] {
            case(&format!("origin: {origin:?} for {path}"));
            assert_eq!(post(path, origin).await, 403, "{origin} {path}");
        }
        case(&format!("origin: {origin:?} for the API, as on AWS"));
        assert_ne!(post("/graphql", origin).await, 403, "{origin}");
    }
    case("origin: its own");
    assert_eq!(post("/cognito-identity/", &own).await, 200);
}
