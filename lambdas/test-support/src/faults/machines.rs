//! Step Functions service in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use app::job::Job;
use app::workflows::{Execution, Workflow, Workflows};
use zest_core::PortError;

use crate::faults::asl::Ended;

#[derive(Clone, Debug)]
pub(crate) struct Started {
    pub(crate) workflow: Workflow,
    pub(crate) job: Job,
}

/// Whether it is post-processing, and the execution name; unique.
type Name = (bool, String);

#[derive(Debug, Default)]
struct State {
    waiting: Vec<Started>,
    known: BTreeMap<Name, Option<Ended>>,
}

#[derive(Debug, Default)]
pub(crate) struct Machines(Mutex<State>);

fn name(workflow: Workflow, job: &Job) -> Name {
    (workflow == Workflow::PostProcessing, job.execution_name())
}

impl Machines {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn next(&self) -> Option<Started> {
        let waiting = &mut self.state().waiting;
        if waiting.is_empty() { None } else { Some(waiting.remove(0)) }
    }

    pub(crate) fn end(&self, started: &Started, ended: Ended) {
        self.state().known.insert(name(started.workflow, &started.job), Some(ended));
    }

    /// Number of imports and of post-processing executions.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let known = &self.state().known;
        let after = known.keys().filter(|(is_after, _)| *is_after).count();
        (known.len() - after, after)
    }
}

impl Workflows for Machines {
    async fn start(&self, workflow: Workflow, job: &Job) -> Result<Execution, PortError> {
        let mut state = self.state();
        let known = state.known.get(&name(workflow, job)).filter(|_| workflow != Workflow::PostProcessing);
        match known {
            Some(Some(_)) => return Ok(Execution::Ended),
            Some(None) => {}
            None => {
                state.known.insert(name(workflow, job), None);
                state.waiting.push(Started { workflow, job: job.clone() });
            }
        }
        Ok(Execution::Running)
    }
}
