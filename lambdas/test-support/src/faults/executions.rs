//! Runs state machines and sweeps until nothing is pending.

use std::sync::LazyLock;
use std::time::Duration;

use app::Recipe;
use app::workflows::Workflow;
use serde_json::{Value, json};

use crate::faults::asl::{Ended, Host, Machine};
use crate::faults::conversations;
use crate::faults::functions;
use crate::faults::machines::Started;
use crate::faults::world::{Event, World, lock};

const SWEEP_EVERY: Duration = Duration::from_secs(60);
/// Time after which holds of ended imports are due.
const HOLDS_DUE: Duration = Duration::from_secs(16 * 60);
/// Maximum sweeps; work pending after them counts as endless.
const SWEEPS: u32 = 60;

static PROCESSING: LazyLock<Machine> =
    LazyLock::new(|| Machine::parse(include_str!("../../../../statemachines/recipe-processing.asl.json")));
static POST_PROCESSING: LazyLock<Machine> = LazyLock::new(|| {
    Machine::parse(include_str!("../../../../statemachines/recipe-post-processing.asl.json"))
});

pub(crate) fn settle(world: &World) {
    for _ in 0..SWEEPS {
        while let Some(started) = world.machines.next() {
            execute(world, &started);
        }
        // If an execution failed before the state of a user action, the user still acts.
        if let Some(action) = take_pending_action(world) {
            action(world);
            continue;
        }
        if !world.recipes.all().iter().any(Recipe::is_unsettled) {
            conversations::answer_all(world);
            functions::follow_credits(world);
            world.pass(HOLDS_DUE);
            functions::settle_holds(world);
            return;
        }
        world.pass(SWEEP_EVERY);
        functions::sweep(world, None);
    }
}

fn take_pending_action(world: &World) -> Option<fn(&World)> {
    let mut events = lock(&world.events);
    let place = events.iter().position(|event| matches!(event, Event::DoAt(..)))?;
    match events.remove(place) {
        Event::DoAt(_, action) => Some(action),
        Event::AbortAt(..) => None,
    }
}

fn execute(world: &World, started: &Started) {
    let mut input = json!(started.job);
    let machine = match started.workflow {
        Workflow::PostProcessing => &POST_PROCESSING,
        Workflow::Processing => &PROCESSING,
        Workflow::Reading => {
            input["source"] = json!("UPLOAD");
            &PROCESSING
        }
    };
    let ended = machine.run(world, input);
    world.machines.end(started, ended.clone());
    // EXPRESS executions send no events.
    if ended != Ended::Succeeded && started.workflow != Workflow::PostProcessing {
        functions::sweep(world, Some(&started.job));
    }
}

impl Host for World {
    fn invoke(&self, function: &str, payload: Value) -> Result<Value, String> {
        functions::task(self, function, &payload)
    }

    fn wait(&self, time: Duration) {
        self.pass(time);
    }

    fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn enters(&self, state: &str) -> bool {
        let mut events = lock(&self.events);
        let place = events.iter().position(|event| match event {
            Event::AbortAt(place, left) => *place == state && *left > 0,
            Event::DoAt(place, _) => *place == state,
        });
        let Some(place) = place else { return true };
        if let Some(Event::AbortAt(_, left)) = events.get_mut(place) {
            *left -= 1;
            return false;
        }
        let event = events.remove(place);
        drop(events);
        if let Event::DoAt(_, action) = event {
            action(self);
        }
        true
    }
}
