use serde::Deserialize;

use crate::book::Change;
use crate::error::AppError;
use crate::feedback::TEXT_LIMIT;
use crate::feedback::model::{FeedbackKind, FeedbackStatus, RecipePart};
use crate::refusal::Refusal;

const EMAIL_LIMIT: usize = 254;

/// New feedback. `tidied` validates its texts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateFeedback {
    /// 32 random lowercase hexadecimal digits.
    pub id: String,
    /// Kind that the author chose.
    #[serde(rename = "type")]
    pub kind: FeedbackKind,
    /// 1 to 5,000 characters after trimming and removing control characters.
    pub message: String,
    /// Email address for an answer.
    #[serde(default)]
    pub email: Option<String>,
    /// Recipe that the feedback is about.
    #[serde(default)]
    pub recipe_id: Option<String>,
    /// Part of the caller's recipe that was extracted wrongly.
    #[serde(default)]
    pub wrong_part: Option<RecipePart>,
}

impl CreateFeedback {
    pub(super) fn tidied(self) -> Result<Self, AppError> {
        let email = self.email.map(|email| email.trim().to_owned()).filter(|email| !email.is_empty());
        Ok(Self {
            message: text(&self.message, Refusal::LongMessage)?
                .ok_or(AppError::InvalidInput(Refusal::EmptyMessage))?,
            email: email.map(checked_email).transpose()?,
            ..self
        })
    }
}

/// Change of feedback; absent fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct UpdateFeedback {
    /// Feedback to change.
    pub id: String,
    /// Version that the change is based on; [`AppError::Conflict`] if another one is stored.
    pub version: Option<u64>,
    /// New kind.
    #[serde(rename = "type")]
    pub kind: Option<FeedbackKind>,
    /// Message, as in new feedback; null for no change.
    pub message: Option<String>,
    /// Email address for an answer.
    pub email: Change<String>,
    /// Status; admins only.
    pub status: Option<FeedbackStatus>,
    /// Answer to the author; admins only.
    pub answer: Change<String>,
    /// Internal note; admins only.
    pub note: Change<String>,
}

impl UpdateFeedback {
    pub(super) fn is_for_admins(&self) -> bool {
        let Self { id: _, version: _, kind: _, message: _, email: _, status, answer, note } = self;
        status.is_some() || *answer != Change::Keep || *note != Change::Keep
    }

    pub(super) fn tidied(self) -> Result<Self, AppError> {
        let message = match self.message {
            None => None,
            Some(message) => Some(
                text(&message, Refusal::LongMessage)?.ok_or(AppError::InvalidInput(Refusal::EmptyMessage))?,
            ),
        };
        let email = match self.email {
            Change::To(email) if email.trim().is_empty() => Change::Empty,
            Change::To(email) => Change::To(checked_email(email.trim().to_owned())?),
            other => other,
        };
        let (answer, note) =
            (tidied(self.answer, Refusal::LongAnswer)?, tidied(self.note, Refusal::LongNote)?);
        Ok(Self { message, email, answer, note, ..self })
    }
}

fn tidied(change: Change<String>, long: Refusal) -> Result<Change<String>, AppError> {
    Ok(match change {
        Change::To(written) => text(&written, long)?.map_or(Change::Empty, Change::To),
        other => other,
    })
}

fn text(written: &str, long: Refusal) -> Result<Option<String>, AppError> {
    let lines = written.replace("\r\n", "\n").replace('\r', "\n");
    let kept: String = lines.chars().filter(|character| is_shown(*character)).collect();
    let kept = kept.trim();
    if kept.chars().count() > TEXT_LIMIT {
        return Err(AppError::InvalidInput(long));
    }
    Ok(Some(kept.to_owned()).filter(|kept| !kept.is_empty()))
}

/// Excludes control characters, and bidirectional overrides, which can disguise text.
fn is_shown(character: char) -> bool {
    let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    matches!(character, '\n' | '\t') || !(character.is_control() || turns)
}

fn checked_email(email: String) -> Result<String, AppError> {
    let is_word =
        |part: &str| !part.is_empty() && part.chars().all(|c| !c.is_whitespace() && is_shown(c) && c != '@');
    let has_domain = |domain: &str| domain.contains('.') && domain.split('.').all(is_word);
    let is_address =
        email.split_once('@').is_some_and(|(local, domain)| is_word(local) && has_domain(domain));
    if is_address && email.len() <= EMAIL_LIMIT {
        Ok(email)
    } else {
        Err(AppError::InvalidInput(Refusal::MalformedEmail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_trimmed_and_loses_invisible_characters() {
        for (written, kept) in [
            ("  Soup \r\n is\tgood\r", Some("Soup \n is\tgood")),
            ("a\u{0}b\u{7}c\u{1b}d\u{85}e", Some("abcde")),
            ("pay \u{202e}evil\u{202c} me", Some("pay evil me")),
            ("<b>fett</b> & 'so'", Some("<b>fett</b> & 'so'")),
            ("👩‍🍳 naïve مرحبا", Some("👩‍🍳 naïve مرحبا")),
            (" \n\u{0}\t ", None),
            ("", None),
        ] {
            assert_eq!(text(written, Refusal::LongMessage), Ok(kept.map(str::to_owned)), "{written:?}");
        }
    }

    #[test]
    fn text_limit_counts_characters() {
        let long = |count| text(&"ö".repeat(count), Refusal::LongMessage);
        assert_eq!(long(TEXT_LIMIT).map(|text| text.map(|text| text.chars().count())), Ok(Some(5_000)));
        assert_eq!(long(TEXT_LIMIT + 1), Err(AppError::InvalidInput(Refusal::LongMessage)));
        let padded = format!("{}ä{}", " ".repeat(9_000), "\u{0}".repeat(9_000));
        assert_eq!(text(&padded, Refusal::LongMessage), Ok(Some("ä".to_owned())));
    }

    #[test]
    fn email_needs_a_local_part_and_a_domain() {
        for (email, is_kept) in [
            ("ann@zest.example", true),
            ("ann+soup.o'neil@mail.zest.example", true),
            ("änn@züst.example", true),
            ("ann", false),
            ("@zest.example", false),
            ("ann@", false),
            ("ann@zest", false),
            ("ann@zest.", false),
            ("ann@.example", false),
            ("ann@bob@zest.example", false),
            ("ann smith@zest.example", false),
            ("ann@zest.example\nBcc: all@zest.example", false),
            ("ann\u{202e}@zest.example", false),
            (&format!("{}@zest.example", "a".repeat(241)), true),
            (&format!("{}@zest.example", "a".repeat(242)), false),
        ] {
            assert_eq!(checked_email(email.to_owned()).is_ok(), is_kept, "{email:?}");
        }
    }
}
