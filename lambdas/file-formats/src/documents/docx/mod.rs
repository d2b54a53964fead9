mod numbering;
mod styles;

use crate::unpack::Element;
use extract::{Role, Text};
use recipe::{Language, Span};

use crate::documents::DocumentError;
use crate::documents::container::{open, optional_xml, stated_title, stem, xml};
use crate::documents::paragraphs::{Cell, Lines, Paragraph, add_table, paragraphs_of_table};
use numbering::{ListLevel, Numbering};
use styles::Styles;

/// Reads a document; `name` is the file name.
pub fn read_docx(bytes: &[u8], name: Option<&str>) -> Result<Text, DocumentError> {
    let mut archive = open(bytes)?;
    let document = xml(&mut archive, "word/document.xml")?;
    let styles = Styles::of(optional_xml(&mut archive, "word/styles.xml")?.as_ref());
    let numbering = Numbering::of(optional_xml(&mut archive, "word/numbering.xml")?.as_ref());
    let properties = optional_xml(&mut archive, "docProps/core.xml")?;
    let body = document.find("body").ok_or(DocumentError::Unreadable)?;
    let mut reader = BodyReader { styles, numbering };
    let mut lines = Lines::default();
    reader.blocks(body, &mut lines)?;
    let language =
        properties.as_ref().and_then(|root| Language::from_tag(root.find("language")?.text().trim()));
    Ok(lines.finish(stated_title(properties.as_ref()).or_else(|| stem(name)), language))
}

struct BodyReader {
    styles: Styles,
    numbering: Numbering,
}

impl BodyReader {
    fn blocks(&mut self, parent: &Element, lines: &mut Lines) -> Result<(), DocumentError> {
        for element in parent.elements() {
            match element.name.as_str() {
                "p" => {
                    let (paragraph, boxes) = self.paragraph(element);
                    lines.add(&paragraph)?;
                    for inner in boxes {
                        lines.start_block();
                        self.blocks(inner, lines)?;
                        lines.start_block();
                    }
                }
                "tbl" => {
                    let rows = self.rows(element)?;
                    add_table(rows, lines)?;
                }
                "sectPr" | "del" | "moveFrom" => {}
                "AlternateContent" => self.blocks(chosen(element), lines)?,
                _ => self.blocks(element, lines)?,
            }
        }
        Ok(())
    }

    fn rows(&mut self, table: &Element) -> Result<Vec<Vec<Cell>>, DocumentError> {
        let mut rows = Vec::new();
        for row in table.elements().filter(|element| element.name == "tr") {
            let mut cells = Vec::new();
            for cell in row.elements().filter(|element| element.name == "tc") {
                let mut paragraphs = Vec::new();
                self.cell(cell, &mut paragraphs)?;
                cells.push(Cell { paragraphs });
            }
            rows.push(cells);
        }
        Ok(rows)
    }

    fn cell(&mut self, parent: &Element, out: &mut Vec<Paragraph>) -> Result<(), DocumentError> {
        for element in parent.elements() {
            match element.name.as_str() {
                "p" => {
                    let (paragraph, boxes) = self.paragraph(element);
                    out.push(paragraph);
                    for inner in boxes {
                        self.cell(inner, out)?;
                    }
                }
                "tbl" => {
                    let rows = self.rows(element)?;
                    out.extend(paragraphs_of_table(rows)?);
                }
                "tcPr" | "tblPr" | "trPr" | "del" | "moveFrom" => {}
                "AlternateContent" => self.cell(chosen(element), out)?,
                _ => self.cell(element, out)?,
            }
        }
        Ok(())
    }

    fn paragraph<'a>(&mut self, element: &'a Element) -> (Paragraph, Vec<&'a Element>) {
        let properties = element.child("pPr");
        let value = |name: &str| properties.and_then(|of| of.child(name)?.attribute("val"));
        let style = self.styles.get(value("pStyle"));
        let mut runs = Runs { bold: style.is_bold, points: style.points, ..Runs::default() };
        runs.walk(element);
        let text = std::mem::take(&mut runs.text);
        let outline =
            value("outlineLvl").and_then(|level| level.parse().ok()).filter(|level: &u8| *level < 9);
        let role = if text.trim().is_empty() {
            Role::Plain
        } else if style.is_title {
            Role::Title
        } else if let Some(level) = outline.map(|level| level.saturating_add(1)).or(style.heading) {
            Role::Heading(level)
        } else {
            let own = properties.and_then(|of| of.child("numPr")).map(ListLevel::of);
            self.numbering.role(own.or(style.list), style.named_list)
        };
        let is_bold = runs.letters > 0 && runs.bold_letters == runs.letters;
        (Paragraph { text, role, is_bold, points: runs.largest.or(runs.points) }, runs.boxes)
    }
}

fn chosen(element: &Element) -> &Element {
    element.child("Choice").or_else(|| element.child("Fallback")).unwrap_or(element)
}

#[derive(Default)]
struct Runs<'a> {
    text: String,
    bold: bool,
    points: Option<f32>,
    largest: Option<f32>,
    letters: usize,
    bold_letters: usize,
    boxes: Vec<&'a Element>,
}

impl<'a> Runs<'a> {
    fn walk(&mut self, parent: &'a Element) {
        for element in parent.elements() {
            match element.name.as_str() {
                "r" => self.run(element),
                "del" | "moveFrom" | "pPr" | "rPr" | "sdtPr" => {}
                "AlternateContent" => self.walk(chosen(element)),
                _ => self.walk(element),
            }
        }
    }

    fn run(&mut self, run: &'a Element) {
        let properties = run.child("rPr");
        let is_on = |name: &str| {
            let value =
                properties.and_then(|of| of.child(name)).map(|of| of.attribute("val").unwrap_or("true"));
            value.map(|value| !matches!(value, "0" | "false" | "off" | "none"))
        };
        if is_on("vanish") == Some(true) {
            return;
        }
        let before = self.text.len();
        self.pieces(run);
        let letters = self.text.span(before..).chars().filter(|c| c.is_alphanumeric()).count();
        self.letters = self.letters.saturating_add(letters);
        if is_on("b").unwrap_or(self.bold) {
            self.bold_letters = self.bold_letters.saturating_add(letters);
        }
        let halves = properties.and_then(|of| of.child("sz")?.attribute("val")?.parse::<f32>().ok());
        if let Some(halves) = halves.filter(|halves| letters > 0 && (2.0..1000.0).contains(halves)) {
            self.largest = Some(self.largest.unwrap_or_default().max(halves / 2.0));
        }
    }

    fn pieces(&mut self, run: &'a Element) {
        for piece in run.elements() {
            match piece.name.as_str() {
                "t" => self.text.push_str(&piece.text()),
                "tab" | "ptab" => self.text.push('\t'),
                "cr" => self.text.push('\n'),
                "br" if !matches!(piece.attribute("type"), Some("page" | "column")) => self.text.push('\n'),
                "noBreakHyphen" => self.text.push('-'),
                "sym" => self.symbol(piece),
                "AlternateContent" => self.pieces(chosen(piece)),
                "drawing" | "pict" | "object" => {
                    // Collects outermost text boxes; nested ones are found when these are read.
                    self.boxes.extend(piece.outermost(|inner| inner.name == "txbxContent"));
                }
                _ => {}
            }
        }
    }

    /// Symbol font characters: check boxes and bullets start a list item.
    fn symbol(&mut self, piece: &Element) {
        let code = piece.attribute("char").and_then(|code| u32::from_str_radix(code, 16).ok());
        if matches!(code, Some(0xf0a8 | 0xf0b7 | 0xf0a7 | 0xf071 | 0xf06f)) {
            self.text.push('•');
        }
    }
}
