use agent::{Answer, Credit, Failure, Outcome, Part, PartPayload, Row, RunId};
use serde_json::json;
use zest_core::{PortError, Timestamp};

use crate::kit::{Stage, StoreFault, conversation, question};
use crate::model::{Scripted, calls, replies};

fn script() -> Scripted {
    Scripted::by(|request| match request.messages.len() {
        1 => calls("Let me see.", &[("scale", json!({ "servings": 8 }))]),
        _ => replies("Here it is for eight."),
    })
}

fn row(run: &str, text: &str, beat: i64) -> Row {
    let mut answer = Answer::new(conversation(), question());
    if !text.is_empty() {
        let payload = PartPayload::Text { block: 0, delta: 0, text: text.to_owned() };
        answer.fold(&Part { conversation: conversation(), question: question(), payload });
    }
    Row {
        answer,
        run: RunId::parse(run).unwrap(),
        beat: Timestamp::from_millis(beat),
        attempt: 1,
        ended: None,
    }
}

#[tokio::test]
async fn second_run_yields_to_a_live_one() {
    let stage = Stage::asked("For eight.", script());
    stage.transcripts.put(row("other", "Let me", -19_000));
    let ended = stage.run().await;
    assert_eq!((ended.outcome, ended.credit), (Outcome::Superseded, Credit::Keep));
    assert!(stage.model.requests().is_empty() && stage.transcripts.published.lock().unwrap().is_empty());
}

#[tokio::test]
async fn abandoned_answer_is_failed_and_its_credit_released() {
    let stage = Stage::asked("For eight.", script());
    stage.transcripts.put(row("other", "Let me", -20_000));
    let ended = stage.run().await;
    assert_eq!((ended.outcome, ended.credit), (Outcome::Failed(Failure::Died), Credit::GiveBack));
    let stored = stage.transcripts.row().unwrap();
    assert_eq!(stored.answer.errors()[0].error_type, "AGENT_DIED");
    assert!(stored.answer.has_content(), "what the cook has read stays");
    assert!(stage.model.requests().is_empty());
    assert_eq!(stage.try_run("run2").await.unwrap(), ended, "whoever asks again hears the same");
}

#[tokio::test]
async fn run_that_died_without_output_is_retried() {
    let stage = Stage::asked("For eight.", script());
    stage.transcripts.put(row("other", "", -20_000));
    assert_eq!(stage.run().await.outcome, Outcome::Finished);
    assert_eq!(stage.transcripts.row().unwrap().attempt, 2);
}

#[tokio::test]
async fn ended_answer_is_not_started_again() {
    let stage = Stage::asked("For eight.", script());
    let first = stage.run().await;
    let asked = stage.model.requests().len();
    assert_eq!(stage.try_run("run2").await.unwrap(), first);
    assert_eq!(stage.model.requests().len(), asked);
}

#[tokio::test]
async fn run_without_its_lease_publishes_nothing() {
    let count = {
        let stage = Stage::asked("For eight.", script());
        stage.run().await;
        stage.transcripts.calls()
    };
    for at in 1..count {
        let mut stage = Stage::asked("For eight.", script());
        stage.transcripts.mishaps.insert(at, StoreFault::TakenOver);
        let ended = stage.run().await;
        assert_eq!((ended.outcome, ended.credit), (Outcome::Superseded, Credit::Keep), "at {at}");
        assert_eq!(stage.transcripts.calls(), at + 1);
    }
}

#[tokio::test]
async fn turn_that_fails_at_any_store_call_is_completed_by_the_next_run() {
    let (count, whole) = {
        let stage = Stage::asked("For eight.", script());
        stage.run().await;
        (stage.transcripts.calls(), stage.transcripts.answer())
    };
    assert!(count >= 4);
    for at in 0..count {
        for mishap in [StoreFault::Lost, StoreFault::ReplyLost, StoreFault::Broken] {
            let mut stage = Stage::asked("For eight.", script());
            stage.transcripts.mishaps.insert(at, mishap);
            let first = stage.try_run("run1").await;
            let what = format!("{mishap:?} at {at}: {first:?}");
            stage.clock.now.store(60_000, std::sync::atomic::Ordering::SeqCst);
            let second = stage.try_run("run2").await.unwrap();
            let stored = stage.transcripts.row().unwrap();
            assert!(stored.answer.is_whole(), "{what}");
            assert_eq!(stored.ended, Some(second.outcome), "{what}");
            let published = stage.transcripts.answer();
            assert_eq!(published.content(), stored.answer.content(), "{what}");
            match second.outcome {
                Outcome::Finished => {
                    assert_eq!(second.credit, Credit::Settle, "{what}");
                    assert_eq!(published.content(), whole.content(), "{what}");
                }
                Outcome::Failed(Failure::Died) => assert_eq!(second.credit, Credit::GiveBack, "{what}"),
                other => panic!("{what}: {other:?}"),
            }
            if let Ok(first) = first {
                assert_eq!(first, second, "{what}");
            }
        }
    }
}

#[tokio::test]
async fn unavailable_store_is_returned_as_an_error() {
    let mut stage = Stage::asked("For eight.", script());
    stage.transcripts.mishaps = (0..100).map(|at| (at, StoreFault::Lost)).collect();
    assert!(matches!(stage.try_run("run1").await, Err(PortError::Busy(_))));
}
