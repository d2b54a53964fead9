//! [`Recogniser`] with tesseract as a child process.
//!
//! Regions are cut between lines into [strips], which two children share; each gets its strips as one TIFF over
//! stdin. The language is detected on one strip first. Large, skipped and doubtful lines are read again one by
//! one ([second look](second_look)).

mod child;
mod second_look;
mod strips;
mod tsv;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ocr::{Sheet, Word};
use recipe::Language;
use tokio::sync::Semaphore;
use zest_core::PortError;

use crate::recogniser::{Recogniser, RecognitionError};
use child::{Child, PageSegmentation};
use strips::Strip;

/// Maximum concurrent children, because the machines have two cores.
const CHILDREN: usize = 2;

/// Limits of reading a page image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TesseractLimits {
    /// Time for a page image; a printed page takes one or two seconds.
    pub time: Duration,
    /// Address space of a child, in KiB.
    pub memory_kib: u64,
    /// Maximum size of the output in bytes; a printed page has 50 KB.
    pub output: u64,
}

impl Default for TesseractLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(60), memory_kib: 768 * 1024, output: 8 * 1024 * 1024 }
    }
}

/// Tesseract 4 or later, with data for English, Spanish and French.
#[derive(Clone, Debug)]
pub struct Tesseract {
    program: Option<PathBuf>,
    data: Option<PathBuf>,
    limits: TesseractLimits,
    turns: Arc<Semaphore>,
}

impl Tesseract {
    /// The program of the setting `TESSERACT`, or on the `PATH`; its data folder from the setting `TESSDATA`,
    /// or the program's default.
    #[must_use]
    pub fn from_environment() -> Self {
        let setting = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let on_path = || {
            let path = std::env::var_os("PATH")?;
            std::env::split_paths(&path).map(|folder| folder.join("tesseract")).find(|file| file.is_file())
        };
        Self::new(setting("TESSERACT").or_else(on_path), setting("TESSDATA"), TesseractLimits::default())
    }

    /// Uses this program and data folder; `program` is `None` if tesseract is not installed.
    #[must_use]
    pub fn new(program: Option<PathBuf>, data: Option<PathBuf>, limits: TesseractLimits) -> Self {
        Self { program, data, limits, turns: Arc::new(Semaphore::new(CHILDREN)) }
    }

    /// Whether the program exists.
    #[must_use]
    pub fn is_installed(&self) -> bool {
        self.program.as_ref().is_some_and(|program| program.is_file())
    }

    fn child(&self) -> Result<Child<'_>, PortError> {
        let missing = "tesseract is not installed: install tesseract-ocr, or name the program in TESSERACT";
        match &self.program {
            Some(program) if program.is_file() => {
                Ok(Child { program, data: self.data.as_deref(), limits: self.limits, turns: &self.turns })
            }
            _ => Err(PortError::Broken(missing.to_owned())),
        }
    }
}

impl Recogniser for Tesseract {
    async fn recognise(&self, sheet: &Sheet, hint: Option<Language>) -> Result<Vec<Word>, RecognitionError> {
        let child = self.child()?;
        let strips = strips::cut(sheet);
        if strips.is_empty() {
            return Ok(Vec::new());
        }
        tokio::time::timeout(self.limits.time, read(&child, sheet, &strips, hint))
            .await
            .unwrap_or(Err(RecognitionError::TimedOut))
    }
}

async fn read(
    child: &Child<'_>,
    sheet: &Sheet,
    strips: &[Strip],
    hint: Option<Language>,
) -> Result<Vec<Word>, RecognitionError> {
    let mut language = language(child, sheet, strips, hint).await?;
    let mut words = read_in(child, sheet, strips, language).await?;
    // The whole text identifies the language better than one strip.
    let text: Vec<_> = words.iter().map(|(_, word)| word.text.as_str()).collect();
    let detected = recipe::language::detect(&text.join(" ")).filter(recipe::language::Detected::is_sure);
    if let Some(other) = detected.and_then(|detected| detected.language).filter(|other| *other != language) {
        language = other;
        words = read_in(child, sheet, strips, language).await?;
    }
    let doubts = second_look::doubts(sheet, &words);
    if !doubts.is_empty() {
        let strips: Vec<Strip> = doubts.iter().map(|doubt| doubt.strip.clone()).collect();
        let again = read_both(child, sheet, &strips, PageSegmentation::Line, language).await?;
        words = second_look::merge_retries(words, &doubts, again);
    }
    Ok(ocr::correct(sheet, &strips::renumbered(words), language))
}

async fn read_in(
    child: &Child<'_>,
    sheet: &Sheet,
    strips: &[Strip],
    language: Language,
) -> Result<Vec<(usize, Word)>, RecognitionError> {
    let mut words = read_both(child, sheet, strips, PageSegmentation::Block, language).await?;
    words.sort_by_key(|(strip, word)| (*strip, word.line));
    Ok(words)
}

async fn read_both(
    child: &Child<'_>,
    sheet: &Sheet,
    strips: &[Strip],
    shows: PageSegmentation,
    language: Language,
) -> Result<Vec<(usize, Word)>, RecognitionError> {
    let [first, second] = strips::shared(strips);
    let (first, second) = tokio::try_join!(
        child.read(sheet, &first, shows, language),
        child.read(sheet, &second, shows, language)
    )?;
    Ok(first.into_iter().chain(second).collect())
}

async fn language(
    child: &Child<'_>,
    sheet: &Sheet,
    strips: &[Strip],
    hint: Option<Language>,
) -> Result<Language, RecognitionError> {
    let guess = hint.unwrap_or(Language::En);
    let Some(probe) = strips::probe(sheet, strips) else { return Ok(guess) };
    let words = child.read(sheet, &[probe], PageSegmentation::Block, guess).await?;
    let text: Vec<_> = words.iter().map(|(_, word)| word.text.as_str()).collect();
    Ok(recipe::language::detect(&text.join(" ")).and_then(|detected| detected.language).unwrap_or(guess))
}
