use std::collections::HashMap;

use crate::unpack::{Element, Node};
use extract::{Role, Text};
use recipe::Language;

use crate::documents::DocumentError;
use crate::documents::container::{open, optional_xml, stated_title, stem, xml};
use crate::documents::paragraphs::{Cell, Lines, Paragraph, add_table, paragraphs_of_table};

/// Maximum inheritance depth; longer chains are cyclic.
const MAX_CHAIN: usize = 12;
/// Maximum count of spaces in `<text:s text:c="…"/>`.
const MAX_BLANKS: usize = 40;

/// Reads a document; `name` is the file name.
pub fn read_odt(bytes: &[u8], name: Option<&str>) -> Result<Text, DocumentError> {
    let mut archive = open(bytes)?;
    let manifest = optional_xml(&mut archive, "META-INF/manifest.xml")?;
    if manifest.is_some_and(|root| root.find("encryption-data").is_some()) {
        return Err(DocumentError::Encrypted);
    }
    let content = xml(&mut archive, "content.xml")?;
    let common = optional_xml(&mut archive, "styles.xml")?;
    let properties = optional_xml(&mut archive, "meta.xml")?;
    let body = content.find("body").and_then(|body| body.child("text")).ok_or(DocumentError::Unreadable)?;
    let reader = BodyReader { styles: Styles::of([common.as_ref(), Some(&content)]) };
    let mut lines = Lines::default();
    reader.blocks(body, &mut lines)?;
    let language =
        properties.as_ref().and_then(|root| Language::from_tag(root.find("language")?.text().trim()));
    Ok(lines.finish(stated_title(properties.as_ref()).or_else(|| stem(name)), language))
}

#[derive(Clone, Debug, Default)]
struct Style {
    parent: Option<String>,
    heading: Option<u8>,
    list: Option<String>,
    bold: Option<bool>,
    points: Option<f32>,
}

#[derive(Default)]
struct Styles {
    by_name: HashMap<String, Style>,
    /// Numbered levels of each list, from 1.
    numbered: HashMap<String, Vec<u32>>,
}

impl Styles {
    fn of(roots: [Option<&Element>; 2]) -> Self {
        let mut styles = Self::default();
        for element in roots.into_iter().flatten().flat_map(Element::descendants) {
            let Some(name) = element.attribute("name") else { continue };
            if element.name == "list-style" {
                let levels = element.elements().filter(|level| level.name == "list-level-style-number");
                // An empty format means no number.
                let levels = levels.filter(|level| level.attribute("num-format") != Some(""));
                let numbers = levels.filter_map(|level| level.attribute("level")?.parse().ok()).collect();
                styles.numbered.insert(name.to_owned(), numbers);
            } else if element.name == "style" {
                styles.by_name.insert(name.to_owned(), style(element));
            }
        }
        styles
    }

    fn find<T>(&self, name: Option<&str>, what: impl Fn(&str, &Style) -> Option<T>) -> Option<T> {
        let mut next = name.map(str::to_owned);
        for _ in 0..MAX_CHAIN {
            let name = next?;
            let unknown = Style::default();
            let style = self.by_name.get(&name).unwrap_or(&unknown);
            if let Some(found) = what(&name, style) {
                return Some(found);
            }
            next = style.parent.clone();
        }
        None
    }
}

fn style(element: &Element) -> Style {
    let text = element.child("text-properties");
    let of_text = |name: &str| text.and_then(|of| of.attribute(name));
    Style {
        parent: element.attribute("parent-style-name").map(str::to_owned),
        heading: element.attribute("default-outline-level").and_then(|level| level.parse().ok()),
        list: element.attribute("list-style-name").filter(|name| !name.is_empty()).map(str::to_owned),
        bold: of_text("font-weight")
            .map(|weight| weight == "bold" || weight.starts_with(['6', '7', '8', '9'])),
        points: of_text("font-size").and_then(|size| size.strip_suffix("pt")?.parse().ok()),
    }
}

#[derive(Clone, Default)]
struct List {
    style: Option<String>,
    level: u32,
    number: u32,
}

struct BodyReader {
    styles: Styles,
}

impl BodyReader {
    fn blocks(&self, parent: &Element, lines: &mut Lines) -> Result<(), DocumentError> {
        for element in parent.elements() {
            match element.name.as_str() {
                "table" => add_table(self.rows(element)?, lines)?,
                "tracked-changes" | "sequence-decls" | "forms" | "table-of-content"
                | "alphabetical-index" => {}
                "p" | "h" | "list" => {
                    let mut paragraphs = Vec::new();
                    let mut boxes = Vec::new();
                    self.gather(element, None, &mut paragraphs, &mut boxes);
                    for paragraph in &paragraphs {
                        lines.add(paragraph)?;
                    }
                    for inner in boxes {
                        lines.start_block();
                        self.blocks(inner, lines)?;
                        lines.start_block();
                    }
                }
                _ => self.blocks(element, lines)?,
            }
        }
        Ok(())
    }

    fn rows(&self, table: &Element) -> Result<Vec<Vec<Cell>>, DocumentError> {
        let mut rows = Vec::new();
        for element in table.elements() {
            match element.name.as_str() {
                "table-row" => {
                    let mut cells = Vec::new();
                    for cell in element.elements().filter(|cell| cell.name == "table-cell") {
                        let mut paragraphs = Vec::new();
                        let mut boxes = Vec::new();
                        self.cell(cell, &mut paragraphs, &mut boxes)?;
                        cells.push(Cell { paragraphs });
                    }
                    rows.push(cells);
                }
                "table-header-rows" | "table-rows" | "table-row-group" => rows.extend(self.rows(element)?),
                _ => {}
            }
        }
        Ok(rows)
    }

    fn cell<'a>(
        &self,
        parent: &'a Element,
        out: &mut Vec<Paragraph>,
        boxes: &mut Vec<&'a Element>,
    ) -> Result<(), DocumentError> {
        for element in parent.elements() {
            match element.name.as_str() {
                "p" | "h" | "list" => self.gather(element, None, out, boxes),
                "table" => out.extend(paragraphs_of_table(self.rows(element)?)?),
                _ => self.cell(element, out, boxes)?,
            }
        }
        Ok(())
    }

    fn gather<'a>(
        &self,
        element: &'a Element,
        list: Option<&mut List>,
        out: &mut Vec<Paragraph>,
        boxes: &mut Vec<&'a Element>,
    ) {
        if element.name == "list" {
            let outer = list.map(|list| list.clone());
            let level = outer.as_ref().map_or(1, |outer| outer.level.saturating_add(1));
            let style = element.attribute("style-name").map(str::to_owned).or_else(|| outer?.style);
            let mut list = List { style, level, number: 0 };
            for item in
                element.elements().filter(|item| matches!(item.name.as_str(), "list-item" | "list-header"))
            {
                list.number = list.number.saturating_add(u32::from(item.name == "list-item"));
                let before = out.len();
                for inner in item.elements() {
                    // Only the first paragraph of an item has its marker.
                    if inner.name == "list" || out.len() == before {
                        self.gather(inner, Some(&mut list), out, boxes);
                    } else {
                        self.gather(inner, None, out, boxes);
                    }
                }
            }
            return;
        }
        out.push(self.paragraph(element, list.as_deref(), boxes));
    }

    fn paragraph<'a>(
        &self,
        element: &'a Element,
        list: Option<&List>,
        boxes: &mut Vec<&'a Element>,
    ) -> Paragraph {
        let name = element.attribute("style-name");
        let mut words = Words {
            bold: self.styles.find(name, |_, style| style.bold).unwrap_or(false),
            ..Words::default()
        };
        let points = self.styles.find(name, |_, style| style.points);
        words.walk(element, &self.styles, boxes);
        let is_title = self.styles.find(name, |name, _| matches!(name, "Title").then_some(())).is_some();
        let level = element.attribute("outline-level").and_then(|level| level.parse().ok());
        let heading = level
            .filter(|_| element.name == "h")
            .or_else(|| self.styles.find(name, |_, style| style.heading));
        let role = if words.text.trim().is_empty() {
            Role::Plain
        } else if is_title {
            Role::Title
        } else if let Some(level) = heading.filter(|level| *level > 0) {
            Role::Heading(level)
        } else {
            list.map_or(Role::Plain, |list| self.role_in(list, name))
        };
        let is_bold = words.letters > 0 && words.letters == words.bold_letters;
        Paragraph { text: words.text, role, is_bold, points }
    }

    fn role_in(&self, list: &List, paragraph_style: Option<&str>) -> Role {
        let style =
            list.style.clone().or_else(|| self.styles.find(paragraph_style, |_, style| style.list.clone()));
        let levels = style.and_then(|style| self.styles.numbered.get(&style));
        let is_numbered = levels.is_some_and(|levels| levels.contains(&list.level));
        if is_numbered { Role::Numbered(list.number) } else { Role::Item }
    }
}

#[derive(Default)]
struct Words {
    text: String,
    bold: bool,
    letters: usize,
    bold_letters: usize,
}

impl Words {
    fn walk<'a>(&mut self, parent: &'a Element, styles: &Styles, boxes: &mut Vec<&'a Element>) {
        for child in &parent.children {
            match child {
                Node::Text(text) => {
                    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
                    self.letters = self.letters.saturating_add(letters);
                    self.bold_letters = self.bold_letters.saturating_add(if self.bold { letters } else { 0 });
                    // Line breaks in the XML are spaces.
                    self.text.extend(text.chars().map(|c| if c == '\n' { ' ' } else { c }));
                }
                Node::Element(inner) => match inner.name.as_str() {
                    "s" => {
                        let count = inner.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1);
                        self.text.extend(std::iter::repeat_n(' ', usize::min(count, MAX_BLANKS)));
                    }
                    "tab" => self.text.push('\t'),
                    "line-break" => self.text.push('\n'),
                    "note" | "annotation" | "annotation-end" | "bookmark" => {}
                    "frame" | "custom-shape" | "rect" => {
                        boxes.extend(inner.outermost(|part| part.name == "text-box"));
                    }
                    _ => {
                        let before = self.bold;
                        self.bold = styles
                            .find(inner.attribute("style-name"), |_, style| style.bold)
                            .unwrap_or(before);
                        self.walk(inner, styles, boxes);
                        self.bold = before;
                    }
                },
            }
        }
    }
}
