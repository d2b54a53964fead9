//! Clients see an error as `CODE: sentence`.

use crate::AppError;
use agent::validation::Refused;
use zest_core::PortError;

/// Malformed input not covered by [`Refused`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Invalid id.
    #[error("an id is 1 to 64 letters, digits, hyphens or underscores")]
    Id,
    /// Name too long.
    #[error("name must have at most 200 characters")]
    Name,
    /// Metadata not an object, or too long.
    #[error("metadata must be an object of at most 2,000 bytes")]
    Metadata,
    /// Invalid content block.
    #[error("each block has exactly one of its fields, of a format that is known, and its bytes are base64")]
    Block,
    /// Invalid tool configuration.
    #[error("toolConfiguration must name tools with their descriptions and schemas")]
    Tools,
}

/// Error of a use case.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// General error.
    #[error(transparent)]
    App(#[from] AppError),
    /// The conversation or message is missing or belongs to another owner.
    #[error("AGENT_NOT_FOUND: there is no such conversation or message")]
    NotFound,
    /// Input rejected by the agent's limits.
    #[error("{code}: {0}", code = .0.code())]
    Refused(#[from] Refused),
    /// Malformed input.
    #[error("AGENT_BAD_INPUT: {0}")]
    Malformed(#[from] Malformed),
    /// The last question is still being answered.
    #[error("AGENT_BUSY: the assistant is still answering. Wait for it, or stop it.")]
    Answering,
    /// Maximum number of answers or questions reached.
    #[error("AGENT_TURNS_USED_UP: this conversation has had its 20 answers. Begin a new one.")]
    TurnsUsedUp,
    /// Attachments exceed the limit.
    #[error(
        "AGENT_TOO_LARGE: pictures and files of a conversation take at most 4,000,000 bytes. Begin a new one."
    )]
    TooMuchAttached,
    /// Maximum number of conversations reached.
    #[error("AGENT_TOO_MANY_CONVERSATIONS: at most 200 conversations are kept. Delete some first.")]
    TooMany,
    /// No model is configured.
    #[error("AGENT_OFF: the assistant is not available here")]
    Off,
}

impl Error {
    /// Stable code; `None` for general errors, which `runtime` maps.
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        Some(match self {
            Self::App(_) => return None,
            Self::NotFound => "AGENT_NOT_FOUND",
            Self::Refused(refused) => refused.code(),
            Self::Malformed(_) => "AGENT_BAD_INPUT",
            Self::Answering => "AGENT_BUSY",
            Self::TurnsUsedUp => "AGENT_TURNS_USED_UP",
            Self::TooMuchAttached => "AGENT_TOO_LARGE",
            Self::TooMany => "AGENT_TOO_MANY_CONVERSATIONS",
            Self::Off => "AGENT_OFF",
        })
    }
}

impl From<PortError> for Error {
    fn from(error: PortError) -> Self {
        Self::App(error.into())
    }
}

impl From<agent::InvalidId> for Error {
    fn from(_: agent::InvalidId) -> Self {
        Self::Malformed(Malformed::Id)
    }
}
