//! In-memory ports of `app`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;

use app::account::Accounts;
use app::artifacts::Artifacts;
use app::fetching::{FetchError, Fetched, Fetcher, Wanted};
use app::groceries::{GroceryLink, GroceryLinks, LinkName};
use app::job::Job;
use app::limits::{CounterName, Counters};
use app::linking::{KnownUser, SignIns};
use app::media::{MediaStore, PhotoReducer, Reduced, pictures_prefix};
use app::members::Members;
use app::publish::ChangePublisher;
use app::spending::Spending;
use app::workflows::{Execution, Workflow, Workflows};
use app::{ErrorCode, OwnerId, RecipeChange};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::locks::lock;
pub use crate::recipes::MemoryRecipes;

/// [`Counters`] in memory without expiry.
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

/// [`Spending`] in memory without expiry.
#[derive(Debug, Default)]
pub struct MemorySpending(Mutex<HashMap<(OwnerId, String), u64>>);

impl Spending for MemorySpending {
    async fn spend(&self, owner: &OwnerId, micro_dollars: u64, now: Timestamp) -> Result<u64, PortError> {
        let day = String::from(now).chars().take(10).collect();
        let mut all = lock(&self.0);
        let spent = all.entry((owner.clone(), day)).or_default();
        *spent += micro_dollars;
        Ok(*spent)
    }

    async fn forget(&self, owner: &OwnerId) -> Result<(), PortError> {
        lock(&self.0).retain(|(other, _), _| other != owner);
        Ok(())
    }
}

/// [`GroceryLinks`] in memory without expiry.
#[derive(Debug, Default)]
pub struct MemoryGroceryLinks(Mutex<BTreeMap<LinkName, GroceryLink>>);

impl GroceryLinks for MemoryGroceryLinks {
    async fn find(&self, name: &LinkName) -> Result<Option<GroceryLink>, PortError> {
        Ok(lock(&self.0).get(name).cloned())
    }

    async fn keep(&self, name: &LinkName, link: &GroceryLink) -> Result<(), PortError> {
        lock(&self.0).insert(name.clone(), link.clone());
        Ok(())
    }
}

/// [`Members`] in memory.
#[derive(Debug, Default)]
pub struct MemoryMembers {
    identities: Mutex<BTreeMap<OwnerId, OwnerId>>,
}

impl MemoryMembers {
    /// Whether nothing is stored.
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

/// [`app::account::Accounts`] in memory.
#[derive(Debug, Default)]
pub struct MemoryAccounts {
    known: Mutex<std::collections::BTreeSet<OwnerId>>,
    faults: Mutex<u32>,
}

impl MemoryAccounts {
    /// Creates accounts with these users and identities.
    #[must_use]
    pub fn with(ids: impl IntoIterator<Item = OwnerId>) -> Self {
        Self { known: Mutex::new(ids.into_iter().collect()), faults: Mutex::default() }
    }

    /// Makes the next `count` deletions fail.
    pub fn fail_next(&self, count: u32) {
        *lock(&self.faults) = count;
    }

    /// Users and identities that were not deleted.
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

/// [`SignIns`] in memory.
#[derive(Debug, Default)]
pub struct MemorySignIns {
    users: Vec<(String, KnownUser)>,
    links: Mutex<Vec<(String, String)>>,
}

impl MemorySignIns {
    /// A pool with these users, each with an email address.
    #[must_use]
    pub fn with(users: impl IntoIterator<Item = (String, KnownUser)>) -> Self {
        Self { users: users.into_iter().collect(), links: Mutex::default() }
    }

    /// Google subject and user, in order of linking.
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

/// [`Artifacts`] in memory.
#[derive(Debug, Default)]
pub struct MemoryArtifacts(Mutex<HashMap<(String, String), Vec<u8>>>);

impl MemoryArtifacts {
    /// Whether nothing is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }

    /// Execution names and artifact names.
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

/// [`MediaStore`] in memory: content types by key, without bytes.
#[derive(Debug, Default)]
pub struct MemoryMedia(Mutex<BTreeMap<String, &'static str>>);

impl MemoryMedia {
    /// Content types by key.
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

    async fn delete(&self, key: &str) -> Result<(), PortError> {
        lock(&self.0).remove(key);
        Ok(())
    }

    async fn delete_all_of(&self, id: &RecipeId) -> Result<(), PortError> {
        lock(&self.0).retain(|key, _| !key.starts_with(&pictures_prefix(id)));
        Ok(())
    }
}

/// [`PhotoReducer`]; every photo has 480 × 360 pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleReducer;

impl PhotoReducer for SampleReducer {
    async fn reduce(&self, _photo: Vec<u8>) -> Result<Reduced, ErrorCode> {
        Ok(Reduced { width: 480, height: 360, versions: vec![(320, vec![0xff, 0xd8, 0xff])] })
    }
}

/// [`Workflows`] in memory: records starts, and returns execution states set by the test.
#[derive(Debug, Default)]
pub struct MemoryWorkflows(Mutex<HashMap<(Workflow, String), Execution>>);

impl MemoryWorkflows {
    /// Sets the state of a job's execution.
    pub fn set(&self, workflow: Workflow, job: &Job, execution: Execution) {
        lock(&self.0).insert((machine(workflow), job.execution_name()), execution);
    }

    /// Whether a job was started.
    #[must_use]
    pub fn has_started(&self, workflow: Workflow, job: &Job) -> bool {
        lock(&self.0).contains_key(&(machine(workflow), job.execution_name()))
    }
}

/// Pages and uploads share a state machine.
fn machine(workflow: Workflow) -> Workflow {
    if workflow == Workflow::Reading { Workflow::Processing } else { workflow }
}

impl Workflows for MemoryWorkflows {
    async fn start(&self, workflow: Workflow, job: &Job) -> Result<Execution, PortError> {
        let mut known = lock(&self.0);
        let execution = known.entry((machine(workflow), job.execution_name())).or_insert(Execution::Running);
        Ok(if workflow == Workflow::PostProcessing { Execution::Running } else { *execution })
    }
}

/// [`Fetcher`] with scripted answers; other addresses are unreachable.
#[derive(Debug, Default)]
pub struct ScriptedWeb(Mutex<HashMap<String, Result<Fetched, FetchError>>>);

impl ScriptedWeb {
    /// Sets the answer of an address.
    pub fn put(&self, address: &str, answer: Result<Fetched, FetchError>) {
        lock(&self.0).insert(address.to_owned(), answer);
    }

    /// Sets the page of an address; panics on a malformed address.
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

/// Publisher that records its changes.
#[derive(Debug, Default)]
pub struct MemoryPublisher(Mutex<Vec<RecipeChange>>);

impl MemoryPublisher {
    /// Changes in order of publication.
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
