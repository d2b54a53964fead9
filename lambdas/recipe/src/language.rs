//! Supported languages and language detection.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

const MAX_WORDS: usize = 400;
/// Number of function words after which detection stops.
const ENOUGH_FUNCTION_WORDS: u32 = 60;
/// Number of function words below which the confidence is lower.
const CONFIDENT_FUNCTION_WORDS: u32 = 10;
/// Minimum function words, because names of dishes are the same in many languages.
const MIN_FUNCTION_WORDS: u32 = 3;
/// Minimum confidence of [`Detected::is_sure`], in percent.
const SURE: u8 = 40;
const LONGEST_WORD_BYTES: usize = 24;

/// Language of a recipe or of the UI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English; `en` in JSON.
    En,
    /// Spanish; `es` in JSON.
    Es,
    /// French; `fr` in JSON.
    Fr,
}

impl Language {
    /// Parses a BCP 47 tag such as `fr-CA`; `None` if unsupported.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "en" => Some(Self::En),
            "es" => Some(Self::Es),
            "fr" => Some(Self::Fr),
            _ => None,
        }
    }

    /// ISO 639-1 code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
            Self::Fr => "fr",
        }
    }
}

/// Result of language detection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detected {
    /// ISO 639-1 code; may be an unsupported language.
    pub code: &'static str,
    /// The language, if supported.
    pub language: Option<Language>,
    /// Confidence in percent: lead over the next language, reduced for short texts.
    pub confidence: u8,
}

impl Detected {
    /// Whether the confidence is high enough to override the language that the page declares.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.confidence >= SURE
    }
}

/// Detects the language by function words or script; `None` with too few function words.
///
/// Reads at most 400 words.
#[must_use]
pub fn detect(text: &str) -> Option<Detected> {
    detect_in([text])
}

/// Like [`detect`], for a text in parts such as title, lines and steps.
#[must_use]
pub fn detect_in<'a>(pieces: impl IntoIterator<Item = &'a str>) -> Option<Detected> {
    let tells = &*FUNCTION_WORDS;
    let mut weights = vec![0.0_f32; tells.codes.len()];
    let (mut telling, mut seen) = (0, 0);
    let mut scripts = Scripts::default();
    let mut word = String::with_capacity(LONGEST_WORD_BYTES + 4);
    'pieces: for piece in pieces {
        for raw in piece.split(|c: char| !c.is_alphabetic()).filter(|raw| !raw.is_empty()) {
            seen += 1;
            if seen > MAX_WORDS || telling >= ENOUGH_FUNCTION_WORDS {
                break 'pieces;
            }
            scripts.see(raw);
            if raw.len() > LONGEST_WORD_BYTES {
                continue;
            }
            word.clear();
            if raw.is_ascii() {
                word.push_str(raw);
                word.make_ascii_lowercase();
            } else {
                word.extend(raw.chars().flat_map(char::to_lowercase));
            }
            if let Some(languages) = tells.words.get(word.as_str()) {
                telling += 1;
                for (language, weight) in languages {
                    if let Some(sum) = weights.get_mut(*language) {
                        *sum += weight;
                    }
                }
            }
        }
    }
    if let Some(code) = scripts.foreign() {
        return Some(Detected { code, language: None, confidence: 100 });
    }
    if telling < MIN_FUNCTION_WORDS {
        return None;
    }
    let mut ranked = weights.iter().copied().zip(&tells.codes);
    let (mut most, mut code) = ranked.next()?;
    let mut next = 0.0_f32;
    for (weight, other) in ranked {
        if weight > most {
            (next, most, code) = (most, weight, other);
        } else {
            next = next.max(weight);
        }
    }
    let lead = (most - next) / most;
    let share = lead * telling.min(CONFIDENT_FUNCTION_WORDS) as f32 / CONFIDENT_FUNCTION_WORDS as f32;
    // The value is in 0..=100, so the cast only truncates.
    Some(Detected { code, language: Language::from_tag(code), confidence: (share * 100.0) as u8 })
}

#[derive(Default)]
struct Scripts {
    latin: u32,
    others: [u32; OTHER_SCRIPTS.len()],
}

/// Scripts of unsupported languages, each with one representative language.
const OTHER_SCRIPTS: [(&str, std::ops::RangeInclusive<char>); 10] = [
    ("el", '\u{370}'..='\u{3ff}'),
    ("ru", '\u{400}'..='\u{52f}'),
    ("he", '\u{590}'..='\u{5ff}'),
    ("ar", '\u{600}'..='\u{6ff}'),
    ("hi", '\u{900}'..='\u{97f}'),
    ("th", '\u{e00}'..='\u{e7f}'),
    ("ka", '\u{10a0}'..='\u{10ff}'),
    ("ja", '\u{3040}'..='\u{30ff}'),
    ("ko", '\u{ac00}'..='\u{d7a3}'),
    ("zh", '\u{4e00}'..='\u{9fff}'),
];

impl Scripts {
    fn see(&mut self, word: &str) {
        let Some(first) = word.chars().next() else { return };
        if first < '\u{370}' {
            self.latin += 1;
        } else {
            let all = OTHER_SCRIPTS.iter().zip(&mut self.others);
            if let Some((_, count)) = all.into_iter().find(|((_, range), _)| range.contains(&first)) {
                *count += 1;
            }
        }
    }

    fn foreign(&self) -> Option<&'static str> {
        let others: u32 = self.others.iter().sum();
        if others <= self.latin {
            return None;
        }
        // Japanese mixes kana with Chinese characters, so kana have more weight.
        let counted = OTHER_SCRIPTS.iter().map(|(code, _)| *code).zip(self.others);
        counted.max_by_key(|(code, count)| count * if *code == "ja" { 5 } else { 1 }).map(|(code, _)| code)
    }
}

struct FunctionWords {
    codes: Vec<&'static str>,
    /// Function words with their languages and weights. Words that fewer languages share have more weight.
    words: HashMap<&'static str, Vec<(usize, f32)>>,
}

static CODES: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    toml::from_str(include_str!("../languages/words.toml")).expect("the words are well-formed")
});

static FUNCTION_WORDS: LazyLock<FunctionWords> = LazyLock::new(|| {
    let mut owners: HashMap<&'static str, Vec<usize>> = HashMap::new();
    for (at, words) in CODES.values().enumerate() {
        for word in words {
            let languages = owners.entry(word).or_default();
            if !languages.contains(&at) {
                languages.push(at);
            }
        }
    }
    let words = owners.into_iter().map(|(word, languages)| {
        let weight = 1.0 / languages.len() as f32;
        (word, languages.into_iter().map(|at| (at, weight)).collect())
    });
    FunctionWords { codes: CODES.keys().map(String::as_str).collect(), words: words.collect() }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_is_detected_by_function_words() {
        for (text, expected) in [
            ("Heat the oil in a large pan and add the onions. Cook until soft.", Some("en")),
            ("2 cups flour\n1 teaspoon salt\n3 tablespoons butter\n2 eggs", Some("en")),
            ("Calienta el aceite en una sartén y añade la cebolla picada.", Some("es")),
            ("200 g de harina\n1 cucharadita de sal\n2 huevos", Some("es")),
            ("Faites chauffer l'huile dans une poêle et ajoutez les oignons.", Some("fr")),
            ("200 g de farine\n1 pincée de sel\n2 œufs\n50 g de beurre", Some("fr")),
            ("Das Öl in einer Pfanne erhitzen und die Zwiebeln dazugeben.", Some("de")),
            ("Scaldate l'olio in una padella e aggiungete la cipolla.", Some("it")),
            ("Aqueça o óleo numa frigideira e junte a cebola com o alho.", Some("pt")),
            ("Verhit de olie in een pan en voeg de ui toe met het zout.", Some("nl")),
            ("Hetta upp oljan i en panna och tillsätt löken med smör.", Some("sv")),
            ("Cibuľu nakrájame a dáme na olej, potom pridáme múku a varíme.", Some("sk")),
            ("Cibuli nakrájíme a dáme na olej, pak přidáme mouku a vaříme.", Some("cs")),
            ("Kuumenna öljy ja lisää sipuli sekä suolaa, sitten keitä minuuttia.", Some("fi")),
            ("Нагрейте масло на сковороде и добавьте лук", Some("ru")),
            ("Ζεστάνετε το λάδι και προσθέστε το κρεμμύδι", Some("el")),
            ("フライパンに油を熱し、玉ねぎを炒める。", Some("ja")),
            ("锅中倒入油，加入洋葱翻炒。", Some("zh")),
            ("Ratatouille", None),
            ("Pad Thai 4 3 2", None),
            ("", None),
        ] {
            assert_eq!(detect(text).map(|found| found.code), expected, "{text:?}");
        }
    }

    #[test]
    fn unsupported_language_is_detected_without_a_variant() {
        let spanish = detect("Mezcla la harina con el azúcar y los huevos").unwrap();
        assert_eq!(spanish.language, Some(Language::Es));
        assert!(spanish.confidence > 50, "{spanish:?}");
        let german = detect("Das Mehl mit dem Zucker und den Eiern mischen").unwrap();
        assert_eq!(german.language, None);
    }

    #[test]
    fn pieces_are_detected_like_one_text() {
        let pieces = ["Gâteau", "200 g de farine", "3 œufs", "Mélangez le sucre et les œufs."];
        assert_eq!(detect_in(pieces), detect(&pieces.join("\n")));
    }
}
