//! Why a use case refuses: what all of Zest's refuse for, and what only conversations do. Clients are told `CODE: sentence`.

use crate::AppError;
use crate::error::PortError;
use agent::validation::Refused;

/// What a client has sent that cannot be taken, apart from what [`Refused`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// An id that is none.
    #[error("an id is 1 to 64 letters, digits, hyphens or underscores")]
    Id,
    /// A name that is too long.
    #[error("name must have at most 200 characters")]
    Name,
    /// Metadata that are no object, or too long.
    #[error("metadata must be an object of at most 2,000 bytes")]
    Metadata,
    /// A block that is none.
    #[error("each block has exactly one of its fields, of a format that is known, and its bytes are base64")]
    Block,
    /// Tools that are none.
    #[error("toolConfiguration must name tools with their descriptions and schemas")]
    Tools,
}

/// Why a use case refused or failed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// As everywhere in Zest.
    #[error(transparent)]
    App(#[from] AppError),
    /// There is no such conversation or message, or none of the caller's.
    #[error("AGENT_NOT_FOUND: there is no such conversation or message")]
    NotFound,
    /// What was sent cannot be taken.
    #[error("{code}: {0}", code = .0.code())]
    Refused(#[from] Refused),
    /// What was sent makes no sense.
    #[error("AGENT_BAD_INPUT: {0}")]
    Malformed(#[from] Malformed),
    /// The assistant is still at the last question.
    #[error("AGENT_BUSY: the assistant is still answering. Wait for it, or stop it.")]
    Answering,
    /// The conversation has had its turns.
    #[error("AGENT_TURNS_USED_UP: this conversation has had its 20 answers. Begin a new one.")]
    TurnsUsedUp,
    /// Its pictures and files are too many.
    #[error(
        "AGENT_TOO_LARGE: pictures and files of a conversation take at most 4,000,000 bytes. Begin a new one."
    )]
    TooMuchAttached,
    /// The caller keeps too many.
    #[error("AGENT_TOO_MANY_CONVERSATIONS: at most 200 conversations are kept. Delete some first.")]
    TooMany,
    /// There is no model here.
    #[error("AGENT_OFF: the assistant is not available here")]
    Off,
}

impl Error {
    /// The name that stays the same; `None` for what all of Zest's refuse for, which `runtime` names.
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
