//! Tolerant JSON parser.
//!
//! If `serde_json` fails, it accepts raw control characters and unescaped quotes in strings, wrong commas,
//! comments, CDATA, single quotes, bare words and truncation. Linear, without recursion.

use recipe::Span;
use serde_json::{Map, Value};

use crate::text::decode_entities;

/// Maximum depth of a repaired value; `serde_json` has a similar limit. It also bounds later recursion.
const MAX_DEPTH: usize = 120;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quality {
    Strict,
    Repaired,
}

/// Parses an object or array; `None` if the text has neither.
pub(crate) fn read(text: &str) -> Option<(Value, Quality)> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    match serde_json::from_str(text) {
        // The document may be a JSON string that contains JSON.
        Ok(Value::String(inner)) => {
            let inner = serde_json::from_str(&inner).ok().filter(is_container);
            return inner.map(|value| (value, Quality::Repaired));
        }
        Ok(value) => return is_container(&value).then_some((value, Quality::Strict)),
        Err(_) => {}
    }
    let decoded;
    let is_encoded = !text.contains('"') && text.contains("&quot;");
    let text = if is_encoded {
        decoded = decode_entities(text);
        &decoded
    } else {
        text
    };
    // Skips a prefix such as "window.data =" or "<![CDATA[".
    let is_opening =
        |at: &usize| !text.span(..*at).ends_with("<!") && !text.span(..*at).ends_with("<![CDATA");
    let start = text.match_indices(['{', '[']).map(|(at, _)| at).find(is_opening)?;
    let value = Repair { text, at: start, frames: Vec::new(), done: Vec::new() }.run();
    is_container(&value).then_some((value, Quality::Repaired))
}

/// Parses a text that is a JSON array with strings: `["2 eggs", "salt"]`.
pub(crate) fn list_in_text(text: &str) -> Option<Value> {
    let text = text.trim();
    let is_list = text.starts_with('[') && text.ends_with(']') && text.contains('"');
    if is_list { serde_json::from_str(text).ok() } else { None }
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

enum Frame {
    Array(Vec<Value>),
    /// Members, and the key whose value follows.
    Object(Map<String, Value>, Option<String>),
}

struct Repair<'a> {
    text: &'a str,
    at: usize,
    frames: Vec<Frame>,
    done: Vec<Value>,
}

impl Repair<'_> {
    fn run(mut self) -> Value {
        while let Some(c) = self.rest().chars().next() {
            match c {
                '{' | '[' if self.frames.len() >= MAX_DEPTH => break,
                '{' => self.open(Frame::Object(Map::new(), None)),
                '[' => self.open(Frame::Array(Vec::new())),
                '}' => self.close(|frame| matches!(frame, Frame::Object(..))),
                ']' => self.close(|frame| matches!(frame, Frame::Array(_))),
                '"' | '\'' => {
                    let Some(string) = self.string(c) else { break };
                    self.string_done(string);
                }
                '<' | '/' | '-' if self.skip_comment() => {}
                ',' | ':' | ';' | '/' | '<' | '>' => self.at += 1,
                c if c.is_whitespace() || c.is_control() || c == '\u{feff}' => self.at += c.len_utf8(),
                _ => self.word(),
            }
        }
        while let Some(frame) = self.frames.pop() {
            self.finish(frame);
        }
        match self.done.len() {
            1 => self.done.remove(0),
            _ => Value::Array(self.done),
        }
    }

    fn rest(&self) -> &str {
        self.text.span(self.at..)
    }

    fn open(&mut self, frame: Frame) {
        self.frames.push(frame);
        self.at += 1;
    }

    /// Closes all frames up to the nearest match; closes none without a match.
    fn close(&mut self, is_partner: impl Fn(&Frame) -> bool) {
        self.at += 1;
        if !self.frames.iter().any(&is_partner) {
            return;
        }
        while let Some(frame) = self.frames.pop() {
            let is_last = is_partner(&frame);
            self.finish(frame);
            if is_last {
                return;
            }
        }
    }

    fn finish(&mut self, frame: Frame) {
        self.value_done(match frame {
            Frame::Array(items) => Value::Array(items),
            Frame::Object(members, _) => Value::Object(members),
        });
    }

    fn value_done(&mut self, value: Value) {
        match self.frames.last_mut() {
            None => self.done.push(value),
            Some(Frame::Array(items)) => items.push(value),
            Some(Frame::Object(members, key)) => {
                if let Some(key) = key.take() {
                    members.insert(key, value);
                }
            }
        }
    }

    fn string_done(&mut self, string: String) {
        let is_key = self.rest().trim_start().starts_with(':');
        match self.frames.last_mut() {
            Some(Frame::Object(_, key)) if is_key => *key = Some(string),
            _ => self.value_done(Value::String(string)),
        }
    }

    fn skip_comment(&mut self) -> bool {
        let rest = self.rest();
        let length = if rest.starts_with("/*") {
            // Also skips "/*<![CDATA[*/".
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(mark) = ["<![CDATA[", "<!--", "-->"].iter().find(|mark| rest.starts_with(**mark)) {
            mark.len()
        } else {
            return false;
        };
        self.at += length;
        true
    }

    fn word(&mut self) {
        let rest = self.rest();
        let length =
            rest.find(|c: char| ",:{}[]\"'<;".contains(c) || c.is_whitespace()).unwrap_or(rest.len());
        // Skips at least one character, so that parsing ends.
        let length = length.max(rest.chars().next().map_or(1, char::len_utf8));
        let word = rest.span(..length).to_owned();
        self.at += length;
        match word.as_str() {
            "null" | "undefined" => self.value_done(Value::Null),
            "true" => self.value_done(Value::Bool(true)),
            "false" => self.value_done(Value::Bool(false)),
            _ => match serde_json::from_str(&word) {
                Ok(number @ Value::Number(_)) => self.value_done(number),
                _ => self.string_done(word),
            },
        }
    }

    fn string(&mut self, quote: char) -> Option<String> {
        let mut out = String::new();
        let mut at = self.at + 1;
        loop {
            let rest = self.text.span(at..);
            let next = rest.find([quote, '\\'])?;
            out.push_str(rest.span(..next));
            at += next;
            if self.text.span(at..).starts_with('\\') {
                at += escape(self.text.span(at..), &mut out);
            } else if self.ends_string(self.text.span(at + 1..)) {
                self.at = at + 1;
                return Some(out);
            } else {
                out.push(quote);
                at += 1;
            }
        }
    }

    /// Whether the quote before `rest` ends the string. Otherwise it is unescaped text.
    fn ends_string(&self, rest: &str) -> bool {
        let trimmed = rest.trim_start();
        match trimmed.chars().next() {
            None | Some('}' | ']' | ':' | '/') => true,
            Some(',') => {
                let after = trimmed.span(1..).trim_start().chars().next();
                // A word follows an inner quote, as in `the "big", red pot`; a quote or bracket follows a
                // member.
                let in_array = matches!(self.frames.last(), Some(Frame::Array(_)));
                after
                    .is_none_or(|c| "\"'{}[],/".contains(c) || (in_array && (c.is_ascii_digit() || c == '-')))
            }
            // If the next string is on a new line, a comma is missing.
            Some('"' | '\'') => rest.span(..rest.len() - trimmed.len()).contains('\n'),
            Some(_) => false,
        }
    }
}

/// Appends the escaped character and returns the length of the escape. An unknown escape means its character.
fn escape(text: &str, out: &mut String) -> usize {
    let Some(c) = text.span(1..).chars().next() else { return 1 };
    match c {
        'n' => out.push('\n'),
        't' => out.push('\t'),
        'r' => out.push('\r'),
        'b' | 'f' => out.push(' '),
        'u' => {
            if let Some(high) = hex4(text.span(2..)) {
                let low = text.span(6..).strip_prefix("\\u").and_then(hex4);
                if let Some(c) = char::from_u32(high) {
                    out.push(c);
                    return 6;
                }
                if let Some(Ok(c)) = low.and_then(|low| char::decode_utf16([high as u16, low as u16]).next())
                {
                    out.push(c);
                    return 12;
                }
                out.push(char::REPLACEMENT_CHARACTER);
                return 6;
            }
            out.push('u');
        }
        other => out.push(other),
    }
    1 + c.len_utf8()
}

fn hex4(text: &str) -> Option<u32> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn broken_json_is_repaired() {
        for (text, expected) in [
            (r#"{"a":1}"#, json!({"a": 1})),
            ("{\"a\":\"x\ny\"}", json!({"a": "x\ny"})),
            ("{\"a\":\"x\u{1}y\"}", json!({"a": "x\u{1}y"})),
            (r#"{"a":[1,2,],}"#, json!({"a": [1, 2]})),
            (r#"{"a":1,,"b":2}"#, json!({"a": 1, "b": 2})),
            ("{\"a\":\"1\"\n\"b\":\"2\"}", json!({"a": "1", "b": "2"})),
            ("<!--\n{\"a\":1}\n-->", json!({"a": 1})),
            ("//<![CDATA[\n{\"a\":1}\n//]]>", json!({"a": 1})),
            ("/*<![CDATA[*/{\"a\":1}/*]]>*/", json!({"a": 1})),
            ("<![CDATA[{\"a\":1}]]>", json!({"a": 1})),
            (r#"{"a":1};"#, json!({"a": 1})),
            (r#"window.x = {"a":1};"#, json!({"a": 1})),
            (r#"{"a":"the "big" pot","b":2}"#, json!({"a": "the \"big\" pot", "b": 2})),
            (r#"{"a":"the "big", red pot","b":2}"#, json!({"a": "the \"big\", red pot", "b": 2})),
            (r#"{"a":"it\'s"}"#, json!({"a": "it's"})),
            (r#"{'a':'b'}"#, json!({"a": "b"})),
            (r#"{a:1,b:true,c:null}"#, json!({"a": 1, "b": true, "c": null})),
            (r#"{"a":[{"b":"c""#, json!({"a": [{"b": "c"}]})),
            (r#"{"a":"b","c":"cut of"#, json!({"a": "b"})),
            (r#"{"a":1}{"b":2}"#, json!([{"a": 1}, {"b": 2}])),
            (r#"{"a":1}}"#, json!({"a": 1})),
            (r#"{"a":[1,2}"#, json!({"a": [1, 2]})),
            (r#"{"a":"é😀\q",}"#, json!({"a": "é😀q"})),
            (r#"{"a":"\ud83d",}"#, json!({"a": "\u{fffd}"})),
            (r#""{\"a\":[\"b\"]}""#, json!({"a": ["b"]})),
            ("{&quot;a&quot;:&quot;b&quot;}", json!({"a": "b"})),
            ("\u{feff}{\"a\":1}", json!({"a": 1})),
            (
                r#"{"a": /* why */ 1, // because
               "b": 2}"#,
                json!({"a": 1, "b": 2}),
            ),
            (r#"{"a":"http://x.example/y",}"#, json!({"a": "http://x.example/y"})),
        ] {
            assert_eq!(read(text).map(|(value, _)| value), Some(expected), "{text}");
        }
    }

    #[test]
    fn json_without_object_or_array_is_rejected() {
        for text in ["", "   ", "42", "\"a\"", "hello", "null", "<![CDATA[", "&quot;"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn strict_json_is_not_reported_as_repaired() {
        assert_eq!(read("{}").map(|(_, quality)| quality), Some(Quality::Strict));
        assert_eq!(read("{,}").map(|(_, quality)| quality), Some(Quality::Repaired));
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert!(read(&deep).is_some());
        let deep = "{\"a\":".repeat(200_000);
        assert!(read(&deep).is_some());
    }
}
