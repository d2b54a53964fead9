use super::chrome_words::WORDS;
use crate::cues;
use recipe::Span;

pub(super) fn is_button(line: &str) -> bool {
    WORDS.buttons.contains(&cues::folded(line))
}

/// "EmailShare on Pinterest" becomes "Email Share on Pinterest".
pub(super) fn split_at_capitals(line: &str) -> String {
    let mut parted = String::with_capacity(line.len());
    let mut was_lowercase = false;
    for c in line.chars() {
        if was_lowercase && c.is_uppercase() {
            parted.push(' ');
        }
        parted.push(c);
        was_lowercase = c.is_lowercase();
    }
    parted
}

pub(super) fn is_of_buttons(folded: &str) -> bool {
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let (mut at, mut phrases) = (0, 0);
    while at < words.len() {
        let Some(length) = (1..=4.min(words.len() - at))
            .rev()
            .find(|length| WORDS.buttons.contains(&words.span(at..at + length).join(" ")))
        else {
            return false;
        };
        at += length;
        phrases += 1;
    }
    // A single word may be a heading: "Breakfast".
    phrases >= 2 || phrases == 1 && cues::is_noise(folded) || phrases == 1 && words.len() >= 2
}
