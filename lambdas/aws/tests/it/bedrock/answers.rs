use std::time::{Duration, Instant};

use agent::{
    Block, ChatMessage, Event, ModelError, ModelStop, ResultPiece, Role, ToolResult, ToolStatus, ToolUse,
};
use serde_json::{Value, json};

use crate::bedrock::stand_in::{StandIn, asked, now, request, text, tool_uses, user, words};

#[tokio::test]
async fn text_is_streamed_and_usage_follows_the_end() {
    let stand_in = StandIn::start();
    let (events, error) = stand_in.ask(asked("What is blanching?")).await;
    assert_eq!(error, None);
    assert!(events.iter().filter(|event| matches!(event, Event::Text(_))).count() > 3, "{events:?}");
    let [.., Event::BlockStop, Event::Stop(ModelStop::EndTurn), Event::Usage(usage)] = &events[..] else {
        panic!("{events:?}");
    };
    assert!(usage.input_tokens > 100 && usage.output_tokens > 5, "{usage:?}");
}

#[tokio::test]
async fn tool_is_requested_and_its_result_is_sent() {
    let stand_in = StandIn::start();
    let (events, error) = stand_in.ask(asked("Make it vegan")).await;
    assert_eq!(error, None);
    assert!(events.contains(&Event::Stop(ModelStop::ToolUse)), "{events:?}");
    let [(id, name, input)] = &tool_uses(&events)[..] else { panic!("{events:?}") };
    let input: Value = serde_json::from_str(input).unwrap();
    assert_eq!((name.as_str(), &input["diet"]), ("adapt", &json!("vegan")));
    let line =
        json!({ "before": "2 eggs", "after": "2 tbsp flax", "verdict": "replaced", "reasons": ["vegan"] });
    let result = ToolResult {
        tool_use_id: id.clone(),
        content: vec![ResultPiece::Json(json!({ "changesSomething": true, "lines": [line] }))],
        status: Some(ToolStatus::Success),
    };
    let used = Block::ToolUse(ToolUse { tool_use_id: id.clone(), name: name.clone(), input });
    let (events, error) = stand_in
        .ask(request(vec![
            user(vec![text("Make it vegan")]),
            ChatMessage { role: Role::Assistant, content: vec![used] },
            user(vec![Block::ToolResult(result)]),
        ]))
        .await;
    assert_eq!(error, None);
    assert!(words(&events).contains("2 tbsp flax"), "{events:?}");
}

#[tokio::test]
async fn empty_deltas_are_skipped_and_repeated_ones_kept() {
    let stand_in = StandIn::start();
    let (usual, _) = stand_in.ask(asked("What is blanching?")).await;
    stand_in.switch(&[json!({ "name": "emptyDeltas" })]);
    assert_eq!(stand_in.ask(asked("What is blanching?")).await.0, usual);
    stand_in.switch(&[json!({ "name": "duplicateDeltas" })]);
    let (twice, _) = stand_in.ask(asked("What is blanching?")).await;
    assert_eq!(words(&twice).len(), 2 * words(&usual).len());
}

#[tokio::test]
async fn tool_arguments_are_streamed_unchanged() {
    let stand_in = StandIn::start();
    for (kind, is_json) in
        [("invalidJson", false), ("huge", true), ("missing", true), ("extra", true), ("wrongTypes", true)]
    {
        stand_in.switch(&[json!({ "name": "nonsense", "kind": kind })]);
        let (events, error) = stand_in.ask(asked("Make it vegan")).await;
        let [(_, _, input)] = &tool_uses(&events)[..] else { panic!("{kind}: {events:?}") };
        assert_eq!((error, serde_json::from_str::<Value>(input).is_ok()), (None, is_json), "{kind}");
    }
    stand_in.switch(&[json!({ "name": "nonsense", "kind": "unknownTool" })]);
    let (events, _) = stand_in.ask(asked("Make it vegan")).await;
    assert_eq!(tool_uses(&events)[0].1, "noSuchTool");
}

#[tokio::test]
async fn refusal_and_token_limit_are_distinct_stops() {
    let stand_in = StandIn::start();
    for (switch, expected) in [
        (json!({ "name": "refusal", "stopReason": "content_filtered" }), ModelStop::Refused),
        (json!({ "name": "refusal", "stopReason": "guardrail_intervened" }), ModelStop::Refused),
        (json!({ "name": "refusal", "stopReason": "end_turn" }), ModelStop::EndTurn),
        (json!({ "name": "long" }), ModelStop::MaxTokens),
        (json!({ "name": "long", "until": "beyond" }), ModelStop::EndTurn),
        (json!({ "name": "endless" }), ModelStop::ToolUse),
    ] {
        stand_in.switch(std::slice::from_ref(&switch));
        let (events, error) = stand_in.ask(asked("Make it vegan")).await;
        assert!(error.is_none() && events.contains(&Event::Stop(expected)), "{switch}: {events:?}");
    }
}

#[tokio::test]
async fn waiting_event_is_sent_per_second_of_silence() {
    let stand_in = StandIn::start();
    let waits = |events: &[Event]| events.iter().filter(|event| **event == Event::Waiting).count();
    stand_in.switch(&[json!({ "name": "slow", "seconds": 2.5 })]);
    let (events, error) = stand_in.ask(asked("What is blanching?")).await;
    assert_eq!((waits(&events), error, &events[1]), (2, None, &Event::Waiting));
    stand_in.switch(&[json!({ "name": "pause", "milliseconds": 1_200 })]);
    let mut short = asked("What is blanching?");
    short.output_tokens = 5;
    let (events, _) = stand_in.ask(short).await;
    assert!(waits(&events) > 3 && matches!(events.last(), Some(Event::Usage(_))), "{events:?}");
}

#[tokio::test]
async fn answer_is_cut_off_at_the_deadline() {
    let stand_in = StandIn::start();
    for switch in
        [json!({ "name": "slow", "seconds": 30 }), json!({ "name": "pause", "milliseconds": 10_000 })]
    {
        stand_in.switch(&[switch]);
        let begun = Instant::now();
        let mut request = asked("What is blanching?");
        request.until = now().plus(Duration::from_millis(1_500));
        let (events, error) = stand_in.ask(request).await;
        assert_eq!((&events[..], error), (&[Event::Waiting][..], Some(ModelError::TooSlow)));
        assert!((Duration::from_millis(1_400)..Duration::from_secs(3)).contains(&begun.elapsed()));
    }
    let mut late = asked("What is blanching?");
    late.until = now();
    assert_eq!(stand_in.ask(late).await.1, Some(ModelError::TooSlow));
}
