//! Errors that adapters return for each fault.

use app::ErrorCode;
use app::error::WriteError;
use app::fetching::FetchError;
use app::import::AssistError;
use billing::ledger::CommitError;
use upload_sandbox::RecognitionError;
use zest_core::PortError;

use crate::faults::fault::Fault;

pub(crate) trait Broken {
    fn by(fault: Fault) -> Self;
}

impl Broken for PortError {
    fn by(fault: Fault) -> Self {
        let message = format!("{fault:?}, as the test wants it");
        if fault == Fault::Refused { Self::Broken(message) } else { Self::Busy(message) }
    }
}

impl Broken for WriteError {
    fn by(fault: Fault) -> Self {
        Self::Port(PortError::by(fault))
    }
}

impl Broken for FetchError {
    fn by(fault: Fault) -> Self {
        match fault {
            Fault::TimedOut => Self::TimedOut,
            Fault::Throttled => Self::SiteError(503),
            Fault::Refused => Self::Blocked,
            Fault::Half | Fault::AnswerLost | Fault::Killed | Fault::Outage => Self::Unreachable,
        }
    }
}

/// A retry helps only before the assistant is called; later failures are final.
impl Broken for AssistError {
    fn by(fault: Fault) -> Self {
        match fault {
            Fault::Outage => Self::Port(PortError::by(fault)),
            _ => Self::Unavailable(format!("{fault:?}, as the test wants it")),
        }
    }
}

impl Broken for CommitError {
    fn by(fault: Fault) -> Self {
        Self::Store(PortError::by(fault))
    }
}

/// Errors of the port that runs the sandboxed child process: it reports every failure as an error code.
impl Broken for ErrorCode {
    fn by(fault: Fault) -> Self {
        match fault {
            Fault::TimedOut => Self::ReadingTimedOut,
            Fault::Refused => Self::UnreadableFile,
            _ => Self::Internal,
        }
    }
}

impl Broken for RecognitionError {
    fn by(fault: Fault) -> Self {
        if fault == Fault::TimedOut { Self::TimedOut } else { Self::Port(PortError::by(fault)) }
    }
}
