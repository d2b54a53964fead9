//! Crash reports of the browser app. Only values without user data are accepted.

use serde::Deserialize;

use crate::caller::Caller;
use crate::error::AppError;
use crate::refusal::Refusal;

const NAME_LIMIT: usize = 40;
const PLACE_LIMIT: usize = 80;
const SEGMENTS_LIMIT: usize = 6;
const SEGMENT_LIMIT: usize = 41;
const BUILD_LIMIT: usize = 40;
const FILE_LIMIT: usize = 83;
const NUMBER_LIMIT: usize = 7;

/// Crash report: `CrashInput` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Crash {
    /// Error class, for instance `TypeError`.
    pub name: String,
    /// Route pattern, for instance `/recipes/:id/edit`.
    pub place: String,
    /// Build of the app.
    pub build: String,
    /// Top stack frame in the app's files, for instance `RecipePage-B3xk9.js:1:2345`.
    pub at: Option<String>,
}

/// A validated report for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `guest` or `authenticated`, from [`Caller::user_type`].
    pub user_type: &'static str,
    /// The report.
    pub crash: Crash,
}

/// Validates a report.
pub fn accept(caller: &Caller, crash: Crash) -> Result<Entry, AppError> {
    let user_type = caller.user_type().ok_or(AppError::Unauthorized)?;
    let is_plain = is_error_class(&crash.name)
        && is_route(&crash.place)
        && is_token(&crash.build, BUILD_LIMIT)
        && crash.at.as_deref().is_none_or(is_frame);
    if is_plain {
        Ok(Entry { user_type, crash })
    } else {
        Err(AppError::InvalidInput(Refusal::CrashWithOtherThings))
    }
}

fn is_error_class(name: &str) -> bool {
    name.len() <= NAME_LIMIT
        && name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        && (name.ends_with("Error") || name.ends_with("Exception"))
}

/// Whether the text is a route. Digits are rejected, so that recipe ids and tokens never match.
fn is_route(place: &str) -> bool {
    let is_segment = |segment: &str| {
        let word = segment.strip_prefix(':').unwrap_or(segment);
        let is_word = word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
        segment.is_empty() || segment == "*" || (is_word && segment.len() <= SEGMENT_LIMIT)
    };
    place.len() <= PLACE_LIMIT
        && place
            .strip_prefix('/')
            .is_some_and(|rest| rest.split('/').count() <= SEGMENTS_LIMIT && rest.split('/').all(is_segment))
}

fn is_token(text: &str, limit: usize) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    !text.is_empty() && text.len() <= limit && text.bytes().all(is_plain)
}

fn is_frame(at: &str) -> bool {
    let is_number = |text: &str| {
        (1..=NUMBER_LIMIT).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut parts = at.split(':');
    let (Some(file), Some(line), Some(column), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    file.ends_with(".js") && is_token(file, FILE_LIMIT) && is_number(line) && is_number(column)
}
