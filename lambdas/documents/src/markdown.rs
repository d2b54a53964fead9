//! Markdown: headings, lists and paragraphs with what they are, and the front matter of recipe notes.

use extract::{Role, Text, TextLine, Wrapping};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use recipe::Language;
use unpack::{Entries, Yaml, front_matter};

use crate::DocumentError;
use crate::plain::{is_binary, stem};

const MAX_BYTES: usize = 10 * 1024 * 1024;
const MAX_LINES: usize = 50_000;
const MAX_LINE_BYTES: usize = 100_000;

/// Reads Markdown in any encoding. `name` is the file's.
///
/// # Errors
/// `TooLarge` above 10 MiB, `Unreadable` for what is no text.
pub fn read_markdown(bytes: &[u8], name: Option<&str>) -> Result<Text, DocumentError> {
    if bytes.len() > MAX_BYTES {
        return Err(DocumentError::TooLarge);
    }
    let decoded = extract::decode(bytes);
    if is_binary(&decoded) {
        return Err(DocumentError::Unreadable);
    }
    let (front, body) = front_matter(&decoded);
    let matter = Matter::of(front);
    let mut text = Text { wrapping: Wrapping::Whole, name: stem(name), ..Text::default() };
    text.language = matter.language;
    text.lines = matter.lines;
    let mut walk = Walk::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    for event in Parser::new_ext(body, options) {
        if walk.lines.len() >= MAX_LINES {
            break;
        }
        walk.take(event);
    }
    walk.end_line();
    text.lines.extend(walk.lines);
    text.lines.extend(matter.lists);
    Ok(text)
}

/// What the front matter says of a recipe, as lines that say it.
#[derive(Default)]
struct Matter {
    language: Option<Language>,
    lines: Vec<TextLine>,
    /// Ingredients and steps, where they stand there.
    lists: Vec<TextLine>,
}

impl Matter {
    fn of(entries: Entries) -> Self {
        let mut matter = Self::default();
        for (key, value) in entries {
            let key = key.trim().to_lowercase().replace([' ', '-'], "_");
            match (key.as_str(), value) {
                ("ingredients" | "ingredientes" | "ingrédients", Yaml::List(items)) => {
                    matter.list("Ingredients", &items, |_| Role::Item);
                }
                (
                    "instructions" | "steps" | "directions" | "method" | "pasos" | "étapes",
                    Yaml::List(items),
                ) => matter.list("Instructions", &items, Role::Numbered),
                (key, Yaml::Text(text)) if !text.trim().is_empty() => matter.tell(key, text.trim()),
                _ => {}
            }
        }
        matter
    }

    fn list(&mut self, announced: &str, items: &[Yaml], role: impl Fn(u32) -> Role) {
        self.lists.push(heading(announced));
        let items = items.iter().map(Yaml::line).filter(|line| !line.is_empty());
        self.lists.extend((1..).zip(items).map(|(at, line)| TextLine { role: role(at), ..plain(&line) }));
    }

    fn tell(&mut self, key: &str, value: &str) {
        match key {
            "lang" | "language" | "idioma" | "langue" => self.language = Language::from_tag(value),
            "title" | "name" | "titulo" | "título" | "titre" | "nom" => {
                self.lines.push(TextLine { role: Role::Title, ..plain(value) });
            }
            "description" | "summary" | "descripcion" | "descripción" => {
                self.lines.extend(value.lines().filter(|line| !line.trim().is_empty()).map(plain));
            }
            _ => {
                if let Some(label) = label(key) {
                    self.lines.push(plain(&format!("{label}: {value}")));
                }
            }
        }
    }
}

/// The words that a person would write for a key.
fn label(key: &str) -> Option<&'static str> {
    Some(match key {
        "servings" | "serves" | "portions" | "raciones" | "porciones" | "personnes" => "Servings",
        "yield" | "yields" | "makes" => "Yield",
        "prep_time" | "preptime" | "prep" | "preparation_time" => "Prep time",
        "cook_time" | "cooktime" | "cook" | "cooking_time" => "Cook time",
        "total_time" | "totaltime" | "total" | "time" => "Total time",
        _ => return None,
    })
}

fn plain(text: &str) -> TextLine {
    TextLine { text: text.to_owned(), space_above: 1.0, ..TextLine::default() }
}

fn heading(text: &str) -> TextLine {
    TextLine { role: Role::Heading(2), ..plain(text) }
}

/// The walk through a document.
#[derive(Default)]
struct Walk {
    lines: Vec<TextLine>,
    line: String,
    /// How many bytes of the line are bold.
    bold: usize,
    role: Role,
    strong: u32,
    /// The next number of each list that is open; `None` for one with bullets.
    lists: Vec<Option<u64>>,
    block: u32,
    /// In an item, of which a first line has been told.
    is_within_item: bool,
    /// Within something whose words nobody reads.
    unread: u32,
    has_space: bool,
}

impl Walk {
    fn take(&mut self, event: Event<'_>) {
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
            Event::SoftBreak => self.push(" "),
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
        let words = text.trim();
        if words.is_empty() {
            return;
        }
        self.lines.push(TextLine {
            text: words.to_owned(),
            role: self.role,
            block: self.block,
            is_bold: bold.saturating_add(1) >= words.len(),
            indent: self.lists.len().saturating_sub(1) as f32,
            space_above: if std::mem::take(&mut self.has_space) { 1.0 } else { 0.0 },
            ..TextLine::default()
        });
        // What follows in the same item is a line of its own.
        if matches!(self.role, Role::Numbered(_)) {
            self.role = Role::Plain;
        }
    }
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

    fn told(text: &str, role: Role) -> (String, Role) {
        (text.to_owned(), role)
    }

    #[test]
    fn headings_lists_and_paragraphs_say_what_they_are() {
        assert_eq!(
            lines(
                "# Plum *cake*\n\nFor **four**\nguests.\n\n- 2 eggs\n- [ ] flour\n\n3. Mix\n4. Bake\n\n| 200 g | plums |\n|---|---|\n| 1 | egg |"
            ),
            [
                told("Plum cake", Role::Heading(1)),
                told("For four guests.", Role::Plain),
                told("2 eggs", Role::Item),
                told("flour", Role::Item),
                told("Mix", Role::Numbered(3)),
                told("Bake", Role::Numbered(4)),
                told("200 g plums", Role::Plain),
                told("1 egg", Role::Plain),
            ]
        );
    }

    #[test]
    fn front_matter_names_the_recipe_and_says_its_times() {
        let text = read_markdown(
            b"---\ntitle: \"Hot chocolate\"\nservings: 2\ncook_time: PT5M\nlang: fr\ntags: [warm]\ningredients:\n  - 1 l milk\nsteps:\n  - Heat.\n---\nText.",
            None,
        )
        .unwrap();
        let told: Vec<&str> = text.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(
            told,
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
        assert_eq!((text.lines[0].role, text.language), (Role::Title, Some(Language::Fr)));
    }

    #[test]
    fn a_rule_at_the_top_is_no_front_matter() {
        assert_eq!(lines("---\n\nMilk"), [told("Milk", Role::Plain)]);
    }
}
