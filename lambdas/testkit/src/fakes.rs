//! App's ports in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use app::account::Accounts;
use app::artifacts::Artifacts;
use app::error::{PortError, WriteError};
use app::fetching::{FetchError, Fetched, Fetcher, Wanted};
use app::job::Job;
use app::limits::{CounterName, Counters};
use app::linking::{KnownUser, SignIns};
use app::media::{MediaStore, pictures_prefix};
use app::members::Members;
use app::owners::{Owners, Seed, Standing, State, pseudonym};
use app::publish::ChangePublisher;
use app::recipe_store::{CardPage, Order, Place, PlacePage, RecipeStore, Remains};
use app::upload::Upload;
use app::workflows::{Execution, Workflow, Workflows};
use app::{Card, OwnerId, Recipe, RecipeChange, RecipeId, Timestamp};

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What goes wrong at the next calls of a fake, in order.
#[derive(Debug, Default)]
struct Faults(Mutex<Vec<WriteError>>);

impl Faults {
    fn next(&self) -> Option<WriteError> {
        let mut faults = lock(&self.0);
        if faults.is_empty() { None } else { Some(faults.remove(0)) }
    }
}

/// The recipe store in memory.
#[derive(Debug, Default)]
pub struct MemoryRecipes {
    recipes: Mutex<BTreeMap<RecipeId, Recipe>>,
    unreadable: Mutex<BTreeSet<RecipeId>>,
    /// Locked before the recipes where both are: a write looks at the standing of its owner.
    names: Mutex<BTreeMap<OwnerId, Name>>,
    faults: Faults,
}

/// What is remembered of a name.
#[derive(Clone, Debug, Default)]
struct Name {
    standing: Standing,
    member: Option<OwnerId>,
    seed: Option<Seed>,
}

impl Name {
    fn still_counts(&self, generation: u64) -> bool {
        self.standing.generation == generation && matches!(self.standing.state, State::Open | State::Member)
    }
}

impl MemoryRecipes {
    /// Lets the next writes fail with these errors, without writing.
    pub fn fail_next_writes(&self, errors: impl IntoIterator<Item = WriteError>) {
        lock(&self.faults.0).extend(errors);
    }

    /// Lets what is stored under an id be there, but unreadable.
    pub fn damage(&self, id: &RecipeId) {
        lock(&self.unreadable).insert(id.clone());
    }

    /// Every recipe that is kept.
    #[must_use]
    pub fn all(&self) -> Vec<Recipe> {
        lock(&self.recipes).values().cloned().collect()
    }

    /// Writes, if each of these owners still counts.
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
            names.get(*owner).is_none_or(|name| name.still_counts(*generation))
        };
        if !owners.iter().all(counts) {
            return Err(WriteError::Ended);
        }
        if change(&mut lock(&self.recipes)) { Ok(()) } else { Err(WriteError::Conflict) }
    }
}

impl Owners for MemoryRecipes {
    async fn standing(&self, name: &OwnerId) -> Result<Standing, PortError> {
        Ok(lock(&self.names).get(name).map(|name| name.standing).unwrap_or_default())
    }

    async fn seed(&self, name: &OwnerId) -> Result<Seed, PortError> {
        // Not random: a test that runs twice meets the same ids.
        let made = Seed::read(&pseudonym(name));
        let made = made.ok_or_else(|| PortError::Broken("a hash is no seed".to_owned()))?;
        Ok(lock(&self.names).entry(name.clone()).or_default().seed.get_or_insert(made).clone())
    }

    async fn begin_anew(&self, name: &OwnerId) -> Result<u64, PortError> {
        let mut names = lock(&self.names);
        let standing = &mut names.entry(name.clone()).or_default().standing;
        standing.generation += 1;
        Ok(standing.generation)
    }

    async fn become_member(&self, identity: &OwnerId, user: &OwnerId) -> Result<bool, PortError> {
        let mut names = lock(&self.names);
        if names.get(user).is_some_and(|name| name.standing.state != State::Open) {
            return Ok(false);
        }
        let name = names.entry(identity.clone()).or_default();
        if name.standing.state == State::Open {
            name.standing.state = State::Member;
            name.member = Some(user.clone());
        }
        Ok(name.standing.state == State::Member && name.member.as_ref() == Some(user))
    }

    async fn identities_of(&self, user: &OwnerId) -> Result<BTreeSet<OwnerId>, PortError> {
        let names = lock(&self.names);
        let own = names.iter().filter(|(_, name)| name.member.as_ref() == Some(user));
        Ok(own.map(|(identity, _)| identity.clone()).collect())
    }

    async fn leave(&self, name: &OwnerId) -> Result<(), PortError> {
        let mut names = lock(&self.names);
        let standing = &mut names.entry(name.clone()).or_default().standing;
        if standing.state != State::Gone {
            standing.state = State::Leaving;
        }
        Ok(())
    }

    async fn close(&self, name: &OwnerId, _expires: Timestamp) -> Result<(), PortError> {
        let standing = Standing { state: State::Gone, generation: 0 };
        lock(&self.names).insert(name.clone(), Name { standing, ..Name::default() });
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
    ) -> Result<PlacePage, PortError> {
        let page = self.list(owner, Order::OldestFirst, limit, after).await?;
        let places = page.cards.into_iter().map(|card| (card.created_at, card.id)).collect();
        Ok(PlacePage { places, next: page.next })
    }

    async fn remains(&self, id: &RecipeId) -> Result<Option<Remains>, PortError> {
        Ok(lock(&self.recipes).get(id).map(|recipe| Remains {
            owner: Some(recipe.owner.clone()),
            generation: recipe.generation,
            image_url: recipe.image_url.clone(),
            attempt: Some(recipe.attempt().0),
            upload: recipe.source.upload().cloned(),
        }))
    }

    async fn erase(&self, owner: &OwnerId, place: &Place, _remains: &Remains) -> Result<(), PortError> {
        let (_, id) = place;
        lock(&self.recipes).retain(|known, recipe| known != id || recipe.owner != *owner);
        lock(&self.unreadable).remove(id);
        Ok(())
    }

    async fn unsettled(&self, before: Timestamp, limit: u32) -> Result<Vec<RecipeId>, PortError> {
        let recipes = lock(&self.recipes);
        let waiting = recipes.values().filter(|recipe| recipe.is_unsettled() && recipe.updated_at <= before);
        Ok(waiting
            .map(|recipe| recipe.id.clone())
            .take(usize::try_from(limit).unwrap_or(usize::MAX))
            .collect())
    }

    async fn recipes_of(&self, upload: &Upload, limit: u32) -> Result<Vec<RecipeId>, PortError> {
        let recipes = lock(&self.recipes);
        // Wherever it lies.
        let is_it = |other: &Upload| {
            (other.kind, &other.submission, &other.identity)
                == (upload.kind, &upload.submission, &upload.identity)
        };
        let made = recipes.values().filter(|recipe| recipe.source.upload().is_some_and(is_it));
        Ok(made.map(|recipe| recipe.id.clone()).take(usize::try_from(limit).unwrap_or(usize::MAX)).collect())
    }
}

/// [`Counters`] in memory; they forget nothing.
#[derive(Debug, Default)]
pub struct MemoryCounters {
    used: Mutex<BTreeMap<CounterName, u32>>,
    holders: Mutex<BTreeMap<CounterName, RecipeId>>,
}

impl Counters for MemoryCounters {
    async fn count(&self, name: &CounterName, limit: u32, _expires: Timestamp) -> Result<bool, PortError> {
        let mut used = lock(&self.used);
        let used = used.entry(name.clone()).or_default();
        let is_room = *used < limit;
        *used += u32::from(is_room);
        Ok(is_room)
    }

    async fn claim(
        &self,
        name: &CounterName,
        holder: &RecipeId,
        _expires: Timestamp,
    ) -> Result<bool, PortError> {
        Ok(lock(&self.holders).entry(name.clone()).or_insert_with(|| holder.clone()) == holder)
    }
}

/// A [`Members`] in memory that keeps the contract of the table.
#[derive(Debug, Default)]
pub struct MemoryMembers {
    identities: Mutex<BTreeMap<OwnerId, OwnerId>>,
}

impl MemoryMembers {
    /// Whether nothing is remembered of anybody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        lock(&self.identities).is_empty()
    }
}

impl Members for MemoryMembers {
    async fn identity_of(&self, user: &OwnerId) -> Result<Option<OwnerId>, PortError> {
        Ok(lock(&self.identities).get(user).cloned())
    }

    async fn bind(&self, user: &OwnerId, identity: &OwnerId) -> Result<(), PortError> {
        lock(&self.identities).insert(user.clone(), identity.clone());
        Ok(())
    }

    async fn forget(&self, user: &OwnerId) -> Result<(), PortError> {
        lock(&self.identities).remove(user);
        Ok(())
    }
}

/// Users and identities that a test has let in, and what is left of them.
#[derive(Debug, Default)]
pub struct MemoryAccounts {
    known: Mutex<std::collections::BTreeSet<OwnerId>>,
    faults: Mutex<u32>,
}

impl MemoryAccounts {
    /// Users and identities by their ids.
    #[must_use]
    pub fn with(ids: impl IntoIterator<Item = OwnerId>) -> Self {
        Self { known: Mutex::new(ids.into_iter().collect()), faults: Mutex::default() }
    }

    /// Lets so many of the next deletions fail.
    pub fn fail_next(&self, count: u32) {
        *lock(&self.faults) = count;
    }

    /// The users and identities that have not been deleted.
    #[must_use]
    pub fn left(&self) -> Vec<OwnerId> {
        lock(&self.known).iter().cloned().collect()
    }

    fn delete(&self, id: &OwnerId) -> Result<(), PortError> {
        let mut faults = lock(&self.faults);
        if *faults > 0 {
            *faults -= 1;
            return Err(PortError::Busy("as the test wants it".to_owned()));
        }
        lock(&self.known).remove(id);
        Ok(())
    }
}

impl Accounts for MemoryAccounts {
    async fn delete_user(&self, user: &OwnerId) -> Result<(), PortError> {
        self.delete(user)
    }

    async fn delete_identity(&self, identity: &OwnerId) -> Result<(), PortError> {
        self.delete(identity)
    }
}

/// Users by their e-mail addresses, and the links that were made.
#[derive(Debug, Default)]
pub struct MemorySignIns {
    users: Vec<(String, KnownUser)>,
    links: Mutex<Vec<(String, String)>>,
}

impl MemorySignIns {
    /// A pool that knows these users, each by an e-mail address.
    #[must_use]
    pub fn with(users: impl IntoIterator<Item = (String, KnownUser)>) -> Self {
        Self { users: users.into_iter().collect(), links: Mutex::default() }
    }

    /// Google's subject and the user, in the order of linking.
    #[must_use]
    pub fn links(&self) -> Vec<(String, String)> {
        lock(&self.links).clone()
    }
}

impl SignIns for MemorySignIns {
    async fn users_of(&self, email: &str) -> Result<Vec<KnownUser>, PortError> {
        Ok(self.users.iter().filter(|(known, _)| known == email).map(|(_, user)| user.clone()).collect())
    }

    async fn link_google(&self, subject: &str, user: &str) -> Result<(), PortError> {
        lock(&self.links).push((subject.to_owned(), user.to_owned()));
        Ok(())
    }
}

/// The artifacts in memory.
#[derive(Debug, Default)]
pub struct MemoryArtifacts(Mutex<HashMap<(String, String), Vec<u8>>>);

impl MemoryArtifacts {
    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }

    /// The jobs of which something is kept, by their executions' names, and what it is called.
    #[must_use]
    pub fn kept(&self) -> BTreeSet<(String, String)> {
        lock(&self.0).keys().cloned().collect()
    }
}

impl Artifacts for MemoryArtifacts {
    async fn put(&self, job: &Job, name: &str, bytes: Vec<u8>) -> Result<(), PortError> {
        lock(&self.0).insert((job.execution_name(), name.to_owned()), bytes);
        Ok(())
    }

    async fn get(&self, job: &Job, name: &str) -> Result<Option<Vec<u8>>, PortError> {
        Ok(lock(&self.0).get(&(job.execution_name(), name.to_owned())).cloned())
    }

    async fn delete(&self, job: &Job, name: &str) -> Result<(), PortError> {
        lock(&self.0).remove(&(job.execution_name(), name.to_owned()));
        Ok(())
    }
}

/// A [`MediaStore`] in memory: types by key, without bytes.
#[derive(Debug, Default)]
pub struct MemoryMedia(Mutex<BTreeMap<String, &'static str>>);

impl MemoryMedia {
    /// The keys that are kept, with their content types.
    #[must_use]
    pub fn kept(&self) -> BTreeMap<String, &'static str> {
        lock(&self.0).clone()
    }
}

impl MediaStore for MemoryMedia {
    async fn put(&self, key: &str, content_type: &'static str, _bytes: Vec<u8>) -> Result<(), PortError> {
        lock(&self.0).insert(key.to_owned(), content_type);
        Ok(())
    }

    async fn copy(&self, from: &str, to: &str) -> Result<bool, PortError> {
        let mut kept = lock(&self.0);
        let found = kept.get(from).copied();
        Ok(found.is_some_and(|content_type| {
            kept.insert(to.to_owned(), content_type);
            true
        }))
    }

    async fn delete_all_of(&self, id: &RecipeId) -> Result<(), PortError> {
        lock(&self.0).retain(|key, _| !key.starts_with(&pictures_prefix(id)));
        Ok(())
    }
}

/// State machines that only remember what was started and what the test says has become of it.
#[derive(Debug, Default)]
pub struct MemoryWorkflows(Mutex<HashMap<(Workflow, String), Execution>>);

impl MemoryWorkflows {
    /// Says what has become of a job.
    pub fn set(&self, workflow: Workflow, job: &Job, execution: Execution) {
        lock(&self.0).insert((machine(workflow), job.execution_name()), execution);
    }

    /// Whether a job was started.
    #[must_use]
    pub fn has_started(&self, workflow: Workflow, job: &Job) -> bool {
        lock(&self.0).contains_key(&(machine(workflow), job.execution_name()))
    }
}

/// Pages and uploads go through the same machine.
fn machine(workflow: Workflow) -> Workflow {
    if workflow == Workflow::Reading { Workflow::Processing } else { workflow }
}

impl Workflows for MemoryWorkflows {
    async fn start(&self, workflow: Workflow, job: &Job) -> Result<(), PortError> {
        lock(&self.0).entry((machine(workflow), job.execution_name())).or_insert(Execution::Running);
        Ok(())
    }

    async fn look_up(&self, workflow: Workflow, job: &Job) -> Result<Execution, PortError> {
        let known = lock(&self.0);
        Ok(known.get(&(machine(workflow), job.execution_name())).copied().unwrap_or(Execution::Missing))
    }
}

/// A web of pages that the test has written; every other address is unreachable.
#[derive(Debug, Default)]
pub struct ScriptedWeb(Mutex<HashMap<String, Result<Fetched, FetchError>>>);

impl ScriptedWeb {
    /// Says what an address answers.
    pub fn put(&self, address: &str, answer: Result<Fetched, FetchError>) {
        lock(&self.0).insert(address.to_owned(), answer);
    }

    /// A page at an address.
    ///
    /// # Panics
    /// If the address is none.
    pub fn put_page(&self, address: &str, body: &[u8]) {
        let url = url::Url::parse(address).unwrap_or_else(|error| panic!("{address}: {error}"));
        self.put(address, Ok(Fetched { url, content_type: None, body: body.to_vec() }));
    }
}

impl Fetcher for ScriptedWeb {
    async fn fetch(&self, address: &str, _wanted: Wanted) -> Result<Fetched, FetchError> {
        lock(&self.0).get(address).cloned().unwrap_or(Err(FetchError::Unreachable))
    }
}

/// Remembers what was published.
#[derive(Debug, Default)]
pub struct MemoryPublisher(Mutex<Vec<RecipeChange>>);

impl MemoryPublisher {
    /// In the order of publishing.
    #[must_use]
    pub fn published(&self) -> Vec<RecipeChange> {
        lock(&self.0).clone()
    }
}

impl ChangePublisher for MemoryPublisher {
    async fn publish(&self, change: &RecipeChange) -> Result<(), PortError> {
        lock(&self.0).push(change.clone());
        Ok(())
    }
}
