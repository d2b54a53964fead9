//! Crashes of the browser app as its operators hear of them: which error, on which screen, in which build. Every value has
//! a form that the app's own names have and that no text, address or person has, because what is told here is logged.

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
/// Digits of a line or of a column.
const NUMBER_LIMIT: usize = 7;

/// What a client sends; the `CrashInput` of the schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Crash {
    /// The error's class, for instance `TypeError`.
    pub name: String,
    /// The pattern of the route, for instance `/recipes/:id/edit`; never the address itself.
    pub place: String,
    /// Which build of the app it was.
    pub build: String,
    /// The topmost frame of the app's own files, for instance `RecipePage-B3xk9.js:1:2345`.
    pub at: Option<String>,
}

/// A crash as it is logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `guest` or `authenticated`, from [`Caller::user_type`].
    pub user_type: &'static str,
    /// The report as the client sent it, once [`accept`] has checked it.
    pub crash: Crash,
}

/// Checks a report before it is logged.
///
/// # Errors
/// [`AppError::Unauthorized`] for a caller that is neither guest nor member; [`AppError::InvalidInput`] for a report
/// with anything in it but the names of an error, a route, a build and a frame.
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

/// A pattern has no digits, so that neither a recipe's id nor a token passes for one.
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

/// Whether it is `file.js:line:column`, with numbers of at most [`NUMBER_LIMIT`] digits.
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
