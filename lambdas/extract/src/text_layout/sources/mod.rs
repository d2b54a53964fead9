//! Removes what apps add to pasted text, and splits recipes in one paragraph.

mod bbcode;
mod chapters;
mod chats;
mod columns;
mod mail;
mod markdown;
mod paragraph;
mod words;

use super::{Text, TextLine};

pub(super) use mail::is_greeting;

pub(super) struct ConvertedText {
    pub(super) text: Text,
    /// Source line number of each line, from 1.
    pub(super) numbers: Vec<usize>,
}

impl ConvertedText {
    fn new(text: &Text, lines: impl IntoIterator<Item = (usize, TextLine)>) -> Self {
        let (numbers, lines) = lines.into_iter().unzip();
        Self { text: Text { lines, ..text.clone() }, numbers }
    }

    fn without(text: &Text, is_gone: &[bool]) -> Self {
        let kept = (1..).zip(&text.lines).zip(is_gone).filter(|(_, is_gone)| !**is_gone);
        Self::new(text, kept.map(|((number, line), _)| (number, line.clone())))
    }

    /// Replaces line numbers of the converted text `before` by its source line numbers.
    fn from(mut self, before: &Self) -> Self {
        for number in &mut self.numbers {
            *number = before.numbers.get(*number - 1).copied().unwrap_or(*number);
        }
        self
    }
}

pub(super) fn shown(text: &Text) -> Option<ConvertedText> {
    if text.is_recognised || text.lines.iter().any(|line| line.place.is_some()) {
        return None;
    }
    let mut found: Option<ConvertedText> = None;
    for read in [
        mail::without_quote_markers,
        mail::without_headers,
        chats::of_main_writer,
        chapters::without_chapters,
        bbcode::shown,
        markdown::shown,
        columns::one_below_the_other,
        mail::without_farewell,
        paragraph::split,
    ] {
        let current = found.as_ref().map_or(text, |found| &found.text);
        if let Some(next) = read(current).filter(|next| !next.text.lines.is_empty()) {
            found = Some(match &found {
                Some(before) => next.from(before),
                None => next,
            });
        }
    }
    found
}
