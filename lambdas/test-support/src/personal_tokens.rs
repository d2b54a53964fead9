//! Personal tokens in memory, and the contract of their store.

use std::collections::BTreeMap;
use std::sync::Mutex;

use app::OwnerId;
use app::personal_tokens::{Kept, MAX_TOKENS, PersonalToken, PersonalTokens, Scope, TokenHash, TokenText};
use futures_util::future::join_all;
use zest_core::{PortError, RecipeId, Timestamp};

use crate::locks::lock;
use crate::samples::{at, id};

/// [`PersonalTokens`] in memory.
#[derive(Debug, Default)]
pub struct MemoryPersonalTokens {
    tokens: Mutex<BTreeMap<TokenHash, PersonalToken>>,
    calls: Mutex<u32>,
    failing: Mutex<Option<u32>>,
}

impl MemoryPersonalTokens {
    /// Makes call `number` fail, counted from 1.
    pub fn fail_at(&self, number: u32) {
        *lock(&self.calls) = 0;
        *lock(&self.failing) = Some(number);
    }

    fn called(&self) -> Result<(), PortError> {
        let mut calls = lock(&self.calls);
        *calls += 1;
        let fails = *lock(&self.failing) == Some(*calls);
        if fails { Err(PortError::Busy("injected".to_owned())) } else { Ok(()) }
    }
}

impl PersonalTokens for MemoryPersonalTokens {
    async fn find(&self, hash: &TokenHash) -> Result<Option<PersonalToken>, PortError> {
        self.called()?;
        Ok(lock(&self.tokens).get(hash).cloned())
    }

    async fn list(&self, owner: &OwnerId) -> Result<Vec<PersonalToken>, PortError> {
        self.called()?;
        let mut own: Vec<_> =
            lock(&self.tokens).values().filter(|token| token.owner == *owner).cloned().collect();
        own.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        Ok(own)
    }

    async fn keep(&self, hash: &TokenHash, token: &PersonalToken) -> Result<Kept, PortError> {
        self.called()?;
        let mut tokens = lock(&self.tokens);
        if tokens.values().filter(|other| other.owner == token.owner).count() >= usize::from(MAX_TOKENS) {
            return Ok(Kept::Full);
        }
        tokens.insert(hash.clone(), token.clone());
        Ok(Kept::Stored)
    }

    async fn remove(&self, owner: &OwnerId, id: &RecipeId) -> Result<bool, PortError> {
        self.called()?;
        let mut tokens = lock(&self.tokens);
        let before = tokens.len();
        tokens.retain(|_, token| token.owner != *owner || token.id != *id);
        Ok(tokens.len() < before)
    }

    async fn record_use(&self, hash: &TokenHash, used_at: Timestamp) -> Result<(), PortError> {
        self.called()?;
        if let Some(token) = lock(&self.tokens).get_mut(hash) {
            token.used_at = Some(used_at);
        }
        Ok(())
    }
}

/// Contract of the store of personal tokens.
pub async fn personal_tokens(store: &impl PersonalTokens, space: u64) {
    let [ann, bob] = ["ann", "bob"].map(|name| OwnerId::new(format!("{name}-tokens-{space}")));
    let text = |owner: &OwnerId, number: u8| {
        let mut random = [number; 32];
        random[..8].copy_from_slice(&space.to_be_bytes());
        random[8] = u8::from(*owner == bob);
        TokenText::new(random)
    };
    let token = |owner: &OwnerId, number: u8| PersonalToken {
        id: id((u128::from(space) << 64) | (u128::from(number) << 8) | u128::from(*owner == bob)),
        owner: owner.clone(),
        name: format!("Token “{number}”"),
        scopes: [Scope::Extract].into(),
        created_at: at(number.into()),
        expires_at: number.is_multiple_of(2).then(|| at(9_000)),
        used_at: None,
    };
    let (first, of_first) = (token(&ann, 1), text(&ann, 1).hash());
    assert_eq!(store.find(&of_first).await, Ok(None));
    assert_eq!(store.list(&ann).await, Ok(Vec::new()));
    assert_eq!(store.remove(&ann, &first.id).await, Ok(false));
    assert_eq!(store.record_use(&of_first, at(5)).await, Ok(()));
    assert_eq!(store.find(&of_first).await, Ok(None), "a use creates no token");

    assert_eq!(store.keep(&of_first, &first).await, Ok(Kept::Stored));
    assert_eq!(store.find(&of_first).await, Ok(Some(first.clone())));
    assert_eq!(store.record_use(&of_first, at(60)).await, Ok(()));
    let used = PersonalToken { used_at: Some(at(60)), ..first.clone() };
    assert_eq!(store.find(&of_first).await, Ok(Some(used.clone())));
    assert_eq!(store.remove(&bob, &first.id).await, Ok(false), "another member's");
    assert_eq!(store.list(&ann).await, Ok(vec![used]));

    // Concurrent writes may fail, but never exceed the limit.
    let (second, of_second) = (token(&ann, 2), text(&ann, 2).hash());
    assert_eq!(store.keep(&of_second, &second).await, Ok(Kept::Stored));
    let others: Vec<_> = (3..=MAX_TOKENS + 5).map(|n| (text(&ann, n).hash(), token(&ann, n))).collect();
    join_all(others.iter().map(|(hash, token)| store.keep(hash, token))).await;
    for (hash, token) in &others {
        if store.find(hash).await == Ok(None) {
            store.keep(hash, token).await.expect("a write alone");
        }
    }
    assert_eq!(store.list(&ann).await.map(|all| all.len()), Ok(usize::from(MAX_TOKENS)));
    assert_eq!(store.list(&bob).await, Ok(Vec::new()));
    assert_eq!(store.keep(&text(&bob, 1).hash(), &token(&bob, 1)).await, Ok(Kept::Stored));

    assert_eq!(store.remove(&ann, &second.id).await, Ok(true));
    assert_eq!(store.remove(&ann, &second.id).await, Ok(false), "twice");
    assert_eq!(store.find(&of_second).await, Ok(None));
    assert_eq!(store.keep(&of_second, &second).await, Ok(Kept::Stored), "its place is free");
}
