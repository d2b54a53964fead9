//! The front door: pages, demo kitchen, photos and Cognito proxy.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gateway::appsync::{Api, AppSync};
use gateway::cloud::Cloud;
use gateway::context::Context;
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{Running, config, secret, start};

fn folders(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let files = [
        ("site/index.html", "app"),
        ("site/es/index.html", "aplicación"),
        ("site/fr/index.html", "application"),
        ("site/404.html", "missing"),
        ("site/assets/app-1.js", "js"),
        ("site/about/index.html", "about"),
        ("site/home.html", "home"),
        ("site/terms.html", "terms at https://zest.invalid/terms"),
        ("site/es/home.html", "inicio"),
        ("site/es/404.html", "no hay"),
        ("site/es/terms.html", "condiciones"),
        ("site/assets/long-1.js", &"words that come again ".repeat(100)),
        ("site/.env", "hidden"),
        ("demo/index.html", "kitchen"),
        ("demo/soup.html", "soup"),
        ("secret.txt", "secret"),
    ];
    for (path, content) in files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }
    let link = root.join("site/link.txt");
    // A link of an earlier run may point to a folder that was moved.
    if link.symlink_metadata().is_ok() {
        std::fs::remove_file(&link).expect("no link");
    }
    std::os::unix::fs::symlink(root.join("secret.txt"), link).expect("a link");
    root
}

async fn door(name: &str) -> Running {
    let cloud = FakeCloud::start(|_, _| {}, |_, _| Answer::Returns(Value::Null)).await;
    let root = folders(name);
    let mut config = config(&cloud.url);
    (config.site, config.demo) = (root.join("site"), root.join("demo"));
    config.spa_routes = vec!["^(/(es|fr))?/(my-recipes|recipes/[^/]+)/?$".into()];
    config.page_routes = vec!["^(/(es|fr))?(/terms)?/?$".into()];
    config.site_texts = [("https://zest.invalid".to_owned(), "http://localhost:1".to_owned())].into();
    start(config).await
}

#[tokio::test]
async fn paths_map_to_files_and_statuses() {
    let door = door("paths").await;
    let hex = "a".repeat(32);
    let picture = format!("/media/{hex}/aa");
    let rows = [
        ("/", 200, "home"),
        ("/es", 200, "inicio"),
        ("/es/", 200, "inicio"),
        ("/terms", 200, "terms at http://localhost:1/terms"),
        ("/es/terms/", 200, "condiciones"),
        // The page is configured, but its file is missing.
        ("/fr/", 404, "missing"),
        ("/es/nothing", 404, "no hay"),
        ("/es/404.html", 404, "no hay"),
        ("/fr/nothing", 404, "missing"),
        ("/404.html", 404, "missing"),
        ("/my-recipes", 200, "app"),
        ("/es/my-recipes", 200, "aplicación"),
        ("/recipes/0123", 200, "app"),
        ("/fr/recipes/0123", 200, "application"),
        ("/about", 200, "about"),
        ("/assets/app-1.js", 200, "js"),
        ("/de", 404, "missing"),
        ("/recipes", 404, "missing"),
        ("/recipes/1/2", 404, "missing"),
        ("/assets/none.js", 404, "missing"),
        ("/.env", 404, "missing"),
        ("/link.txt", 404, "missing"),
        ("/../secret.txt", 404, "missing"),
        ("/%2e%2e/secret.txt", 404, "missing"),
        ("/..%2fsecret.txt", 404, "missing"),
        ("/assets/..%2f..%2f..%2fsecret.txt", 404, "missing"),
        ("/%5c..%5csecret.txt", 404, "missing"),
        ("/%00", 404, "missing"),
        ("/%ff", 404, "missing"),
        ("/demo/", 200, "kitchen"),
        ("/demo/soup.html", 200, "soup"),
        ("/demo/..%2f..%2fsecret.txt", 404, "<!doctype"),
        ("/demo/none.html", 404, "<!doctype"),
        ("/demo/status/403", 403, "<!doctype"),
        ("/demo/challenge", 200, "<!doctype"),
        ("/demo/file.pdf", 200, "%PDF-1.7"),
        ("/demo/status/404", 404, "<!doctype"),
        ("/demo/status/500", 500, "<!doctype"),
        ("/config.json", 200, "{\"stage\":\"test\"}"),
        ("/healthz", 200, "{\"ok\":true}"),
        (picture.as_str(), 200, "png"),
    ];
    for (path, status, start) in rows {
        case(&format!("path: {path}"));
        let reply = door.send("GET", path, &[], "").await;
        assert_eq!(reply.status, status, "{path}");
        let body = String::from_utf8_lossy(&reply.body);
        assert!(body.starts_with(start), "{path}: {body}");
        assert!(!body.contains("secret") && !body.contains("hidden"), "{path}");
    }
    for path in [
        format!("/media/{hex}/bb"),
        format!("/media/{hex}/cc"),
        format!("/media/{hex}/AA"),
        "/media/a/aa".into(),
        format!("/media/{hex}/..%2faa"),
    ] {
        case(&format!("no picture: {path}"));
        assert_eq!(door.send("GET", &path, &[], "").await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn pages_have_security_headers() {
    let door = door("headers").await;
    let picture = format!("/media/{}/aa", "a".repeat(32));
    let rows: [(&str, &str, &str); 17] = [
        ("/", "content-type", "text/html; charset=utf-8"),
        ("/", "cache-control", "no-cache"),
        ("/", "content-security-policy", "default-src 'self'"),
        ("/", "x-content-type-options", "nosniff"),
        ("/", "x-frame-options", "DENY"),
        ("/", "referrer-policy", "strict-origin-when-cross-origin"),
        ("/nothing", "content-security-policy", "default-src 'self'"),
        ("/config.json", "content-security-policy", "default-src 'self'"),
        ("/config.json", "x-frame-options", "DENY"),
        ("/assets/app-1.js", "cache-control", "public, max-age=31536000, immutable"),
        ("/assets/app-1.js", "content-type", "text/javascript; charset=utf-8"),
        ("/demo/soup.html", "content-type", "text/html; charset=utf-8"),
        ("/demo/soup.html", "content-security-policy", ""),
        ("/demo", "location", "/demo/"),
        (&picture, "x-content-type-options", "nosniff"),
        (&picture, "content-security-policy", "default-src 'self'"),
        (&picture, "cache-control", "public, max-age=31536000, immutable"),
    ];
    for (path, name, value) in rows {
        case(&format!("headers: {name} of {}", path.get(..20).unwrap_or(path)));
        assert_eq!(door.send("GET", path, &[], "").await.header(name), value, "{path} {name}");
    }
    case("headers: a browser that has the file gets 304");
    let tag = door.send("GET", "/", &[], "").await.header("etag").to_owned();
    let again = door.send("GET", "/", &[("if-none-match", &tag)], "").await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    case("methods: HEAD has no body, POST is refused");
    let head = door.send("HEAD", "/about", &[], "").await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
    assert_eq!(door.send("POST", "/about", &[], "").await.status, 405);
    assert_eq!(door.send("POST", "/demo/", &[], "").await.status, 405);
    case("demo: the large page is 50 MB");
    assert!(door.send("GET", "/demo/large", &[], "").await.body.len() >= 50 * 1024 * 1024);
}

#[tokio::test]
async fn texts_are_compressed_for_clients_that_accept_brotli() {
    let door = door("compressed").await;
    let long = "/assets/long-1.js";
    let rows = [
        (long, "gzip, deflate, br", "br"),
        (long, "gzip, BR;q=0.5", "br"),
        (long, "gzip", ""),
        (long, "br;q=0, gzip", ""),
        (long, "", ""),
        ("/assets/app-1.js", "br", ""),
    ];
    for (path, accepted, encoding) in rows {
        case(&format!("compressed: {path} for {accepted:?}"));
        let reply = door.send("GET", path, &[("accept-encoding", accepted)], "").await;
        assert_eq!(reply.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(reply.header("vary"), "accept-encoding", "{accepted}");
        let mut plain = Vec::new();
        match encoding {
            "br" => {
                brotli::BrotliDecompress(&mut reply.body.as_slice(), &mut plain).expect("a whole stream");
                assert!(reply.body.len() < plain.len() / 10, "{}", reply.body.len());
            }
            _ => plain.clone_from(&reply.body),
        }
        let full = door.send("GET", path, &[], "").await.body;
        assert!(plain == full, "{accepted}");
    }
    case("compressed: each form has a tag of its own, and 304 for it");
    let plain = door.send("GET", long, &[], "").await.header("etag").to_owned();
    let small = door.send("GET", long, &[("accept-encoding", "br")], "").await.header("etag").to_owned();
    assert_ne!(plain, small);
    let again = door.send("GET", long, &[("accept-encoding", "br"), ("if-none-match", &small)], "").await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let other = door.send("GET", long, &[("accept-encoding", "br"), ("if-none-match", &plain)], "").await;
    assert_eq!(other.status.as_u16(), 200);
}

#[tokio::test]
async fn slow_page_is_streamed() {
    let door = door("slow").await;
    case("demo: the slow page answers at once and then sends byte by byte");
    let url = format!("http://127.0.0.1:{}/demo/slow", door.port).parse().expect("an address");
    let client: Client<_, axum::body::Body> = Client::builder(TokioExecutor::new()).build_http();
    let mut reply = client.get(url).await.expect("an answer");
    assert_eq!(reply.status(), 200);
    let first = reply.body_mut().frame().await.expect("a part").expect("a whole part");
    assert_eq!(first.into_data().expect("data"), ".");
}

#[tokio::test]
async fn only_browser_cognito_operations_are_forwarded() {
    let door = door("cognito").await;
    let rows = [
        ("/", "AWSCognitoIdentityService.GetId", 200),
        ("/cognito-identity/", "AWSCognitoIdentityService.GetCredentialsForIdentity", 200),
        ("/cognito-idp/", "AWSCognitoIdentityProviderService.InitiateAuth", 200),
        ("/cognito-idp/", "AWSCognitoIdentityProviderService.GetUser", 200),
        ("/cognito-idp/", "AWSCognitoIdentityProviderService.AdminCreateUser", 400),
        ("/cognito-idp/", "AWSCognitoIdentityProviderService.ListUsers", 400),
        ("/cognito-identity/", "AWSCognitoIdentityService.DeleteIdentityPool", 400),
        ("/", "AWSCognitoIdentityService.InitiateAuth", 400),
        ("/", "DynamoDB_20120810.Scan", 400),
        ("/", "", 400),
    ];
    for (path, target, status) in rows {
        case(&format!("cognito: {target} at {path}"));
        let headers =
            [("x-amz-target", target), ("content-type", "application/x-amz-json-1.1"), ("cookie", "a=b")];
        let reply = door.send("POST", path, &headers, "{\"a\":1}").await;
        assert_eq!(reply.status, status, "{target}");
        if status == 200 {
            assert_eq!(
                reply.json(),
                json!({ "target": target, "body": "{\"a\":1}", "cookie": false }),
                "{target}"
            );
        }
    }
}

#[tokio::test]
async fn unavailable_cloud_returns_a_message() {
    let cloud = FakeCloud::start(|_, _| {}, |_, _| Answer::Returns(Value::Null)).await;
    // The cloud becomes unavailable after startup.
    let api = Api::read(&Cloud::new(&cloud.url, &secret(), "us-east-1"), &config(&cloud.url)).await;
    let context = Arc::new(Context::new(config("http://127.0.0.1:1"), gateway::context::system_clock()));
    let appsync = AppSync::new(Arc::clone(&context), api.expect("an API"));
    let router = gateway::routes::router(&context, appsync).expect("a router");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let service = router.into_make_service_with_connect_info::<std::net::SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    let door = Running::at(port);
    let picture = format!("/media/{}/aa", "a".repeat(32));
    for (name, reply, status) in [
        ("a picture", door.send("GET", &picture, &[], "").await, 502),
        (
            "Cognito",
            door.send("POST", "/", &[("x-amz-target", "AWSCognitoIdentityService.GetId")], "{}").await,
            502,
        ),
        ("a token", door.ask("t", "{ byDefault }").await, 503),
        ("a member", door.ask(&crate::support::keys::member(&[]), "{ forMembers }").await, 503),
        ("a signature", door.ask(crate::support::gateway::GUEST, "{ forSigners }").await, 503),
    ] {
        case(&format!("no cloud: {name}"));
        assert_eq!(reply.status, status, "{name}: {}", String::from_utf8_lossy(&reply.body));
    }
}

#[tokio::test]
async fn port_in_use_is_reported_in_one_line() {
    case("start: the port is in use");
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let mut config = config("http://127.0.0.1:1");
    config.port = taken.local_addr().expect("an address").port();
    let port = config.port;
    let refused = gateway::bind(config, gateway::context::system_clock()).await.err().expect("a refusal");
    assert!(refused.starts_with(&format!("Port {port} is in use: ")), "{refused}");
}
