//! What the use cases need from outside, besides the [fetcher](crate::fetching): one trait a need.
//!
//! `aws` implements them for AWS, `testkit` in memory; one contract suite a port runs against both.

use std::future::Future;

use thiserror::Error;

use crate::card::{Card, RecipeChange};
use crate::claim::ClaimId;
use crate::ids::{Job, OwnerId, RecipeId};
use crate::reading::{UploadKind, Uploaded};
use crate::stored::Recipe;
use crate::timestamp::Timestamp;
use crate::uploads::{FormRequest, SubmissionId, Upload, UploadForm};

/// Why something outside did not do what it was asked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PortError {
    /// Busy or out of reach for now; the same call may succeed later.
    #[error("busy: {0}")]
    Busy(String),
    /// Refused or broken: a second try will not help. The text is for the log.
    #[error("broken: {0}")]
    Broken(String),
}

/// Why a write to the recipe store did not happen. Nothing was changed then.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WriteError {
    /// Another version than expected is stored, or something is where nothing should be.
    #[error("another version is stored")]
    Conflict,
    /// See [`PortError`].
    #[error(transparent)]
    Port(#[from] PortError),
}

/// Which way a list runs by the time of submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Oldest first.
    OldestFirst,
    /// Newest first.
    NewestFirst,
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPage {
    /// In order.
    pub cards: Vec<Card>,
    /// Where the next page starts: after the card with this moment and id. `None` when this was the last.
    pub next: Option<(Timestamp, RecipeId)>,
}

/// The recipes and the lists of their owners, always changed together.
pub trait RecipeStore: Send + Sync {
    /// The recipe as last written (a strong read).
    fn get(&self, id: &RecipeId) -> impl Future<Output = Result<Option<Recipe>, PortError>> + Send;

    /// Stores a new recipe; [`WriteError::Conflict`] if the id is taken.
    fn create(&self, recipe: &Recipe) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces version `was` by `recipe`; [`WriteError::Conflict`] if another version is stored, or none.
    fn replace(&self, recipe: &Recipe, was: u64) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Deletes exactly this version of the recipe, and its list row.
    fn delete(&self, recipe: &Recipe) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces the recipe, of which version `was` lay in the list of `was_owner`, and moves its list row to the
    /// list of its owner of now; [`WriteError::Conflict`] as for [`RecipeStore::replace`].
    fn transfer(
        &self,
        recipe: &Recipe,
        was_owner: &OwnerId,
        was: u64,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// A page of at most `limit` cards of one owner, after the given position.
    fn list(
        &self,
        owner: &OwnerId,
        order: Order,
        limit: u32,
        after: Option<&(Timestamp, RecipeId)>,
    ) -> impl Future<Output = Result<CardPage, PortError>> + Send;

    /// At most `limit` recipes with [`Recipe::is_unsettled`] that last changed before the given moment.
    fn unsettled(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<RecipeId>, PortError>> + Send;

    /// At most `limit` of the recipes that were created with this upload (a strong read).
    fn recipes_of(
        &self,
        upload: &Upload,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<RecipeId>, PortError>> + Send;
}

/// What lies at one position of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredUpload {
    /// Which.
    pub upload: Upload,
    /// Of a picture among its recipe's.
    pub position: u8,
    /// Bytes.
    pub size: u64,
    /// When it was uploaded.
    pub created_at: Timestamp,
}

/// What an upload says of itself, and its first bytes, which show what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peeked {
    /// The file's own name.
    pub name: Option<String>,
    /// As its form said.
    pub content_type: String,
    /// At most 64.
    pub first_bytes: Vec<u8>,
}

/// What people upload. All that is put there carries a mark by which it is forgotten after a day, until it is kept.
pub trait UploadStore: Send + Sync {
    /// A form that lets whoever has it upload exactly what it says, until it ends.
    fn form(
        &self,
        request: &FormRequest,
        now: Timestamp,
    ) -> impl Future<Output = Result<UploadForm, PortError>> + Send;

    /// What an identity has uploaded, in one submission or at all; pages of ours are not among it.
    fn list(
        &self,
        kind: UploadKind,
        identity: &OwnerId,
        submission: Option<&SubmissionId>,
    ) -> impl Future<Output = Result<Vec<StoredUpload>, PortError>> + Send;

    /// What lies at a position says of itself; `None` where there is nothing.
    fn peek(
        &self,
        upload: &Upload,
        position: u8,
    ) -> impl Future<Output = Result<Option<Peeked>, PortError>> + Send;

    /// All of an upload's positions in order, or nothing.
    fn load(&self, upload: &Upload) -> impl Future<Output = Result<Vec<Uploaded>, PortError>> + Send;

    /// Puts an upright page, a JPEG, beside what it was made of.
    fn put_page(
        &self,
        upload: &Upload,
        page: u16,
        jpeg: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Takes the mark off all of an upload's positions and its first `pages` pages.
    fn keep(&self, upload: &Upload, pages: u16) -> impl Future<Output = Result<(), PortError>> + Send;

    /// An address at which a key can be downloaded for five minutes: as an attachment of this type and name.
    fn link(
        &self,
        key: &str,
        content_type: &'static str,
        name: &str,
    ) -> impl Future<Output = Result<String, PortError>> + Send;

    /// Deletes all of an upload, pages too; nothing there is no error.
    fn delete(&self, upload: &Upload) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes all uploads of an identity.
    fn delete_all_of(&self, identity: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// What is remembered of members besides their recipes: their identity id, and which claims they have used.
pub trait Members: Send + Sync {
    /// The identity id under which the member last signed in (a strong read); `None` before the first claim.
    fn identity_of(&self, user: &OwnerId) -> impl Future<Output = Result<Option<OwnerId>, PortError>> + Send;

    /// Remembers a member's identity id in place of an earlier one.
    fn bind(&self, user: &OwnerId, identity: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Makes a claim token this member's, unless it is another's already: whether it now is. Of many members at
    /// once exactly one is answered `true`; the same member may ask again. It is remembered until `expires`.
    fn use_claim(
        &self,
        claim: &ClaimId,
        user: &OwnerId,
        expires: Timestamp,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Forgets all of a member: identity id and used claims. Forgetting twice is no error.
    fn forget(&self, user: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Who can sign in.
pub trait Accounts: Send + Sync {
    /// Deletes a user by the `sub`; one who is not there is no error.
    fn delete_user(&self, user: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes an identity id, which is then nobody's; one that is not there is no error.
    fn delete_identity(&self, identity: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// A user of the pool, as far as it matters to someone who arrives with the same e-mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownUser {
    /// The pool's name of the user.
    pub name: String,
    /// Whether they have ever shown a code, or came from a provider.
    pub is_confirmed: bool,
    /// Whether the address is known to be theirs.
    pub is_email_verified: bool,
    /// Whether they come from a provider and have no password here.
    pub is_external: bool,
}

/// The ways in which users sign in.
pub trait SignIns: Send + Sync {
    /// Everyone with this e-mail address.
    fn users_of(&self, email: &str) -> impl Future<Output = Result<Vec<KnownUser>, PortError>> + Send;

    /// Lets whoever Google knows as `subject` sign in as this user from now on.
    fn link_google(&self, subject: &str, user: &str) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// What one import leaves for its next state; forgotten after a day.
pub trait Workbench: Send + Sync {
    /// Keeps a document of a job under a name of ours, replacing an earlier one.
    fn put(
        &self,
        job: &Job,
        name: &str,
        bytes: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// What was kept, or `None`.
    fn get(&self, job: &Job, name: &str) -> impl Future<Output = Result<Option<Vec<u8>>, PortError>> + Send;

    /// Forgets what was kept; nothing there is no error.
    fn delete(&self, job: &Job, name: &str) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Pictures that belong to recipes, served to anyone who knows their name.
pub trait MediaStore: Send + Sync {
    /// Keeps a picture under `key` (`media/<recipe id>/<hash>`).
    fn put(
        &self,
        key: &str,
        content_type: &'static str,
        bytes: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Keeps the picture of one key under another as well: whether there was one.
    fn copy(&self, from: &str, to: &str) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Deletes it; one that is not there is no error.
    fn delete(&self, key: &str) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Which state machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Workflow {
    /// recipe-processing, of an address.
    Processing,
    /// recipe-processing, of an upload.
    Reading,
    /// recipe-post-processing.
    PostProcessing,
}

/// What has become of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execution {
    /// Never started.
    Missing,
    /// Going on.
    Running,
    /// Over, well or not.
    Ended,
}

/// The state machines.
pub trait Workflows: Send + Sync {
    /// Starts a job; one that was started before is a success.
    fn start(&self, workflow: Workflow, job: &Job) -> impl Future<Output = Result<(), PortError>> + Send;

    /// What has become of a job.
    fn look_up(
        &self,
        workflow: Workflow,
        job: &Job,
    ) -> impl Future<Output = Result<Execution, PortError>> + Send;
}

/// Tells every open list of an owner that a recipe has changed.
pub trait ChangePublisher: Send + Sync {
    /// Publishes one change.
    fn publish(&self, change: &RecipeChange) -> impl Future<Output = Result<(), PortError>> + Send;
}
