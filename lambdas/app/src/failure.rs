//! Reasons of failed imports: a fixed set of codes with English sentences.

use serde::{Deserialize, Serialize};

/// `errorCode` of a FAILED recipe. The app translates the code; other clients can show the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// Not an http(s) address, has credentials or control characters, or is too long.
    InvalidUrl,
    /// Private or reserved address.
    AddressNotAllowed,
    /// The site does not respond.
    Unreachable,
    /// The site responds too slowly.
    TimedOut,
    /// The site responds with 404 or 410.
    NotFound,
    /// The site blocks servers or shows a bot challenge.
    SiteBlocked,
    /// The site responds with another error.
    SiteError,
    /// The page or the extracted content is too large.
    TooLarge,
    /// More than five redirects, or an invalid one.
    TooManyRedirects,
    /// The address refers to a PDF, image or other file.
    NotAPage,
    /// No recipe on the page.
    NotARecipe,
    /// No recipe in the description of a video.
    NoRecipeInVideo,
    /// The page does not contain the requested one of several recipes.
    PartMissing,
    /// A crash or timeout in Zest ended the import.
    Interrupted,
    /// Truncated or broken image.
    UnreadablePicture,
    /// Unsupported image type.
    UnsupportedPicture,
    /// Image with too many pixels.
    PictureTooLarge,
    /// OCR recognised no text in the image.
    NoTextInPicture,
    /// The image has text but no recipe.
    NoRecipeInPicture,
    /// Truncated or broken file, or content that does not match the name.
    UnreadableFile,
    /// Unsupported file type.
    UnsupportedFile,
    /// Password-protected file.
    EncryptedFile,
    /// Decompressed file exceeds the limit.
    FileTooLarge,
    /// The file was read, but contains no recipe.
    NoRecipeInFile,
    /// Reading the upload exceeded its time limit.
    ReadingTimedOut,
    /// OCR is not installed.
    NoTextRecognition,
    /// The upload is missing or has expired.
    UploadMissing,
    /// The source does not support the assistant's answer.
    AssistantFoundNothing,
    /// The assistant returned no usable answer, or its daily budget is spent.
    AssistantUnavailable,
    /// A function panicked on this page or upload; a retry would panic again.
    ReaderFailed,
    /// Internal error, not caused by the source.
    Internal,
}

impl ErrorCode {
    /// All codes.
    pub const ALL: [Self; 31] = [
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
        Self::NoRecipeInVideo,
        Self::PartMissing,
        Self::Interrupted,
        Self::UnreadablePicture,
        Self::UnsupportedPicture,
        Self::PictureTooLarge,
        Self::NoTextInPicture,
        Self::NoRecipeInPicture,
        Self::UnreadableFile,
        Self::UnsupportedFile,
        Self::EncryptedFile,
        Self::FileTooLarge,
        Self::NoRecipeInFile,
        Self::ReadingTimedOut,
        Self::NoTextRecognition,
        Self::UploadMissing,
        Self::AssistantFoundNothing,
        Self::AssistantUnavailable,
        Self::ReaderFailed,
        Self::Internal,
    ];

    /// Whether a retry with the assistant can help.
    #[must_use]
    pub fn is_for_assistant(self) -> bool {
        matches!(
            self,
            Self::NotARecipe | Self::NoRecipeInPicture | Self::NoRecipeInFile | Self::AssistantUnavailable
        )
    }

    /// Whether the cause is in Zest, not in the page, photo or file.
    #[must_use]
    pub fn is_ours(self) -> bool {
        matches!(
            self,
            Self::Interrupted
                | Self::NoTextRecognition
                | Self::AssistantUnavailable
                | Self::ReaderFailed
                | Self::Internal
        )
    }

    /// Code for an error name from a state machine: INTERRUPTED for a crash or timeout, INTERNAL if unknown.
    #[must_use]
    pub fn of_caught(name: &str) -> Self {
        let name = name.strip_prefix("Transient.").unwrap_or(name);
        let is_interrupted = name.starts_with("Runtime.")
            || matches!(name, "Sandbox.Timedout" | "States.Timeout" | "Lambda.Unknown");
        let unnamed = if is_interrupted { Self::Interrupted } else { Self::Internal };
        Self::parse(name).unwrap_or(unnamed)
    }

    /// Name in the API and in Step Functions errors.
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
            Self::NoRecipeInVideo => "NO_RECIPE_IN_VIDEO",
            Self::PartMissing => "PART_MISSING",
            Self::Interrupted => "INTERRUPTED",
            Self::UnreadablePicture => "UNREADABLE_PICTURE",
            Self::UnsupportedPicture => "UNSUPPORTED_PICTURE",
            Self::PictureTooLarge => "PICTURE_TOO_LARGE",
            Self::NoTextInPicture => "NO_TEXT_IN_PICTURE",
            Self::NoRecipeInPicture => "NO_RECIPE_IN_PICTURE",
            Self::UnreadableFile => "UNREADABLE_FILE",
            Self::UnsupportedFile => "UNSUPPORTED_FILE",
            Self::EncryptedFile => "ENCRYPTED_FILE",
            Self::FileTooLarge => "FILE_TOO_LARGE",
            Self::NoRecipeInFile => "NO_RECIPE_IN_FILE",
            Self::ReadingTimedOut => "READING_TIMED_OUT",
            Self::NoTextRecognition => "NO_TEXT_RECOGNITION",
            Self::UploadMissing => "UPLOAD_MISSING",
            Self::AssistantFoundNothing => "ASSISTANT_FOUND_NOTHING",
            Self::AssistantUnavailable => "ASSISTANT_UNAVAILABLE",
            Self::ReaderFailed => "READER_FAILED",
            Self::Internal => "INTERNAL",
        }
    }

    /// Parses [`Self::as_str`]; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == text)
    }

    /// What happened and what to do, in plain English, without page content or internal details.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::InvalidUrl => {
                "That isn't a web page link. Copy it from your browser's address bar; it starts with https://."
            }
            Self::AddressNotAllowed => "This link isn't public. Use a page anyone can open.",
            Self::Unreachable => {
                "The site didn't respond. Check the link for typos, or try again in a few minutes."
            }
            Self::TimedOut => "The site took too long to respond. Try again in a few minutes.",
            Self::NotFound => {
                "This page no longer exists. Look for the recipe on the site and copy its new link."
            }
            Self::SiteBlocked => "This site blocks importing. Open the page in your browser instead.",
            Self::SiteError => "The site returned an error. Try again later.",
            Self::TooLarge => {
                "This page is too large for us to read. Use the link of the recipe itself, not of a collection."
            }
            Self::TooManyRedirects => {
                "This link redirects endlessly. Open it in your browser and copy the final link."
            }
            Self::NotAPage => {
                "This link leads to a file, not a web page. Use the link of a page that shows the recipe as text."
            }
            Self::NotARecipe => {
                "We found no recipe on this page. Open the recipe itself, not a list or an article, and copy its link."
            }
            Self::NoRecipeInVideo => {
                "We found no recipe in this video's description. Look for a link to the written recipe below the video."
            }
            Self::PartMissing => {
                "This recipe is no longer on its page, or was renamed. Open the page in your browser and look for it."
            }
            Self::Interrupted => "The import was interrupted on our side. Try again.",
            Self::UnreadablePicture => {
                "We can't open this photo; it may be damaged. Take it again or save it as JPEG, then try again."
            }
            Self::UnsupportedPicture => {
                "We can't read this type of photo. Save it as JPEG or PNG and try again."
            }
            Self::PictureTooLarge => "This photo is over 60 megapixels. Use a smaller copy.",
            Self::NoTextInPicture => {
                "We found no text in this photo. Take it again from above, in good light, and fill the frame, then try again."
            }
            Self::NoRecipeInPicture => {
                "We found no recipe in this photo. Use a photo that shows the ingredients or steps."
            }
            Self::UnreadableFile => {
                "We can't open this file; it may be damaged or not the type its name says. Save or export it again, then try again."
            }
            Self::UnsupportedFile => {
                "We can't read this type of file. Use a PDF, Word, OpenDocument, RTF, text, HTML or EPUB file, or an export from another recipe app."
            }
            Self::EncryptedFile => {
                "This file is password-protected. Save a copy without the password and try again."
            }
            Self::FileTooLarge => {
                "This file has more content than we can read at once. Split it and try again."
            }
            Self::NoRecipeInFile => {
                "We found no recipe in this file. Use a file with the ingredients or steps as text."
            }
            Self::ReadingTimedOut => {
                "This upload took too long to read. Try again with a smaller file or a clearer photo."
            }
            Self::NoTextRecognition => {
                "We can't read photos on this server. Use a file with text and try again."
            }
            Self::UploadMissing => {
                "The upload expired. Choose the photo or file again, or send the page again, then try again."
            }
            Self::AssistantFoundNothing => {
                "The assistant found no recipe here either. Open the original, or write the recipe yourself."
            }
            Self::AssistantUnavailable => "The assistant isn't available right now. Try again later.",
            Self::ReaderFailed => {
                "We couldn't read this recipe, and it's our fault. Write it yourself, or try again in a few days."
            }
            Self::Internal => "Something went wrong on our side. Try again; if it keeps happening, tell us.",
        }
    }
}

/// Why a recipe is FAILED.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// Code, translated by clients.
    pub code: ErrorCode,
    /// English text: [`ErrorCode::sentence`].
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
    fn every_code_parses_back_and_its_sentence_gives_advice() {
        for code in ErrorCode::ALL {
            assert_eq!(ErrorCode::parse(code.as_str()), Some(code));
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
            let sentence = code.sentence();
            assert!(sentence.ends_with('.') && sentence.len() > 40, "{sentence}");
            let advice = ["Try again", "try again", "Use", "Copy", "copy", "Open", "Check", "Look for"];
            assert!(advice.iter().any(|word| sentence.contains(word)), "{sentence}");
        }
    }

    #[test]
    fn caught_error_name_maps_to_its_code() {
        for (name, code) in [
            ("NOT_A_RECIPE", ErrorCode::NotARecipe),
            ("Transient.UNREACHABLE", ErrorCode::Unreachable),
            ("Busy", ErrorCode::Internal),
            ("READER_FAILED", ErrorCode::ReaderFailed),
            ("States.Timeout", ErrorCode::Interrupted),
            ("Sandbox.Timedout", ErrorCode::Interrupted),
            ("Runtime.ExitError", ErrorCode::Interrupted),
            ("Lambda.Unknown", ErrorCode::Interrupted),
            ("Lambda.ResourceNotFoundException", ErrorCode::Internal),
        ] {
            assert_eq!(ErrorCode::of_caught(name), code, "{name}");
        }
    }
}
