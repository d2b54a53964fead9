//! Rich text (RTF): text with control words in nested groups.
//!
//! Reads text, paragraphs, cells, headings and lists; ignores everything else.

mod tokens;

use recipe::Span;
use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};
use extract::{Role, Text};

use crate::documents::DocumentError;
use crate::documents::container::stem;
use crate::documents::paragraphs::{Cell, Lines, Paragraph, add_table};
use tokens::{Token, Tokens};

const MAX_BYTES: usize = 32 * 1024 * 1024;
const MAX_DEPTH: usize = 1_000;
const MAX_IN_TABLE: usize = 200_000;
const MAX_NOTED_BYTES: usize = 1_000;

/// Reads a document; `name` is the file name.
///
/// # Errors
/// `Unreadable` if it is not RTF or is nested too deeply, `TooLarge` above 32 MiB or with too much text.
pub fn read_rtf(bytes: &[u8], name: Option<&str>) -> Result<Text, DocumentError> {
    if bytes.len() > MAX_BYTES {
        return Err(DocumentError::TooLarge);
    }
    let bytes = bytes.trim_ascii_start();
    if !bytes.starts_with(b"{\\rtf") {
        return Err(DocumentError::Unreadable);
    }
    let mut interpreter = Interpreter::default();
    let mut tokens = Tokens::new(bytes);
    while let Some(token) = tokens.next() {
        if let Token::Word("bin", Some(length)) = token {
            tokens.pass_over(usize::try_from(length).unwrap_or_default());
            continue;
        }
        interpreter.take(token)?;
    }
    interpreter.finish(stem(name))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Destination {
    #[default]
    Body,
    /// Ignored: pictures, fonts, colours, unknown groups.
    Nowhere,
    ListMark,
    Title,
    Styles,
    Fonts,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    destination: Destination,
    is_bold: bool,
    is_hidden: bool,
    /// Font size in half points (`\fs`).
    size: Option<i32>,
    font: i32,
    /// Number of fallback characters after each `\u`, plus one; 0 if unset.
    fallback: usize,
}

/// Paragraph properties, reset by `\pard`.
#[derive(Clone, Copy, Debug, Default)]
struct Form {
    outline: Option<u8>,
    style: Option<i32>,
    is_in_table: bool,
}

#[derive(Default)]
struct Interpreter {
    open: Vec<State>,
    state: State,
    form: Form,
    /// Whether `\*` precedes: a reader may ignore the group.
    is_optional: bool,
    /// Number of fallback characters still to skip.
    passing: usize,
    code_page: Option<&'static Encoding>,
    fonts: HashMap<i32, &'static Encoding>,
    headings: HashMap<i32, Role>,
    style: i32,
    pending: Vec<u8>,
    high_surrogate: Option<u16>,
    text: String,
    letters: usize,
    bold_letters: usize,
    largest: Option<i32>,
    mark: String,
    title: String,
    noted: String,
    in_table: usize,
    cell: Vec<Paragraph>,
    row: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
    lines: Lines,
}

impl Interpreter {
    fn take(&mut self, token: Token<'_>) -> Result<(), DocumentError> {
        if !matches!(token, Token::Byte(_)) {
            self.decode_pending();
        }
        match token {
            Token::Open => {
                if self.open.len() >= MAX_DEPTH {
                    return Err(DocumentError::Unreadable);
                }
                self.open.push(self.state);
                self.passing = 0;
                if self.state.destination == Destination::Styles {
                    self.style = 0;
                    self.noted.clear();
                }
            }
            Token::Close => {
                self.close_group();
                self.is_optional = false;
                self.passing = 0;
                self.state = self.open.pop().unwrap_or_default();
            }
            Token::Byte(byte) => self.byte(byte),
            Token::Text(text) => self.plain(text),
            Token::Symbol(b'*') => self.is_optional = true,
            Token::Symbol(symbol) => self.symbol(symbol)?,
            Token::Word(word, number) => self.word(word, number)?,
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8) {
        if let Some(passing) = self.passing.checked_sub(1) {
            self.passing = passing;
        } else if self.pending.len() < MAX_NOTED_BYTES {
            self.pending.push(byte);
        }
    }

    fn plain(&mut self, bytes: &[u8]) {
        let passed = self.passing.min(bytes.len());
        self.passing = self.passing.saturating_sub(passed);
        let text = self.encoding().decode_without_bom_handling(bytes.span(passed..)).0.into_owned();
        self.write(&text);
    }

    fn encoding(&self) -> &'static Encoding {
        self.fonts.get(&self.state.font).copied().or(self.code_page).unwrap_or(WINDOWS_1252)
    }

    fn decode_pending(&mut self) {
        if !self.pending.is_empty() {
            let bytes = std::mem::take(&mut self.pending);
            let text = self.encoding().decode_without_bom_handling(&bytes).0.into_owned();
            self.write(&text);
        }
    }

    fn write(&mut self, text: &str) {
        match self.state.destination {
            Destination::Body if !self.state.is_hidden => {
                let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
                self.letters = self.letters.saturating_add(letters);
                self.bold_letters =
                    self.bold_letters.saturating_add(if self.state.is_bold { letters } else { 0 });
                if letters > 0 {
                    self.largest = self.largest.max(self.state.size);
                }
                self.text.push_str(text);
            }
            Destination::ListMark => add_bounded(&mut self.mark, text),
            Destination::Title => add_bounded(&mut self.title, text),
            Destination::Styles => add_bounded(&mut self.noted, text),
            _ => {}
        }
    }

    fn close_group(&mut self) {
        if self.state.destination == Destination::Styles {
            let name = self.noted.trim().trim_end_matches(';').to_lowercase();
            let level = name
                .strip_prefix("heading ")
                .or_else(|| name.strip_prefix("titre "))
                .or_else(|| name.strip_prefix("título "));
            let role = match level.and_then(|level| level.trim().parse().ok()) {
                Some(level) => Some(Role::Heading(level)),
                None => (name == "title").then_some(Role::Title),
            };
            if let Some(role) = role {
                self.headings.insert(self.style, role);
            }
            self.noted.clear();
        }
    }

    fn symbol(&mut self, symbol: u8) -> Result<(), DocumentError> {
        match symbol {
            b'~' => self.write("\u{a0}"),
            b'_' => self.write("-"),
            b'\\' | b'{' | b'}' => self.write(char::from(symbol).encode_utf8(&mut [0; 4])),
            // An escaped line break ends a paragraph.
            b'\n' | b'\r' => self.end_paragraph()?,
            b'\t' => self.write("\t"),
            _ => {}
        }
        Ok(())
    }

    fn word(&mut self, word: &str, number: Option<i32>) -> Result<(), DocumentError> {
        let is_optional = std::mem::take(&mut self.is_optional);
        let is_on = number != Some(0);
        match word {
            "par" | "sect" | "page" => self.end_paragraph()?,
            "line" | "softline" => self.write("\n"),
            "tab" => self.write("\t"),
            "cell" | "nestcell" => self.end_cell()?,
            "row" => self.end_row(),
            "pard" => self.form = Form::default(),
            "intbl" => self.form.is_in_table = true,
            "outlinelevel" => self.form.outline = number.and_then(|level| u8::try_from(level).ok()),
            "s" if self.state.destination == Destination::Styles => self.style = number.unwrap_or_default(),
            "s" => self.form.style = number,
            "plain" => {
                (self.state.is_bold, self.state.is_hidden, self.state.size) = (false, false, None);
            }
            "b" => self.state.is_bold = is_on,
            "v" | "deleted" => self.state.is_hidden = is_on,
            "fs" => self.state.size = number.filter(|size| (2..=1000).contains(size)),
            "f" => self.state.font = number.unwrap_or_default(),
            "fcharset" => {
                if let Some(encoding) =
                    number.and_then(of_charset).filter(|_| self.state.destination == Destination::Fonts)
                {
                    self.fonts.insert(self.state.font, encoding);
                }
            }
            "ansicpg" => self.code_page = number.and_then(of_code_page),
            "mac" => self.code_page = Some(encoding_rs::MACINTOSH),
            "uc" => {
                self.state.fallback =
                    usize::try_from(number.unwrap_or(1)).unwrap_or(1).min(100).saturating_add(1)
            }
            "u" => self.unicode(number.unwrap_or_default()),
            "bullet" => self.write("•"),
            "endash" => self.write("–"),
            "emdash" => self.write("—"),
            "lquote" => self.write("‘"),
            "rquote" => self.write("’"),
            "ldblquote" => self.write("“"),
            "rdblquote" => self.write("”"),
            "emspace" | "enspace" | "qmspace" => self.write(" "),
            _ => self.destination(word, is_optional),
        }
        Ok(())
    }

    fn destination(&mut self, word: &str, is_optional: bool) {
        self.state.destination = match word {
            "fonttbl" => Destination::Fonts,
            "stylesheet" => Destination::Styles,
            "listtext" | "pntext" => Destination::ListMark,
            "title" => Destination::Title,
            // Text boxes, and the text alternative of a newer drawing.
            "shpinst" | "shptxt" if is_optional || word == "shptxt" => Destination::Body,
            "colortbl" | "info" | "pict" | "object" | "header" | "headerl" | "headerr" | "headerf"
            | "footer" | "footerl" | "footerr" | "footerf" | "footnote" | "annotation" | "fldinst"
            | "datafield" | "sn" | "sv" | "themedata" | "xe" | "tc" | "author" | "operator" | "company"
            | "subject" | "keywords" | "doccomm" | "nonesttables" | "bkmkstart" | "bkmkend" | "listtable"
            | "revtbl" | "rsidtbl" | "generator" => Destination::Nowhere,
            _ if is_optional => Destination::Nowhere,
            _ => return,
        };
        if self.state.destination == Destination::ListMark {
            self.mark.clear();
        }
    }

    fn unicode(&mut self, number: i32) {
        // RTF writes UTF-16 units as signed numbers.
        let unit = (number & 0xffff) as u16;
        self.passing = self.state.fallback.checked_sub(1).unwrap_or(1);
        let high = self.high_surrogate.take();
        if (0xd800..0xdc00).contains(&unit) {
            self.high_surrogate = Some(unit);
            return;
        }
        let units = high.into_iter().chain([unit]);
        let text: String = char::decode_utf16(units).filter_map(Result::ok).collect();
        self.write(&text);
    }

    fn paragraph(&mut self) -> Paragraph {
        let text = std::mem::take(&mut self.text);
        let mark = std::mem::take(&mut self.mark);
        let of_style = self.form.style.and_then(|style| self.headings.get(&style).copied());
        let role = if text.trim().is_empty() {
            Role::Plain
        } else if let Some(level) = self.form.outline.filter(|level| *level < 9) {
            Role::Heading(level.saturating_add(1))
        } else if let Some(role) = of_style {
            role
        } else if mark.trim().is_empty() {
            Role::Plain
        } else {
            let digits: String = mark.chars().filter(char::is_ascii_digit).take(4).collect();
            digits.parse().map_or(Role::Item, Role::Numbered)
        };
        let is_bold = self.letters > 0 && self.letters == self.bold_letters;
        (self.letters, self.bold_letters) = (0, 0);
        let points = self.largest.take().map(|halves| halves as f32 / 2.0);
        Paragraph { text, role, is_bold, points }
    }

    fn end_paragraph(&mut self) -> Result<(), DocumentError> {
        if self.state.destination != Destination::Body {
            return Ok(());
        }
        let paragraph = self.paragraph();
        if self.form.is_in_table {
            return self.add_to_cell(paragraph);
        }
        self.end_table()?;
        self.lines.add(&paragraph)
    }

    fn add_to_cell(&mut self, paragraph: Paragraph) -> Result<(), DocumentError> {
        self.in_table = self.in_table.saturating_add(1);
        if self.in_table > MAX_IN_TABLE {
            return Err(DocumentError::TooLarge);
        }
        self.cell.push(paragraph);
        Ok(())
    }

    fn end_cell(&mut self) -> Result<(), DocumentError> {
        if self.state.destination == Destination::Body {
            let paragraph = self.paragraph();
            self.add_to_cell(paragraph)?;
            self.row.push(Cell { paragraphs: std::mem::take(&mut self.cell) });
        }
        Ok(())
    }

    fn end_row(&mut self) {
        if !self.row.is_empty() {
            self.rows.push(std::mem::take(&mut self.row));
        }
    }

    fn end_table(&mut self) -> Result<(), DocumentError> {
        self.end_row();
        // An unfinished cell is added as plain paragraphs.
        for paragraph in std::mem::take(&mut self.cell) {
            self.lines.add(&paragraph)?;
        }
        if self.rows.is_empty() { Ok(()) } else { add_table(std::mem::take(&mut self.rows), &mut self.lines) }
    }

    fn finish(mut self, name: Option<String>) -> Result<Text, DocumentError> {
        self.decode_pending();
        self.state.destination = Destination::Body;
        self.end_table()?;
        if !self.text.trim().is_empty() {
            let paragraph = self.paragraph();
            self.lines.add(&paragraph)?;
        }
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(self.lines.finish(Some(title).filter(|title| !title.is_empty()).or(name), None))
    }
}

fn add_bounded(out: &mut String, text: &str) {
    if out.len().saturating_add(text.len()) <= MAX_NOTED_BYTES {
        out.push_str(text);
    }
}

fn of_code_page(number: i32) -> Option<&'static Encoding> {
    let label = match number {
        932 => String::from("shift_jis"),
        936 => String::from("gbk"),
        949 => String::from("euc-kr"),
        950 => String::from("big5"),
        65001 => String::from("utf-8"),
        10000 => String::from("macintosh"),
        number => format!("windows-{number}"),
    };
    Encoding::for_label(label.as_bytes())
}

fn of_charset(number: i32) -> Option<&'static Encoding> {
    of_code_page(match number {
        77 => 10000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}
