use std::time::Duration;

use crate::fakes::{MemoryArtifacts, MemoryMedia, MemoryRecipes, MemorySpending, SampleReducer};
use crate::uploads::MemoryUploads;
use app::account::{self, MemberPorts};
use app::book::{self, CopyPlan, DeletePorts, RetryBy, UpdateRecipe};
use app::enrich::{self, Enrichment};
use app::holds::{self, ChargeChange};
use app::import::{self, Admission, Admitted, CreateRecipe, ExtractPorts, ReadPorts, Slice};
use app::job::Job;
use app::linking::{self, Arrival};
use app::model::Charge;
use app::owners::{self, Purpose};
use app::publish::{self, RowChange};
use app::recipe_store::Order;
use app::uploads::{self, CreateUpload, UploadForm};
use app::view::RecipeView;
use app::{AppError, Caller, ErrorCode, Recipe, claim, owner_token, sweep as sweeping};
use serde::Deserialize;
use serde_json::{Value, json};
use upload_sandbox::RecognisingReader;

use crate::faults::fault::{Fault, OUTAGE};
use crate::faults::ports::{Port, TokenKeys};
use crate::faults::world::World;

const EVENT_TRIES: u32 = 3;
/// Tries of the schedule of due holds, more than an outage.
const HOLDS_TRIES: u32 = OUTAGE + 1;
/// Tries per stream batch, as in template.yaml.
const STREAM_TRIES: u32 = 9;

#[derive(Deserialize)]
struct Findings {
    #[serde(flatten)]
    job: Job,
    found: Enrichment,
}

#[derive(Deserialize)]
struct Caught {
    #[serde(rename = "Error")]
    error: String,
}

#[derive(Deserialize)]
struct FailedJob {
    #[serde(flatten)]
    job: Job,
    error: Caught,
}

/// Invokes the function of a workflow state. Besides the function, the invocation itself may fail.
pub(crate) fn task(world: &World, function: &str, payload: &Value) -> Result<Value, String> {
    let function = STATES.iter().find(|name| **name == function).expect("a function of a state");
    let Some(fault) = world.injector.record_call(function, "Lambda", "invoke") else {
        return state(world, function, payload);
    };
    let error = match fault {
        Fault::TimedOut => "Lambda.ClientExecutionTimeoutException",
        Fault::Throttled | Fault::Outage => "Lambda.TooManyRequestsException",
        Fault::Half => "Lambda.SdkClientException",
        Fault::AnswerLost => "Lambda.ServiceException",
        Fault::Killed => "Lambda.Unknown",
        Fault::Refused => "Lambda.ResourceNotFoundException",
    };
    if matches!(fault, Fault::AnswerLost | Fault::Killed) {
        drop(state(world, function, payload));
    }
    Err(error.to_owned())
}

pub(crate) const STATES: [&str; 8] =
    ["fn-fetch", "fn-read", "fn-extract", "fn-assist", "fn-finish", "fn-fail", "fn-picture", "fn-apply"];

fn state(world: &World, function: &'static str, payload: &Value) -> Result<Value, String> {
    // A killed function reaches its timeout.
    let answer = world.run(work(world, function, payload)).ok_or_else(|| "Sandbox.Timedout".to_owned())?;
    answer.map_err(|error| functions::runtime::state_failure(&error).error_type)
}

fn read<Input: for<'de> Deserialize<'de>>(payload: &Value) -> Input {
    Input::deserialize(payload).expect("what the state machine hands on")
}

async fn work(world: &World, function: &'static str, payload: &Value) -> Result<Value, AppError> {
    let recipes = world.port(function, &world.recipes);
    let artifacts = world.port(function, &world.artifacts);
    let media = world.port(function, &world.media);
    let uploads = world.port(function, &world.uploads);
    let web = world.port(function, &world.web);
    let now = world.now();
    if function == "fn-fail" {
        let FailedJob { job, error } = read(payload);
        import::fail(&recipes, &job, ErrorCode::of_caught(&error.error), now).await?;
        return Ok(json!(job));
    }
    if function == "fn-apply" {
        let Findings { job, found } = read(payload);
        let read = enrich::find(&artifacts, &job).await?;
        let found = Enrichment { image_url: found.image_url, ..read };
        enrich::apply(&recipes, &media, &artifacts, &job, &found, now).await?;
        return Ok(json!(job));
    }
    let job: Job = read(payload);
    match function {
        "fn-fetch" => import::fetch_page(&recipes, &web, &artifacts, &job).await?,
        "fn-read" => {
            let reader = RecognisingReader {
                opener: world.port(function, &world.opener),
                recogniser: world.port(function, &world.recogniser),
            };
            let ports = ReadPorts { uploads: &uploads, reader: &reader };
            import::read_upload(&recipes, &ports, &artifacts, &job, now).await?;
        }
        "fn-extract" => {
            let ports = ExtractPorts { recipes: &recipes, media: &media, artifacts: &artifacts };
            // Each call has time for one chunk.
            let slice = import::extract_recipe(&ports, &job, now, || true).await?;
            let mut answer = json!(job);
            answer["more"] = json!(slice == Slice::More);
            answer["assist"] = json!(slice == Slice::Assist);
            return Ok(answer);
        }
        "fn-assist" => {
            let assistant = world.port(function, &world.assistant);
            import::assist(&recipes, &artifacts, &assistant, &job, now).await?;
        }
        "fn-finish" => {
            let machines = world.port(function, &world.machines);
            import::finish(&recipes, &uploads, &artifacts, &machines, &job, now).await?;
        }
        "fn-picture" => {
            return Ok(json!(enrich::copy_picture(&artifacts, &web, &media, &SampleReducer, &job).await?));
        }
        other => panic!("{other} is no function of a state"),
    }
    Ok(json!(job))
}

pub(crate) fn sweep(world: &World, job: Option<&Job>) {
    const FUNCTION: &str = "fn-sweep";
    const QUIET: Duration = Duration::from_secs(120);
    let (recipes, machines) = (world.port(FUNCTION, &world.recipes), world.port(FUNCTION, &world.machines));
    world.event(EVENT_TRIES, || async {
        match job {
            Some(job) => sweeping::settle_one(&recipes, &machines, &job.id, world.now()).await,
            None => sweeping::sweep(&recipes, &machines, QUIET, world.now(), || false).await,
        }
    });
}

/// Runs fn-settle with the charges of all recipes and conversations.
pub(crate) fn follow_credits(world: &World) {
    let credits = world.port("fn-settle", &world.credits);
    let change = |recipe: &Recipe| {
        let after = recipe.import.charge()?.clone();
        let before = Charge::held(after.member.clone(), after.hold.clone());
        Some(ChargeChange { before, after: Some(after) })
    };
    let mut changes: Vec<_> = world.recipes.all().iter().filter_map(change).collect();
    for (conversation, _) in world.conversations.kept() {
        let Some(after) = conversation.charge().cloned() else { continue };
        let before = Charge::held(after.member.clone(), after.hold.clone());
        changes.push(ChargeChange { before, after: Some(after) });
    }
    world.event(STREAM_TRIES, || holds::follow(&credits, changes.clone(), world.now()));
}

pub(crate) fn settle_holds(world: &World) {
    const FUNCTION: &str = "fn-expire-credits";
    let (credits, recipes) = (world.port(FUNCTION, &world.credits), world.port(FUNCTION, &world.recipes));
    let conversations = world.port(FUNCTION, &world.conversations);
    world
        .event(HOLDS_TRIES, || holds::settle_due_holds(&credits, &recipes, &conversations, world.now(), 100));
}

pub(crate) fn publish(world: &World, rows: &[RowChange]) {
    let publisher = world.port("fn-publish", &world.publisher);
    world.event(STREAM_TRIES, || publish::publish(&publisher, rows.to_vec()));
}

/// Runs fn-link-identity, which Cognito calls before a sign-up. Users retry after server errors.
pub(crate) fn link(world: &World, subject: &str, email: &str) {
    let sign_ins = world.port("fn-link-identity", &world.sign_ins);
    world.client("fn-link-identity", || {
        linking::before_sign_up(&sign_ins, Arrival::Google { subject }, email, true)
    });
}

type Deleting<'p, 'w> = DeletePorts<
    'p,
    Port<'w, MemoryRecipes>,
    Port<'w, MemoryMedia>,
    Port<'w, MemoryArtifacts>,
    Port<'w, MemoryUploads>,
>;

struct Deletes<'w> {
    recipes: Port<'w, MemoryRecipes>,
    media: Port<'w, MemoryMedia>,
    artifacts: Port<'w, MemoryArtifacts>,
    uploads: Port<'w, MemoryUploads>,
}

impl<'w> Deletes<'w> {
    fn of(world: &'w World, function: &'static str) -> Self {
        Self {
            recipes: world.port(function, &world.recipes),
            media: world.port(function, &world.media),
            artifacts: world.port(function, &world.artifacts),
            uploads: world.port(function, &world.uploads),
        }
    }

    fn ports(&self) -> Deleting<'_, 'w> {
        let Self { recipes, media, artifacts, uploads } = self;
        DeletePorts { recipes, media, artifacts, uploads }
    }
}

/// An API client.
pub(crate) struct Client<'w> {
    pub(crate) world: &'w World,
    pub(crate) caller: Caller,
}

impl Client<'_> {
    pub(crate) fn create(&self, input: &CreateRecipe) {
        const FUNCTION: &str = "fn-graphql.createRecipe";
        let world = self.world;
        let (recipes, machines) =
            (world.port(FUNCTION, &world.recipes), world.port(FUNCTION, &world.machines));
        let (credits, keys) = (world.port(FUNCTION, &world.credits), world.port(FUNCTION, &world.keys));
        let uploads = world.port(FUNCTION, &world.uploads);
        world.client(FUNCTION, || async {
            let ring = keys.ring().await?;
            let admission = Admission {
                counters: &world.counters,
                ring: &ring,
                limits: None,
                credits: Some(&credits),
                uploads: &uploads,
                under_way: 1_000,
                source: None,
            };
            let admitted = import::admit(&recipes, &admission, &self.caller, input, world.now()).await?;
            let (guard, input) = (&world.guard, input.clone());
            import::create(&recipes, &machines, guard, &self.caller, input, admitted, world.now()).await
        });
    }

    pub(crate) fn create_blank(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.createBlankRecipe";
        let recipes = self.world.port(FUNCTION, &self.world.recipes);
        self.world
            .client(FUNCTION, || book::create_blank(&recipes, &self.caller, id, None, self.world.now()));
    }

    pub(crate) fn copy(&self, source: &str, id: &str) {
        const FUNCTION: &str = "fn-graphql.copyRecipe";
        let world = self.world;
        let recipes = world.port(FUNCTION, &world.recipes);
        let (media, machines) = (world.port(FUNCTION, &world.media), world.port(FUNCTION, &world.machines));
        world.client(FUNCTION, || async {
            let caller = &self.caller;
            match book::plan_copy(&recipes, caller, source, id).await? {
                CopyPlan::Import(input) => {
                    let (guard, admitted) = (&world.guard, Admitted::default());
                    import::create(&recipes, &machines, guard, caller, input, admitted, world.now())
                        .await
                        .map(RecipeView::for_owner)
                }
                CopyPlan::Copy(original, id) => {
                    book::copy(&recipes, &media, caller, *original, id, world.now()).await
                }
            }
        });
    }

    pub(crate) fn update(&self, input: &UpdateRecipe) {
        const FUNCTION: &str = "fn-graphql.updateRecipe";
        let recipes = self.world.port(FUNCTION, &self.world.recipes);
        self.world.client(FUNCTION, || {
            book::update(&recipes, &self.world.guard, &self.caller, input.clone(), self.world.now())
        });
    }

    pub(crate) fn retry(&self, id: &str, by: RetryBy) {
        const FUNCTION: &str = "fn-graphql.retryRecipe";
        let world = self.world;
        let (recipes, machines) =
            (world.port(FUNCTION, &world.recipes), world.port(FUNCTION, &world.machines));
        let credits = world.port(FUNCTION, &world.credits);
        world.client(FUNCTION, || async {
            if by == RetryBy::Assistant {
                book::is_for_assistant(&recipes, &self.caller, id).await?;
            }
            book::retry(&recipes, &machines, Some(&credits), &self.caller, id, by, world.now()).await
        });
    }

    pub(crate) fn delete(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.deleteRecipe";
        let ports = Deletes::of(self.world, FUNCTION);
        self.world.client(FUNCTION, || async {
            match book::delete(&ports.ports(), &self.caller, id).await {
                // Already deleted counts as success, as in the app.
                Ok(_) | Err(AppError::RecipeNotFound(_)) => Ok(()),
                Err(error) => Err(error),
            }
        });
    }

    pub(crate) fn delete_many(&self, ids: &[String]) {
        const FUNCTION: &str = "fn-graphql.deleteRecipes";
        let ports = Deletes::of(self.world, FUNCTION);
        self.world.client(FUNCTION, || async {
            let deletions = book::delete_many(&ports.ports(), &self.caller, ids.to_vec()).await?;
            deletions.into_iter().try_for_each(|deletion| deletion.outcome)
        });
    }

    pub(crate) fn delete_all(&self) {
        const FUNCTION: &str = "fn-graphql.deleteAllRecipes";
        let ports = Deletes::of(self.world, FUNCTION);
        self.world.client(FUNCTION, || async {
            let progress = book::delete_all_own(&ports.ports(), &self.caller, || false).await?;
            if progress.done { Ok(()) } else { Err(AppError::Busy) }
        });
    }

    pub(crate) fn delete_account(&self) {
        const FUNCTION: &str = "fn-account";
        let world = self.world;
        let ports = Deletes::of(world, FUNCTION);
        let (members, accounts) =
            (world.port(FUNCTION, &world.members), world.port(FUNCTION, &world.accounts));
        let feedback = world.port(FUNCTION, &world.feedback);
        let lists = world.port(FUNCTION, &world.shared_lists);
        world.client(FUNCTION, || async {
            let (ports, caller, now) = (ports.ports(), &self.caller, world.now());
            let spending = MemorySpending::default();
            let (feedback, conversations, spending, lists) =
                (&feedback, &world.conversations, &spending, &lists);
            let others = MemberPorts { feedback, conversations, spending, lists };
            let progress =
                account::delete(&ports, &members, &accounts, &others, caller, now, || false).await?;
            if progress.done { Ok(()) } else { Err(AppError::Busy) }
        });
    }

    pub(crate) fn claim(&self, token: &str) {
        const FUNCTION: &str = "fn-graphql.claimRecipes";
        let world = self.world;
        let (recipes, members) = (world.port(FUNCTION, &world.recipes), world.port(FUNCTION, &world.members));
        let keys = world.port(FUNCTION, &world.keys);
        world.client(FUNCTION, || async {
            let ring = keys.ring().await?;
            let token = Some(token);
            claim::claim(&recipes, &members, &ring, &self.caller, token, world.now(), || false).await
        });
    }

    pub(crate) fn issue_claim(&self) -> String {
        const FUNCTION: &str = "fn-graphql.issueClaimToken";
        let keys = self.world.port(FUNCTION, &self.world.keys);
        let issued = self
            .world
            .client(FUNCTION, || async { claim::issue(&keys.ring().await?, &self.caller, self.world.now()) });
        issued.expect("a claim token").token
    }

    pub(crate) fn issue_owner_token(&self) -> String {
        const FUNCTION: &str = "fn-graphql.issueOwnerToken";
        let keys = self.world.port(FUNCTION, &self.world.keys);
        let issued = self.world.client(FUNCTION, || async {
            owner_token::issue(&keys.ring().await?, &self.caller, None, self.world.now())
        });
        issued.expect("an owner token").token
    }

    pub(crate) fn authorize(&self, token: &str) {
        const FUNCTION: &str = "fn-authorizer";
        let keys = self.world.port(FUNCTION, &self.world.keys);
        self.world
            .client(FUNCTION, || async { owner_token::verify(&keys.ring().await?, token, self.world.now()) });
    }

    pub(crate) fn upload(&self, input: &CreateUpload) -> UploadForm {
        const FUNCTION: &str = "fn-graphql.createUpload";
        let world = self.world;
        let (recipes, uploads) = (world.port(FUNCTION, &world.recipes), world.port(FUNCTION, &world.uploads));
        let form = world.client(FUNCTION, || {
            uploads::create(&recipes, &uploads, &self.caller, input.clone(), world.now())
        });
        form.expect("a form")
    }

    pub(crate) fn delete_upload(&self, submission: &str) {
        const FUNCTION: &str = "fn-graphql.deleteUpload";
        let world = self.world;
        let (recipes, uploads) = (world.port(FUNCTION, &world.recipes), world.port(FUNCTION, &world.uploads));
        world.client(FUNCTION, || uploads::delete(&recipes, &uploads, &self.caller, submission));
    }

    pub(crate) fn look(&self, id: &str) {
        let world = self.world;
        let recipes = world.port("fn-graphql.getRecipe", &world.recipes);
        let members = world.port("fn-graphql.getRecipe", &world.members);
        world.client("fn-graphql.getRecipe", || async {
            // In user-pool mode the identity comes from the last sign-in.
            if let Caller::Member { user, .. } = &self.caller {
                app::members::Members::identity_of(&members, user).await?;
            }
            let caller = owners::admit(&recipes, self.caller.clone(), Purpose::Other).await?;
            book::get(&recipes, &caller, id).await
        });
        let recipes = world.port("fn-graphql.listRecipes", &world.recipes);
        world.client("fn-graphql.listRecipes", || {
            book::list(&recipes, &self.caller, None, Order::NewestFirst, Some(1), None)
        });
        let recipes = world.port("fn-graphql.exportRecipes", &world.recipes);
        world.client("fn-graphql.exportRecipes", || book::export(&recipes, &self.caller, None, None));
        let recipes = world.port("fn-graphql.listUploads", &world.recipes);
        let uploads = world.port("fn-graphql.listUploads", &world.uploads);
        world.client("fn-graphql.listUploads", || uploads::list(&recipes, &uploads, &self.caller, None));
        let recipes = world.port("fn-graphql.sourcePages", &world.recipes);
        let uploads = world.port("fn-graphql.sourcePages", &world.uploads);
        world
            .client("fn-graphql.sourcePages", || uploads::source_pages(&recipes, &uploads, &self.caller, id));
    }
}
