//! Detects the mark before the words of a line: bullet, check box or number.

use crate::cues;
use recipe::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// No mark: a continuation line or prose.
    None,
    /// A bullet or an empty check box.
    Bullet,
    /// A step number: "2.", "2)", "Step 2:".
    Number(u32),
    /// A number that may be a step number or an amount: "2 Chop".
    Bare(u32),
    /// A sign that may be a misread bullet or circled number.
    Blot,
}

const LARGEST_NUMBER: u32 = 60;

const LONGEST_SIGN_BYTES: usize = '—'.len_utf8();

/// The mark at the start, and the byte offset after it.
pub(super) fn mark(text: &str, is_recognised: bool) -> (Mark, usize) {
    if let Some(found) = number(text) {
        return found;
    }
    // OCR may read "1." as a letter.
    if is_recognised
        && let Some(rest) = ["I. ", "l. ", "i. ", "|. "].iter().find_map(|mark| text.strip_prefix(mark))
    {
        return (Mark::Number(1), text.len() - rest.trim_start().len());
    }
    if is_recognised && let Some(start) = recognised_box(text) {
        return (Mark::Bullet, start);
    }
    let bare = cues::without_bullet(text);
    if bare.len() < text.len() && !bare.is_empty() {
        let is_dash = text.starts_with(['-', '–', '—']) && bare.starts_with(char::is_numeric);
        if !(is_dash && text.len() - bare.len() <= LONGEST_SIGN_BYTES && is_signed(bare)) {
            let start = text.len() - bare.len();
            // A bullet may precede a number: "- 1. Mix."
            return match number(bare) {
                Some((Mark::Number(number), within)) => (Mark::Number(number), start + within),
                _ => (Mark::Bullet, start),
            };
        }
    }
    if let Some(rest) = text.strip_prefix(['‣', '⁃', '+', '>', '✗', '✦', '❑', '❏', '➢', '→', '\u{f0d8}'])
        && rest.starts_with(' ')
    {
        return (Mark::Bullet, text.len() - rest.trim_start().len());
    }
    // "#." is an automatic number.
    if let Some(rest) = text.strip_prefix("#. ") {
        return (Mark::Bullet, text.len() - rest.trim_start().len());
    }
    // ".- 2 huevos" is common in Spanish.
    if let Some(rest) = text.strip_prefix(".-").filter(|rest| rest.contains(char::is_alphanumeric)) {
        return (Mark::Bullet, text.len() - rest.trim_start().len());
    }
    if is_recognised && let Some(start) = misread_bullet_end(text) {
        return (Mark::Blot, start);
    }
    (Mark::None, 0)
}

fn number(text: &str) -> Option<(Mark, usize)> {
    let counted = cues::without_step_count(text);
    if counted.len() < text.len() {
        let number = text.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty())?;
        return Some((Mark::Number(number.parse().ok()?), text.len() - counted.len()));
    }
    if let Some(found) = sign_number(text) {
        return Some(found);
    }
    let open = text.strip_prefix('(').unwrap_or(text);
    let digits = open.find(|c: char| !c.is_ascii_digit()).unwrap_or(open.len());
    if !(1..=2).contains(&digits) {
        return None;
    }
    let (number, rest) = open.split_at_checked(digits)?;
    let number: u32 = number.parse().ok().filter(|number| (1..=LARGEST_NUMBER).contains(number))?;
    let behind = rest.trim_start_matches(['.', ')', ':', '°', 'º', 'ª', '-', '–', '/']);
    let mark = rest.get(..rest.len() - behind.len())?;
    let start = text.len() - behind.trim_start().len();
    let is_marked = matches!(
        mark,
        "." | ")" | ".)" | ")." | ":" | ".-" | "-" | ")-" | "/" | "°" | "º" | "ª" | "º." | "ª." | "°." | "º)" | ".º" | "º-" | ".–"
    )
        && (behind.starts_with(' ')
            || behind.is_empty()
            // A hyphen without a space is not a mark: "3-Ingredient Pancakes".
            || mark != "-" && behind.starts_with(char::is_uppercase))
        // Not an amount: "1/ 2 cup".
        && !(mark == "/" && behind.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    // A dash may follow the number: "1 - Mix".
    let spaced = rest.trim_start().strip_prefix(['-', '–', '—']).filter(|after| {
        rest.starts_with(' ') && after.starts_with(' ') && !after.trim_start().starts_with(char::is_numeric)
    });
    if let Some(after) = spaced {
        return Some((Mark::Number(number), text.len() - after.trim_start().len()));
    }
    if is_marked || mark.is_empty() && open.len() == text.len() && is_glued(rest) {
        return Some((Mark::Number(number), start));
    }
    let is_bare = mark.is_empty() && (rest.starts_with(' ') || rest.is_empty()) && open.len() == text.len();
    is_bare.then_some((Mark::Bare(number), start))
}

/// Whether the number after a dash is a temperature or time, so that the dash is not a bullet.
fn is_signed(bare: &str) -> bool {
    let digits = bare.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(bare.len());
    bare.span(digits..).trim_start().starts_with(['°', 'º']) || recipe::duration::leading(bare).is_some()
}

/// Example: "1Peel the apples", but not "1Tbsp".
fn is_glued(rest: &str) -> bool {
    let mut chars = rest.chars();
    let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    chars.next().is_some_and(char::is_uppercase)
        && chars.next().is_some_and(char::is_lowercase)
        && chars.next().is_some_and(|c| c.is_lowercase() || c == ' ')
        && !cues::is_unit(word)
}

pub(super) fn is_bullet_alone(text: &str) -> bool {
    matches!(text.trim(), "-" | "–" | "—" | "•" | "·" | "◦" | "*" | "▪" | "●" | "○")
}

/// A circled or keycap number, and the byte offset after it: "①", "❷", "3️⃣".
fn sign_number(text: &str) -> Option<(Mark, usize)> {
    let first = text.chars().next()?;
    let circled = [('①', 20), ('❶', 10), ('➀', 10), ('➊', 10)].into_iter().find_map(|(one, count)| {
        let number = u32::from(first).checked_sub(u32::from(one))?;
        (number < count).then_some(number + 1)
    });
    let key = first.to_digit(10).filter(|_| text.chars().skip(1).take(2).any(|c| c == '\u{20e3}'));
    let number = circled.or(key).filter(|number| *number > 0)?;
    let is_sign = |c: char| matches!(c, '\u{fe0f}' | '\u{20e3}' | '.' | ')' | ':' | '-') || c.is_whitespace();
    let words = text.get(first.len_utf8()..)?.trim_start_matches(is_sign);
    Some((Mark::Number(number), text.len() - words.len()))
}

/// Byte offset after a check box as OCR reads it: "[]", "[ ]", "|_|", "L]".
fn recognised_box(text: &str) -> Option<usize> {
    let end = text.char_indices().find(|(_, c)| {
        !matches!(c, '[' | ']' | '|' | '_' | 'L' | 'l' | 'I' | '1' | '(' | ')' | '{' | '}' | 'C' | 'J' | ' ')
    });
    let (end, _) = end?;
    let start = text.span(..end).rfind(' ').map_or(0, |at| at + 1);
    // Keeps the amount: "[] 1 egg".
    let last = text.span(..end).rfind(['[', ']', '|', '_'])? + 1;
    let signs = text.span(..last).chars().filter(|c| *c != ' ').count();
    let is_closed = text.span(last..).starts_with(' ');
    let start = if is_closed { text.len() - text.span(last..).trim_start().len() } else { start.max(last) };
    ((1..=4).contains(&signs) && (is_closed || signs >= 2)).then_some(start)
}

fn misread_bullet_end(text: &str) -> Option<usize> {
    let (first, rest) = text.split_once(' ')?;
    let count = first.chars().count();
    let is_sign = count <= 2
        && first.chars().all(|c| !c.is_alphanumeric() && !matches!(c, '(' | '"' | '“' | '«' | '&' | '~'))
        || first == "«"
        || first == "»";
    let is_letter = matches!(
        first,
        "e" | "o"
            | "O"
            | "©"
            | "®"
            | "¢"
            | "Q"
            | "GO"
            | "@"
            | "a"
            | "0"
            | "e."
            | "s"
            | "+"
            | "G"
            | "Oo"
            | "OQ"
            | "QO"
            | "(1"
            | "(J"
            | "C1"
            | "c1"
            | "CL"
            | "CI"
            | "Cl"
            | "CJ"
            | "cl"
            | "L1"
            | "LI"
            | "LJ"
            | "OJ"
            | "U"
            | "D"
            | "o]"
    );
    ((is_sign || is_letter) && !rest.trim().is_empty()).then(|| text.len() - rest.trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_distinguished_from_words_and_amounts() {
        for (text, is_recognised, expected) in [
            ("• salt", false, (Mark::Bullet, "salt")),
            ("— 225 g de champignons", false, (Mark::Bullet, "225 g de champignons")),
            ("[ ] 1 egg", true, (Mark::Bullet, "1 egg")),
            ("[] 500 gr de calabaza", true, (Mark::Bullet, "500 gr de calabaza")),
            ("|_| 2 chipotle peppers", true, (Mark::Bullet, "2 chipotle peppers")),
            ("L] ½ cup mayonnaise", true, (Mark::Bullet, "½ cup mayonnaise")),
            ("1] 3 zanahorias", true, (Mark::Bullet, "3 zanahorias")),
            ("1. Mix.", false, (Mark::Number(1), "Mix.")),
            ("12) Bake.", false, (Mark::Number(12), "Bake.")),
            ("1.Mix.", false, (Mark::Number(1), "Mix.")),
            ("1º. Lavar.", false, (Mark::Number(1), "Lavar.")),
            ("2- Battre.", false, (Mark::Number(2), "Battre.")),
            ("2).Fry the onions.", false, (Mark::Number(2), "Fry the onions.")),
            ("-3 huevos", false, (Mark::Bullet, "3 huevos")),
            ("–200 g de sucre", false, (Mark::Bullet, "200 g de sucre")),
            (".- 2 huevos", false, (Mark::Bullet, "2 huevos")),
            (".5 cup oil", false, (Mark::None, ".5 cup oil")),
            ("-18 °C", false, (Mark::None, "-18 °C")),
            ("-15 minutes longer", false, (Mark::None, "-15 minutes longer")),
            ("3️⃣ Mix.", false, (Mark::Number(3), "Mix.")),
            ("② Bake.", false, (Mark::Number(2), "Bake.")),
            ("🔸 2 eggs", false, (Mark::Bullet, "2 eggs")),
            ("▫️ 50 g d'avoine", false, (Mark::Bullet, "50 g d'avoine")),
            ("1Peel the apples.", false, (Mark::Number(1), "Peel the apples.")),
            ("2In a bowl, stir.", false, (Mark::Number(2), "In a bowl, stir.")),
            ("1Tbsp oil", false, (Mark::None, "1Tbsp oil")),
            ("3Kg plums", false, (Mark::None, "3Kg plums")),
            ("(3) Stir.", false, (Mark::Number(3), "Stir.")),
            ("Step 4: Serve.", false, (Mark::Number(4), "Serve.")),
            ("Étape 2", false, (Mark::Number(2), "")),
            ("2 - Battre les œufs", false, (Mark::Number(2), "Battre les œufs")),
            ("2 eggs", false, (Mark::Bare(2), "eggs")),
            ("1.5 tsp salt", false, (Mark::None, "1.5 tsp salt")),
            ("1/2 cup oil", false, (Mark::None, "1/2 cup oil")),
            ("14-16 pound ham", false, (Mark::None, "14-16 pound ham")),
            ("250 g flour", false, (Mark::None, "250 g flour")),
            ("e 3 tsp seasoning", true, (Mark::Blot, "3 tsp seasoning")),
            ("¢ 1/4 small onion", true, (Mark::Blot, "1/4 small onion")),
            (". Drain the potatoes.", true, (Mark::Blot, "Drain the potatoes.")),
            ("e 3 tsp seasoning", false, (Mark::None, "e 3 tsp seasoning")),
            ("I. In a large pan", true, (Mark::Number(1), "In a large pan")),
            ("1 large egg", true, (Mark::Bare(1), "large egg")),
            ("Lightly oil the tin", true, (Mark::None, "Lightly oil the tin")),
            ("", false, (Mark::None, "")),
        ] {
            let (found, start) = mark(text, is_recognised);
            assert_eq!((found, &text[start..]), expected, "{text:?}");
        }
    }
}
