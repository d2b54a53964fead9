use recipe::{Language, fraction_value, scale};

const MAX_DIGITS: usize = 9;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    /// Possible values: depending on the language, "1.250" is 1250 or 1.25.
    pub(super) values: Vec<f64>,
    pub(super) length: usize,
}

/// Parses a number in digits at the start of a text, for example `2`, `1,5`, `1 1/2`, `1½`, `½`, `3/4`,
/// `1.250`, `1 250`.
pub(super) fn in_digits(text: &str) -> Option<Number> {
    let first = text.chars().next()?;
    if let Some(value) = fraction_value(first) {
        return Some(Number { values: vec![value], length: first.len_utf8() });
    }
    let (whole, length) = digits(text)?;
    let rest = text.get(length..)?;
    if let Some((below, taken)) =
        rest.strip_prefix(['/', '⁄']).and_then(digits).filter(|(below, _)| *below > 0.0)
    {
        let slash = rest.chars().next().map_or(1, char::len_utf8);
        return Some(Number { values: vec![whole / below], length: length + slash + taken });
    }
    if let Some((decimals, taken)) = rest.strip_prefix(['.', ',']).and_then(digits) {
        let exact = whole + decimals / 10_f64.powi(i32::try_from(taken).ok()?);
        let mut values = vec![exact];
        if taken == 3 && whole > 0.0 {
            values.push(whole * 1_000.0 + decimals);
        }
        return Some(Number { values, length: length + 1 + taken });
    }
    let blanks = rest.len() - rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len();
    let behind = rest.get(blanks..)?;
    if let Some((part, taken)) = fraction(behind) {
        return Some(Number { values: vec![whole + part], length: length + blanks + taken });
    }
    // "1 250 g": a non-breaking or narrow space groups three digits.
    if blanks > 0
        && !rest.starts_with(' ')
        && let Some((more, 3)) = digits(behind)
    {
        return Some(Number { values: vec![whole * 1_000.0 + more], length: length + blanks + 3 });
    }
    Some(Number { values: vec![whole], length })
}

fn digits(text: &str) -> Option<(f64, usize)> {
    let length = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let digits = text.get(..length).filter(|_| (1..=MAX_DIGITS).contains(&length))?;
    Some((digits.parse().ok()?, length))
}

fn fraction(text: &str) -> Option<(f64, usize)> {
    let first = text.chars().next()?;
    if let Some(value) = fraction_value(first) {
        return Some((value, first.len_utf8()));
    }
    let (above, length) = digits(text)?;
    let (below, taken) = text.get(length..)?.strip_prefix('/').and_then(digits)?;
    (above < below).then_some((above / below, length + 1 + taken))
}

pub(super) fn in_words(word: &str, language: Option<Language>) -> Option<f64> {
    let all = [Language::En, Language::Es, Language::Fr];
    let languages = all.into_iter().filter(|one| language.is_none_or(|language| language == *one));
    let mut values = languages.filter_map(|language| {
        let written = scale::in_digits(word, Some(language));
        in_digits(&written).filter(|number| number.length == written.len())?.values.first().copied()
    });
    values.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_with_fraction_or_separator_is_parsed() {
        for (text, values, length) in [
            ("2 cups", vec![2.0], 1),
            ("1,5 l", vec![1.5], 3),
            ("1.250 g", vec![1.25, 1250.0], 5),
            ("0.125 l", vec![0.125], 5),
            ("1 1/2 cups", vec![1.5], 5),
            ("1½ cups", vec![1.5], 3),
            ("1 ½ cups", vec![1.5], 4),
            ("¾ cup", vec![0.75], 2),
            ("3/4 cup", vec![0.75], 3),
            ("1\u{a0}250 g", vec![1250.0], 6),
            ("2 250 g tins", vec![2.0], 1),
            ("20-25", vec![20.0], 2),
            ("1/0", vec![1.0], 1),
        ] {
            assert_eq!(in_digits(text), Some(Number { values, length }), "{text:?}");
        }
        for text in ["", "cup", "1234567890", "."] {
            assert_eq!(in_digits(text), None, "{text:?}");
        }
        assert_eq!(in_words("half", Some(Language::En)), Some(0.5));
        assert_eq!(in_words("veinte", None), Some(20.0));
        assert_eq!(in_words("once", Some(Language::En)), None, "eleven only in Spanish");
        assert_eq!(in_words("flour", None), None);
    }
}
