use recipe::Language;
use serde::{Deserialize, Serialize};

/// Supported language and country pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the tags are self-explanatory")]
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
    /// Language tag, as in `Accept-Language`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::EnUs => "en-US",
            Self::EnCa => "en-CA",
            Self::FrCa => "fr-CA",
        }
    }

    pub(crate) fn language(self) -> Language {
        match self {
            Self::EnUs | Self::EnCa => Language::En,
            Self::FrCa => Language::Fr,
        }
    }
}
