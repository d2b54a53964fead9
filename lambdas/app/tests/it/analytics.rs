#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use app::analytics::{self, Entry, Event};
use app::{AppError, Caller, OwnerId};
use serde_json::{Value, json};
use test_support::samples::{bearer, guest, id};

fn event(json: Value) -> Event {
    serde_json::from_value(json).expect("an event of the schema")
}

#[test]
fn event_is_logged_with_caller_type_and_no_identity() {
    let member = Caller::Member { user: OwnerId::new("sub"), identity: Some(OwnerId::new("us-east-1:i")) };
    for (caller, user_type) in [(guest("us-east-1:i"), "guest"), (member, "authenticated")] {
        for sent in [
            json!({ "name": "recipe_created", "submission_mode": "blank_ai" }),
            json!({ "name": "recipe_edited", "recipe_id": id(1), "fields_changed": ["title", "prep_time"] }),
            json!({ "name": "recipe_copied", "source_recipe_id": id(1), "is_processed": true }),
            json!({ "name": "recipe_deleted", "recipe_id": id(1) }),
            json!({ "name": "instacart_url_generated", "ingredient_count": 12 }),
            json!({ "name": "recipes_filtered", "filters": ["without", "never_made"] }),
            json!({ "name": "addresses_submitted", "submission_mode": "bookmarks", "address_count": 200 }),
            json!({ "name": "addresses_finished", "address_count": 200, "imported_count": 150 }),
            json!({ "name": "recipes_cooked_together", "recipe_count": 3 }),
            json!({ "name": "proposal_accepted", "recipe_id": id(1) }),
            json!({ "name": "proposal_discarded", "recipe_id": id(1) }),
            json!({ "name": "login" }),
            json!({ "name": "logout" }),
        ] {
            assert_eq!(event(sent.clone()).name.as_str(), sent["name"]);
            let expected = Entry { user_type, event: event(sent.clone()) };
            assert_eq!(analytics::record(&caller, event(sent)), Ok(expected));
        }
    }
    for caller in [Caller::Anonymous, bearer("ann")] {
        let refused = analytics::record(&caller, event(json!({ "name": "login" })));
        assert_eq!(refused, Err(AppError::Unauthorized));
    }
}

#[test]
fn event_with_free_text_is_rejected() {
    for (field, value) in [
        ("submission_mode", json!("ann@example.com")),
        ("submission_mode", json!("a".repeat(41))),
        ("submission_mode", json!("")),
        ("recipe_id", json!("my soup")),
        ("source_recipe_id", json!("https://example.com/?ann")),
        ("fields_changed", json!(["title", "Ann's soup"])),
        ("fields_changed", json!(vec!["title"; 21])),
        ("ingredient_count", json!(-1)),
        ("ingredient_count", json!(1_001)),
        ("filters", json!(["without nuts"])),
        ("address_count", json!(10_001)),
        ("imported_count", json!(-1)),
        ("recipe_count", json!(51)),
    ] {
        let mut sent = json!({ "name": "recipe_edited" });
        sent[field] = value;
        let refused = analytics::record(&guest("ann"), event(sent.clone()));
        assert!(matches!(refused, Err(AppError::InvalidInput(_))), "{sent}");
    }
}
