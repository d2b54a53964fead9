//! Checks the invariants after a run with or without a fault.

use std::collections::{BTreeMap, BTreeSet};

use app::feedback::Feedback;
use app::model::{CreditState, NutritionStatus};
use app::owners::{OwnerState, Owners, State};
use app::{ErrorCode, OwnerId, Recipe, Status};
use billing::ledger::HoldState;
use zest_core::RecipeId;

use crate::faults::conversations;
use crate::faults::executions::settle;
use crate::faults::fault::{Call, Fault};
use crate::faults::scenarios::{self, Scenario};
use crate::faults::world::World;

/// Observable state after a run, without attempts and times.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    recipes: BTreeMap<RecipeId, Seen>,
    media: BTreeSet<String>,
    uploads: BTreeMap<String, bool>,
    refusals: Vec<String>,
    accounts: usize,
    feedback: Vec<String>,
    shared_lists: Vec<String>,
    conversations: Vec<String>,
    kept_conversations: Vec<String>,
    published: BTreeSet<String>,
    links: BTreeSet<(String, String)>,
}

/// A recipe without attempt, version and times.
#[derive(Debug, PartialEq)]
struct Seen {
    recipe: Recipe,
    status: Status,
    reason: Option<ErrorCode>,
    summary: Option<app::model::ImportSummary>,
}

impl Seen {
    fn of(recipe: &Recipe) -> Self {
        let (status, reason) = (recipe.status(), recipe.failure().map(|failure| failure.code));
        let summary = recipe.import.summary().cloned();
        let epoch = zest_core::Timestamp::from_millis(0);
        let import = app::model::Import::nothing();
        let recipe = Recipe { import, version: 0, created_at: epoch, updated_at: epoch, ..recipe.clone() };
        Self { recipe, status, reason, summary }
    }
}

/// Runs a scenario until nothing is pending, with or without a fault; returns the world.
#[must_use]
pub fn run(scenario: &Scenario, armed: Option<(Call, Fault)>) -> World {
    let world = World::new(armed);
    (scenario.before)(&world);
    world.arm();
    (scenario.act)(&world);
    settle(&world);
    world.heal();
    world
}

/// Observable state of a world.
#[must_use]
pub fn outcome(world: &World) -> Outcome {
    Outcome {
        recipes: world.recipes.all().iter().map(|recipe| (recipe.id.clone(), Seen::of(recipe))).collect(),
        media: world.media.kept().into_keys().collect(),
        uploads: world.uploads.kept(),
        refusals: world.refusals(),
        accounts: world.accounts.left().len(),
        feedback: world.feedback.kept().iter().map(seen_feedback).collect(),
        shared_lists: world.shared_lists.kept().iter().map(|list| format!("{:?}", list.items)).collect(),
        conversations: world.conversations.kept().iter().map(conversations::seen).collect(),
        kept_conversations: world.conversations.kept().iter().map(conversations::kept).collect(),
        published: world.publisher.published().iter().map(|change| format!("{change:?}")).collect(),
        links: world.sign_ins.links().into_iter().collect(),
    }
}

fn seen_feedback(feedback: &Feedback) -> String {
    let Feedback { id, creator, message, status, .. } = feedback;
    format!("{id} of {}: {message} {status:?}", creator.secret())
}

/// Violated invariants after a run with this fault.
#[must_use]
pub fn broken(world: &World, clean: &Outcome, call: &Call, fault: Fault) -> Vec<String> {
    let mut wrong = Vec::new();
    let found = outcome(world);
    if !world.injector.has_struck() {
        wrong.push("the call was not made again: the run is not the same twice".to_owned());
    }
    consistent(world, &mut wrong);
    compare(&found, clean, call, fault, &mut wrong);
    check_attempt_limits(world, &mut wrong);
    scenarios::delete_everything(world);
    empty(world, &mut wrong);
    wrong
}

pub(crate) fn consistent(world: &World, wrong: &mut Vec<String>) {
    let recipes: BTreeMap<String, Recipe> =
        world.recipes.all().into_iter().map(|recipe| (recipe.id.to_string(), recipe)).collect();
    for (id, recipe) in &recipes {
        if recipe.is_unsettled() {
            wrong.push(format!(
                "{id} is still {:?}, nutrition {:?}",
                recipe.status(),
                recipe.nutrition_status
            ));
        }
        let owner_state = world.run(world.recipes.owner_state(&recipe.owner));
        let is_theirs = |owner_state: OwnerState| {
            owner_state.generation == recipe.generation
                && matches!(owner_state.state, State::Open | State::Member)
        };
        if !owner_state.and_then(Result::ok).is_some_and(is_theirs) {
            wrong.push(format!("{id} outlives what its owner has deleted"));
        }
        if let Some(key) = &recipe.image_url
            && !world.media.kept().contains_key(key)
        {
            wrong.push(format!("the picture of {id} is gone"));
        }
    }
    credits(world, wrong);
    for (conversation, exchanges) in world.conversations.kept() {
        if !conversation.is_deleted && !exchanges.iter().all(|exchange| exchange.progress.has_ended()) {
            wrong.push(format!("{} still waits for an answer", conversation.id));
        }
    }
    for key in world.media.kept().into_keys() {
        let id = key.split('/').nth(1).unwrap_or_default();
        if !recipes.contains_key(id) {
            wrong.push(format!("{key} belongs to no recipe"));
        }
    }
    for (job, name) in world.artifacts.kept() {
        if !recipes.contains_key(job.split('-').next().unwrap_or_default()) {
            wrong.push(format!("the artifact {name} of {job} belongs to no recipe"));
        }
    }
    for (key, is_kept) in world.uploads.kept() {
        let of_it = |recipe: &&Recipe| recipe.source.upload().is_some_and(|it| key.starts_with(&it.prefix()));
        let users: Vec<_> = recipes.values().filter(of_it).collect();
        if is_kept && users.is_empty() {
            wrong.push(format!("the upload {key} stays for no recipe"));
        }
        // After reading, only page images are needed, which are shown with the recipe.
        let is_needed = users.iter().any(|recipe| {
            recipe.status() == Status::Success
                && recipe.source.read_from().is_some_and(|it| !it.pages().is_empty())
        });
        if !is_kept && is_needed {
            wrong.push(format!("the upload {key} will be forgotten, though a recipe was made of it"));
        }
    }
}

fn credits(world: &World, wrong: &mut Vec<String>) {
    let user = OwnerId::new("bea");
    let Some(holds) = world.run(world.credits.holds(&user)) else { return };
    let (recipes, conversations) = (world.recipes.all(), world.conversations.kept());
    let of_recipes = recipes.iter().filter_map(|recipe| recipe.import.charge());
    let of_conversations = conversations.iter().filter_map(|(conversation, _)| conversation.charge());
    let charges: BTreeMap<_, _> =
        of_recipes.chain(of_conversations).map(|charge| (charge.hold.to_string(), charge.state)).collect();
    for (hold, state) in holds {
        let is_right = match charges.get(&hold) {
            Some(CreditState::Used) => state == HoldState::Settled,
            Some(CreditState::GivenBack) => state == HoldState::Released,
            Some(CreditState::Held) => false,
            None => state != HoldState::Held,
        };
        if !is_right {
            wrong.push(format!(
                "the hold {hold} is {state:?}, and what it was held for says {:?}",
                charges.get(&hold)
            ));
        }
    }
    let damages = world.run(world.credits.damages(&user, world.now())).unwrap_or_default();
    wrong.extend(damages.iter().map(|damage| format!("credits: {damage}")));
}

/// A temporary fault must leave no trace; others may fail an import, with a permitted reason.
fn compare(found: &Outcome, clean: &Outcome, call: &Call, fault: Fault, wrong: &mut Vec<String>) {
    // Failures of sites and files are reported; a retry does not help.
    let is_outside = matches!(call.port, "Fetcher" | "Opener" | "Assistant");
    let is_slow_print = call.port == "Recogniser" && fault == Fault::TimedOut;
    if fault.is_passing() && !is_outside && !is_slow_print {
        if found != clean {
            wrong.push(format!("other than without the fault: {}", difference(found, clean)));
        }
        return;
    }
    if found.refusals != clean.refusals {
        wrong.push(format!("clients are refused: {:?}", found.refusals));
    }
    if found.kept_conversations != clean.kept_conversations {
        let (kept, expected) = (&found.kept_conversations, &clean.kept_conversations);
        wrong.push(format!("conversations: {kept:?}, was {expected:?}"));
    }
    for (id, seen) in &found.recipes {
        let Some(expected) = clean.recipes.get(id) else {
            wrong.push(format!("{id} is one too many"));
            continue;
        };
        match seen.status {
            Status::Failed if seen.reason == expected.reason => {}
            Status::Failed => {
                let reason = seen.reason.unwrap_or(ErrorCode::Internal);
                if !true_reasons(call, fault).contains(&reason) {
                    wrong.push(format!("{id} has FAILED for {reason:?}"));
                }
            }
            Status::Success | Status::Pending => {
                if let Some(difference) = unexpected_difference(seen, expected) {
                    wrong.push(format!("{id}: {difference}"));
                }
            }
        }
    }
    for id in clean.recipes.keys().filter(|id| !found.recipes.contains_key(*id)) {
        // If the first recipe of the file failed, siblings may be missing.
        if !found.recipes.values().any(|seen| seen.status == Status::Failed) {
            wrong.push(format!("{id} is missing"));
        }
    }
}

/// Error codes permitted when this call fails.
fn true_reasons(call: &Call, fault: Fault) -> Vec<ErrorCode> {
    let mut reasons = vec![ErrorCode::Internal, ErrorCode::Interrupted];
    match call.port {
        "Fetcher" => reasons.extend([
            ErrorCode::TimedOut,
            ErrorCode::Unreachable,
            ErrorCode::SiteError,
            ErrorCode::SiteBlocked,
        ]),
        "Opener" | "Recogniser" if fault == Fault::TimedOut => reasons.push(ErrorCode::ReadingTimedOut),
        "Assistant" => reasons.push(ErrorCode::AssistantUnavailable),
        "Opener" => reasons.push(ErrorCode::UnreadableFile),
        _ => {}
    }
    reasons
}

/// Describes a difference other than missing post-processing.
fn unexpected_difference(seen: &Seen, expected: &Seen) -> Option<String> {
    if expected.status != Status::Success {
        return Some(format!("is {:?} where it fails without the fault", seen.status));
    }
    let (mut a, mut b) = (seen.recipe.clone(), expected.recipe.clone());
    for recipe in [&mut a, &mut b] {
        recipe.nutrition_status = NutritionStatus::Success;
        recipe.nutrition_source = None;
        recipe.content.nutrition = recipe::Nutrition::default();
        recipe.content.tags.clear();
        recipe.image_url = None;
    }
    (a != b || seen.summary != expected.summary)
        .then(|| format!("is another recipe: {a:?} {:?}", seen.summary))
}

fn difference(found: &Outcome, clean: &Outcome) -> String {
    let mut differences = Vec::new();
    let ids: BTreeSet<_> = found.recipes.keys().chain(clean.recipes.keys()).collect();
    for id in ids {
        let (a, b) = (found.recipes.get(id), clean.recipes.get(id));
        if a != b {
            let state = |seen: Option<&Seen>| {
                seen.map(|seen| {
                    let image = seen.recipe.image_url.is_some();
                    let nutrition = seen.recipe.nutrition_status;
                    format!(
                        "{:?} {:?} {nutrition:?} picture {image} {:?}",
                        seen.status, seen.reason, seen.summary
                    )
                })
            };
            differences.push(format!("{id} is {:?}, was {:?}", state(a), state(b)));
        }
    }
    for (what, a, b) in [
        ("media", format!("{:?}", found.media), format!("{:?}", clean.media)),
        ("uploads", format!("{:?}", found.uploads), format!("{:?}", clean.uploads)),
        ("refusals", format!("{:?}", found.refusals), format!("{:?}", clean.refusals)),
        ("accounts", found.accounts.to_string(), clean.accounts.to_string()),
        ("feedback", format!("{:?}", found.feedback), format!("{:?}", clean.feedback)),
        ("shared lists", format!("{:?}", found.shared_lists), format!("{:?}", clean.shared_lists)),
        ("conversations", format!("{:?}", found.conversations), format!("{:?}", clean.conversations)),
        ("published", format!("{:?}", found.published), format!("{:?}", clean.published)),
        ("links", format!("{:?}", found.links), format!("{:?}", clean.links)),
    ] {
        if a != b {
            differences.push(format!("{what}: {a}, was {b}"));
        }
    }
    differences.join("; ")
}

/// Checks the attempt limit, and that only imports have post-processing, which may run more than once.
fn check_attempt_limits(world: &World, wrong: &mut Vec<String>) {
    for recipe in world.recipes.all() {
        if recipe.attempt().0 > app::sweep::ATTEMPT_LIMIT {
            wrong.push(format!("{} was tried {} times", recipe.id, recipe.attempt().0));
        }
    }
    let (imports, enrichments) = world.machines.counts();
    if enrichments > imports {
        wrong.push(format!("post-processing of {enrichments} imports, but there were {imports}"));
    }
}

fn empty(world: &World, wrong: &mut Vec<String>) {
    let recipes: Vec<_> = world.recipes.all().into_iter().map(|recipe| recipe.id.to_string()).collect();
    let media: Vec<_> = world.media.kept().into_keys().collect();
    let uploads: Vec<_> = world.uploads.kept().into_iter().filter(|(_, is_kept)| *is_kept).collect();
    let artifacts = world.artifacts.kept();
    let conversations = world.conversations.kept();
    for (what, is_empty, left) in [
        ("recipes", recipes.is_empty(), format!("{recipes:?}")),
        ("media", media.is_empty(), format!("{media:?}")),
        ("uploads", uploads.is_empty(), format!("{uploads:?}")),
        ("artifacts", artifacts.is_empty(), format!("{artifacts:?}")),
        ("conversations", conversations.is_empty(), format!("{conversations:?}")),
    ] {
        if !is_empty {
            wrong.push(format!("deleted, and yet there are {what}: {left}"));
        }
    }
}

/// Violated invariants after a run without a fault.
#[must_use]
pub fn clean_faults(world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    consistent(world, &mut wrong);
    check_attempt_limits(world, &mut wrong);
    wrong
}
