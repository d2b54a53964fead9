//! Corrects typical OCR errors in recipes and lowers the confidence of words whose characters change. Ambiguous
//! words are unchanged.

mod document_lexicon;
mod fractions;
mod glyph;
mod letters;
mod points;
mod spaces;

use recipe::Language;

use crate::{Sheet, Word};

/// Corrects recognised words, which must be sorted by region and line.
#[must_use]
pub fn correct(sheet: &Sheet, words: &[Word], language: Language) -> Vec<Word> {
    let mut corrected = Vec::with_capacity(words.len());
    let is_whole = sheet.grey.len() as u64 == u64::from(sheet.width) * u64::from(sheet.height);
    for line in words.chunk_by(|a, b| (a.region, a.line) == (b.region, b.line)) {
        let mut line: Vec<Word> = line.iter().map(|word| word.on(sheet)).collect();
        if is_whole {
            spaces::correct(sheet, &mut line, language);
            points::correct(sheet, &mut line);
            fractions::correct(sheet, &mut line);
        }
        let above = corrected
            .last()
            .filter(|word: &&Word| line.first().is_some_and(|first| first.region == word.region))
            .map(|word| word.text.clone());
        letters::correct(sheet, &mut line, above.as_deref(), language);
        corrected.append(&mut line);
    }
    document_lexicon::correct(&mut corrected);
    corrected
}
