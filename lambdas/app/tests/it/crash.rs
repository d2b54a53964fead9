#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use app::crash::{self, Crash, Entry};
use app::{AppError, Caller, OwnerId};
use serde_json::{Value, json};
use test_support::samples::{bearer, guest};

fn crash(json: Value) -> Crash {
    serde_json::from_value(json).expect("a crash of the schema")
}

fn with(field: &str, value: Value) -> Value {
    let mut sent = json!({
        "name": "TypeError", "place": "/recipes/:id/edit", "build": "B3xk9_-a", "at": "RecipePage-B3xk9.js:1:2345",
    });
    sent[field] = value;
    sent
}

#[test]
fn crash_report_needs_a_guest_or_member() {
    let member = Caller::Member { user: OwnerId::new("sub"), identity: None };
    for (caller, user_type) in [(guest("us-east-1:i"), "guest"), (member, "authenticated")] {
        for (field, value) in [
            ("name", json!("Error")),
            ("name", json!("DOMException")),
            ("name", json!("ChunkLoadError")),
            ("place", json!("/")),
            ("place", json!("/*")),
            ("place", json!("/es/my-recipes/print")),
            ("place", json!("/fr/recipes/:recipeId/cook/")),
            ("build", json!("dev")),
            ("at", json!(null)),
            ("at", json!("index.js:1234567:1234567")),
        ] {
            let sent = crash(with(field, value));
            let expected = Entry { user_type, crash: sent.clone() };
            assert_eq!(crash::accept(&caller, sent), Ok(expected));
        }
    }
    for caller in [Caller::Anonymous, bearer("ann")] {
        assert_eq!(crash::accept(&caller, crash(with("build", json!("b")))), Err(AppError::Unauthorized));
    }
}

#[test]
fn crash_report_with_free_text_is_rejected() {
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("Ann")),
        ("name", json!("typeError")),
        ("name", json!("Ann's Error")),
        ("name", json!(format!("A{}Error", "a".repeat(35)))),
        ("place", json!("")),
        ("place", json!("recipes")),
        ("place", json!("/recipes/0123456789abcdef0123456789abcdef")),
        ("place", json!("/recipes?title=soup")),
        ("place", json!("/ann@example.com")),
        ("place", json!("/a/b/c/d/e/f/g")),
        ("place", json!(format!("/{}", "a".repeat(42)))),
        ("place", json!(format!("/{0}/{0}", "a".repeat(40)))),
        ("place", json!("/:")),
        ("build", json!("")),
        ("build", json!("Ann Example")),
        ("build", json!("b".repeat(41))),
        ("at", json!("")),
        ("at", json!("https://example.com/index.js:1:2")),
        ("at", json!("index.js:1")),
        ("at", json!("index.js:1:2:3")),
        ("at", json!("index.js:12345678:1")),
        ("at", json!("index.js::1")),
        ("at", json!("index.ts:1:1")),
        ("at", json!(format!("{}.js:1:1", "a".repeat(81)))),
    ] {
        let sent = with(field, value);
        let refused = crash::accept(&guest("ann"), crash(sent.clone()));
        assert!(matches!(refused, Err(AppError::InvalidInput(_))), "{sent}");
    }
}
