use agent::{Answer, Block, Part, PartError, PartPayload, StopReason, ToolUse};
use proptest::prelude::*;
use serde_json::json;

use crate::kit::{conversation, question};

fn part(payload: PartPayload) -> Part {
    Part { conversation: conversation(), question: question(), payload }
}

fn fold(parts: &[Part]) -> Answer {
    let mut answer = Answer::new(conversation(), question());
    parts.iter().for_each(|part| answer.fold(part));
    answer
}

fn parts_of(blocks: &[Vec<String>], has_tool: bool, has_failed: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    for (block, texts) in (0_u32..).zip(blocks) {
        for (delta, text) in (0_u32..).zip(texts) {
            parts.push(part(PartPayload::Text { block, delta, text: text.clone() }));
        }
        parts.push(part(PartPayload::Done { block, done_at: u32::try_from(texts.len()).unwrap() - 1 }));
    }
    let count = u32::try_from(blocks.len()).unwrap();
    if has_tool {
        parts.push(part(PartPayload::Working { count: 0, tool: "scale".to_owned() }));
        let tool_use =
            ToolUse { tool_use_id: "t".to_owned(), name: "proposeEdit".to_owned(), input: json!({ "a": 1 }) };
        parts.push(part(PartPayload::ToolUse { block: count, tool_use }));
    }
    parts.push(part(if has_failed {
        PartPayload::Errors(vec![PartError { message: "Try again.".to_owned(), error_type: "X".to_owned() }])
    } else {
        PartPayload::Stop { blocks: count + u32::from(has_tool), reason: StopReason::EndTurn }
    }));
    parts
}

fn answers() -> impl Strategy<Value = Vec<Part>> {
    let texts = proptest::collection::vec("[a-z é½🍲]{1,6}", 1..6);
    (proptest::collection::vec(texts, 0..4), any::<bool>(), any::<bool>())
        .prop_map(|(blocks, has_tool, has_failed)| parts_of(&blocks, has_tool, has_failed))
}

fn disordered() -> impl Strategy<Value = (Vec<Part>, Vec<Part>)> {
    answers().prop_flat_map(|parts| {
        let count = parts.len();
        let twice = proptest::collection::vec(any::<bool>(), count);
        (Just(parts), twice).prop_flat_map(|(parts, twice)| {
            let again: Vec<Part> =
                parts.iter().zip(twice).filter(|(_, twice)| *twice).map(|(part, _)| part.clone()).collect();
            let all: Vec<Part> = parts.iter().cloned().chain(again).collect();
            (Just(parts), Just(all).prop_shuffle())
        })
    })
}

fn text_length(answer: &Answer) -> usize {
    let lengths = answer.content().into_iter().map(|block| match block {
        Block::Text(text) => text.len(),
        _ => 0,
    });
    lengths.sum()
}

proptest! {
    #[test]
    fn parts_fold_to_the_same_answer_in_any_order((parts, disordered) in disordered()) {
        let expected = fold(&parts);
        prop_assert!(expected.is_whole());
        prop_assert_eq!(fold(&disordered), expected);
    }

    #[test]
    fn answer_text_never_shrinks((_, disordered) in disordered()) {
        let mut answer = Answer::new(conversation(), question());
        for part in &disordered {
            let before = text_length(&answer);
            answer.fold(part);
            prop_assert!(text_length(&answer) >= before);
        }
    }

    #[test]
    fn lost_parts_are_recovered_by_a_query(parts in answers(), lost in proptest::collection::vec(any::<bool>(), 40), queried in 0_usize..40) {
        let queried = queried.min(parts.len());
        let stored = fold(&parts[..queried]);
        let mut client = Answer::new(conversation(), question());
        for (part, lost) in parts[..queried].iter().zip(lost) {
            if !lost {
                client.fold(part);
            }
        }
        let covered = stored.covered();
        let mut texts = stored.content().into_iter().filter_map(|block| match block {
            Block::Text(text) => Some(text),
            _ => None,
        });
        for covered in &covered {
            client.heal(covered, &texts.next().unwrap());
        }
        parts[queried..].iter().for_each(|part| client.fold(part));
        let mut whole = fold(&parts).content();
        whole.retain(|block| matches!(block, Block::Text(_)));
        let mut healed = client.content();
        healed.retain(|block| matches!(block, Block::Text(_)));
        prop_assert_eq!(healed, whole);
    }
}

#[test]
fn block_with_done_index_0_is_complete() {
    let payloads = [
        PartPayload::Done { block: 0, done_at: 0 },
        PartPayload::Stop { blocks: 1, reason: StopReason::EndTurn },
        PartPayload::Text { block: 0, delta: 0, text: "Hi".to_owned() },
    ];
    let mut answer = Answer::new(conversation(), question());
    for (payload, is_whole) in payloads.into_iter().zip([false, false, true]) {
        answer.fold(&part(payload));
        assert_eq!(answer.is_whole(), is_whole);
    }
    assert_eq!(answer.content(), [Block::Text("Hi".to_owned())]);
}

#[test]
fn part_of_another_answer_is_ignored() {
    let mut other = part(PartPayload::Text { block: 0, delta: 0, text: "Hi".to_owned() });
    other.question = agent::QuestionId::parse("q2").unwrap();
    assert_eq!(fold(&[other]).content(), []);
}

#[test]
fn text_after_a_missing_delta_is_held_back() {
    let text = |delta, text: &str| part(PartPayload::Text { block: 0, delta, text: text.to_owned() });
    assert_eq!(fold(&[text(0, "a"), text(2, "c")]).content(), [Block::Text("a".to_owned())]);
    assert_eq!(fold(&[text(2, "c"), text(0, "a"), text(1, "b")]).content(), [Block::Text("abc".to_owned())]);
}
