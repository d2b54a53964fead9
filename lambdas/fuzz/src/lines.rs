//! Fuzz targets for single lines: ingredients, durations, steps.

use num_rational::Ratio;
use recipe::{Language, duration, language, line, scale, steps};

const LANGUAGES: [Option<Language>; 4] = [None, Some(Language::En), Some(Language::Es), Some(Language::Fr)];

pub(crate) fn line(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    // The length selects the language, so that inputs stay plain text.
    let language = LANGUAGES.get(text.len() % LANGUAGES.len()).copied().flatten();
    let read = line::read(&text, language);
    // Parts are joined with commas, which adds bytes.
    if [&read.name, &read.quantity, &read.unit, &read.note].iter().any(|part| part.len() > 2 * text.len()) {
        return Err(String::from("broken: a part is no longer than its line"));
    }
    if line::measures(&text, language).len() > text.len() {
        return Err(String::from("broken: there are no more measures than letters"));
    }
    for factor in [Ratio::new(1, 3), Ratio::new(u64::MAX, 7), Ratio::new(1, u64::MAX)] {
        if scale::scale(&read.quantity, factor, language).is_empty() != read.quantity.is_empty() {
            return Err(String::from("broken: a scaled amount is an amount"));
        }
    }
    let rest = duration::leading(&text);
    if rest.is_some_and(|(_, rest)| rest.len() >= text.len()) {
        return Err(String::from("broken: a duration takes something off its line"));
    }
    std::hint::black_box((duration::minutes(&text), language::detect(&text)));
    let mut content = recipe::Content {
        ingredients: vec![read],
        instructions: text.lines().map(str::to_owned).collect(),
        ..recipe::Content::default()
    };
    steps::map(&mut content);
    Ok(())
}
