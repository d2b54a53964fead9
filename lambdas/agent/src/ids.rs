//! Ids of conversations, messages and recipes. An answer's id follows from its question's, so that an answer that is begun twice is one.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Longer ids are none of ours.
const LONGEST_ID: usize = 64;
/// What an answer's id has behind its question's; no id that comes in has a full stop.
const OF_AN_ANSWER: &str = ".a";

/// A text that is no id: empty, longer than 64 characters, or with others than letters and digits of ASCII, `-` and `_`.
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
            /// Takes a text that is an id.
            ///
            /// # Errors
            /// [`InvalidId`] where it is none.
            pub fn parse(text: &str) -> Result<Self, InvalidId> {
                if is_id(text) { Ok(Self(text.to_owned())) } else { Err(InvalidId) }
            }

            /// The id as a text.
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
    /// A conversation of one owner.
    ConversationId
);
id!(
    /// A message that a cook has sent: what an answer is the answer to.
    QuestionId
);
id!(
    /// A recipe, as everywhere in Zest.
    RecipeId
);
id!(
    /// One run of a turn, random and unguessable: of two runs of one turn only one writes, and no content can forge the marks that
    /// its run puts around data.
    RunId
);

impl QuestionId {
    /// The id of the answer to it.
    #[must_use]
    pub fn answer(&self) -> MessageId {
        MessageId(format!("{}{OF_AN_ANSWER}", self.0))
    }

    /// Its id as a message of the conversation.
    #[must_use]
    pub fn message(&self) -> MessageId {
        MessageId(self.0.clone())
    }
}

/// Any message of a conversation: a question, or the answer to one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MessageId(String);

impl MessageId {
    /// Takes the id of a question or of an answer.
    ///
    /// # Errors
    /// [`InvalidId`] where it is neither.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        QuestionId::parse(text.strip_suffix(OF_AN_ANSWER).unwrap_or(text)).map(|_| Self(text.to_owned()))
    }

    /// The id as a text.
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
    fn an_answers_id_follows_from_its_questions() {
        let question = QuestionId::parse("m-1").unwrap();
        assert_eq!(question.answer(), question.answer());
        assert_eq!(question.answer().as_str(), "m-1.a");
        assert_eq!(MessageId::parse("m-1.a"), Ok(question.answer()));
        assert!(QuestionId::parse("m-1.a").is_err(), "no question has the id of an answer");
    }

    #[test]
    fn what_is_no_id_is_refused() {
        for text in ["", " ", "a b", "é", "a/b", "a#b", "a.b", &"x".repeat(65)] {
            assert_eq!(QuestionId::parse(text), Err(InvalidId), "{text:?}");
            assert!(serde_json::from_value::<RecipeId>(text.into()).is_err(), "{text:?}");
        }
        assert!(MessageId::parse("m.a.a").is_err());
    }
}
