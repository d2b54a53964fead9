use agent::{
    Answer, Block, Document, DocumentFormat, Failure, Outcome, Part, PartPayload, Row, RunId, Source,
    StopReason, Thread, Transcripts, WriteOutcome,
};
use app::OwnerId;
use app::conversations::{
    Conversation, ConversationStore, Over, PartialWriteResult, Payment, StoredTranscripts,
};
use app::error::WriteError;
use app::key_condition::Span;
use app::listing::PageRequest;
use app::model::{Charge, CreditState};
use billing::ledger::HoldId;
use serde_json::json;
use zest_core::Timestamp;

use super::{MemoryParts, asked, conversation_id, question_id};
use crate::samples::at;

/// Contract of the conversation store and its transcripts; `space` is unique per run.
pub async fn conversation_store(store: &impl ConversationStore, space: u64) {
    let ann = OwnerId::new(format!("us-east-1:ann-{space}"));
    let bob = OwnerId::new(format!("us-east-1:bob-{space}"));
    let id = |name: &str| conversation_id(&format!("{name}-{space}"));
    it_is_kept_once_and_changed_in_turn(store, Conversation::new(id("a"), ann.clone(), at(1))).await;
    questions_are_kept_with_the_conversation(store, Conversation::new(id("b"), ann.clone(), at(2))).await;
    of_two_runs_one_writes(store, Conversation::new(id("c"), ann.clone(), at(3))).await;
    what_ends_an_answer_ends_its_credit(store, Conversation::new(id("d"), ann.clone(), at(4))).await;
    an_end_is_written_once(store, Conversation::new(id("e"), ann.clone(), at(5))).await;
    lists_are_read_page_by_page(store, &ann, &bob, &id).await;
    what_is_erased_is_gone(store, &ann, &id).await;
}

fn run(name: &str) -> RunId {
    RunId::parse(name).expect("an id")
}

fn row(conversation: &Conversation, number: usize, name: &str, beat: i64) -> Row {
    let question = conversation.questions.get(number).expect("a question").clone();
    let answer = Answer::new(conversation.id.clone(), question);
    Row { answer, run: run(name), beat: Timestamp::from_millis(beat), attempt: 1, ended: None }
}

fn text_part(row: &Row, text: &str) -> Part {
    let (conversation, question) = (row.answer.conversation().clone(), row.answer.question().clone());
    Part { conversation, question, payload: PartPayload::Text { block: 0, delta: 0, text: text.to_owned() } }
}

async fn with_question(store: &impl ConversationStore, before: &Conversation, name: &str) -> Conversation {
    let mut after = Conversation { version: before.version + 1, ..before.clone() };
    after.questions.push(question_id(name));
    let content = vec![Block::Text(name.to_owned())];
    let question = asked(&before.id, &question_id(name), content, at(6));
    assert_eq!(store.ask(&after, before.version, &question).await, Ok(()));
    after
}

async fn it_is_kept_once_and_changed_in_turn(store: &impl ConversationStore, first: Conversation) {
    assert_eq!(store.get(&first.id).await, Ok(None));
    assert_eq!(store.replace(&first, 0).await, Err(WriteError::Conflict), "there is nothing to replace");
    assert_eq!(store.create(&first).await, Ok(()));
    assert_eq!(store.create(&first).await, Err(WriteError::Conflict), "its id is taken");
    let charge = Charge::held(OwnerId::new("sub"), HoldId::new("c-x-1").expect("a hold"));
    let second = Conversation {
        name: Some("Soup 🍲".to_owned()),
        metadata: Some(json!({ "recipeId": "r", "n": [1, null] })),
        payment: Payment::Charged(charge),
        holds: 2,
        answered: 3,
        attached_bytes: 4,
        version: 2,
        updated_at: at(9),
        ..first.clone()
    };
    assert_eq!(store.replace(&second, 1).await, Ok(()));
    assert_eq!(store.get(&first.id).await, Ok(Some(second.clone())), "all that it can have");
    assert_eq!(store.replace(&first, 1).await, Err(WriteError::Conflict), "somebody was faster");
    for payment in [Payment::Free, Payment::Open] {
        let version = store.get(&first.id).await.expect("a read").expect("a conversation").version;
        let next = Conversation { payment, version: version + 1, is_deleted: true, ..second.clone() };
        assert_eq!(store.replace(&next, version).await, Ok(()));
        assert_eq!(store.get(&first.id).await, Ok(Some(next)));
    }
}

async fn questions_are_kept_with_the_conversation(store: &impl ConversationStore, first: Conversation) {
    store.create(&first).await.expect("a new one");
    let second = with_question(store, &first, "q-1").await;
    // A file larger than a table row, with multi-byte characters.
    let source = Source { bytes: "é".repeat(330_000).into_bytes() };
    let file = Block::Document(Document { format: DocumentFormat::Txt, name: "é.txt".to_owned(), source });
    let long = asked(&first.id, &question_id("q-2"), vec![file], at(7));
    let mut third = Conversation { version: 3, attached_bytes: 660_000, ..second.clone() };
    third.questions.push(question_id("q-2"));
    assert_eq!(store.ask(&third, 1, &long).await, Err(WriteError::Conflict), "somebody was faster");
    assert_eq!(store.get(&first.id).await, Ok(Some(second.clone())));
    assert_eq!(store.exchanges(&first.id, 0, 9).await.expect("exchanges").len(), 1, "neither is stored");
    assert_eq!(store.ask(&third, 2, &long).await, Ok(()));
    let found = store.exchanges(&first.id, 1, 2).await.expect("exchanges");
    assert_eq!(found.len(), 1);
    assert_eq!(found.first().map(|one| &one.question), Some(&long), "whole, in pieces or not");
    let fourth = with_question(store, &third, "q-3").await;
    let (mut all, mut from) = (Vec::new(), 0);
    while from < fourth.questions.len() {
        let more = store.exchanges(&first.id, from, fourth.questions.len()).await.expect("exchanges");
        assert!(!more.is_empty());
        from += more.len();
        all.extend(more);
    }
    let ids: Vec<_> = all.iter().map(|one| one.question.message.id.as_str()).collect();
    assert_eq!(ids, ["q-1", "q-2", "q-3"]);
    assert_eq!(store.exchanges(&first.id, 3, 3).await, Ok(Vec::new()));
    let progress = store.progress(&first.id, 2).await.expect("a read").expect("a question");
    assert_eq!((progress.asked_at, progress.answer, progress.is_stopped), (at(6), None, false));
    assert_eq!(store.progress(&first.id, 3).await, Ok(None));
    assert_eq!(store.stop(&first.id, 3).await, Ok(false), "there is no such question");
}

async fn of_two_runs_one_writes(store: &impl ConversationStore, first: Conversation) {
    store.create(&first).await.expect("a new one");
    let conversation = with_question(store, &first, "q-1").await;
    let id = &conversation.id;
    let (one, other) = (row(&conversation, 0, "one", 10), row(&conversation, 0, "other", 20));
    assert_eq!(
        store.write_partial(id, 0, &one).await,
        Ok(PartialWriteResult::Superseded),
        "it has not taken it"
    );
    assert_eq!(store.take(id, 0, &one, Over::ExactlyOrOwn(None)).await, Ok(true));
    assert_eq!(store.take(id, 0, &one, Over::ExactlyOrOwn(None)).await, Ok(true), "its answer was lost");
    assert_eq!(store.take(id, 0, &other, Over::ExactlyOrOwn(None)).await, Ok(false), "it is begun");
    assert_eq!(store.write_partial(id, 0, &other).await, Ok(PartialWriteResult::Superseded));
    let mut more = Row { beat: Timestamp::from_millis(30), ..one.clone() };
    more.answer.fold(&text_part(&one, "Salt – ½"));
    assert_eq!(store.write_partial(id, 0, &more).await, Ok(PartialWriteResult::Stored { is_stopped: false }));
    assert_eq!(store.take(id, 0, &other, Over::ExactlyOrOwn(Some(&one))).await, Ok(false), "it went on");
    let read = store.progress(id, 0).await.expect("a read").expect("a question");
    assert_eq!(read.answer.as_ref(), Some(&more), "as it was written");
    assert_eq!(read.begun_at.map(|at| at.millis()), Some(10));
    assert_eq!(store.stop(id, 0).await, Ok(true));
    assert_eq!(store.write_partial(id, 0, &more).await, Ok(PartialWriteResult::Stored { is_stopped: true }));
    assert_eq!(
        store.take(id, 0, &other, Over::ExactlyOrOwn(read.answer.as_ref())).await,
        Ok(true),
        "it died"
    );
    assert_eq!(
        store.write_partial(id, 0, &more).await,
        Ok(PartialWriteResult::Superseded),
        "it came back too late"
    );
    // After an answer has failed, its run cannot write.
    let ended = Row { ended: Some(Outcome::Failed(Failure::Died)), ..other.clone() };
    let after = Conversation { version: conversation.version + 1, ..conversation.clone() };
    let (was, stale) = (conversation.version, Over::Exactly(Some(&more)));
    assert_eq!(store.end(&after, was, 0, &ended, stale).await, Err(WriteError::Conflict));
    assert_eq!(store.end(&after, was, 0, &ended, Over::Exactly(Some(&other))).await, Ok(()));
    assert_eq!(store.write_partial(id, 0, &other).await, Ok(PartialWriteResult::Superseded));
    assert_eq!(store.take(id, 0, &other, Over::ExactlyOrOwn(Some(&ended))).await, Ok(false));
}

async fn what_ends_an_answer_ends_its_credit(store: &impl ConversationStore, first: Conversation) {
    let hold = HoldId::new("c-d-1").expect("a hold");
    let payment = Payment::Charged(Charge::held(OwnerId::new("sub"), hold));
    let first = Conversation { payment, ..first };
    store.create(&first).await.expect("a new one");
    let conversation = with_question(store, &first, "q-1").await;
    let parts = MemoryParts::default();
    let transcripts = StoredTranscripts::new(store, &parts, conversation.id.clone());
    let question = question_id("q-1");
    let thread = transcripts.thread(&question).await.expect("a read").expect("a thread");
    let Thread { messages, answered, answer } = thread;
    assert_eq!((messages.len(), answered, answer), (1, 0, None));
    assert_eq!(transcripts.thread(&question_id("nothing")).await, Ok(None));
    let begun = row(&conversation, 0, "one", 10_000);
    assert_eq!(transcripts.take(&begun, None).await, Ok(true));
    let part = text_part(&begun, "Salt");
    let mut partial = begun.clone();
    partial.answer.fold(&part);
    assert_eq!(transcripts.publish(&partial, std::slice::from_ref(&part)).await, Ok(WriteOutcome::Continue));
    let other = StoredTranscripts::new(store, &parts, conversation.id.clone());
    let late = row(&conversation, 0, "other", 10_001);
    assert_eq!(other.publish(&late, std::slice::from_ref(&part)).await, Ok(WriteOutcome::LeaseLost));
    assert_eq!(
        parts.published(),
        [(conversation.owner.clone(), part.clone())],
        "what is not stored is not published"
    );
    let named = Conversation {
        name: Some("Soup".to_owned()),
        version: conversation.version + 1,
        ..conversation.clone()
    };
    store.replace(&named, conversation.version).await.expect("a change");
    let stop = Part { payload: PartPayload::Stop { blocks: 1, reason: StopReason::EndTurn }, ..part };
    let mut ended = partial;
    ended.answer.fold(&stop);
    ended.ended = Some(Outcome::Finished);
    for _ in 0..2 {
        assert_eq!(
            transcripts.publish(&ended, std::slice::from_ref(&stop)).await,
            Ok(WriteOutcome::Continue),
            "twice is once"
        );
    }
    let found = store.get(&conversation.id).await.expect("a read").expect("a conversation");
    assert_eq!((found.answered, found.credit()), (1, Some(CreditState::Used)));
    assert_eq!(found.name.as_deref(), Some("Soup"));
    let next = with_question(store, &found, "q-2").await;
    let thread = transcripts.thread(&question_id("q-2")).await.expect("a read").expect("a thread");
    assert_eq!((thread.messages.len(), thread.answered, thread.answer), (3, 1, None));
    let thread = transcripts.thread(&question).await.expect("a read").expect("a thread");
    assert_eq!((thread.messages.len(), thread.answered), (1, 0), "whoever asks again hears the same");
    assert_eq!(thread.answer.and_then(|row| row.ended), Some(Outcome::Finished));
    // A conversation being deleted has no messages.
    let gone = Conversation { is_deleted: true, version: next.version + 1, ..next.clone() };
    store.replace(&gone, next.version).await.expect("a change");
    assert_eq!(other.thread(&question).await, Ok(None));
    let mut last = row(&next, 1, "one", 12_000);
    last.ended = Some(Outcome::Finished);
    assert_eq!(other.publish(&last, &[]).await, Ok(WriteOutcome::LeaseLost));
}

async fn an_end_is_written_once(store: &impl ConversationStore, first: Conversation) {
    store.create(&first).await.expect("a new one");
    let conversation = with_question(store, &first, "q-1").await;
    let parts = MemoryParts::default();
    let of = || StoredTranscripts::new(store, &parts, conversation.id.clone());
    let mut mine = row(&conversation, 0, "one", 10_000);
    assert_eq!(of().take(&mine, None).await, Ok(true));
    let theirs = Row { run: run("other"), ..mine.clone() };
    assert_eq!(of().take(&theirs, Some(&mine)).await, Ok(true), "the other has taken it over");
    mine.ended = Some(Outcome::Finished);
    assert_eq!(of().publish(&mine, &[]).await, Ok(WriteOutcome::LeaseLost));
    let found = store.get(&conversation.id).await.expect("a read").expect("a conversation");
    assert_eq!((found.answered, found.version), (0, conversation.version), "nothing is counted");
}

async fn lists_are_read_page_by_page(
    store: &impl ConversationStore,
    ann: &OwnerId,
    bob: &OwnerId,
    id: &impl Fn(&str) -> agent::ConversationId,
) {
    for (name, seconds) in [("p1", 11), ("p2", 12), ("p3", 12), ("p4", 13), ("p5", 14)] {
        store.create(&Conversation::new(id(name), bob.clone(), at(seconds))).await.expect("a new one");
    }
    for is_newest_first in [false, true] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let request = PageRequest { span: Span::default(), is_newest_first, limit: 2, after };
            let page = store.of_owner(bob, &request).await.expect("a page");
            assert!(page.rows.len() <= 2);
            found.extend(page.rows);
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        let moments: Vec<_> = found.iter().map(|one| one.updated_at).collect();
        assert!(if is_newest_first { moments.is_sorted_by(|a, b| a >= b) } else { moments.is_sorted() });
        let mut names: Vec<_> = found.into_iter().map(|one| one.id).collect();
        names.sort();
        assert_eq!(names, ["p1", "p2", "p3", "p4", "p5"].map(id), "each once");
    }
    let after = Some("nowhere".to_owned());
    let made_up = PageRequest { span: Span::default(), is_newest_first: true, limit: 2, after };
    let page = store.of_owner(ann, &made_up).await.expect("a page");
    assert!(page.rows.iter().all(|one| one.owner == *ann), "a place that was made up leads to nobody else");
    assert_eq!(store.ids_of_owner(bob).await.expect("ids").len(), 5);
}

async fn what_is_erased_is_gone(
    store: &impl ConversationStore,
    ann: &OwnerId,
    id: &impl Fn(&str) -> agent::ConversationId,
) {
    let all = store.ids_of_owner(ann).await.expect("ids");
    assert!(all.contains(&id("b")));
    for one in &all {
        assert_eq!(store.erase(one).await, Ok(()));
        assert_eq!(store.erase(one).await, Ok(()), "twice is no error");
        assert_eq!(store.get(one).await, Ok(None));
        assert_eq!(store.exchanges(one, 0, 9).await, Ok(Vec::new()));
        assert_eq!(store.stop(one, 0).await, Ok(false), "nothing is made anew");
        assert_eq!(store.progress(one, 0).await, Ok(None));
    }
    assert_eq!(store.ids_of_owner(ann).await, Ok(Vec::new()));
}
