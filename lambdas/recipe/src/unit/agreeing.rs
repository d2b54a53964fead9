//! Singular and plural forms of units.
//!
//! The frontend shares the test vectors in `vectors/agreeing.json`.

use num_rational::Ratio;

use crate::Language;
use crate::lexicon;

/// Singular and plural endings. Endings whose accent changes come first, because the lexicon ignores accents.
const ENDINGS: [(&str, &str); 6] =
    [("ón", "ones"), ("al", "aux"), ("f", "ves"), ("", "s"), ("", "es"), ("", "x")];

/// Unit form that agrees with a number: `cup` with 2 is `cups`, `cucharadas` with ½ is `cucharada`.
/// Abbreviations do not change.
#[must_use]
pub fn agreeing(form: &str, value: Ratio<u64>, language: Option<Language>) -> String {
    let spoken = language.unwrap_or(Language::En);
    let one = Ratio::from_integer(1);
    let is_plural = if spoken == Language::Fr { value >= Ratio::from_integer(2) } else { value > one };
    let first_length = form.find(|c: char| !c.is_alphabetic()).unwrap_or(form.len());
    let (first, rest) = form.split_at_checked(first_length).unwrap_or((form, ""));
    // "cuillère(s)" is both singular and plural.
    let is_single = is_spelled_out(first) && !form.contains('(');
    let Some(unit) = lexicon::unit(form, Some(spoken)).filter(|_| is_single) else {
        return form.to_owned();
    };
    let candidates = other_forms(first, is_plural).into_iter().flat_map(|word| {
        // Spanish adjectives also agree: "cucharadas soperas".
        [format!("{word}{rest}"), format!("{word}{}", agreeing_rest(rest, is_plural))]
    });
    let mut known =
        candidates.filter(|candidate| candidate != form && lexicon::unit_in(candidate, spoken) == Some(unit));
    known.next().unwrap_or_else(|| form.to_owned())
}

fn is_spelled_out(word: &str) -> bool {
    let is_vowel = |c: char| "aeiouàâéèêíóú".contains(c);
    word.chars().count() >= 3 && word.to_lowercase().contains(is_vowel)
}

fn other_forms(word: &str, is_plural: bool) -> Vec<String> {
    if is_plural && (word.ends_with('s') || word.ends_with('x')) {
        return Vec::new();
    }
    let forms = ENDINGS.iter().filter_map(|(one, many)| {
        let (from, to) = if is_plural { (one, many) } else { (many, one) };
        Some(format!("{}{to}", word.strip_suffix(from)?))
    });
    forms.collect()
}

fn agreeing_rest(rest: &str, is_plural: bool) -> String {
    let word = |word: &str| match (word.chars().count() >= 4, is_plural, word.strip_suffix('s')) {
        (true, true, _) => format!("{word}s"),
        (true, false, Some(one)) => one.to_owned(),
        _ => word.to_owned(),
    };
    rest.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Vectors {
        rows: Vec<Row>,
    }

    #[derive(Deserialize)]
    struct Row {
        form: String,
        value: String,
        language: Language,
        expected: String,
    }

    #[test]
    fn unit_agreement_matches_the_shared_vectors() {
        let vectors: Vectors = serde_json::from_str(include_str!("../../vectors/agreeing.json")).unwrap();
        for Row { form, value, language, expected } in vectors.rows {
            let (numerator, denominator) = value.split_once('/').unwrap_or((&value, "1"));
            let value = Ratio::new(numerator.parse().unwrap(), denominator.parse().unwrap());
            assert_eq!(agreeing(&form, value, Some(language)), expected, "{form:?} of {value}");
        }
    }
}
