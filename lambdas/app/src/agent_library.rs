//! The recipe agent's read access to the recipes of one owner.

use crate::OwnerId;
use crate::model::Status;
use crate::recipe_store::{Order, RecipeStore};
use agent::{Card, LibraryError, OwnRecipe, RecipeLibrary};
use recipe::unaccented;
use zest_core::{PortError, RecipeId};

/// Number of cards after which a search reads no further page, newest first.
const MAX_CARDS: usize = 1_000;
const CARDS_AT_ONCE: u32 = 200;
/// Score of a word found in the title; a word found elsewhere scores 1.
const IN_TITLE: usize = 4;

/// Recipes of one owner, for the agent; those of others are not accessible.
#[derive(Clone, Debug)]
pub struct AgentLibrary<'a, Store> {
    store: &'a Store,
    owner: OwnerId,
}

impl<'a, Store: RecipeStore> AgentLibrary<'a, Store> {
    /// Library of a canonical owner (see `Caller::canonical`).
    #[must_use]
    pub fn new(store: &'a Store, owner: OwnerId) -> Self {
        Self { store, owner }
    }
}

impl<Store: RecipeStore> RecipeLibrary for AgentLibrary<'_, Store> {
    async fn recipe(&self, id: &zest_core::RecipeId) -> Result<Option<OwnRecipe>, LibraryError> {
        let Ok(wanted) = RecipeId::parse(id.as_str()) else { return Ok(None) };
        let stored = self.store.get(&wanted).await.map_err(|error| unreadable(&error))?;
        let own = stored.filter(|recipe| recipe.owner == self.owner && recipe.status() == Status::Success);
        Ok(own.map(|recipe| OwnRecipe { id: id.clone(), version: recipe.version, content: recipe.content }))
    }

    async fn find(&self, words: &str, most: usize) -> Result<Vec<Card>, LibraryError> {
        let wanted = words_of(words);
        let mut found = Vec::new();
        let (mut read, mut after) = (0, None);
        while read < MAX_CARDS {
            let page = self.store.list(&self.owner, Order::NewestFirst, CARDS_AT_ONCE, after.as_ref()).await;
            let page = page.map_err(|error| unreadable(&error))?;
            read += page.cards.len();
            let finished = page.cards.into_iter().filter(|card| card.status == Status::Success);
            found.extend(finished.map(|card| (worth(&card, &wanted), card)).filter(|(worth, _)| *worth > 0));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        // The sort is stable, so equal scores stay newest first.
        found.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        let cards = found.into_iter().take(most).filter_map(|(_, card)| {
            let recipe_id = zest_core::RecipeId::parse(card.id.as_str()).ok()?;
            Some(Card { recipe_id, title: card.title.unwrap_or_default() })
        });
        Ok(cards.collect())
    }
}

fn unreadable(error: &PortError) -> LibraryError {
    LibraryError(error.to_string())
}

fn worth(card: &crate::card::Card, wanted: &[String]) -> usize {
    let title = words_of(card.title.as_deref().unwrap_or_default());
    let others = card.ingredient_names.iter().chain(card.tags.iter().map(|tag| &tag.name));
    let others: Vec<String> = others.flat_map(|text| words_of(text)).collect();
    // Matches beginnings and plurals: "tom" and "tomatoes" match "tomato".
    let has = |words: &[String], wanted: &str| {
        words
            .iter()
            .any(|word| word.starts_with(wanted) || wanted.strip_prefix(word.as_str()).is_some_and(is_ending))
    };
    let of_word = |word: &String| usize::from(has(&title, word)) * IN_TITLE + usize::from(has(&others, word));
    wanted.iter().map(of_word).sum()
}

fn is_ending(rest: &str) -> bool {
    matches!(rest, "" | "s" | "es" | "x")
}

fn words_of(text: &str) -> Vec<String> {
    let mut folded = String::with_capacity(text.len());
    text.chars().for_each(|letter| unaccented(letter, |plain| folded.push(plain)));
    folded
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
