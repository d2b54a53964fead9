use agent::{Event, ModelError, ModelStop};
use serde_json::json;

use crate::bedrock::stand_in::{StandIn, ask, asked, model, words};

#[tokio::test]
async fn every_bedrock_exception_maps_to_an_agent_error() {
    let stand_in = StandIn::start();
    let broken = |code: &str| ModelError::Broken(code.to_owned());
    for (name, expected) in [
        ("ThrottlingException", ModelError::Throttled),
        ("ServiceUnavailableException", ModelError::Throttled),
        ("ModelNotReadyException", ModelError::Throttled),
        ("ModelTimeoutException", ModelError::TooSlow),
        ("ValidationException", ModelError::Invalid("ValidationException".to_owned())),
        ("AccessDeniedException", broken("AccessDeniedException")),
        ("ResourceNotFoundException", broken("ResourceNotFoundException")),
        ("InternalServerException", broken("InternalServerException")),
        ("ModelErrorException", broken("ModelErrorException")),
    ] {
        stand_in.switch(&[json!({ "name": "exception", "exception": name })]);
        let (events, error) = stand_in.ask(asked("Make it vegan")).await;
        assert_eq!(error, Some(expected), "{name}");
        assert!(events.iter().all(|event| *event == Event::Waiting), "{name}: {events:?}");
    }
}

#[tokio::test]
async fn throttled_call_is_retried() {
    let stand_in = StandIn::start();
    stand_in.switch(&[json!({ "name": "exception", "times": 2 })]);
    let (events, error) = stand_in.ask(asked("What is blanching?")).await;
    assert!(error.is_none() && !words(&events).is_empty(), "{error:?}");
}

#[tokio::test]
async fn exception_within_the_stream_ends_the_answer() {
    let stand_in = StandIn::start();
    let broken = |kind: &str| ModelError::Broken(format!("in the stream: {kind}"));
    let invalid = ModelError::Invalid("in the stream: ValidationException".to_owned());
    for (name, expected) in [
        ("throttlingException", ModelError::Throttled),
        ("serviceUnavailableException", ModelError::Throttled),
        ("validationException", invalid),
        ("internalServerException", broken("InternalServerException")),
        ("modelStreamErrorException", broken("ModelStreamErrorException")),
    ] {
        stand_in.switch(&[json!({ "name": "streamException", "exception": name, "after": 3 })]);
        let (events, error) = stand_in.ask(asked("What is blanching?")).await;
        assert!(matches!(&events[..], [Event::Text(_), Event::Text(_)]), "{name}: {events:?}");
        assert_eq!(error, Some(expected), "{name}");
    }
}

#[tokio::test]
async fn lost_connection_is_an_error_before_the_end_only() {
    let stand_in = StandIn::start();
    for place in ["betweenFrames", "midFrame"] {
        for after in [0, 1, 3] {
            stand_in.switch(&[json!({ "name": "cut", "after": after, "where": place })]);
            let (events, error) = stand_in.ask(asked("What is blanching?")).await;
            assert!(matches!(error, Some(ModelError::Broken(_))), "{place} {after}: {events:?} {error:?}");
        }
        // After the end, only the usage is missing.
        stand_in.switch(&[json!({ "name": "cut", "after": 100_000, "where": place })]);
        let (events, error) = stand_in.ask(asked("What is blanching?")).await;
        assert!(error.is_none() && events.contains(&Event::Stop(ModelStop::EndTurn)), "{place}: {error:?}");
    }
}

#[tokio::test]
async fn missing_model_is_reported() {
    let stand_in = StandIn::start();
    let other = model(&stand_in.origin, "someone.else-v1:0").await;
    assert!(matches!(ask(&other, asked("hello")).await.1, Some(ModelError::Invalid(_))));
    let origin = stand_in.origin.clone();
    drop(stand_in);
    let gone = model(&origin, crate::bedrock::stand_in::MODEL_ID).await;
    let (_, error) = ask(&gone, asked("hello")).await;
    assert_eq!(error, Some(ModelError::Broken("the connection failed".to_owned())));
}
