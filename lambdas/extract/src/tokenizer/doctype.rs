//! `<!DOCTYPE …>`, which selects quirks mode.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Doctype;
use recipe::Span;

/// Parses the text after `<!DOCTYPE`; returns the number of bytes consumed, with the `>`.
pub(super) fn read(text: &str) -> (Doctype, usize) {
    let mut reader = Reader { text, at: 0 };
    let doctype = reader.doctype();
    let length = reader.rest().find('>').map_or(text.len(), |end| reader.at + end + 1);
    (doctype, length)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.span(self.at..)
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(['\t', '\n', '\x0c', ' ']).len();
    }

    fn doctype(&mut self) -> Doctype {
        let quirky = || Doctype { force_quirks: true, ..Doctype::default() };
        self.skip_blanks();
        let rest = self.rest();
        let length = rest.find(['\t', '\n', '\x0c', ' ', '>']).unwrap_or(rest.len());
        if length == 0 {
            return quirky();
        }
        let name = rest.span(..length).to_ascii_lowercase().replace('\0', "\u{fffd}");
        self.at += length;
        let mut doctype = Doctype { name: Some(StrTendril::from(name)), ..Doctype::default() };
        self.skip_blanks();
        let keyword = self.rest().get(..6).unwrap_or_default();
        if keyword.eq_ignore_ascii_case("public") {
            self.at += 6;
            doctype.public_id = self.quoted();
            doctype.force_quirks = doctype.public_id.is_none();
            if !doctype.force_quirks {
                self.skip_blanks();
                if !self.rest().starts_with('>') {
                    doctype.system_id = self.quoted();
                    doctype.force_quirks = doctype.system_id.is_none();
                }
            }
        } else if keyword.eq_ignore_ascii_case("system") {
            self.at += 6;
            doctype.system_id = self.quoted();
            doctype.force_quirks = doctype.system_id.is_none();
        } else {
            doctype.force_quirks = !self.rest().starts_with('>');
        }
        if !self.rest().contains('>') {
            doctype.force_quirks = true;
        }
        doctype
    }

    /// Reads a quoted string; consumes only blanks and returns `None` if it is missing or contains `>`.
    fn quoted(&mut self) -> Option<StrTendril> {
        self.skip_blanks();
        let rest = self.rest();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let within = rest.span(1..);
        let end = within.find([quote, '>'])?;
        if !within.span(end..).starts_with(quote) {
            return None;
        }
        self.at += end + 2;
        Some(StrTendril::from(within.span(..end).replace('\0', "\u{fffd}")))
    }
}
