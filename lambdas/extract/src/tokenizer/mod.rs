//! HTML tokenizer for html5ever's tree builder.
//!
//! html5ever's own tokenizer reads a stream character by character. This one has the whole page in memory: it
//! skips to the next delimiter and emits slices.

mod attributes;
mod doctype;
mod references;

use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::{LocalName, ns};
use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem};
use recipe::Span;

use crate::raw_text;

pub(crate) trait Sink: TokenSink {
    fn wants_raw_text(&self, place: Range<usize>) -> bool;
    fn mark_truncated(&self);
}

pub(crate) fn tokenize(text: &str, sink: &impl Sink) {
    let page = StrTendril::from(text);
    let mut tokenizer = Tokenizer { text, bytes: text.as_bytes(), page, at: 0, sink };
    tokenizer.run();
    tokenizer.emit_and_ignore_result(Token::EOFToken);
    sink.end();
}

struct Tokenizer<'a, S> {
    text: &'a str,
    bytes: &'a [u8],
    /// The page; emitted slices share its memory.
    page: StrTendril,
    at: usize,
    sink: &'a S,
}

enum Mode {
    Markup,
    /// Raw text up to the end tag of this name.
    Raw(RawKind, LocalName),
    Plaintext,
}

impl<S: Sink> Tokenizer<'_, S> {
    fn run(&mut self) {
        while self.at < self.bytes.len() {
            match self.markup() {
                Mode::Markup => {}
                Mode::Raw(kind, name) => self.raw(kind, &name),
                Mode::Plaintext => {
                    self.text_with_nulls(self.at..self.bytes.len());
                    self.at = self.bytes.len();
                }
            }
        }
    }

    fn emit(&self, token: Token) -> TokenSinkResult<S::Handle> {
        self.sink.process_token(token, 1)
    }

    fn slice(&self, place: Range<usize>) -> StrTendril {
        let length = place.end.saturating_sub(place.start);
        match (u32::try_from(place.start), u32::try_from(length)) {
            (Ok(start), Ok(length)) => self.page.try_subtendril(start, length).unwrap_or_default(),
            _ => StrTendril::new(),
        }
    }

    fn emit_text(&self, place: Range<usize>) {
        if !place.is_empty() {
            self.emit_and_ignore_result(Token::CharacterTokens(self.slice(place)));
        }
    }

    fn emit_and_ignore_result(&self, token: Token) {
        let _ = self.emit(token);
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn starts_with(&self, start: &[u8]) -> bool {
        self.rest().get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
    }

    fn markup(&mut self) -> Mode {
        loop {
            let found = memchr3(b'<', b'&', 0, self.rest());
            let end = found.map_or(self.bytes.len(), |ahead| self.at + ahead);
            self.emit_text(self.at..end);
            self.at = end;
            match self.byte(0) {
                None => return Mode::Markup,
                Some(b'&') => self.reference(),
                Some(0) => {
                    self.at += 1;
                    self.emit_and_ignore_result(Token::NullCharacterToken);
                }
                _ => match self.byte(1) {
                    Some(b) if b.is_ascii_alphabetic() => {
                        self.at += 1;
                        return self.tag(TagKind::StartTag);
                    }
                    Some(b'/') => match self.byte(2) {
                        Some(b) if b.is_ascii_alphabetic() => {
                            self.at += 2;
                            return self.tag(TagKind::EndTag);
                        }
                        Some(b'>') => self.at += 3,
                        Some(_) => self.bogus_comment(2),
                        None => {
                            self.emit_text(self.at..self.at + 2);
                            self.at += 2;
                        }
                    },
                    Some(b'!') => self.declaration(),
                    Some(b'?') => self.bogus_comment(1),
                    _ => {
                        self.emit_text(self.at..self.at + 1);
                        self.at += 1;
                    }
                },
            }
        }
    }

    /// Reads a reference; emits the `&` if there is none.
    fn reference(&mut self) {
        match references::read(self.text.span(self.at..), references::Within::Text) {
            Some((length, text)) => {
                self.at += length;
                self.emit_and_ignore_result(Token::CharacterTokens(text));
            }
            None => {
                self.emit_text(self.at..self.at + 1);
                self.at += 1;
            }
        }
    }

    /// Emits text without decoding references; replaces null characters.
    fn text_with_nulls(&self, place: Range<usize>) {
        if self.bytes.get(place.clone()).is_some_and(|bytes| memchr(0, bytes).is_some()) {
            let text = self.text.span(place).replace('\0', "\u{fffd}");
            self.emit_and_ignore_result(Token::CharacterTokens(StrTendril::from(text)));
        } else {
            self.emit_text(place);
        }
    }

    /// Reads `<!…`: a comment, doctype or CDATA section.
    fn declaration(&mut self) {
        if self.starts_with(b"<!--") {
            self.at += 4;
            self.comment();
        } else if self.starts_with(b"<!doctype") {
            self.at += 9;
            let (doctype, length) = doctype::read(self.text.span(self.at..));
            self.at += length;
            self.emit_and_ignore_result(Token::DoctypeToken(doctype));
        } else if self.rest().starts_with(b"<![CDATA[")
            && self.sink.adjusted_current_node_present_but_not_in_html_namespace()
        {
            self.at += 9;
            let end = memmem::find(self.rest(), b"]]>").map_or(self.bytes.len(), |ahead| self.at + ahead);
            let (mut from, bytes) = (self.at, self.bytes);
            while let Some(ahead) = bytes.get(from..end).and_then(|within| memchr(0, within)) {
                self.emit_text(from..from + ahead);
                self.emit_and_ignore_result(Token::NullCharacterToken);
                from += ahead + 1;
            }
            self.emit_text(from..end);
            self.at = (end + 3).min(self.bytes.len());
        } else {
            self.bogus_comment(2);
        }
    }

    fn comment(&mut self) {
        let rest = self.rest();
        if rest.starts_with(b">") || rest.starts_with(b"->") {
            self.at += if rest.starts_with(b">") { 1 } else { 2 };
            return;
        }
        let ends = memchr_iter(b'>', rest).find(|end| {
            let before = rest.get(..*end).unwrap_or_default();
            before.ends_with(b"--") || before.ends_with(b"--!")
        });
        self.at = ends.map_or(self.bytes.len(), |ahead| self.at + ahead + 1);
    }

    fn bogus_comment(&mut self, skipped: usize) {
        self.at = (self.at + skipped).min(self.bytes.len());
        self.at = memchr(b'>', self.rest()).map_or(self.bytes.len(), |ahead| self.at + ahead + 1);
    }

    /// Reads a tag from its name on; emits nothing if the text ends within it.
    fn tag(&mut self, kind: TagKind) -> Mode {
        let start = self.at;
        let name_length =
            self.rest().iter().position(|b| matches!(b, b'\t' | b'\n' | b'\x0c' | b' ' | b'/' | b'>'));
        let Some(name_length) = name_length else {
            self.at = self.bytes.len();
            return Mode::Markup;
        };
        let name = attributes::name(self.text.span(start..start + name_length));
        self.at += name_length;
        let Some(found) = self.attributes() else {
            self.at = self.bytes.len();
            return Mode::Markup;
        };
        if found.is_cut {
            self.sink.mark_truncated();
        }
        let tag = Tag {
            kind,
            name: name.clone(),
            self_closing: found.is_self_closing,
            attrs: found.attributes,
            had_duplicate_attributes: found.has_duplicates,
        };
        match self.emit(Token::TagToken(tag)) {
            TokenSinkResult::RawData(raw) => Mode::Raw(raw, name),
            TokenSinkResult::Plaintext => Mode::Plaintext,
            TokenSinkResult::Continue
            | TokenSinkResult::Script(_)
            | TokenSinkResult::EncodingIndicator(_) => Mode::Markup,
        }
    }

    fn raw(&mut self, kind: RawKind, name: &LocalName) {
        let length = raw_text::length(self.text.span(self.at..), name);
        let place = self.at..self.at + length;
        if kind != RawKind::Rcdata {
            if self.sink.wants_raw_text(place.clone()) {
                self.text_with_nulls(place.clone());
            }
            self.at = place.end;
            return;
        }
        while self.at < place.end {
            let within = self.bytes.get(self.at..place.end).unwrap_or_default();
            let ahead = memchr2(b'&', 0, within);
            let end = ahead.map_or(place.end, |ahead| self.at + ahead);
            self.emit_text(self.at..end);
            self.at = end;
            match ahead.and(self.byte(0)) {
                None => {}
                Some(0) => {
                    self.at += 1;
                    self.emit_and_ignore_result(Token::CharacterTokens(StrTendril::from("\u{fffd}")));
                }
                Some(_) => self.reference(),
            }
        }
    }
}

fn qualified(local: LocalName) -> html5ever::QualName {
    html5ever::QualName::new(None, ns!(), local)
}

#[cfg(test)]
mod tests;
