//! Markdown: headings, lists, paragraphs, and the front matter of recipe notes.

mod front_matter;

use std::ops::Range;

use extract::{Role, Text, TextLine, Wrapping};
use front_matter::FrontMatter;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::documents::DocumentError;
use crate::documents::plain::{is_binary, stem};

const MAX_BYTES: usize = 10 * 1024 * 1024;
const MAX_LINES: usize = 50_000;
const MAX_LINE_BYTES: usize = 100_000;
const LONGEST_NAME_BYTES: usize = 60;

/// Reads Markdown in any encoding; `name` is the file name.
///
/// # Errors
/// `TooLarge` above 10 MiB, `Unreadable` for binary data.
pub fn read_markdown(bytes: &[u8], name: Option<&str>) -> Result<Text, DocumentError> {
    if bytes.len() > MAX_BYTES {
        return Err(DocumentError::TooLarge);
    }
    let decoded = extract::decode(bytes);
    if is_binary(&decoded) {
        return Err(DocumentError::Unreadable);
    }
    let (entries, body) = crate::unpack::front_matter(&decoded);
    let front = FrontMatter::of(entries);
    let mut text = Text { wrapping: Wrapping::Whole, name: stem(name), ..Text::default() };
    text.language = front.language;
    text.source = front.source;
    text.lines = front.lines;
    let mut walk = Walk::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(body, options).into_offset_iter() {
        if walk.lines.len() >= MAX_LINES {
            break;
        }
        walk.take(event, range);
    }
    walk.end_line();
    // The body supplies what the front matter lacks.
    if front.steps.is_empty() {
        text.lines.extend(front.ingredients);
        text.lines.extend(walk.lines);
    } else {
        text.lines.extend(walk.lines);
        text.lines.extend(front.ingredients);
        text.lines.extend(front.steps);
    }
    Ok(text)
}

#[derive(Default)]
struct Walk {
    lines: Vec<TextLine>,
    line: String,
    breaks: Vec<Break>,
    bold: usize,
    role: Role,
    strong: u32,
    /// Next number of each open list; `None` for bullets.
    lists: Vec<Option<u64>>,
    block: u32,
    is_within_item: bool,
    unread: u32,
    has_space: bool,
}

impl Walk {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        if let Some(last) = self.breaks.last_mut()
            && last.at == self.line.len()
        {
            last.is_indented = range.start > last.end;
        }
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(words) | Event::Code(words) if self.unread == 0 => {
                for (index, part) in words.split('\n').enumerate() {
                    if index > 0 {
                        self.end_line();
                    }
                    self.push(part);
                }
            }
            Event::SoftBreak => {
                self.breaks.push(Break { at: self.line.len(), end: range.end, is_indented: false });
            }
            Event::HardBreak => self.end_line(),
            Event::InlineHtml(tag) if tag.to_ascii_lowercase().starts_with("<br") => self.end_line(),
            Event::Rule => {
                self.end_line();
                self.block = self.block.saturating_add(1);
                self.has_space = true;
            }
            _ => {}
        }
    }

    fn push(&mut self, words: &str) {
        if self.line.len() < MAX_LINE_BYTES {
            self.line.push_str(words);
            self.bold = self.bold.saturating_add(if self.strong > 0 { words.len() } else { 0 });
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Paragraph => {
                self.end_line();
                self.has_space |= !self.is_within_item;
            }
            Tag::Heading { level, .. } => {
                self.end_line();
                self.has_space = true;
                self.role = Role::Heading(number(*level));
            }
            Tag::List(first) => {
                self.end_line();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.end_line();
                self.role = match self.lists.last_mut() {
                    Some(Some(next)) => {
                        let number = u32::try_from(*next).unwrap_or(u32::MAX);
                        *next = next.saturating_add(1);
                        Role::Numbered(number)
                    }
                    _ => Role::Item,
                };
                self.is_within_item = true;
            }
            Tag::Table(_) | Tag::BlockQuote(_) | Tag::CodeBlock(_) => {
                self.end_line();
                self.block = self.block.saturating_add(1);
            }
            Tag::Strong => self.strong = self.strong.saturating_add(1),
            Tag::Image { .. } => self.unread = self.unread.saturating_add(1),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::TableRow | TagEnd::TableHead => self.end_line(),
            TagEnd::Heading(_) => {
                self.end_line();
                self.role = Role::Plain;
            }
            TagEnd::Item => {
                self.end_line();
                self.role = Role::Plain;
                self.is_within_item = false;
            }
            TagEnd::List(_) => {
                self.end_line();
                self.lists.pop();
                self.role = Role::Plain;
                self.has_space = true;
            }
            TagEnd::TableCell => self.push(" "),
            TagEnd::Table | TagEnd::BlockQuote(_) | TagEnd::CodeBlock => {
                self.end_line();
                self.block = self.block.saturating_add(1);
            }
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Image => self.unread = self.unread.saturating_sub(1),
            _ => {}
        }
    }

    fn end_line(&mut self) {
        let text = std::mem::take(&mut self.line);
        let bold = std::mem::take(&mut self.bold);
        let breaks = std::mem::take(&mut self.breaks);
        let is_bold = bold.saturating_add(1) >= text.trim().len();
        for (at, words) in lines_of(&text, &breaks, self.is_within_item).into_iter().enumerate() {
            if words.is_empty() {
                continue;
            }
            self.lines.push(TextLine {
                text: words,
                role: if at == 0 { self.role } else { Role::Plain },
                block: self.block,
                is_bold,
                indent: self.lists.len().saturating_sub(1) as f32,
                space_above: if std::mem::take(&mut self.has_space) { 1.0 } else { 0.0 },
                ..TextLine::default()
            });
            // Further lines of a numbered item are plain paragraphs.
            if matches!(self.role, Role::Numbered(_)) {
                self.role = Role::Plain;
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Break {
    at: usize,
    end: usize,
    is_indented: bool,
}

/// Splits a paragraph or item into lines. Markdown joins these lines, but people write lists without bullets,
/// and group names directly below an item.
fn lines_of(text: &str, breaks: &[Break], is_item: bool) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut start = 0_usize;
    for (at, is_indented) in breaks.iter().map(|one| (one.at, one.is_indented)).chain([(text.len(), true)]) {
        pieces.push((text.get(start..at).unwrap_or_default().trim(), is_indented));
        start = at;
    }
    let counted = pieces.iter().filter(|(piece, _)| piece.starts_with(char::is_numeric)).count();
    let is_list = !is_item && pieces.len() > 1 && counted.saturating_mul(2) >= pieces.len();
    let mut lines: Vec<String> = Vec::new();
    let mut was_indented = true;
    for (piece, is_indented) in pieces {
        let names_group =
            is_item && !was_indented && piece.ends_with(':') && piece.len() <= LONGEST_NAME_BYTES;
        match lines.last_mut() {
            Some(line) if !is_list && !names_group => {
                line.push(' ');
                line.push_str(piece);
            }
            _ => lines.push(piece.to_owned()),
        }
        was_indented = is_indented;
    }
    lines
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(markdown: &str) -> Vec<(String, Role)> {
        let text = read_markdown(markdown.as_bytes(), None).unwrap();
        text.lines.into_iter().map(|line| (line.text, line.role)).collect()
    }

    fn line(text: &str, role: Role) -> (String, Role) {
        (text.to_owned(), role)
    }

    #[test]
    fn headings_lists_and_paragraphs_have_their_roles() {
        assert_eq!(
            lines(
                "# Plum *cake*\n\nFor **four**\nguests.\n\n- 2 eggs\n- [ ] flour\n\n3. Mix\n4. Bake\n\n| 200 g | plums |\n|---|---|\n| 1 | egg |"
            ),
            [
                line("Plum cake", Role::Heading(1)),
                line("For four guests.", Role::Plain),
                line("2 eggs", Role::Item),
                line("flour", Role::Item),
                line("Mix", Role::Numbered(3)),
                line("Bake", Role::Numbered(4)),
                line("200 g plums", Role::Plain),
                line("1 egg", Role::Plain),
            ]
        );
    }

    #[test]
    fn front_matter_has_title_and_times() {
        let text = read_markdown(
            b"---\ntitle: \"Hot chocolate\"\nservings: 2\ncook_time: PT5M\nlang: fr\ntags: [warm]\ningredients:\n  - 1 l milk\nsteps:\n  - Heat.\n---\nText.",
            None,
        )
        .unwrap();
        let texts: Vec<&str> = text.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "Hot chocolate",
                "Servings: 2",
                "Cook time: PT5M",
                "Text.",
                "Ingredients",
                "1 l milk",
                "Instructions",
                "Heat."
            ]
        );
        assert_eq!((text.lines[0].role, text.language), (Role::Title, Some(recipe::Language::Fr)));
    }

    #[test]
    fn unmarked_list_lines_stay_separate_and_prose_is_joined() {
        assert_eq!(
            lines("1/4 cup soy\n½ cup water\na little salt\n2 tsp honey"),
            [
                line("1/4 cup soy", Role::Plain),
                line("½ cup water", Role::Plain),
                line("a little salt", Role::Plain),
                line("2 tsp honey", Role::Plain),
            ]
        );
        assert_eq!(
            lines("Bake the cake for\n20 minutes and let\nit cool."),
            [line("Bake the cake for 20 minutes and let it cool.", Role::Plain)]
        );
    }

    #[test]
    fn group_name_directly_below_an_item_is_separate() {
        assert_eq!(
            lines("* 2 leeks,\n  sliced:\nFOR THE SAUCE:\n* 1 l\nmilk"),
            [
                line("2 leeks, sliced:", Role::Item),
                line("FOR THE SAUCE:", Role::Plain),
                line("1 l milk", Role::Item),
            ]
        );
    }

    #[test]
    fn a_rule_at_the_top_is_no_front_matter() {
        assert_eq!(lines("---\n\nMilk"), [line("Milk", Role::Plain)]);
    }
}
