//! Checks the form of a line. The checks are cheap: they run on every line of a page.

use super::folding::fold_into;
use super::phrases::PHRASES;

const LONGEST_NAME_BYTES: usize = 80;
const LONGEST_AMOUNT_BYTES: usize = 32;
const MAX_WORDS_OF_AN_AMOUNT: usize = 4;
const LONGEST_INGREDIENT_BYTES: usize = 220;

pub(crate) fn starts_with_amount(line: &str) -> bool {
    let line = without_bullet(line);
    let mut chars = line.chars();
    match chars.next() {
        Some(c) if is_digit(c) => true,
        Some('~' | '±' | '.' | '(' | 'c' | 'C') => {
            let rest = chars.as_str().trim_start_matches(['.', 'a', ' ']);
            rest.starts_with(is_digit)
        }
        _ => false,
    }
}

/// The whole number at the start of a line.
pub(crate) fn leading_number(line: &str) -> Option<u32> {
    let line = without_bullet(line);
    line.get(..line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len()))?.parse().ok()
}

/// Whether the line starts with a number and a known unit: "200 g flour".
pub(crate) fn starts_with_unit_amount(line: &str) -> bool {
    let line = without_bullet(line);
    let after = line.trim_start_matches(|c: char| {
        is_digit(c) || c.is_whitespace() || matches!(c, '.' | ',' | '/' | '-' | '–' | '⁄' | '~')
    });
    let len = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
    after.len() < line.len() && len > 0 && after.get(..len).is_some_and(is_unit)
}

pub(crate) fn has_number(line: &str) -> bool {
    line.chars().any(is_digit)
}

/// Whether the line is only a number with at most two units: "1 ½ cups", "2-3 EL".
pub(crate) fn is_bare_amount(line: &str) -> bool {
    if line.len() > 32 || !has_number(line) {
        return false;
    }
    let line = line.replace("(s)", "");
    let mut words = 0;
    // "κ.σ." and "c.à.s." count as one word.
    for word in line
        .split(|c: char| !c.is_alphabetic() && c != '.')
        .filter(|word| word.chars().any(char::is_alphabetic))
    {
        words += 1;
        if words > 2 || !is_unit(word) {
            return false;
        }
    }
    true
}

pub(crate) fn is_unit(word: &str) -> bool {
    if word.len() > 24 {
        return false;
    }
    let mut folded = String::with_capacity(word.len());
    for part in word.split('.') {
        fold_into(part, &mut folded);
    }
    PHRASES.units.contains(&folded)
}

pub(crate) fn may_be_ingredient(line: &str) -> bool {
    line.len() <= LONGEST_INGREDIENT_BYTES
        && line.chars().any(char::is_alphabetic)
        && !(line.ends_with('.') && line.split_whitespace().nth(9).is_some())
}

/// Whether the line reads as an instruction: a sentence, or at least three words with final punctuation.
pub(crate) fn is_instruction(line: &str) -> bool {
    let is_short = line.len() >= 12 && line.ends_with(['.', '!']) && line.split_whitespace().nth(2).is_some();
    is_short || is_sentence(line)
}

pub(crate) fn without_amount(line: &str) -> &str {
    let name = without_bullet(line).trim_start_matches(|c: char| !c.is_alphabetic() && c != '(');
    if name.len() == line.len() { name } else { without_unit(without_unit(name)) }
}

/// Removes one word of a unit; "fl oz" has two.
fn without_unit(line: &str) -> &str {
    let end = line.find(|c: char| !c.is_alphabetic()).unwrap_or(line.len());
    match line.split_at_checked(end) {
        Some((unit, rest)) if is_unit(unit) => rest.trim_start_matches('.').trim_start(),
        _ => line,
    }
}

pub(crate) fn is_sentence(line: &str) -> bool {
    line.chars().nth(29).is_some()
        && (line.ends_with(['.', '!', '。', ';']) || line.len() > 120 || line.contains(". "))
        && line.split_whitespace().nth(4).is_some()
        || line.len() > 30 && line.chars().filter(|c| *c > '\u{3000}').count() > 12
}

/// Removes leading bullets, dashes and pictographs.
pub(crate) fn without_bullet(line: &str) -> &str {
    line.trim_start_matches(|c: char| {
        c.is_whitespace()
            || matches!(c, '•' | '·' | '◦' | '*' | '-' | '–' | '—' | '»' | '\u{f0b7}' | '\u{f0a7}')
            || is_pictograph(c)
    })
}

/// Whether the character is an arrow, box, dingbat or emoji; circled numbers are not.
pub(super) fn is_pictograph(c: char) -> bool {
    matches!(
        c,
        '\u{2190}'..='\u{21ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{25a0}'..='\u{2775}'
            | '\u{2794}'..='\u{27bf}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{fe0f}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

pub(crate) fn ends_with_amount(line: &str) -> bool {
    let mut parts = line.rsplitn(2, [':', '–', '—', ',']);
    let parted = match (parts.next(), parts.next()) {
        (Some(amount), Some(name)) => Some((name, amount)),
        _ => None,
    };
    // A hyphen separates only between blanks.
    let parted = line.rsplit_once(" - ").or(parted);
    parted.is_some_and(|(name, amount)| {
        let amount = amount.trim().trim_start_matches('~');
        name.chars().any(char::is_alphabetic)
            && name.len() <= LONGEST_NAME_BYTES
            && amount.len() <= LONGEST_AMOUNT_BYTES
            && amount.starts_with(is_digit)
            && amount.split_whitespace().nth(MAX_WORDS_OF_AN_AMOUNT).is_none()
    })
}

/// Whether the first sentence ends with an amount: "White beans, 100 g. Any other kind will do."
pub(crate) fn is_measured(line: &str) -> bool {
    line.split(". ").next().is_some_and(|named| ends_with_amount(named.trim_end_matches('.')))
}

/// Example: "Onion – 2, cut into rings".
pub(crate) fn has_amount_after_name(line: &str) -> bool {
    if line.len() > LONGEST_INGREDIENT_BYTES {
        return false;
    }
    let mut before = None;
    let mark = line.char_indices().find(|(at, c)| {
        let next = line.get(at + c.len_utf8()..).unwrap_or_default();
        let is_mark = match c {
            ':' | '–' | '—' => true,
            // A hyphen inside a word does not separate: "All-purpose".
            '-' => next.starts_with(' ') || before.is_some_and(|before| matches!(before, ' ' | ')')),
            _ => false,
        };
        before = Some(*c);
        is_mark
    });
    let Some((at, mark)) = mark else { return false };
    let (name, rest) =
        (line.get(..at).unwrap_or_default(), line.get(at + mark.len_utf8()..).unwrap_or_default());
    let is_name = name.starts_with(char::is_alphabetic)
        && name.len() <= LONGEST_AMOUNT_BYTES
        && name.split_whitespace().nth(MAX_WORDS_OF_AN_AMOUNT).is_none()
        && !has_number(name);
    let rest = rest.trim_start();
    let end = rest.find([',', ';', '(']).unwrap_or(rest.len());
    let amount = rest.get(..end).unwrap_or_default();
    is_name
        && rest.starts_with(is_digit)
        && amount.len() <= LONGEST_AMOUNT_BYTES
        && amount.split_whitespace().nth(MAX_WORDS_OF_AN_AMOUNT).is_none()
}

pub(crate) fn ends_with_amount_and_unit(line: &str) -> bool {
    if line.len() > LONGEST_NAME_BYTES + LONGEST_AMOUNT_BYTES {
        return false;
    }
    let mut words = line.split_whitespace().rev();
    let (Some(last), Some(before)) = (words.next(), words.next()) else { return false };
    let is_glued = last.starts_with(is_digit) && starts_with_unit_amount(last);
    is_glued
        || words.next().is_some()
            && is_unit(last)
            && before.chars().all(|c| is_digit(c) || matches!(c, ',' | '.' | '/' | '-'))
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '¼'..='¾' | '⅐'..='⅞' | '↉')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amount_after_a_dash_or_colon_is_found_whatever_follows() {
        for line in [
            "Onion – 2, cut into rings",
            "Garlic- 4",
            "Turnips (small) -3",
            "Oil – 1 and 1/2 tablespoons,",
            "Chillies- 4 (more if you want it hot)",
            "Rice: 1 cup, washed",
        ] {
            assert!(has_amount_after_name(line), "{line}");
        }
        for line in [
            "All-purpose flour",
            "Salt-as needed",
            "7-8 figs",
            "Fry",
            "Then cook it until it is done - 2 or 3 minutes",
            "Leave it in the cold - 4 hours will do if nothing else can be done about it",
        ] {
            assert!(!has_amount_after_name(line), "{line}");
        }
    }

    #[test]
    fn amount_after_a_name_is_found_without_a_separator() {
        for line in ["Whole milk 200 ml", "Brown sugar 105g", "Cream 2,5 dl"] {
            assert!(ends_with_amount_and_unit(line), "{line}");
        }
        for line in [
            "Whole milk",
            "200 ml",
            "Bake for 20",
            "Milk, as much as fits into 2 cups of the smaller kind that my aunt in the north has always used for it",
        ] {
            assert!(!ends_with_amount_and_unit(line), "{line}");
        }
    }
}
