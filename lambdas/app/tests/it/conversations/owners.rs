use agent::Outcome;
use app::conversations::{CreateConversation, Error, Malformed, Payment, SendMessage, UpdateConversation};
use app::limits::UseLimits;
use app::owners::Owners;
use app::{AppError, Caller, OwnerId};
use billing::ledger::HoldState;
use serde_json::{Value, json};
use test_support::samples::{at, guest, id};

use crate::conversations::kit::{World, ann, message, with_credits};
use crate::conversations::marked_only::MarkedOnly;

#[tokio::test]
async fn others_cannot_see_or_change_a_conversation() {
    let world = with_credits(1).await;
    world.create(&ann(), "c").await.unwrap();
    world.send(&ann(), "c", "q1", 1).await.unwrap();
    let before = world.store.kept();
    let (store, recipes, now) = (&world.store, &world.recipes, at(2));
    let bob = || guest("us:bob");
    assert_eq!(world.create(&bob(), "c").await, Err(Error::App(AppError::Unauthorized)));
    assert_eq!(app::conversations::get(store, recipes, bob(), "c", now).await.err(), Some(Error::NotFound));
    let update = UpdateConversation { id: "c".to_owned(), ..UpdateConversation::default() };
    assert_eq!(
        app::conversations::update(store, recipes, bob(), update, now).await.err(),
        Some(Error::NotFound)
    );
    assert_eq!(app::conversations::delete(store, recipes, bob(), "c", now).await, Err(Error::NotFound));
    assert_eq!(app::conversations::stop(store, recipes, bob(), ("c", "q1"), now).await, Err(Error::NotFound));
    assert_eq!(world.send(&bob(), "c", "q2", 2).await, Err(Error::NotFound));
    assert_eq!(world.messages(&bob(), "c", json!({})).await, Err(Error::NotFound));
    let unauthorized = Err(Error::App(AppError::Unauthorized));
    assert_eq!(app::conversations::may_listen(store, recipes, bob(), "c", now).await, unauthorized);
    assert_eq!(app::conversations::may_listen(store, recipes, ann(), "c", now).await, Ok(()));
    assert_eq!(
        app::conversations::get(store, recipes, Caller::Anonymous, "c", now).await.err(),
        Some(Error::App(AppError::Unauthorized))
    );
    assert_eq!(world.store.kept(), before);
}

#[tokio::test]
async fn guests_conversation_moves_to_the_member_and_stays_free() {
    let world = World::default();
    let as_guest = guest("ann-id");
    world.create(&as_guest, "c").await.unwrap();
    world.create(&as_guest, "d").await.unwrap();
    world.send(&as_guest, "c", "q1", 1).await.unwrap();
    world.answer("c", "q1", "Yes.", Some(Outcome::Finished), 2).await;
    assert_eq!(
        world.recipes.link_identity_to_member(&OwnerId::new("ann-id"), &OwnerId::new("ann")).await,
        Ok(true)
    );
    let (store, recipes) = (&world.store, &world.recipes);
    world.send(&ann(), "c", "q2", 3).await.unwrap();
    assert_eq!(world.get("c").await.owner, OwnerId::new("ann"), "their library is the member's by now");
    let all = app::conversations::ListConversations::default();
    let listed = app::conversations::list(store, recipes, ann(), &all, at(4)).await.unwrap();
    assert_eq!(listed.items.len(), 2);
    assert_eq!(world.get("d").await.owner, OwnerId::new("ann"));
    assert_eq!(world.get("c").await.payment, Payment::Free);
}

#[tokio::test]
async fn deletion_removes_all_and_uses_the_credit_if_there_was_an_answer() {
    for (text, state, balance) in [("", HoldState::Released, 1), ("Half of", HoldState::Settled, 0)] {
        let world = with_credits(1).await;
        let (store, recipes) = (&world.store, &world.recipes);
        world.create(&ann(), "c").await.unwrap();
        world.send(&ann(), "c", "q1", 1).await.unwrap();
        world.answer("c", "q1", text, None, 2).await;
        let before = world.get("c").await;
        let marked = MarkedOnly(store);
        assert!(app::conversations::delete(&marked, recipes, ann(), "c", at(3)).await.is_err());
        let after = world.get("c").await;
        assert!(after.is_deleted);
        world.follow(&before, Some(&after)).await;
        assert_eq!(world.send(&ann(), "c", "q2", 4).await, Err(Error::NotFound));
        let all = app::conversations::ListConversations::default();
        let listed = app::conversations::list(store, recipes, ann(), &all, at(4)).await.unwrap();
        assert!(listed.items.is_empty());
        assert!(world.store.kept().is_empty(), "the list has gone on with it");
        assert_eq!(
            app::conversations::delete(store, recipes, ann(), "c", at(5)).await.unwrap().as_str(),
            "c"
        );
        assert_eq!(world.holds().await, [("c-c-1".to_owned(), state)]);
        assert_eq!(world.balance().await, balance, "{text:?}");
    }
}

#[tokio::test]
async fn malformed_question_is_rejected_before_a_credit_is_held() {
    let world = with_credits(1).await;
    world.create(&ann(), "c").await.unwrap();
    let with = |content: Value| SendMessage { content: vec![content], ..message("c", "q1", "") };
    let tools = SendMessage { tool_configuration: Some(json!({ "tools": 3 })), ..message("c", "q1", "Hi") };
    for (message, refused) in [
        (message("a b", "q1", "Hi"), Error::Malformed(Malformed::Id)),
        (message("c", "q.a", "Hi"), Error::Malformed(Malformed::Id)),
        (message("c", "q1", " "), Error::Refused(agent::validation::Refused::Empty)),
        (with(json!({})), Error::Malformed(Malformed::Block)),
        (
            with(json!({ "text": "a", "image": null, "toolUse": { "toolUseId": "t" } })),
            Error::Malformed(Malformed::Block),
        ),
        (
            with(json!({ "toolUse": { "toolUseId": "t", "name": "n", "input": "{}" } })),
            Error::Refused(agent::validation::Refused::ToolUseOfACook),
        ),
        (tools, Error::Malformed(Malformed::Tools)),
        (message("nothing", "q1", "Hi"), Error::NotFound),
    ] {
        let sent = world.send_with(Some(UseLimits::default()), &ann(), message.clone(), 1).await;
        assert_eq!(sent, Err(refused), "{message:?}");
    }
    assert_eq!((world.balance().await, world.starter.started().len()), (1, 0));
    let create = async |input| {
        app::conversations::create(&world.store, &world.recipes, ann(), input, "fresh", at(0)).await.err()
    };
    let long = CreateConversation { name: Some("x".repeat(201)), ..CreateConversation::default() };
    assert_eq!(create(long).await, Some(Error::Malformed(Malformed::Name)));
    for metadata in [json!([1]), json!("text"), json!({ "x": "y".repeat(2_000) })] {
        let input = CreateConversation { metadata: Some(metadata), ..CreateConversation::default() };
        assert_eq!(create(input).await, Some(Error::Malformed(Malformed::Metadata)));
    }
}

#[tokio::test]
async fn conversations_are_limited_to_200_per_owner_and_50_per_recipe() {
    let world = World::default();
    let recipe = id(7);
    for number in 0..200 {
        let metadata = (number % 2 == 0).then(|| json!(format!("{{\"recipeId\":\"{recipe}\"}}")));
        let input = CreateConversation { id: Some(format!("c{number}")), name: None, metadata };
        let made =
            app::conversations::create(&world.store, &world.recipes, ann(), input, "fresh", at(number)).await;
        assert!(made.is_ok());
    }
    assert_eq!(world.create(&ann(), "more").await, Err(Error::TooMany));
    assert_eq!(
        world.create(&guest("us:bob"), "more").await.map(|made| made["id"].clone()),
        Ok(json!("more"))
    );
    let about = app::conversations::about_recipe(&world.store, ann(), &recipe).await.unwrap().unwrap();
    assert_eq!((about.len(), about[0].as_str(), about[49].as_str()), (50, "c198", "c100"));
    let others = app::conversations::about_recipe(&world.store, guest("us:bob"), &recipe).await.unwrap();
    assert_eq!(others, Some(vec![]));
    assert_eq!(app::conversations::about_recipe(&world.store, Caller::Anonymous, &recipe).await, Ok(None));
}
