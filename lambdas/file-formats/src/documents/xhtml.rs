use crate::unpack::{Element, Node, parse_html};
use extract::{Role, Text};
use recipe::Language;

use crate::documents::DocumentError;
use crate::documents::paragraphs::{Cell, Lines, Paragraph, add_table};

pub(crate) fn read(page: &str) -> Result<Text, DocumentError> {
    let root = parse_html(page)?;
    let language = root.find("html").and_then(|html| Language::from_tag(html.attribute("lang")?));
    let title = root.find("title").map(Element::text);
    let title = title.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut walk = Walk::default();
    walk.children(root.find("body").unwrap_or(&root))?;
    walk.end()?;
    Ok(walk.lines.finish(title.filter(|title| !title.is_empty()), language))
}

/// State while walking a page. The tree has at most 200 levels, so recursion is safe.
#[derive(Default)]
struct Walk {
    lines: Lines,
    open: Paragraph,
    letters: usize,
    bold_letters: usize,
    is_bold: bool,
}

impl Walk {
    fn children(&mut self, parent: &Element) -> Result<(), DocumentError> {
        for child in &parent.children {
            match child {
                Node::Text(text) => self.text(text),
                Node::Element(element) => self.element(element)?,
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        self.letters = self.letters.saturating_add(letters);
        self.bold_letters = self.bold_letters.saturating_add(if self.is_bold { letters } else { 0 });
        self.open.text.extend(text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }));
    }

    fn element(&mut self, element: &Element) -> Result<(), DocumentError> {
        match element.name.as_str() {
            "script" | "style" | "head" | "nav" | "svg" | "math" | "template" => Ok(()),
            "br" => {
                self.open.text.push('\n');
                Ok(())
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let level = element.name.as_bytes().get(1).map_or(1, |digit| digit.saturating_sub(b'0'));
                self.block(element, Role::Heading(level))
            }
            "ul" | "ol" => self.list(element),
            "table" => {
                self.end()?;
                let rows = self.rows(element)?;
                add_table(rows, &mut self.lines)
            }
            "b" | "strong" => {
                let before = std::mem::replace(&mut self.is_bold, true);
                self.children(element)?;
                self.is_bold = before;
                Ok(())
            }
            name if is_block(name) => self.block(element, Role::Plain),
            _ => self.children(element),
        }
    }

    fn block(&mut self, element: &Element, role: Role) -> Result<(), DocumentError> {
        // The first paragraph of a list item is on the item's own line.
        let is_in_item = !matches!(self.open.role, Role::Plain) && self.open.text.trim().is_empty();
        if !is_in_item {
            self.end()?;
            self.open.role = role;
        }
        self.children(element)?;
        self.end()
    }

    fn list(&mut self, list: &Element) -> Result<(), DocumentError> {
        self.end()?;
        let mut number = list.attribute("start").and_then(|start| start.parse().ok()).unwrap_or(1_u32);
        for item in list.elements() {
            if item.name == "li" {
                let role = if list.name == "ol" { Role::Numbered(number) } else { Role::Item };
                number = number.saturating_add(1);
                self.end()?;
                self.open.role = role;
                self.children(item)?;
                self.end()?;
            } else {
                self.element(item)?;
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), DocumentError> {
        let mut paragraph = std::mem::take(&mut self.open);
        paragraph.is_bold = self.letters > 0 && self.bold_letters == self.letters;
        (self.letters, self.bold_letters) = (0, 0);
        if paragraph.text.trim().is_empty() { Ok(()) } else { self.lines.add(&paragraph) }
    }

    fn rows(&self, table: &Element) -> Result<Vec<Vec<Cell>>, DocumentError> {
        let mut rows = Vec::new();
        for element in table.elements() {
            match element.name.as_str() {
                "tr" => {
                    let mut cells = Vec::new();
                    for cell in element.elements().filter(|cell| matches!(cell.name.as_str(), "td" | "th")) {
                        let mut inner = Self::default();
                        inner.children(cell)?;
                        inner.end()?;
                        cells.push(Cell { paragraphs: inner.lines.into_paragraphs() });
                    }
                    rows.push(cells);
                }
                "thead" | "tbody" | "tfoot" => rows.extend(self.rows(element)?),
                _ => {}
            }
        }
        Ok(rows)
    }
}

fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 20] = [
        "p",
        "div",
        "section",
        "article",
        "aside",
        "header",
        "footer",
        "main",
        "blockquote",
        "figure",
        "figcaption",
        "dl",
        "dt",
        "dd",
        "pre",
        "address",
        "hr",
        "center",
        "body",
        "li",
    ];
    BLOCKS.contains(&name)
}
