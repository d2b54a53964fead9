//! For whom the partner makes a page.

use recipe::Language;
use serde::{Deserialize, Serialize};

/// The languages and countries of the partner's pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the tags say it")]
pub enum Locale {
    #[default]
    #[serde(rename = "en-US")]
    EnUs,
    #[serde(rename = "en-CA")]
    EnCa,
    #[serde(rename = "fr-CA")]
    FrCa,
}

impl Locale {
    /// The tag, as `Accept-Language` has it.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::EnUs => "en-US",
            Self::EnCa => "en-CA",
            Self::FrCa => "fr-CA",
        }
    }

    /// Whose words for amounts count first.
    pub(crate) fn language(self) -> Language {
        match self {
            Self::EnUs | Self::EnCa => Language::En,
            Self::FrCa => Language::Fr,
        }
    }
}
