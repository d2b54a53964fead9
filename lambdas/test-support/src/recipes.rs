use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use app::error::WriteError;
use app::owners::{OwnerState, Owners, Seed, State, pseudonym};
use app::recipe_store::{CardPage, ListPositionPage, Order, Place, RecipeStore, UnreadableRecipe};
use app::upload::Upload;
use app::{Card, OwnerId, Recipe};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::locks::lock;

#[derive(Debug, Default)]
struct Faults(Mutex<Vec<WriteError>>);

impl Faults {
    fn next(&self) -> Option<WriteError> {
        let mut faults = lock(&self.0);
        if faults.is_empty() { None } else { Some(faults.remove(0)) }
    }
}

/// [`RecipeStore`] in memory.
#[derive(Debug, Default)]
pub struct MemoryRecipes {
    recipes: Mutex<BTreeMap<RecipeId, Recipe>>,
    unreadable: Mutex<BTreeSet<RecipeId>>,
    /// Locked before `recipes`: writes check the owner's state.
    names: Mutex<BTreeMap<OwnerId, Name>>,
    faults: Faults,
}

#[derive(Clone, Debug, Default)]
struct Name {
    owner_state: OwnerState,
    member: Option<OwnerId>,
    seed: Option<Seed>,
}

impl Name {
    fn generation_check(&self, generation: u64) -> bool {
        self.owner_state.generation == generation
            && matches!(self.owner_state.state, State::Open | State::Member)
    }
}

impl MemoryRecipes {
    /// Makes the next writes fail with these errors.
    pub fn fail_next_writes(&self, errors: impl IntoIterator<Item = WriteError>) {
        lock(&self.faults.0).extend(errors);
    }

    /// Makes a stored recipe unreadable.
    pub fn damage(&self, id: &RecipeId) {
        lock(&self.unreadable).insert(id.clone());
    }

    /// All stored recipes.
    #[must_use]
    pub fn all(&self) -> Vec<Recipe> {
        lock(&self.recipes).values().cloned().collect()
    }

    fn write(
        &self,
        owners: &[(&OwnerId, u64)],
        change: impl FnOnce(&mut BTreeMap<RecipeId, Recipe>) -> bool,
    ) -> Result<(), WriteError> {
        if let Some(fault) = self.faults.next() {
            return Err(fault);
        }
        let names = lock(&self.names);
        let counts = |(owner, generation): &(&OwnerId, u64)| {
            names.get(*owner).is_none_or(|name| name.generation_check(*generation))
        };
        if !owners.iter().all(counts) {
            return Err(WriteError::Ended);
        }
        if change(&mut lock(&self.recipes)) { Ok(()) } else { Err(WriteError::Conflict) }
    }
}

impl Owners for MemoryRecipes {
    async fn owner_state(&self, name: &OwnerId) -> Result<OwnerState, PortError> {
        Ok(lock(&self.names).get(name).map(|name| name.owner_state).unwrap_or_default())
    }

    async fn seed(&self, name: &OwnerId) -> Result<Seed, PortError> {
        // Deterministic, so that tests have fixed ids.
        let made = Seed::read(&pseudonym(name));
        let made = made.ok_or_else(|| PortError::Broken("a hash is no seed".to_owned()))?;
        Ok(lock(&self.names).entry(name.clone()).or_default().seed.get_or_insert(made).clone())
    }

    async fn start_new_generation(&self, name: &OwnerId) -> Result<u64, PortError> {
        let mut names = lock(&self.names);
        let owner_state = &mut names.entry(name.clone()).or_default().owner_state;
        owner_state.generation += 1;
        Ok(owner_state.generation)
    }

    async fn link_identity_to_member(&self, identity: &OwnerId, user: &OwnerId) -> Result<bool, PortError> {
        let mut names = lock(&self.names);
        if names.get(user).is_some_and(|name| name.owner_state.state != State::Open) {
            return Ok(false);
        }
        let name = names.entry(identity.clone()).or_default();
        if name.owner_state.state == State::Open {
            name.owner_state.state = State::Member;
            name.member = Some(user.clone());
        }
        Ok(name.owner_state.state == State::Member && name.member.as_ref() == Some(user))
    }

    async fn identities_of(&self, user: &OwnerId) -> Result<BTreeSet<OwnerId>, PortError> {
        let names = lock(&self.names);
        let own = names.iter().filter(|(_, name)| name.member.as_ref() == Some(user));
        Ok(own.map(|(identity, _)| identity.clone()).collect())
    }

    async fn leave(&self, name: &OwnerId) -> Result<(), PortError> {
        let mut names = lock(&self.names);
        let owner_state = &mut names.entry(name.clone()).or_default().owner_state;
        if owner_state.state != State::Gone {
            owner_state.state = State::Leaving;
        }
        Ok(())
    }

    async fn close(&self, name: &OwnerId, _expires: Timestamp) -> Result<(), PortError> {
        let owner_state = OwnerState { state: State::Gone, generation: 0 };
        lock(&self.names).insert(name.clone(), Name { owner_state, ..Name::default() });
        Ok(())
    }
}

impl RecipeStore for MemoryRecipes {
    async fn get(&self, id: &RecipeId) -> Result<Option<Recipe>, PortError> {
        if lock(&self.unreadable).contains(id) {
            return Err(PortError::Unreadable("as the test wants it".to_owned()));
        }
        Ok(lock(&self.recipes).get(id).cloned())
    }

    async fn create(&self, recipe: &Recipe) -> Result<(), WriteError> {
        self.write(&[(&recipe.owner, recipe.generation)], |recipes| {
            let is_new = !recipes.contains_key(&recipe.id);
            if is_new {
                recipes.insert(recipe.id.clone(), recipe.clone());
            }
            is_new
        })
    }

    async fn replace(&self, recipe: &Recipe, was: u64) -> Result<(), WriteError> {
        self.write(&[(&recipe.owner, recipe.generation)], |recipes| match recipes.get_mut(&recipe.id) {
            Some(stored) if stored.version == was => {
                *stored = recipe.clone();
                true
            }
            _ => false,
        })
    }

    async fn transfer(&self, recipe: &Recipe, before: &Recipe) -> Result<(), WriteError> {
        let owners = [(&before.owner, before.generation), (&recipe.owner, recipe.generation)];
        self.write(&owners, |recipes| match recipes.get_mut(&recipe.id) {
            Some(stored) if stored.version == before.version && stored.owner == before.owner => {
                *stored = recipe.clone();
                true
            }
            _ => false,
        })
    }

    async fn delete(&self, recipe: &Recipe) -> Result<(), WriteError> {
        self.write(&[], |recipes| {
            let matches = recipes.get(&recipe.id).is_some_and(|stored| stored.version == recipe.version);
            matches && recipes.remove(&recipe.id).is_some()
        })
    }

    async fn list(
        &self,
        owner: &OwnerId,
        order: Order,
        limit: u32,
        after: Option<&(Timestamp, RecipeId)>,
    ) -> Result<CardPage, PortError> {
        let mut cards: Vec<Card> =
            lock(&self.recipes).values().filter(|recipe| recipe.owner == *owner).map(Card::from).collect();
        let place = |card: &Card| (card.created_at, card.id.clone());
        cards.sort_by_key(place);
        if order == Order::NewestFirst {
            cards.reverse();
        }
        if let Some(after) = after {
            cards.retain(|card| match order {
                Order::OldestFirst => place(card) > *after,
                Order::NewestFirst => place(card) < *after,
            });
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = cards.len() > limit;
        cards.truncate(limit);
        let next = cards.last().filter(|_| more).map(place);
        Ok(CardPage { cards, next })
    }

    async fn places(
        &self,
        owner: &OwnerId,
        limit: u32,
        after: Option<&Place>,
    ) -> Result<ListPositionPage, PortError> {
        let page = self.list(owner, Order::OldestFirst, limit, after).await?;
        let places = page.cards.into_iter().map(|card| (card.created_at, card.id)).collect();
        Ok(ListPositionPage { places, next: page.next })
    }

    async fn remains(&self, id: &RecipeId) -> Result<Option<UnreadableRecipe>, PortError> {
        Ok(lock(&self.recipes).get(id).map(|recipe| UnreadableRecipe {
            owner: Some(recipe.owner.clone()),
            generation: recipe.generation,
            image_url: recipe.image_url.clone(),
            attempt: Some(recipe.attempt().0),
            upload: recipe.source.upload().cloned(),
        }))
    }

    async fn erase(
        &self,
        owner: &OwnerId,
        place: &Place,
        _remains: &UnreadableRecipe,
    ) -> Result<(), PortError> {
        let (_, id) = place;
        lock(&self.recipes).retain(|known, recipe| known != id || recipe.owner != *owner);
        lock(&self.unreadable).remove(id);
        Ok(())
    }

    async fn unsettled(&self, before: Timestamp, limit: u32) -> Result<Vec<RecipeId>, PortError> {
        let recipes = lock(&self.recipes);
        let waiting = recipes.values().filter(|recipe| recipe.is_unsettled() && recipe.updated_at <= before);
        let mut waiting: Vec<_> = waiting.map(|recipe| (recipe.updated_at, recipe.id.clone())).collect();
        waiting.sort();
        waiting.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(waiting.into_iter().map(|(_, id)| id).collect())
    }

    async fn is_full(&self, _id: &RecipeId, limit: u32, now: Timestamp) -> Result<bool, PortError> {
        Ok(self.unsettled(now, limit).await?.len() >= usize::try_from(limit).unwrap_or(usize::MAX))
    }

    async fn recipes_of(
        &self,
        upload: &Upload,
        after: Option<&RecipeId>,
        limit: u32,
    ) -> Result<Vec<RecipeId>, PortError> {
        let recipes = lock(&self.recipes);
        let is_it = |other: &Upload| {
            (other.kind, &other.submission, &other.identity)
                == (upload.kind, &upload.submission, &upload.identity)
        };
        let made = recipes.values().filter(|recipe| recipe.source.upload().is_some_and(is_it));
        let made = made.filter(|recipe| after.is_none_or(|after| recipe.id > *after));
        Ok(made.map(|recipe| recipe.id.clone()).take(usize::try_from(limit).unwrap_or(usize::MAX)).collect())
    }
}
