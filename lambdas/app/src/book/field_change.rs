//! What becomes of one field by a change, and of a text before it is kept.

use serde::{Deserialize, Deserializer};

/// What becomes of a field that may be empty: absent in the input, null, or a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Change<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// The input has null, or a text that says nothing: the field is emptied.
    Empty,
    /// It is this from now on.
    To(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Empty, Self::To))
    }
}

impl<T> Change<T> {
    /// The new value, if there is one.
    pub(super) fn value(&self) -> Option<&T> {
        match self {
            Self::To(value) => Some(value),
            Self::Keep | Self::Empty => None,
        }
    }

    pub(crate) fn apply(self, field: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Empty => *field = None,
            Self::To(value) => *field = Some(value),
        }
    }
}

impl Change<String> {
    /// The text as it is kept; one that says nothing is empty.
    pub(super) fn tidied(self) -> Self {
        match self {
            Self::To(text) => match tidy(text) {
                text if text.trim().is_empty() => Self::Empty,
                text => Self::To(text),
            },
            other => other,
        }
    }
}

/// A text as it is kept: whatever a person has written, but for U+0000. Nobody can type it and nothing shows it, and
/// programs that it is handed to later end a text there.
pub(super) fn tidy(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "") } else { text }
}
