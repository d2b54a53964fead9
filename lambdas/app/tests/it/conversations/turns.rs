use agent::Outcome;
use app::conversations::{ConversationStore, Error, Payment};
use app::holds;
use app::model::CreditState;
use app::{AppError, OwnerId};
use billing::ledger::HoldState;
use serde_json::{Value, json};
use test_support::conversations::{conversation_id, question_id};
use test_support::samples::{at, guest};

use crate::conversations::kit::{DEAD, DUE, World, ann, message, with_credits};

#[tokio::test]
async fn conversation_costs_one_credit_despite_repeated_requests() {
    let world = with_credits(2).await;
    let made = world.create(&ann(), "c").await.unwrap();
    assert_eq!((&made["credit"], &made["turnsLeft"]), (&Value::Null, &json!(20)));
    assert_eq!(world.create(&ann(), "c").await.unwrap(), made, "its answer was lost");
    let first = world.send(&ann(), "c", "q1", 1).await.unwrap();
    assert_eq!(first["content"], json!([{ "text": "Make it vegan." }]));
    assert_eq!(world.send(&ann(), "c", "q1", 2).await.unwrap(), first, "its answer was lost");
    assert_eq!(world.starter.started().len(), 2, "and the start may have been as well");
    assert_eq!(world.get("c").await.credit(), Some(CreditState::Held));
    assert_eq!(world.send(&ann(), "c", "q2", 3).await, Err(Error::Answering));
    world.answer("c", "q1", "With oil.", Some(Outcome::Finished), 4).await;
    assert_eq!(world.send(&ann(), "c", "q1", 5).await.unwrap(), first);
    assert_eq!(world.starter.started().len(), 2, "what has ended is not begun again");
    world.send(&ann(), "c", "q2", 6).await.unwrap();
    world.answer("c", "q2", "", Some(Outcome::Failed(agent::Failure::Throttled)), 7).await;
    let found = world.get("c").await;
    assert_eq!((found.credit(), found.answered, found.turns_left()), (Some(CreditState::Used), 1, 19));
    assert_eq!(world.holds().await, [("c-c-1".to_owned(), HoldState::Settled)]);
    assert_eq!(world.balance().await, 1);
    world.sweep(2 * DUE).await;
    assert_eq!(world.balance().await, 1);
}

#[tokio::test]
async fn failed_answer_releases_the_credit_and_next_question_holds_one() {
    let world = with_credits(1).await;
    world.create(&ann(), "c").await.unwrap();
    world.send(&ann(), "c", "q1", 1).await.unwrap();
    world.answer("c", "q1", "", Some(Outcome::Failed(agent::Failure::Throttled)), 2).await;
    assert_eq!(world.get("c").await.credit(), Some(CreditState::GivenBack));
    assert_eq!(world.balance().await, 1);
    world.send(&ann(), "c", "q2", 3).await.unwrap();
    world.answer("c", "q2", "Yes.", Some(Outcome::Finished), 4).await;
    let ended = [("c-c-1".to_owned(), HoldState::Released), ("c-c-2".to_owned(), HoldState::Settled)];
    assert_eq!(world.holds().await, ended);
    world.create(&ann(), "poor").await.unwrap();
    let refused = world.send(&ann(), "poor", "q1", 5).await;
    assert_eq!(refused, Err(Error::App(AppError::NoCredits)));
    assert!(world.get("poor").await.questions.is_empty(), "before anything is stored");
    assert!(world.starter.started().iter().all(|(id, _)| id.as_str() == "c"));
}

#[tokio::test]
async fn dead_run_is_failed_by_next_question_stop_or_sweep() {
    let world = with_credits(3).await;
    for name in ["next", "stop", "sweep"] {
        world.create(&ann(), name).await.unwrap();
    }
    world.send(&ann(), "next", "q1", 0).await.unwrap();
    world.answer("next", "q1", "Half of", None, 1).await;
    assert_eq!(world.send(&ann(), "next", "q2", DEAD).await, Err(Error::Answering), "it wrote a moment ago");
    let before = world.get("next").await;
    world.send(&ann(), "next", "q2", 1 + DEAD).await.unwrap();
    let ended = world.store.progress(&conversation_id("next"), 0).await.unwrap().unwrap().answer.unwrap();
    assert_eq!(ended.ended, Some(Outcome::Failed(agent::Failure::Died)));
    assert_eq!((ended.answer.errors().len(), ended.answer.has_content()), (1, true));
    let after = world.get("next").await;
    assert_eq!((after.holds, after.credit()), (2, Some(CreditState::Held)), "the first was given back");
    world.follow(&before, Some(&after)).await;
    assert_eq!(world.holds().await.first(), Some(&("c-next-1".to_owned(), HoldState::Released)));

    world.send(&ann(), "stop", "q1", 0).await.unwrap();
    world.answer("stop", "q1", "Half of", None, 1).await;
    let stop = async |id: &'static str, seconds| {
        app::conversations::stop(&world.store, &world.recipes, ann(), ("stop", id), at(seconds)).await
    };
    assert_eq!(stop("q1", 2).await.unwrap()["id"], "q1");
    assert!(
        !world.store.progress(&conversation_id("stop"), 0).await.unwrap().unwrap().has_ended(),
        "its run ends it"
    );
    assert_eq!(stop("nothing", 2).await, Err(Error::NotFound));
    stop("q1", 1 + DEAD).await.unwrap();
    assert!(world.store.progress(&conversation_id("stop"), 0).await.unwrap().unwrap().has_ended());

    world.send(&ann(), "sweep", "q1", 0).await.unwrap();
    world.answer("sweep", "q1", "Half of", None, 1).await;
    world.sweep(DUE).await;
    assert_eq!(world.get("sweep").await.credit(), Some(CreditState::GivenBack));
    assert!(world.holds().await.contains(&("c-sweep-1".to_owned(), HoldState::Released)));
}

#[tokio::test]
async fn hold_without_question_is_released_and_a_repeat_reuses_it() {
    let world = with_credits(1).await;
    world.create(&ann(), "c").await.unwrap();
    // The call died between holding the credit and storing the question.
    holds::hold_for_conversation(&world.ledger, &OwnerId::new("ann"), "c", 1, at(0)).await.unwrap();
    assert_eq!(world.balance().await, 0);
    world.send(&ann(), "c", "q1", 1).await.unwrap();
    assert_eq!(world.holds().await, [("c-c-1".to_owned(), HoldState::Held)], "sent again it is the same");
    world.answer("c", "q1", "Yes.", Some(Outcome::Finished), 2).await;
    let world = with_credits(1).await;
    world.create(&ann(), "c").await.unwrap();
    holds::hold_for_conversation(&world.ledger, &OwnerId::new("ann"), "c", 1, at(0)).await.unwrap();
    world.sweep(DUE).await;
    assert_eq!(world.balance().await, 1);
    world.send(&ann(), "c", "q1", DUE + 1).await.unwrap();
    assert_eq!((world.get("c").await.holds, world.balance().await), (2, 0));
}

#[tokio::test]
async fn lost_start_is_recovered_by_sending_again() {
    let world = with_credits(1).await;
    world.create(&ann(), "c").await.unwrap();
    world.starter.set_broken(true);
    let lost = world.send(&ann(), "c", "q1", 1).await;
    assert!(matches!(lost, Err(Error::App(AppError::ServiceBusy(_)))), "{lost:?}");
    world.starter.set_broken(false);
    world.send(&ann(), "c", "q1", 2).await.unwrap();
    assert_eq!(world.starter.started(), [(conversation_id("c"), question_id("q1"))]);
    assert_eq!((world.balance().await, world.get("c").await.questions.len()), (0, 1));
}

#[tokio::test]
async fn guest_conversations_are_limited_and_free_without_limits() {
    let world = World::default();
    let (bob, eve) = (guest("us:bob"), guest("us:eve"));
    for name in ["1", "2", "3", "4"] {
        world.create(&bob, name).await.unwrap();
    }
    for name in ["1", "2", "3"] {
        world.send(&bob, name, "q1", 1).await.unwrap();
        world.answer(name, "q1", "Yes.", Some(Outcome::Finished), 2).await;
        world.send(&bob, name, "q2", 3).await.unwrap();
    }
    assert_eq!(world.get("1").await.payment, Payment::Free);
    let is_refused =
        |sent: Result<Value, Error>| matches!(sent, Err(Error::App(AppError::LimitReached { .. })));
    assert!(is_refused(world.send(&bob, "4", "q1", 4).await));
    world.create(&eve, "5").await.unwrap();
    assert!(is_refused(world.send(&eve, "5", "q1", 4).await), "of the same address");
    let tomorrow = 24 * 60 * 60;
    world.send(&bob, "4", "q1", tomorrow).await.unwrap();
    world.create(&ann(), "free").await.unwrap();
    world.send_with(None, &ann(), message("free", "q1", "Hi"), 5).await.unwrap();
    assert_eq!((world.get("free").await.payment, world.holds().await), (Payment::Free, vec![]));
}

#[tokio::test]
async fn conversation_ends_after_twenty_answers() {
    let world = with_credits(1).await;
    world.create(&ann(), "c").await.unwrap();
    for turn in 0..20 {
        let question = format!("q{turn}");
        world.send(&ann(), "c", &question, 2 * turn).await.unwrap();
        world.answer("c", &question, "Yes.", Some(Outcome::Finished), 2 * turn + 1).await;
    }
    assert_eq!(world.send(&ann(), "c", "q20", 50).await, Err(Error::TurnsUsedUp));
    assert_eq!(world.get("c").await.turns_left(), 0);
    for limit in [1, 2, 3, 7, 100] {
        let (mut ids, mut token) = (Vec::new(), None::<String>);
        loop {
            let more = json!({ "limit": limit, "nextToken": token });
            let (items, next) = world.messages(&ann(), "c", more).await.unwrap();
            assert!(items.len() <= limit && !items.is_empty());
            ids.extend(items.iter().map(|item| item["id"].as_str().unwrap().to_owned()));
            token = next;
            if token.is_none() {
                break;
            }
        }
        let expected: Vec<_> = (0..20).flat_map(|turn| [format!("q{turn}"), format!("q{turn}.a")]).collect();
        assert_eq!(ids, expected, "{limit}");
    }
    let (items, _) = world.messages(&ann(), "c", json!({ "limit": 2 })).await.unwrap();
    let answer = &items[1];
    assert_eq!(
        (&answer["state"], &answer["stopReason"], &answer["role"]),
        (&json!("ENDED"), &json!("end_turn"), &json!("assistant"))
    );
    assert_eq!(answer["covered"], json!([{ "contentBlockIndex": 0, "texts": 1 }]));
    assert_eq!((&items[0]["state"], &items[0]["covered"]), (&Value::Null, &json!([])));
}
