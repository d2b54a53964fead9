//! Lease of an answer: at most one run writes it, and none after it has ended.

use std::time::Duration;

use crate::ids::RunId;
use crate::outcome::Outcome;
use crate::turn::store::Row;
use zest_core::Timestamp;

/// Maximum runs per answer: a run that died without output is retried once.
const MAX_ATTEMPTS: u32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeaseDecision {
    Start(u32),
    /// Another run holds a valid lease.
    GiveWay,
    /// The previous run died: fail the abandoned answer.
    FailAbandoned,
    Ended(Outcome),
}

pub(super) fn begin(stored: Option<&Row>, run: &RunId, now: Timestamp, lease: Duration) -> LeaseDecision {
    let Some(row) = stored else { return LeaseDecision::Start(1) };
    if let Some(outcome) = row.ended {
        return LeaseDecision::Ended(outcome);
    }
    if row.run != *run && now < row.beat.plus(lease) {
        return LeaseDecision::GiveWay;
    }
    // Published text is never retracted, and a second model call would not continue it.
    if row.answer.has_content() || row.attempt >= MAX_ATTEMPTS {
        LeaseDecision::FailAbandoned
    } else {
        LeaseDecision::Start(row.attempt + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use crate::ids::{ConversationId, QuestionId};
    use crate::outcome::Failure;
    use crate::part::{Part, PartPayload};

    fn row(run: &str, has_text: bool, attempt: u32, ended: Option<Outcome>) -> Row {
        let (conversation, question) = (ConversationId::parse("c").unwrap(), QuestionId::parse("q").unwrap());
        let mut answer = Answer::new(conversation.clone(), question.clone());
        if has_text {
            let payload = PartPayload::Text { block: 0, delta: 0, text: "Hi".to_owned() };
            answer.fold(&Part { conversation, question, payload });
        }
        Row { answer, run: RunId::parse(run).unwrap(), beat: Timestamp::from_millis(1_000), attempt, ended }
    }

    #[test]
    fn lease_is_exclusive_and_an_expired_one_is_retried_or_failed() {
        let failed = Outcome::Failed(Failure::Throttled);
        for (stored, now, expected) in [
            (None, 0, LeaseDecision::Start(1)),
            (Some(row("other", false, 1, None)), 1_999, LeaseDecision::GiveWay),
            (Some(row("other", true, 1, None)), 1_999, LeaseDecision::GiveWay),
            (Some(row("other", false, 1, None)), 2_000, LeaseDecision::Start(2)),
            (Some(row("other", false, 2, None)), 2_000, LeaseDecision::FailAbandoned),
            (Some(row("other", true, 1, None)), 2_000, LeaseDecision::FailAbandoned),
            (Some(row("mine", true, 1, None)), 1_500, LeaseDecision::FailAbandoned),
            (Some(row("mine", false, 1, None)), 1_500, LeaseDecision::Start(2)),
            (Some(row("other", true, 1, Some(failed))), 9_000, LeaseDecision::Ended(failed)),
        ] {
            let run = RunId::parse("mine").unwrap();
            let begun = begin(stored.as_ref(), &run, Timestamp::from_millis(now), Duration::from_secs(1));
            assert_eq!(begun, expected, "{stored:?} at {now}");
        }
    }
}
