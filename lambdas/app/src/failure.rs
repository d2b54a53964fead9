//! Why an import failed: a closed set of codes, each with one sentence that says what to do.

use serde::{Deserialize, Serialize};

use crate::fetching::FetchError;

/// The `errorCode` of a FAILED recipe. The app translates codes; other clients may show the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// No http(s) address.
    InvalidUrl,
    /// A private or reserved address.
    AddressNotAllowed,
    /// The site does not answer at all.
    Unreachable,
    /// The site answers too slowly.
    TimedOut,
    /// 404 or 410.
    NotFound,
    /// The site refuses servers or shows a challenge.
    SiteBlocked,
    /// The site answers with an error.
    SiteError,
    /// More than we read.
    TooLarge,
    /// More than five redirects.
    TooManyRedirects,
    /// A PDF, picture or other file behind the address.
    NotAPage,
    /// A page, but no recipe on it.
    NotARecipe,
    /// The import stopped on our side and could not be taken up again.
    Interrupted,
    /// A fault of ours.
    Internal,
}

impl ErrorCode {
    /// Every code, so that tests and documents can walk them.
    pub const ALL: [Self; 13] = [
        Self::InvalidUrl,
        Self::AddressNotAllowed,
        Self::Unreachable,
        Self::TimedOut,
        Self::NotFound,
        Self::SiteBlocked,
        Self::SiteError,
        Self::TooLarge,
        Self::TooManyRedirects,
        Self::NotAPage,
        Self::NotARecipe,
        Self::Interrupted,
        Self::Internal,
    ];

    /// As it stands in the API and in Step Functions' error names.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidUrl => "INVALID_URL",
            Self::AddressNotAllowed => "ADDRESS_NOT_ALLOWED",
            Self::Unreachable => "UNREACHABLE",
            Self::TimedOut => "TIMED_OUT",
            Self::NotFound => "NOT_FOUND",
            Self::SiteBlocked => "SITE_BLOCKED",
            Self::SiteError => "SITE_ERROR",
            Self::TooLarge => "TOO_LARGE",
            Self::TooManyRedirects => "TOO_MANY_REDIRECTS",
            Self::NotAPage => "NOT_A_PAGE",
            Self::NotARecipe => "NOT_A_RECIPE",
            Self::Interrupted => "INTERRUPTED",
            Self::Internal => "INTERNAL",
        }
    }

    /// Reads [`Self::as_str`] back.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == text)
    }

    /// What happened and what to do, in plain English. Holds nothing of the page and nothing of our insides.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::InvalidUrl => {
                "That is not the address of a web page. Copy it from the browser's address bar; it starts with https://."
            }
            Self::AddressNotAllowed => {
                "This address is not on the public internet. Use the address of a page that everyone can open."
            }
            Self::Unreachable => {
                "The site did not answer. Check the address for a typing error, or try again in a few minutes."
            }
            Self::TimedOut => "The site took too long to answer. Try again in a few minutes.",
            Self::NotFound => {
                "There is no page at this address any more. Look for the recipe on the site and copy its new address."
            }
            Self::SiteBlocked => {
                "This site does not let other services read its pages. Open the page in your browser to use the recipe there."
            }
            Self::SiteError => "The site answered with an error of its own. Try again later.",
            Self::TooLarge => {
                "This page is too large to be read as a recipe. Use the address of the recipe itself, not of a collection."
            }
            Self::TooManyRedirects => {
                "The address leads from page to page without an end. Open it in your browser and copy the address you arrive at."
            }
            Self::NotAPage => {
                "There is a file behind this address, not a web page. Use the address of a page that shows the recipe as text."
            }
            Self::NotARecipe => {
                "We found no recipe on this page. Open the recipe itself, not a list or an article, and copy its address."
            }
            Self::Interrupted => "The import was interrupted on our side. Try again.",
            Self::Internal => "Something went wrong on our side. Try again; if it happens twice, tell us.",
        }
    }
}

impl From<FetchError> for ErrorCode {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::InvalidUrl => Self::InvalidUrl,
            FetchError::NotAllowed => Self::AddressNotAllowed,
            FetchError::Unreachable => Self::Unreachable,
            FetchError::TimedOut => Self::TimedOut,
            FetchError::NotFound => Self::NotFound,
            FetchError::Blocked => Self::SiteBlocked,
            FetchError::SiteError(_) => Self::SiteError,
            FetchError::TooLarge => Self::TooLarge,
            FetchError::TooManyRedirects => Self::TooManyRedirects,
        }
    }
}

/// What a FAILED recipe says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// For clients.
    pub code: ErrorCode,
    /// For people.
    pub details: String,
}

impl From<ErrorCode> for Failure {
    fn from(code: ErrorCode) -> Self {
        Self { code, details: code.sentence().to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_back_and_its_sentence_says_what_to_do() {
        for code in ErrorCode::ALL {
            assert_eq!(ErrorCode::parse(code.as_str()), Some(code));
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
            let sentence = code.sentence();
            assert!(sentence.ends_with('.') && sentence.len() > 40, "{sentence}");
            let advice = ["Try again", "try again", "Use", "Copy", "copy", "Open", "Check", "Look for"];
            assert!(advice.iter().any(|word| sentence.contains(word)), "{sentence}");
        }
    }
}
