//! State of the stand-in: created pages and pending faults.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use local_service::Secret;

use crate::document::{self, Document};
use crate::error::Refusal;
use crate::fault::Fault;

const MAX_PAGES: usize = 1_000;

/// State of the stand-in.
pub struct StandIn {
    key: Secret,
    pub(crate) origin: String,
    world: Mutex<World>,
}

#[derive(Default)]
pub(crate) struct World {
    pub(crate) pages: BTreeMap<u64, Document>,
    faults: HashMap<String, VecDeque<Fault>>,
    /// Authorized requests with a valid document by title, including those with a fault.
    calls: HashMap<String, u64>,
    made: u64,
}

pub(crate) enum Outcome {
    Made(String),
    Failed(Fault),
    Refused(Refusal),
}

impl StandIn {
    pub(crate) fn new(key: Secret, origin: &str) -> Self {
        Self { key, origin: origin.to_owned(), world: Mutex::default() }
    }

    /// Locks the state, even if the lock is poisoned.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the faults of the next requests of a title.
    pub fn break_next(&self, title: &str, faults: impl IntoIterator<Item = Fault>) {
        self.world().faults.insert(title.to_owned(), faults.into_iter().collect());
    }

    /// Number of requests for a title.
    pub fn calls(&self, title: &str) -> u64 {
        self.world().calls.get(title).copied().unwrap_or_default()
    }

    /// Checks the API key. Errors do not contain it: it may be a real one.
    pub(crate) fn authorized(&self, authorization: Option<&str>) -> Result<(), Refusal> {
        let shown = authorization.and_then(|header| header.strip_prefix("Bearer "));
        if shown.is_some_and(|shown| self.key.is(shown)) {
            Ok(())
        } else {
            Err(Refusal::new(StatusCode::UNAUTHORIZED, "Unauthorized", 1_000))
        }
    }

    /// Creates a page or applies the next fault.
    pub(crate) fn make(&self, bytes: &[u8]) -> Outcome {
        let document = match document::read(bytes) {
            Ok(document) => document,
            Err(mistakes) => return Outcome::Refused(Refusal::invalid(&mistakes)),
        };
        let mut world = self.world();
        *world.calls.entry(document.title.clone()).or_default() += 1;
        let fault = world.faults.get_mut(&document.title).and_then(VecDeque::pop_front);
        match fault {
            // The page is created, but the client gets no response.
            Some(Fault::Silent) => {
                world.keep(document);
                Outcome::Failed(Fault::Silent)
            }
            Some(fault) => Outcome::Failed(fault),
            None => {
                let number = world.keep(document);
                Outcome::Made(format!("{}/store/recipes/{number}", self.origin))
            }
        }
    }
}

impl World {
    fn keep(&mut self, document: Document) -> u64 {
        self.made += 1;
        self.pages.insert(self.made, document);
        if self.pages.len() > MAX_PAGES {
            self.pages.pop_first();
        }
        self.made
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn stand_in() -> StandIn {
        StandIn::new(Secret("keys.local-1".into()), "http://127.0.0.1:1")
    }

    fn soup(more: &Value) -> Vec<u8> {
        let mut document = json!({ "title": "Soup", "ingredients": [{ "name": "salt" }] });
        document.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        document.to_string().into_bytes()
    }

    fn refusal(document: &[u8]) -> Value {
        match stand_in().make(document) {
            Outcome::Refused(refusal) => refusal.body["error"].clone(),
            _ => panic!("it was taken"),
        }
    }

    #[test]
    fn each_request_creates_a_page_unless_a_fault_is_set() {
        let stand_in = stand_in();
        stand_in.break_next("Soup", [Fault::Silent, Fault::Busy]);
        let mut seen = Vec::new();
        for _ in 0..4 {
            seen.push(match stand_in.make(&soup(&json!({}))) {
                Outcome::Made(link) => link,
                Outcome::Failed(fault) => format!("{fault:?}"),
                Outcome::Refused(refusal) => refusal.body.to_string(),
            });
        }
        let link = |number: u32| format!("http://127.0.0.1:1/store/recipes/{number}");
        assert_eq!(seen, ["Silent".to_owned(), "Busy".to_owned(), link(2), link(3)]);
        assert_eq!((stand_in.calls("Soup"), stand_in.calls("Cake")), (4, 0));
    }

    #[test]
    fn single_and_multiple_errors_have_different_formats() {
        for more in [
            json!({ "title": "" }),
            json!({ "ingredients": [] }),
            json!({ "ingredients": [{ "name": "" }] }),
            json!({ "ingredients": [{ "name": "salt", "measurements": [{ "quantity": 1, "unit": "clove" }] }] }),
            json!({ "ingredients": [{ "name": "salt", "measurements": [{ "quantity": 0, "unit": "cup" }] }] }),
            json!({ "image_url": "http://i.example/a.jpg" }),
            json!({ "expires_in": 366 }),
            json!({ "instructions": "Boil." }),
            json!({ "partner": 1 }),
        ] {
            assert_eq!(refusal(&soup(&more))["code"], 1001, "{more}");
        }
        let two = refusal(&soup(&json!({ "title": "", "expires_in": 0 })));
        assert_eq!((&two["code"], two["errors"].as_array().map(Vec::len)), (&json!(9999), Some(2)));
        assert_eq!(refusal(b"{")["code"], 1001);
    }

    #[test]
    fn request_requires_the_api_key() {
        for (shown, is_fine) in [
            (Some("Bearer keys.local-1"), true),
            (Some("keys.local-1"), false),
            (Some("Bearer keys.local-2"), false),
            (None, false),
        ] {
            assert_eq!(stand_in().authorized(shown).is_ok(), is_fine, "{shown:?}");
        }
    }
}
