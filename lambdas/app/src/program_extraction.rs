//! Extraction for programs: returns the recipe of a source without storing it. Files are in
//! [`program_files`](crate::program_files).

use extract::{Page, Text, Verdict};
use serde::Deserialize;
use url::Url;

use crate::caller::Caller;
use crate::error::AppError;
use crate::extracted_recipe::{ExtractedRecipe, extracted_recipe};
use crate::failure::ErrorCode;
use crate::fetching::{Fetcher, Wanted};
use crate::import::address::check_sent_address;
use crate::import::create::check_part;
use crate::import::page::recipe_on;
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::model::fits;
use crate::program_files::SentFiles;
use crate::reading::saved_page;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::upload::{PAGE_LIMIT, PLAIN_TEXT_LIMIT};
use zest_core::Timestamp;

/// Request: exactly one of address, HTML, text, file and photos.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExtractInput {
    /// Address of a page to fetch.
    #[serde(default)]
    pub url: Option<String>,
    /// HTML of a page, at most [`PAGE_LIMIT`] bytes.
    #[serde(default)]
    pub html: Option<String>,
    /// Plain text, at most [`PLAIN_TEXT_LIMIT`] bytes.
    #[serde(default)]
    pub text: Option<String>,
    /// Address of `html`; it is not fetched.
    #[serde(default)]
    pub source_url: Option<String>,
    /// A file, in base64.
    #[serde(default)]
    pub file: Option<String>,
    /// Name of the file.
    #[serde(default)]
    pub file_name: Option<String>,
    /// Photos of one recipe in order, in base64.
    #[serde(default)]
    pub photos: Option<Vec<String>>,
    /// Title of one of several recipes on the page or in the file.
    #[serde(default)]
    pub part: Option<String>,
}

/// Source of an extraction that is free.
#[derive(Clone, Debug, PartialEq)]
pub enum ExtractSource {
    /// A page to fetch.
    Address {
        /// Address; the fetcher validates it.
        url: String,
        /// Title of one of several recipes.
        part: Option<String>,
    },
    /// HTML that the program sent.
    Page {
        /// The HTML with its address.
        page: Page,
        /// Address, if stated.
        url: Option<String>,
        /// Title of one of several recipes.
        part: Option<String>,
    },
    /// Text that the program sent, at most 200,000 bytes.
    Text(String),
}

/// What a program sends.
#[derive(Clone, Debug, PartialEq)]
pub enum Sent {
    /// A free source.
    Source(ExtractSource),
    /// A file or photos, which cost a credit.
    Files(SentFiles),
}

/// Ports and settings of [`extract`].
#[derive(Debug)]
pub struct ExtractionPorts<'a, Web, Counts> {
    /// Fetches the page of an address.
    pub web: &'a Web,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys that hash counter names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

impl ExtractInput {
    /// Checks that there is exactly one source, within its limit.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] for a malformed request, [`AppError::RefusedAddress`] for a malformed
    /// `source_url`.
    pub fn parse(self) -> Result<Sent, AppError> {
        let Self { url, html, text, source_url, file, file_name, photos, part } = self;
        let part = part.as_deref().map(check_part).transpose()?;
        let is_free = [&url, &html, &text, &source_url].into_iter().any(Option::is_some);
        match (file, photos) {
            (Some(file), None) if !is_free => Ok(Sent::Files(SentFiles::file(file, file_name, part)?)),
            (None, Some(photos)) if !is_free && file_name.is_none() && part.is_none() => {
                Ok(Sent::Files(SentFiles::photos(photos)?))
            }
            (None, None) if file_name.is_none() => {
                Ok(Sent::Source(free_source(url, html, text, source_url, part)?))
            }
            _ => Err(AppError::InvalidInput(Refusal::ExtractSource)),
        }
    }
}

fn free_source(
    url: Option<String>,
    html: Option<String>,
    text: Option<String>,
    source_url: Option<String>,
    part: Option<String>,
) -> Result<ExtractSource, AppError> {
    match (url, html, text, source_url, part) {
        (Some(url), None, None, None, part) => Ok(ExtractSource::Address { url, part }),
        (None, Some(html), None, source_url, part) => {
            if u64::try_from(html.len()).is_ok_and(|bytes| bytes > PAGE_LIMIT) {
                return Err(AppError::InvalidInput(Refusal::PageTooLarge));
            }
            let url = source_url.as_deref().map(check_sent_address).transpose()?;
            let mut page = saved_page(html)
                .ok_or_else(|| AppError::Internal("a sent page has no base address".to_owned()))?;
            if let Some(url) = &url {
                page.url = url.clone();
            }
            Ok(ExtractSource::Page { page, url: url.map(Url::into), part })
        }
        (None, None, Some(text), None, None) => {
            if u64::try_from(text.len()).is_ok_and(|bytes| bytes > PLAIN_TEXT_LIMIT) {
                return Err(AppError::InvalidInput(Refusal::LongText));
            }
            Ok(ExtractSource::Text(text))
        }
        _ => Err(AppError::InvalidInput(Refusal::ExtractSource)),
    }
}

/// Extracts a recipe for this member. Counts as a [`CountedUse::FreeImport`].
///
/// # Errors
/// [`AppError::LimitReached`]; [`AppError::ImportFailed`] and [`AppError::ImportFailedForNow`].
pub async fn extract(
    ports: &ExtractionPorts<'_, impl Fetcher, impl Counters>,
    member: &Caller,
    source: ExtractSource,
    layout: fn(&str) -> Option<Text>,
    now: Timestamp,
) -> Result<ExtractedRecipe, AppError> {
    if let Some(limits) = ports.limits {
        let (counters, ring) = (ports.counters, ports.ring);
        limits::spend(limits, counters, ring, CountedUse::FreeImport, member, ports.source, now).await?;
    }
    match source {
        ExtractSource::Address { url, part } => {
            let fetched = ports.web.fetch(&url, Wanted::Page).await.map_err(|error| {
                if error.is_transient() {
                    AppError::ImportFailedForNow(error.into())
                } else {
                    AppError::ImportFailed(error.into())
                }
            })?;
            let url = fetched.url.as_str().to_owned();
            let page = Page { url: fetched.url, content_type: fetched.content_type, bytes: fetched.body };
            extracted_recipe(recipe_on(&page, part.as_deref(), None)?, Some(url))
        }
        ExtractSource::Page { page, url, part } => {
            extracted_recipe(recipe_on(&page, part.as_deref(), None)?, url)
        }
        ExtractSource::Text(text) => {
            let text = layout(&text).ok_or(AppError::ImportFailed(ErrorCode::UnreadableFile))?;
            let mut recipes = extract::read_text(&text).into_iter();
            let first = recipes.find(|extraction| extraction.verdict == Verdict::Recipe);
            let mut first = first.ok_or(AppError::ImportFailed(ErrorCode::NotARecipe))?;
            if !fits(&mut first.content, None) {
                return Err(AppError::ImportFailed(ErrorCode::TooLarge));
            }
            first.other_recipes.extend(recipes.filter_map(|other| other.content.title));
            extracted_recipe(first, None)
        }
    }
}
