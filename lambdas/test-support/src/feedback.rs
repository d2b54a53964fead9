//! Feedback in memory, and its contract suite.

use std::collections::BTreeMap;
use std::sync::Mutex;

use app::OwnerId;
use app::error::WriteError;
use app::feedback::{
    Answer, Feedback, FeedbackKind, FeedbackStatus, FeedbackStore, Handling, Reading, RecipePart,
};
use app::ids::FeedbackId;
use app::key_condition::Span;
use app::listing::{PageRequest, RowPage};
use zest_core::PortError;

use crate::locks::lock;
use crate::samples::{at, id};

/// [`FeedbackStore`] in memory with consistent lists.
#[derive(Debug, Default)]
pub struct MemoryFeedback(Mutex<BTreeMap<FeedbackId, Feedback>>);

impl MemoryFeedback {
    /// All feedback by id.
    #[must_use]
    pub fn kept(&self) -> Vec<Feedback> {
        lock(&self.0).values().cloned().collect()
    }

    fn page(&self, page: &PageRequest, is_meant: impl Fn(&Feedback) -> bool) -> RowPage<Feedback> {
        let mut found: Vec<_> = lock(&self.0)
            .values()
            .filter(|feedback| is_meant(feedback) && page.span.contains(&String::from(feedback.created_at)))
            .map(|feedback| (place(feedback), feedback.clone()))
            .collect();
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        if page.is_newest_first {
            found.reverse();
        }
        let is_behind = |place: &String| match &page.after {
            None => true,
            Some(after) => {
                if page.is_newest_first {
                    place < after
                } else {
                    place > after
                }
            }
        };
        found.retain(|(place, _)| is_behind(place));
        let limit = usize::try_from(page.limit).unwrap_or(usize::MAX);
        let is_more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| is_more).map(|(place, _)| place.clone());
        RowPage { rows: found.into_iter().map(|(_, feedback)| feedback).collect(), next }
    }
}

fn place(feedback: &Feedback) -> String {
    format!("{}#{}", String::from(feedback.created_at), feedback.id)
}

impl FeedbackStore for MemoryFeedback {
    async fn get(&self, id: &FeedbackId) -> Result<Option<Feedback>, PortError> {
        Ok(lock(&self.0).get(id).cloned())
    }

    async fn create(&self, feedback: &Feedback) -> Result<(), WriteError> {
        let mut kept = lock(&self.0);
        if kept.contains_key(&feedback.id) {
            return Err(WriteError::Conflict);
        }
        kept.insert(feedback.id.clone(), feedback.clone());
        Ok(())
    }

    async fn replace(&self, feedback: &Feedback, was: u64) -> Result<(), WriteError> {
        match lock(&self.0).get_mut(&feedback.id) {
            Some(kept) if kept.version == was => {
                *kept = feedback.clone();
                Ok(())
            }
            _ => Err(WriteError::Conflict),
        }
    }

    async fn delete(&self, id: &FeedbackId) -> Result<(), PortError> {
        lock(&self.0).remove(id);
        Ok(())
    }

    async fn of_creator(
        &self,
        creator: &OwnerId,
        page: &PageRequest,
    ) -> Result<RowPage<Feedback>, PortError> {
        Ok(self.page(page, |feedback| feedback.creator == *creator))
    }

    async fn all(&self, page: &PageRequest) -> Result<RowPage<Feedback>, PortError> {
        Ok(self.page(page, |_| true))
    }

    async fn forget(&self, creator: &OwnerId) -> Result<(), PortError> {
        lock(&self.0).retain(|_, feedback| feedback.creator != *creator);
        Ok(())
    }
}

/// Feedback with required fields only, `seconds` after a fixed time.
#[must_use]
pub fn written(number: u128, creator: &OwnerId, seconds: i64) -> Feedback {
    Feedback {
        id: FeedbackId::parse(id(number).as_str()).expect("an id"),
        creator: creator.clone(),
        is_of_member: false,
        email: None,
        message: "The soup is good.".to_owned(),
        kind: FeedbackKind::GeneralFeedback,
        recipe: None,
        wrong_part: None,
        reading: None,
        status: FeedbackStatus::New,
        answer: None,
        note: None,
        handled: None,
        version: 1,
        created_at: at(seconds),
        updated_at: at(seconds),
    }
}

fn whole(feedback: Feedback) -> Feedback {
    let reading = Reading {
        title: Some("Soup".to_owned()),
        ingredients: vec!["2 leeks".to_owned(), String::new()],
        instructions: vec!["Simmer 🍲".to_owned()],
        prep_minutes: Some(5),
        cook_minutes: None,
        total_minutes: Some(40),
        language: Some(app::Language::Fr),
        source_host: Some("example.com".to_owned()),
    };
    Feedback {
        is_of_member: true,
        email: Some("ann@zest.example".to_owned()),
        recipe: Some(id(7)),
        wrong_part: Some(RecipePart::Steps),
        reading: Some(reading),
        status: FeedbackStatus::Answered,
        answer: Some(Answer { text: "Thank you.\nBetter now?".to_owned(), at: at(9) }),
        note: Some("known".to_owned()),
        handled: Some(Handling { by: OwnerId::new("boss"), at: at(9) }),
        version: 2,
        updated_at: at(9),
        ..feedback
    }
}

fn page(limit: u32, is_newest_first: bool, after: Option<String>) -> PageRequest {
    PageRequest { span: Span::default(), is_newest_first, limit, after }
}

/// Contract of the feedback store. `space` is unique per run.
pub async fn feedback_store(store: &impl FeedbackStore, space: u64) {
    let number = |n: u64| (u128::from(space) << 64) | u128::from(n);
    let [ann, bob] = ["ann", "bob"].map(|name| OwnerId::new(format!("us-east-1:{name}-{space}")));
    it_is_written_once_and_changed_in_turn(store, written(number(1), &ann, 1)).await;
    lists_are_read_page_by_page(store, &ann, &bob, &number).await;
    what_is_forgotten_is_gone(store, &ann, &bob).await;
}

async fn it_is_written_once_and_changed_in_turn(store: &impl FeedbackStore, first: Feedback) {
    assert_eq!(store.get(&first.id).await, Ok(None));
    assert_eq!(store.replace(&first, 0).await, Err(WriteError::Conflict), "there is nothing to replace");
    assert_eq!(store.create(&first).await, Ok(()));
    assert_eq!(store.create(&whole(first.clone())).await, Err(WriteError::Conflict), "its id is taken");
    assert_eq!(store.get(&first.id).await, Ok(Some(first.clone())));
    let second = whole(first.clone());
    assert_eq!(store.replace(&second, 1).await, Ok(()));
    assert_eq!(store.get(&first.id).await, Ok(Some(second.clone())), "all that it can have");
    let other = Feedback { message: "Late".to_owned(), version: 2, ..first.clone() };
    assert_eq!(store.replace(&other, 1).await, Err(WriteError::Conflict), "somebody was faster");
    assert_eq!(store.get(&first.id).await, Ok(Some(second)));
    assert_eq!(store.delete(&first.id).await, Ok(()));
    assert_eq!(store.delete(&first.id).await, Ok(()), "twice is no error");
    assert_eq!(store.get(&first.id).await, Ok(None));
}

async fn lists_are_read_page_by_page(
    store: &impl FeedbackStore,
    ann: &OwnerId,
    bob: &OwnerId,
    number: &impl Fn(u64) -> u128,
) {
    let anns: Vec<_> = [(11, 1), (12, 2), (13, 2), (14, 3), (15, 4)]
        .map(|(n, seconds)| written(number(n), ann, seconds))
        .into();
    let bobs = written(number(21), bob, 2);
    for one in anns.iter().chain([&bobs]) {
        assert_eq!(store.create(one).await, Ok(()));
    }
    for is_newest_first in [false, true] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let read = store.of_creator(ann, &page(2, is_newest_first, after)).await.expect("a page");
            assert!(read.rows.len() <= 2);
            found.extend(read.rows);
            after = read.next;
            if after.is_none() {
                break;
            }
        }
        let moments: Vec<_> = found.iter().map(|one| one.created_at).collect();
        assert!(if is_newest_first { moments.is_sorted_by(|a, b| a >= b) } else { moments.is_sorted() });
        found.sort_by(|one, other| one.id.cmp(&other.id));
        assert_eq!(found, anns, "each once");
    }
    let made_up = page(2, true, Some("nowhere".to_owned()));
    let read = store.of_creator(bob, &made_up).await.expect("a page");
    assert!(read.rows.iter().all(|one| one.creator == *bob), "a place that was made up leads to nobody else");
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let read = store.all(&page(1_000, true, after)).await.expect("a page");
        found.extend(read.rows);
        after = read.next;
        if after.is_none() {
            break;
        }
    }
    assert!(anns.iter().chain([&bobs]).all(|one| found.contains(one)), "everybody's");
}

async fn what_is_forgotten_is_gone(store: &impl FeedbackStore, ann: &OwnerId, bob: &OwnerId) {
    let listed = |owner| async move {
        store.of_creator(owner, &page(100, false, None)).await.expect("a page").rows.len()
    };
    assert_eq!((listed(ann).await, listed(bob).await), (5, 1));
    assert_eq!(store.forget(ann).await, Ok(()));
    assert_eq!(store.forget(ann).await, Ok(()), "twice is no error");
    assert_eq!((listed(ann).await, listed(bob).await), (0, 1));
}
