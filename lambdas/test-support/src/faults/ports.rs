//! Ports with fault injection, through [`Port::call`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::future::{Future, pending, poll_fn};
use std::task::Poll;
use std::time::Duration;

use agent::{ConversationId, QuestionId, Row};
use app::account::Accounts;
use app::artifacts::Artifacts;
use app::conversations::{
    AgentStarter, Conversation, ConversationStore, Exchange, Over, PartialWriteResult, Progress, Question,
};
use app::error::WriteError;
use app::feedback::{Feedback, FeedbackStore};
use app::fetching::{FetchError, Fetched, Fetcher, Wanted};
use app::holds::Credits;
use app::ids::{FeedbackId, SharedListId};
use app::import::{AssistError, Assistant};
use app::job::Job;
use app::linking::{KnownUser, SignIns};
use app::listing::{PageRequest, RowPage};
use app::media::MediaStore;
use app::members::Members;
use app::owners::{OwnerState, Owners, Seed};
use app::publish::ChangePublisher;
use app::recipe_store::{CardPage, ListPositionPage, Order, Place, RecipeStore, UnreadableRecipe};
use app::shared_lists::{Edit, ItemId, SharedList, SharedListStore};
use app::signed_token::KeyRing;
use app::upload::{Folder, ReadAs, SubmissionId, Upload, UploadKind, Uploaded};
use app::uploads::{FormRequest, StoredUpload, UploadForm, UploadMetadata, UploadStore};
use app::workflows::{Execution, Workflow, Workflows};
use app::{ErrorCode, Language, OwnerId, Recipe, RecipeChange};
use billing::ledger::{
    Change, CommitError, Due, DueKind, Lookups, MemberRows, Needs, PaymentIntent, Purchase, PurchaseId,
    RetryPolicy, State, Store, UserId,
};
use extract::CopiedRecipe;
use ocr::{Sheet, Word};
use upload_sandbox::{Opened, Opener, Recogniser, RecognitionError};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::faults::broken::Broken;
use crate::faults::clock::Clock;
use crate::faults::fault::{Fault, Injector};
use crate::faults::halves;

/// Timeout of a service call including retries: see `aws::Clients`.
const TIMEOUT: Duration = Duration::from_millis(10_500);

/// A port as seen by one function.
pub(crate) struct Port<'w, Inner> {
    pub(crate) inner: &'w Inner,
    pub(crate) function: &'static str,
    pub(crate) injector: &'w Injector,
    pub(crate) clock: &'w Clock,
}

impl<Inner> fmt::Debug for Port<'_, Inner> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.function)
    }
}

impl<Inner> Port<'_, Inner> {
    async fn call<T, E: Broken>(
        &self,
        port: &'static str,
        method: &'static str,
        doing: impl Future<Output = Result<T, E>> + Send,
        half: impl Future<Output = Result<T, E>> + Send,
    ) -> Result<T, E> {
        // Lets concurrent calls interleave, as over a network.
        yield_once().await;
        let Some(fault) = self.injector.record_call(self.function, port, method) else { return doing.await };
        match fault {
            Fault::TimedOut => self.clock.pass(TIMEOUT),
            Fault::Throttled | Fault::Refused | Fault::Outage => {}
            Fault::Half => return half.await,
            Fault::AnswerLost => drop(doing.await),
            Fault::Killed => {
                drop(doing.await);
                self.injector.kill();
                return pending().await;
            }
        }
        Err(E::by(fault))
    }
}

async fn yield_once() {
    let mut is_first = true;
    poll_fn(|context| {
        if !std::mem::take(&mut is_first) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Default for [`Fault::Half`]: nothing is done and the response is unusable.
async fn nothing<T, E: Broken>() -> Result<T, E> {
    Err(E::by(Fault::Half))
}

impl<Inner: Credits + Sync> Credits for Port<'_, Inner> {
    fn retry_policy(&self) -> impl RetryPolicy {
        self.inner.retry_policy()
    }
}

/// Implements the ports for [`Port`] and lists their methods in [`PORTS`].
macro_rules! ports {
    ($($port:ident { $(fn $method:ident($($arg:ident: $type:ty),*) -> $answer:ty $(, half $half:path)?;)* })*) => {
        /// These ports with their methods.
        pub const PORTS: &[(&str, &[&str])] = &[$((stringify!($port), &[$(stringify!($method)),*])),*];

        $(impl<Inner: $port> $port for Port<'_, Inner> {
            $(async fn $method(&self, $($arg: $type),*) -> $answer {
                let half = ports!(@half self.inner, ($($arg.clone()),*) $(, $half)?);
                self.call(stringify!($port), stringify!($method), self.inner.$method($($arg),*), half).await
            })*
        })*
    };
    (@half $inner:expr, ($($arg:expr),*)) => { nothing() };
    (@half $inner:expr, ($($arg:expr),*), $half:path) => { $half($inner, $($arg),*) };
}

ports! {
    RecipeStore {
        fn get(id: &RecipeId) -> Result<Option<Recipe>, PortError>;
        fn create(recipe: &Recipe) -> Result<(), WriteError>;
        fn replace(recipe: &Recipe, was: u64) -> Result<(), WriteError>;
        fn delete(recipe: &Recipe) -> Result<(), WriteError>;
        fn transfer(recipe: &Recipe, before: &Recipe) -> Result<(), WriteError>;
        fn list(owner: &OwnerId, order: Order, limit: u32, after: Option<&(Timestamp, RecipeId)>)
            -> Result<CardPage, PortError>, half halves::list;
        fn places(owner: &OwnerId, limit: u32, after: Option<&Place>)
            -> Result<ListPositionPage, PortError>, half halves::places;
        fn remains(id: &RecipeId) -> Result<Option<UnreadableRecipe>, PortError>;
        fn erase(owner: &OwnerId, place: &Place, remains: &UnreadableRecipe) -> Result<(), PortError>;
        fn unsettled(before: Timestamp, limit: u32) -> Result<Vec<RecipeId>, PortError>;
        fn is_full(id: &RecipeId, limit: u32, now: Timestamp) -> Result<bool, PortError>;
        fn recipes_of(upload: &Upload, after: Option<&RecipeId>, limit: u32) -> Result<Vec<RecipeId>, PortError>;
    }
    Owners {
        fn owner_state(name: &OwnerId) -> Result<OwnerState, PortError>;
        fn seed(name: &OwnerId) -> Result<Seed, PortError>;
        fn start_new_generation(name: &OwnerId) -> Result<u64, PortError>;
        fn link_identity_to_member(identity: &OwnerId, user: &OwnerId) -> Result<bool, PortError>;
        fn identities_of(user: &OwnerId) -> Result<BTreeSet<OwnerId>, PortError>;
        fn leave(name: &OwnerId) -> Result<(), PortError>;
        fn close(name: &OwnerId, expires: Timestamp) -> Result<(), PortError>;
    }
    SharedListStore {
        fn get(id: &SharedListId) -> Result<Option<SharedList>, PortError>;
        fn create(list: &SharedList) -> Result<(), WriteError>;
        fn edit(id: &SharedListId, edits: &BTreeMap<ItemId, Edit>, now: Timestamp) -> Result<SharedList, WriteError>;
        fn delete(id: &SharedListId) -> Result<(), PortError>;
        fn of_owner(owner: &OwnerId) -> Result<Vec<SharedListId>, PortError>;
        fn forget(owner: &OwnerId) -> Result<(), PortError>;
    }
    FeedbackStore {
        fn get(id: &FeedbackId) -> Result<Option<Feedback>, PortError>;
        fn create(feedback: &Feedback) -> Result<(), WriteError>;
        fn replace(feedback: &Feedback, was: u64) -> Result<(), WriteError>;
        fn delete(id: &FeedbackId) -> Result<(), PortError>;
        fn of_creator(creator: &OwnerId, page: &PageRequest) -> Result<RowPage<Feedback>, PortError>;
        fn all(page: &PageRequest) -> Result<RowPage<Feedback>, PortError>;
        fn forget(creator: &OwnerId) -> Result<(), PortError>;
    }
    ConversationStore {
        fn get(id: &ConversationId) -> Result<Option<Conversation>, PortError>;
        fn create(conversation: &Conversation) -> Result<(), WriteError>;
        fn replace(conversation: &Conversation, was: u64) -> Result<(), WriteError>;
        fn ask(conversation: &Conversation, was: u64, question: &Question) -> Result<(), WriteError>;
        fn end(conversation: &Conversation, was: u64, number: usize, row: &Row, over: Over<'_>)
            -> Result<(), WriteError>;
        fn exchanges(id: &ConversationId, from: usize, to: usize)
            -> Result<Vec<Exchange>, PortError>, half halves::exchanges;
        fn progress(id: &ConversationId, number: usize) -> Result<Option<Progress>, PortError>;
        fn take(id: &ConversationId, number: usize, row: &Row, over: Over<'_>) -> Result<bool, PortError>;
        fn write_partial(id: &ConversationId, number: usize, row: &Row) -> Result<PartialWriteResult, PortError>;
        fn stop(id: &ConversationId, number: usize) -> Result<bool, PortError>;
        fn of_owner(owner: &OwnerId, page: &PageRequest) -> Result<RowPage<Conversation>, PortError>;
        fn ids_of_owner(owner: &OwnerId) -> Result<Vec<ConversationId>, PortError>;
        fn erase(id: &ConversationId) -> Result<(), PortError>;
    }
    AgentStarter {
        fn start(conversation: &ConversationId, question: &QuestionId) -> Result<(), PortError>;
    }
    Artifacts {
        fn put(job: &Job, name: &str, bytes: Vec<u8>) -> Result<(), PortError>;
        fn get(job: &Job, name: &str) -> Result<Option<Vec<u8>>, PortError>;
        fn delete(job: &Job, name: &str) -> Result<(), PortError>;
    }
    MediaStore {
        fn put(key: &str, content_type: &'static str, bytes: Vec<u8>) -> Result<(), PortError>;
        fn copy(from: &str, to: &str) -> Result<bool, PortError>;
        fn delete(key: &str) -> Result<(), PortError>;
        fn delete_all_of(id: &RecipeId) -> Result<(), PortError>;
    }
    UploadStore {
        fn form(request: &FormRequest, now: Timestamp) -> Result<UploadForm, PortError>;
        fn list(kind: UploadKind, identity: &OwnerId, folder: &Folder, submission: Option<&SubmissionId>)
            -> Result<Vec<StoredUpload>, PortError>;
        fn peek(upload: &Upload, position: u8) -> Result<Option<UploadMetadata>, PortError>;
        fn load(upload: &Upload) -> Result<Vec<Uploaded>, PortError>;
        fn put_page(upload: &Upload, page: u16, jpeg: Vec<u8>) -> Result<(), PortError>;
        fn keep(upload: &Upload, pages: u16) -> Result<(), PortError>, half halves::keep;
        fn link(key: &str, content_type: &'static str, name: &str) -> Result<String, PortError>;
        fn delete(upload: &Upload) -> Result<(), PortError>;
        fn delete_all_of(identity: &OwnerId, folder: &Folder) -> Result<(), PortError>;
    }
    Members {
        fn identity_of(user: &OwnerId) -> Result<Option<OwnerId>, PortError>;
        fn bind(user: &OwnerId, identity: &OwnerId) -> Result<(), PortError>;
        fn forget(user: &OwnerId) -> Result<(), PortError>;
    }
    Accounts {
        fn delete_user(user: &OwnerId) -> Result<(), PortError>;
        fn delete_identity(identity: &OwnerId) -> Result<(), PortError>;
    }
    SignIns {
        fn users_of(email: &str) -> Result<Vec<KnownUser>, PortError>;
        fn link_google(subject: &str, user: &str) -> Result<(), PortError>;
    }
    Store {
        fn read(needs: &Needs) -> Result<State, PortError>;
        fn commit(change: &Change) -> Result<(), CommitError>;
    }
    Lookups {
        fn purchase(id: &PurchaseId) -> Result<Option<Purchase>, PortError>;
        fn purchase_of(intent: &PaymentIntent) -> Result<Option<Purchase>, PortError>;
        fn due(kind: DueKind, until: Timestamp, limit: u32) -> Result<Vec<Due>, PortError>;
        fn rows(member: &UserId) -> Result<MemberRows, PortError>;
    }
    ChangePublisher {
        fn publish(change: &RecipeChange) -> Result<(), PortError>;
    }
    Workflows {
        fn start(workflow: Workflow, job: &Job) -> Result<Execution, PortError>;
    }
    Fetcher {
        fn fetch(address: &str, wanted: Wanted) -> Result<Fetched, FetchError>;
    }
    Assistant {
        fn read(owner: &OwnerId, text: &str, hint: Option<Language>) -> Result<Option<CopiedRecipe>, AssistError>;
    }
    Opener {
        fn open(read_as: ReadAs, files: Vec<Uploaded>) -> Result<Opened, ErrorCode>;
    }
    Recogniser {
        fn recognise(sheet: &Sheet, hint: Option<Language>) -> Result<Vec<Word>, RecognitionError>;
    }
    TokenKeys {
        fn ring() -> Result<KeyRing, PortError>;
    }
}

/// Token keys; functions use `aws::TokenKeys`.
pub(crate) trait TokenKeys: Send + Sync {
    fn ring(&self) -> impl Future<Output = Result<KeyRing, PortError>> + Send;
}

impl TokenKeys for KeyRing {
    async fn ring(&self) -> Result<KeyRing, PortError> {
        Ok(self.clone())
    }
}
