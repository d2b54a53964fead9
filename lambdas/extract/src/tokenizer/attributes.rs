use std::borrow::Cow;

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName};
use memchr::{memchr, memchr2};
use recipe::Span;

use super::references::{self, Within};
use super::{Sink, Tokenizer, qualified};

/// Maximum attributes of a tag; the search for duplicates is quadratic.
const MAX_ATTRIBUTES: usize = 256;

#[derive(Default)]
pub(super) struct Attributes {
    pub(super) attributes: Vec<Attribute>,
    pub(super) is_self_closing: bool,
    pub(super) has_duplicates: bool,
    pub(super) is_cut: bool,
}

impl<S: Sink> Tokenizer<'_, S> {
    /// Reads up to the end of the tag; `None` if the text ends before.
    pub(super) fn attributes(&mut self) -> Option<Attributes> {
        let mut found = Attributes::default();
        loop {
            self.skip_blanks();
            match self.byte(0)? {
                b'>' => {
                    self.at += 1;
                    return Some(found);
                }
                b'/' => {
                    self.at += 1;
                    if self.byte(0)? == b'>' {
                        self.at += 1;
                        found.is_self_closing = true;
                        return Some(found);
                    }
                }
                _ => self.attribute(&mut found)?,
            }
        }
    }

    fn attribute(&mut self, found: &mut Attributes) -> Option<()> {
        let start = self.at;
        // A name may start with `=`.
        let length = self.rest().iter().skip(1).position(|b| ends_name(*b)).map(|length| length + 1)?;
        self.at += length;
        let name = self.text.span(start..self.at);
        self.skip_blanks();
        let value = if self.byte(0)? == b'=' {
            self.at += 1;
            self.value()?
        } else {
            StrTendril::new()
        };
        if found.attributes.len() >= MAX_ATTRIBUTES {
            found.is_cut = true;
            return Some(());
        }
        let name = self::name(name);
        if found.attributes.iter().any(|known| known.name.local == name) {
            found.has_duplicates = true;
        } else {
            found.attributes.push(Attribute { name: qualified(name), value });
        }
        Some(())
    }

    fn value(&mut self) -> Option<StrTendril> {
        self.skip_blanks();
        let end = match self.byte(0)? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                let end = self.at + memchr(quote, self.rest())?;
                let value = self.decoded(end);
                self.at = end + 1;
                return Some(value);
            }
            b'>' => return Some(StrTendril::new()),
            _ => {
                self.at
                    + self.rest().iter().position(|b| matches!(b, b'\t' | b'\n' | b'\x0c' | b' ' | b'>'))?
            }
        };
        let value = self.decoded(end);
        self.at = end;
        Some(value)
    }

    fn decoded(&self, end: usize) -> StrTendril {
        let bytes = self.bytes.get(self.at..end).unwrap_or_default();
        if memchr2(b'&', 0, bytes).is_none() {
            return self.slice(self.at..end);
        }
        let mut rest = self.text.span(self.at..end);
        let mut value = StrTendril::with_capacity(u32::try_from(rest.len()).unwrap_or_default());
        while let Some(ahead) = memchr2(b'&', 0, rest.as_bytes()) {
            value.push_slice(rest.span(..ahead));
            rest = rest.span(ahead..);
            let length = match references::read(rest, Within::Attribute) {
                Some((length, text)) => {
                    value.push_tendril(&text);
                    length
                }
                None => {
                    value.push_slice(if rest.starts_with('&') { "&" } else { "\u{fffd}" });
                    1
                }
            };
            rest = rest.span(length..);
        }
        value.push_slice(rest);
        value
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest().iter().position(|b| !matches!(b, b'\t' | b'\n' | b'\x0c' | b' '));
        self.at = blanks.map_or(self.bytes.len(), |blanks| self.at + blanks);
    }
}

fn ends_name(b: u8) -> bool {
    matches!(b, b'\t' | b'\n' | b'\x0c' | b' ' | b'/' | b'>' | b'=')
}

pub(super) fn name(text: &str) -> LocalName {
    let is_plain = !text.bytes().any(|b| b.is_ascii_uppercase() || b == 0);
    if is_plain {
        return LocalName::from(text);
    }
    let lower = Cow::Owned(text.to_ascii_lowercase().replace('\0', "\u{fffd}"));
    LocalName::from(lower)
}
