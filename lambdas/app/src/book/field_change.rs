//! Change of an optional field, and normalization of text.

use serde::{Deserialize, Deserializer};

/// Change of an optional field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Change<T> {
    /// Not in the input: unchanged.
    #[default]
    Keep,
    /// Null or blank text: cleared.
    Empty,
    /// New value.
    To(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Empty, Self::To))
    }
}

impl<T> Change<T> {
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
    /// Turns blank text into [`Self::Empty`].
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

/// Removes U+0000, which ends a text in some programs.
pub(super) fn tidy(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "") } else { text }
}
