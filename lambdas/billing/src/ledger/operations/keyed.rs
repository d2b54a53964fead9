use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, State};

/// The recorded answer, if any; [`Refusal::OtherBody`] if the request differs.
pub(super) fn answered(state: &State, fingerprint: Fingerprint) -> Result<Option<Applied>, Refusal> {
    let Some(record) = state.record.as_ref() else { return Ok(None) };
    let is_same = record.member == state.member && record.fingerprint == fingerprint;
    if is_same {
        Ok(Some(Applied { receipt: record.receipt, is_replay: true }))
    } else {
        Err(Refusal::OtherBody)
    }
}
