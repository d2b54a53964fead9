//! Recipe pages: rendered by the function, or the static file if it fails.

use std::path::Path;

use gateway::config::RecipePage;
use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{Running, config, start};

const ID: &str = "0123456789abcdef0123456789abcdef";

async fn door(name: &str, script: impl Fn(&Value) -> Answer + Send + Sync + 'static) -> (Running, FakeCloud) {
    let cloud = FakeCloud::start(|_, _| {}, move |_, event| script(event)).await;
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("recipe-page-{name}"));
    for folder in [site.clone(), site.join("es")] {
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("index.html"), "app at https://zest.invalid/").expect("a file");
    }
    let mut config = config(&cloud.url);
    config.site = site;
    config.spa_routes =
        vec!["^(/(es|fr))?/(my-recipes|recipes/[0-9a-f]{32}|recipes/[0-9a-f]{32}/edit)/?$".into()];
    config.site_texts = [("https://zest.invalid".to_owned(), "http://localhost:1".to_owned())].into();
    config.recipe_page = Some(RecipePage {
        function: "page".into(),
        resource: "/recipe-page/index.html".into(),
        route: "^(/(es|fr))?/recipes/[0-9a-f]{32}$".into(),
        site_bucket: "site-bucket".into(),
        origin: "http://localhost:1".into(),
    });
    (start(config).await, cloud)
}

fn answer_of(status: u16, body: &str) -> Answer {
    let headers =
        json!({ "content-type": "text/html; charset=utf-8", "cache-control": "public, s-maxage=60" });
    Answer::Returns(
        json!({ "statusCode": status, "headers": headers, "body": body, "isBase64Encoded": false }),
    )
}

#[tokio::test]
async fn recipe_page_from_function_has_site_headers() {
    let (door, cloud) = door("rendered", |_| answer_of(200, "<title>Soup</title>")).await;
    case("recipe page: rendered");
    let path = format!("/es/recipes/{ID}");
    let reply =
        door.send("GET", &format!("{path}?a=secret"), &[("x-zest-page", "https://evil.example/")], "").await;
    assert_eq!((reply.status.as_u16(), reply.body.as_slice()), (200, b"<title>Soup</title>".as_slice()));
    assert_eq!(reply.header("cache-control"), "public, s-maxage=60");
    assert_eq!(reply.header("content-security-policy"), "default-src 'self'");
    let [event] = cloud.seen("page").try_into().expect("one call");
    assert_eq!(event["headers"], json!({ "x-zest-page": format!("http://localhost:1{path}") }));
    assert!(!event.to_string().contains("secret"));
}

#[tokio::test]
async fn function_is_called_only_for_recipe_pages() {
    let (door, cloud) = door("own", |_| answer_of(200, "rendered")).await;
    for path in ["/my-recipes".to_owned(), format!("/recipes/{ID}/edit"), format!("/recipes/{ID}/")] {
        case(&format!("recipe page: not {path}"));
        assert_eq!(door.send("GET", &path, &[], "").await.body, b"app at http://localhost:1/", "{path}");
    }
    assert_eq!(cloud.seen("page"), Vec::<Value>::new());
}

#[tokio::test]
async fn function_failure_serves_the_built_page() {
    type Script = fn() -> Answer;
    let scripts: [(&str, Script); 6] = [
        ("fails", || Answer::Fails(json!({ "errorMessage": "x" }))),
        ("hangs", || Answer::Hangs),
        ("is busy", || answer_of(503, "{}")),
        ("answers an error", || answer_of(404, "{}")),
        ("answers nothing", || Answer::Returns(Value::Null)),
        ("answers no page", || Answer::Returns(json!({ "statusCode": 200 }))),
    ];
    for (what, script) in scripts {
        case(&format!("recipe page: the function {what}"));
        let (door, cloud) = door("instead", move |_| script()).await;
        let reply = door.send("GET", &format!("/recipes/{ID}"), &[], "").await;
        assert_eq!(
            (reply.status.as_u16(), reply.body.as_slice()),
            (200, b"app at http://localhost:1/".as_slice()),
            "{what}"
        );
        assert_eq!(cloud.seen("page").len(), 1, "{what}");
    }
}
