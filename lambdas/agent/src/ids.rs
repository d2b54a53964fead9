//! Ids. An answer's id is derived from its question's.

use std::fmt;

use serde::{Deserialize, Serialize};

const LONGEST_ID: usize = 64;
/// Suffix of answer ids. Other ids cannot contain a full stop.
const ANSWER_SUFFIX: &str = ".a";

/// Error: the text is not 1 to 64 ASCII letters, digits, `-` or `_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 1 to 64 letters, digits, hyphens or underscores")]
pub struct InvalidId;

fn is_id(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !text.is_empty() && text.len() <= LONGEST_ID && text.bytes().all(is_allowed)
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Parses an id.
            ///
            /// # Errors
            /// [`InvalidId`]
            pub fn parse(text: &str) -> Result<Self, InvalidId> {
                if is_id(text) { Ok(Self(text.to_owned())) } else { Err(InvalidId) }
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;

            fn try_from(text: String) -> Result<Self, InvalidId> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// Conversation id.
    ConversationId
);
id!(
    /// Id of a user's message that is a question.
    QuestionId
);
id!(
    /// Id of one run of a turn. Random and secret, because it also protects the marks around untrusted data.
    RunId
);

impl QuestionId {
    /// Id of its answer.
    #[must_use]
    pub fn answer(&self) -> MessageId {
        MessageId(format!("{}{ANSWER_SUFFIX}", self.0))
    }

    /// The id as a message id.
    #[must_use]
    pub fn message(&self) -> MessageId {
        MessageId(self.0.clone())
    }
}

/// Id of any message, question or answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MessageId(String);

impl MessageId {
    /// Parses the id of a question or of an answer.
    ///
    /// # Errors
    /// [`InvalidId`]
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        QuestionId::parse(text.strip_suffix(ANSWER_SUFFIX).unwrap_or(text)).map(|_| Self(text.to_owned()))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MessageId {
    type Error = InvalidId;

    fn try_from(text: String) -> Result<Self, InvalidId> {
        Self::parse(&text)
    }
}

impl From<MessageId> for String {
    fn from(id: MessageId) -> Self {
        id.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_id_is_derived_from_the_question_id() {
        let question = QuestionId::parse("m-1").unwrap();
        assert_eq!(question.answer(), question.answer());
        assert_eq!(question.answer().as_str(), "m-1.a");
        assert_eq!(MessageId::parse("m-1.a"), Ok(question.answer()));
        assert!(QuestionId::parse("m-1.a").is_err(), "no question has the id of an answer");
    }

    #[test]
    fn invalid_id_is_rejected() {
        for text in ["", " ", "a b", "é", "a/b", "a#b", "a.b", &"x".repeat(65)] {
            assert_eq!(QuestionId::parse(text), Err(InvalidId), "{text:?}");
            assert!(serde_json::from_value::<ConversationId>(text.into()).is_err(), "{text:?}");
        }
        assert!(MessageId::parse("m.a.a").is_err());
    }
}
