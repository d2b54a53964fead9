//! Tesseract as [`Recogniser`]: the Debian program as a child process, which gets a sheet's regions and gives words.
//!
//! A region is cut into [strips] between its lines, so that two children read one sheet; each child gets its strips as
//! one picture file over its standard input and nothing is written to a disk. The language is told from a strip that is
//! read first: three languages at once cost letters and time. Lines that were passed over or are doubtful get a
//! [second look](second_look), each by itself.

mod child;
mod second_look;
mod strips;
mod tsv;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use app::error::PortError;
use ocr::{Sheet, Word};
use recipe::Language;
use tokio::sync::Semaphore;

use crate::recogniser::{Recogniser, RecognitionError};
use child::{Child, Shows};
use strips::Strip;

/// As many children as Zest's machines have cores.
const CHILDREN: usize = 2;

/// What a child of one sheet may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TesseractLimits {
    /// For all of a sheet; a page of print takes one or two seconds.
    pub time: Duration,
    /// Address space of one child, in KiB.
    pub memory_kib: u64,
    /// What one child may say, in bytes. A page of print is 50 KB.
    pub output: u64,
}

impl Default for TesseractLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(60), memory_kib: 768 * 1024, output: 8 * 1024 * 1024 }
    }
}

/// The program tesseract, version 4 or later, with its data for English, Spanish and French.
#[derive(Clone, Debug)]
pub struct Tesseract {
    program: Option<PathBuf>,
    data: Option<PathBuf>,
    limits: TesseractLimits,
    turns: Arc<Semaphore>,
}

impl Tesseract {
    /// The program that the setting `TESSERACT` names, else the one on the `PATH`; its data is where the setting
    /// `TESSDATA` says, else where the program looks itself.
    #[must_use]
    pub fn from_environment() -> Self {
        let setting = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let on_path = || {
            let path = std::env::var_os("PATH")?;
            std::env::split_paths(&path).map(|folder| folder.join("tesseract")).find(|file| file.is_file())
        };
        Self::new(setting("TESSERACT").or_else(on_path), setting("TESSDATA"), TesseractLimits::default())
    }

    /// A program and the folder of its data; `None` for the program is one that is not installed.
    #[must_use]
    pub fn new(program: Option<PathBuf>, data: Option<PathBuf>, limits: TesseractLimits) -> Self {
        Self { program, data, limits, turns: Arc::new(Semaphore::new(CHILDREN)) }
    }

    /// Whether the program is there.
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
    // The whole text knows better than one strip of it, which may have shown a menu or a picture.
    let text: Vec<_> = words.iter().map(|(_, word)| word.text.as_str()).collect();
    let heard = recipe::language::detect(&text.join(" ")).filter(recipe::language::Detected::is_sure);
    if let Some(other) = heard.and_then(|heard| heard.language).filter(|other| *other != language) {
        language = other;
        words = read_in(child, sheet, strips, language).await?;
    }
    let doubts = second_look::doubts(sheet, &words);
    if !doubts.is_empty() {
        let strips: Vec<Strip> = doubts.iter().map(|doubt| doubt.strip.clone()).collect();
        let again = read_both(child, sheet, &strips, Shows::Line, language).await?;
        words = second_look::settled(words, &doubts, again);
    }
    Ok(ocr::correct(sheet, &strips::renumbered(words), language))
}

/// The words of all strips in order.
async fn read_in(
    child: &Child<'_>,
    sheet: &Sheet,
    strips: &[Strip],
    language: Language,
) -> Result<Vec<(usize, Word)>, RecognitionError> {
    let mut words = read_both(child, sheet, strips, Shows::Block, language).await?;
    words.sort_by_key(|(strip, word)| (*strip, word.line));
    Ok(words)
}

/// The words of strips, read by two children at once.
async fn read_both(
    child: &Child<'_>,
    sheet: &Sheet,
    strips: &[Strip],
    shows: Shows,
    language: Language,
) -> Result<Vec<(usize, Word)>, RecognitionError> {
    let [first, second] = strips::shared(strips);
    let (first, second) = tokio::try_join!(
        child.read(sheet, &first, shows, language),
        child.read(sheet, &second, shows, language)
    )?;
    Ok(first.into_iter().chain(second).collect())
}

/// Which language the sheet is in, from a strip of it.
async fn language(
    child: &Child<'_>,
    sheet: &Sheet,
    strips: &[Strip],
    hint: Option<Language>,
) -> Result<Language, RecognitionError> {
    let guess = hint.unwrap_or(Language::En);
    let Some(probe) = strips::probe(sheet, strips) else { return Ok(guess) };
    let words = child.read(sheet, &[probe], Shows::Block, guess).await?;
    let text: Vec<_> = words.iter().map(|(_, word)| word.text.as_str()).collect();
    Ok(recipe::language::detect(&text.join(" ")).and_then(|detected| detected.language).unwrap_or(guess))
}
