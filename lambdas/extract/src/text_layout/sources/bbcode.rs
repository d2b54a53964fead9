//! Converts BBCode of forums: "[b]Ingredients[/b]" becomes bold, "[*]2 eggs" a list item.

use super::ConvertedText;
use crate::text_layout::{Role, Text, TextLine};

const LONGEST_MARK_BYTES: usize = 300;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Bold or large text.
    Strong,
    /// A list; the flag states whether it is numbered.
    List(bool),
    Item,
    Break,
    Hidden,
    /// A tag without effect on the text.
    Plain,
}

pub(super) fn shown(text: &Text) -> Option<ConvertedText> {
    let is_marked =
        |line: &TextLine| marks(&line.text).any(|(_, _, is_end, mark)| is_end || mark == Mark::Item);
    if !text.lines.iter().any(is_marked) {
        return None;
    }
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(&text.lines) {
        reader.read(number, line);
    }
    let Reader { lines, numbers, .. } = reader;
    Some(ConvertedText { text: Text { lines, ..text.clone() }, numbers })
}

#[derive(Default)]
struct Reader {
    lines: Vec<TextLine>,
    numbers: Vec<usize>,
    /// Number of items of each open list; `None` if it is not numbered.
    lists: Vec<Option<u32>>,
    strong: usize,
    hidden: usize,
}

#[derive(Default)]
struct Part {
    text: String,
    role: Option<Role>,
    has_weak: bool,
}

impl Reader {
    fn read(&mut self, number: usize, line: &TextLine) {
        let mut part = Part::default();
        let mut start = 0;
        for (at, end, is_end, mark) in marks(&line.text) {
            self.say(&mut part, line.text.get(start..at).unwrap_or_default());
            start = end;
            match (mark, is_end) {
                (Mark::Strong, false) => self.strong += 1,
                (Mark::Strong, true) => self.strong = self.strong.saturating_sub(1),
                (Mark::Hidden, false) => self.hidden += 1,
                (Mark::Hidden, true) => self.hidden = self.hidden.saturating_sub(1),
                (Mark::List(_) | Mark::Break, _) | (Mark::Item, false) => {
                    self.end(std::mem::take(&mut part), number, line);
                }
                (Mark::Item, true) | (Mark::Plain, _) => {}
            }
            match (mark, is_end) {
                (Mark::List(is_counted), false) => self.lists.push(is_counted.then_some(0)),
                (Mark::List(_), true) => drop(self.lists.pop()),
                (Mark::Item, false) => part.role = Some(self.item()),
                _ => {}
            }
        }
        self.say(&mut part, line.text.get(start..).unwrap_or_default());
        self.end(part, number, line);
    }

    fn item(&mut self) -> Role {
        match self.lists.last_mut() {
            Some(Some(count)) => {
                *count = count.saturating_add(1);
                Role::Numbered(*count)
            }
            _ => Role::Item,
        }
    }

    fn say(&self, part: &mut Part, words: &str) {
        if self.hidden == 0 {
            part.has_weak |= self.strong == 0 && words.contains(char::is_alphanumeric);
            part.text.push_str(words);
        }
    }

    fn end(&mut self, part: Part, number: usize, line: &TextLine) {
        if part.text.trim().is_empty() {
            return;
        }
        let is_first = self.numbers.last() != Some(&number);
        self.lines.push(TextLine {
            role: part.role.unwrap_or(line.role),
            is_bold: line.is_bold || !part.has_weak,
            space_above: if is_first { line.space_above } else { 0.0 },
            text: part.text,
            ..line.clone()
        });
        self.numbers.push(number);
    }
}

/// The tags of a line: start, end, whether it is a closing tag, and meaning.
fn marks(line: &str) -> impl Iterator<Item = (usize, usize, bool, Mark)> + '_ {
    line.match_indices('[').filter_map(|(at, _)| {
        let inside = line.get(at + 1..)?;
        // Tags contain no bracket, so the scan is linear.
        let length = inside.bytes().take(LONGEST_MARK_BYTES).position(|byte| matches!(byte, b'[' | b']'))?;
        let inside = inside.get(..length).filter(|_| inside.as_bytes().get(length) == Some(&b']'))?;
        let (name, is_end) = inside.strip_prefix('/').map_or((inside, false), |name| (name, true));
        let (name, value) = name.split_once('=').unwrap_or((name, ""));
        let mark = match name.to_ascii_lowercase().as_str() {
            "b" | "size" | "h1" | "h2" | "h3" => Mark::Strong,
            "list" => Mark::List(!value.is_empty()),
            "ul" => Mark::List(false),
            "ol" => Mark::List(true),
            "*" | "li" => Mark::Item,
            "br" | "hr" | "tr" | "quote" => Mark::Break,
            "img" | "youtube" | "video" | "media" | "attach" | "attachment" => Mark::Hidden,
            "i" | "u" | "s" | "color" | "font" | "center" | "left" | "right" | "align" | "url" | "email"
            | "code" | "spoiler" | "table" | "td" | "th" | "indent" => Mark::Plain,
            _ => return None,
        };
        Some((at, at + 1 + length + 1, is_end, mark))
    })
}
