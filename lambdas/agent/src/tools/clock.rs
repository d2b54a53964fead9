//! Finds times of day in the user's words: "19:30", "at 7", "7 pm", "half past seven", "a las ocho y media".

use recipe::unaccented;

use crate::figures::number_word;

const NOON: u32 = 12 * 60;
const MIDNIGHT: u32 = 24 * 60;

/// Words that mark a number as a time.
const BEFORE: [&str; 12] =
    ["at", "by", "around", "until", "till", "las", "la", "a", "vers", "sobre", "from", "des"];
const HOUR_SUFFIXES: [&str; 9] = ["h", "hs", "hrs", "oclock", "clock", "heures", "heure", "horas", "hora"];
const AND: [&str; 3] = ["y", "et", "and"];
const NOONS: [&str; 4] = ["noon", "midday", "mediodia", "midi"];
const MIDNIGHTS: [&str; 3] = ["midnight", "medianoche", "minuit"];

pub(crate) fn states_time(text: &str, minutes: u32) -> bool {
    let tokens = tokens_of(text);
    (0..tokens.len()).any(|at| times_at(&tokens, at).contains(&(minutes % MIDNIGHT)))
}

struct Token {
    word: String,
    gap: String,
}

fn tokens_of(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut gap = String::new();
    let mut is_digits = None;
    for letter in text.chars() {
        if !letter.is_alphanumeric() {
            // "o'clock" is one token.
            if !matches!(letter, '\'' | '’') {
                gap.push(letter);
                is_digits = None;
            }
            continue;
        }
        if is_digits != Some(letter.is_ascii_digit()) {
            tokens.push(Token { word: String::new(), gap: std::mem::take(&mut gap) });
            is_digits = Some(letter.is_ascii_digit());
        }
        if let Some(token) = tokens.last_mut() {
            unaccented(letter, |plain| token.word.push(plain));
        }
    }
    tokens
}

/// Possible times at a token; an hour without am or pm has two.
fn times_at(tokens: &[Token], at: usize) -> Vec<u32> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    let is_one_of = |words: &[&str], at: usize| words.contains(&word(at));
    if is_one_of(&NOONS, at) {
        return vec![NOON];
    }
    if is_one_of(&MIDNIGHTS, at) {
        return vec![0];
    }
    let number = |at: usize| -> Option<u32> {
        let word = word(at);
        let digits = (word.len() <= 2).then(|| word.parse().ok()).flatten();
        digits.or_else(|| number_word(word))
    };
    let Some(hour) = number(at).filter(|hour| *hour <= 24) else { return Vec::new() };
    let before = |back: usize| at.checked_sub(back).map_or("", word);
    let is_clock = |at: usize| is_one_of(&HOUR_SUFFIXES, at);
    let minutes = |at: usize| number(at).filter(|minutes| *minutes < 60 && word(at).len() != 1);
    let colon = tokens.get(at + 1).is_some_and(|next| matches!(next.gap.as_str(), ":" | "."));
    let behind = at + 1 + usize::from(is_clock(at + 1));
    let and = behind + usize::from(is_one_of(&AND, behind));
    // Index of the token after the time, and minutes past the hour.
    let (end, past): (usize, i64) = if let Some(minutes) = minutes(at + 1).filter(|_| colon) {
        (at + 2, minutes.into())
    } else if is_one_of(&["media", "demie", "demi"], and) {
        (and + 1, 30)
    } else if is_one_of(&["cuarto", "quart"], and) {
        (and + 1, 15)
    } else if word(behind) == "menos" && word(behind + 1) == "cuarto" {
        (behind + 2, -15)
    } else if word(behind) == "moins" && word(behind + 1) == "le" && word(behind + 2) == "quart" {
        (behind + 3, -15)
    } else if let Some(minutes) = minutes(and).filter(|_| and > at + 1 || number_word(word(at)).is_some()) {
        (and + 1, minutes.into())
    } else {
        match (before(2), before(1)) {
            ("half", "past") => (behind, 30),
            ("quarter", "past") => (behind, 15),
            ("quarter", "to") => (behind, -15),
            _ => (behind, 0),
        }
    };
    let (is_am, is_pm) = (is_half(tokens, end, "a"), is_half(tokens, end, "p"));
    let is_time = end > at + 1 || past != 0 || is_am || is_pm || BEFORE.contains(&before(1));
    if !is_time {
        return Vec::new();
    }
    let of = |hour: u32| {
        let minutes = (i64::from(hour) * 60 + past).rem_euclid(i64::from(MIDNIGHT));
        u32::try_from(minutes).unwrap_or_default()
    };
    match hour {
        _ if is_am => vec![of(hour % 12)],
        _ if is_pm => vec![of(hour % 12 + 12)],
        0..=12 => vec![of(hour % 12), of(hour % 12 + 12)],
        _ => vec![of(hour)],
    }
}

/// Whether the token is `am` or `pm`, also with full stops; `half` is "a" or "p".
fn is_half(tokens: &[Token], at: usize, half: &str) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    word(at).strip_prefix(half).is_some_and(|rest| rest == "m" || (rest.is_empty() && word(at + 1) == "m"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_day_is_found_in_three_languages() {
        for (text, times) in [
            ("Dinner at 19:30", &["19:30"][..]),
            ("dinner at 7", &["07:00", "19:00"]),
            ("by seven o'clock, please", &["07:00", "19:00"]),
            ("at 7:30 pm for 8 people", &["19:30"]),
            ("ready for 7 p.m.", &["19:00"]),
            ("12 am", &["00:00"]),
            ("half past seven", &["07:30", "19:30"]),
            ("a quarter to eight", &["07:45", "19:45"]),
            ("lunch at noon", &["12:00"]),
            ("a las siete y media", &["07:30", "19:30"]),
            ("para las 20:15", &["20:15"]),
            ("a las ocho menos cuarto", &["07:45", "19:45"]),
            ("a las 9", &["09:00", "21:00"]),
            ("pour 19h30", &["19:30"]),
            ("vers 19 h", &["19:00"]),
            ("à sept heures et demie", &["07:30", "19:30"]),
            ("huit heures moins le quart", &["07:45", "19:45"]),
            ("pour midi", &["12:00"]),
            ("à vingt heures", &["20:00"]),
        ] {
            let times_found: Vec<String> = (0..MIDNIGHT)
                .filter(|minutes| states_time(text, *minutes))
                .map(|minutes| format!("{:02}:{:02}", minutes / 60, minutes % 60))
                .collect();
            assert_eq!(times_found, times, "{text}");
        }
    }

    #[test]
    fn number_without_a_time_marker_is_not_a_time() {
        for text in [
            "",
            "for 8 people",
            "2 eggs",
            "in 30 minutes",
            "200 g flour",
            "bake it 25 min",
            "when shall I begin?",
        ] {
            assert!((0..MIDNIGHT).all(|minutes| !states_time(text, minutes)), "{text}");
        }
    }
}
