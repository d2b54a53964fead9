//! YAML front matter between two lines of dashes.
//!
//! Uses a streaming parser and limits depth, values and bytes, so deep nesting and aliases use bounded memory.
//! All values are strings; callers parse numbers.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};

const MAX_DEPTH: usize = 16;
const FRONT_MATTER: Limits = Limits { bytes: 64 * 1024, nodes: 10_000 };
const DOCUMENT: Limits = Limits { bytes: 10 * 1024 * 1024, nodes: 400_000 };

#[derive(Clone, Copy)]
struct Limits {
    bytes: usize,
    nodes: usize,
}

/// Keys and values in order; keys may repeat.
pub type Entries = Vec<(String, Yaml)>;

/// A YAML value without its tag and type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yaml {
    /// A scalar as written; null (`~`, `null`) is empty.
    Text(String),
    /// Items in order.
    List(Vec<Yaml>),
    /// Entries in order.
    Map(Entries),
}

impl Yaml {
    /// The value on one line, with commas between items: `Salt: 1 tsp`.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
            Self::List(items) => items.iter().map(Self::line).collect::<Vec<_>>().join(", "),
            Self::Map(entries) => {
                let lines = entries.iter().map(|(key, value)| format!("{key}: {}", value.line()));
                lines.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// Splits a text into front matter and body.
#[must_use]
pub fn front_matter(text: &str) -> (Entries, &str) {
    let start = text.trim_start_matches(['\u{feff}', '\n', '\r', ' ']);
    let Some(behind) = start.strip_prefix("---").filter(|behind| behind.starts_with(['\n', '\r'])) else {
        return (Entries::new(), text);
    };
    let mut at = 0_usize;
    for line in behind.split_inclusive('\n') {
        let end = at.saturating_add(line.len());
        if at > 0 && matches!(line.trim_end(), "---" | "...") {
            let (yaml, body) = (behind.get(..at), behind.get(end..));
            return (yaml_entries(yaml.unwrap_or_default()), body.unwrap_or_default());
        }
        at = end;
    }
    (Entries::new(), text)
}

/// Entries of a YAML map. If the map is invalid, each key is parsed separately, and an invalid value is kept
/// as text. Empty if a limit is exceeded.
#[must_use]
pub fn yaml_entries(source: &str) -> Entries {
    if source.len() > FRONT_MATTER.bytes {
        return Entries::new();
    }
    match parsed_map(source) {
        Ok(entries) => entries,
        Err(Fault::TooMuch) => Entries::new(),
        Err(Fault::NoMap) => {
            blocks(source).flat_map(|block| parsed_map(block).unwrap_or_else(|_| written(block))).collect()
        }
    }
}

/// The first document of a YAML text; `None` if it is invalid, nested too deeply, or above 10 MiB or 400,000
/// values.
#[must_use]
pub fn yaml(source: &str) -> Option<Yaml> {
    if source.len() > DOCUMENT.bytes {
        return None;
    }
    parsed(source, DOCUMENT).ok().flatten()
}

fn parsed_map(source: &str) -> Result<Entries, Fault> {
    match parsed(source, FRONT_MATTER)? {
        Some(Yaml::Map(entries)) => Ok(entries),
        Some(_) => Err(Fault::NoMap),
        None => Ok(Entries::new()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    NoMap,
    TooMuch,
}

enum Open {
    List(Vec<Yaml>),
    Map { entries: Entries, key: Option<String> },
}

fn parsed(source: &str, limits: Limits) -> Result<Option<Yaml>, Fault> {
    let mut open: Vec<Open> = Vec::new();
    let mut anchors: HashMap<usize, String> = HashMap::new();
    let (mut nodes, mut bytes) = (0_usize, 0_usize);
    for event in Parser::new_from_str(source) {
        let (event, _) = event.map_err(|_| Fault::NoMap)?;
        let closed = match event {
            Event::Scalar(text, style, anchor, _) => {
                let is_nothing = style == ScalarStyle::Plain && matches!(&*text, "~" | "null");
                let text = if is_nothing { String::new() } else { text.into_owned() };
                if anchor > 0 {
                    anchors.insert(anchor, text.clone());
                }
                Yaml::Text(text)
            }
            // Only aliases of scalars are resolved; an alias of a list could be cyclic and becomes an empty
            // text.
            Event::Alias(anchor) => Yaml::Text(anchors.get(&anchor).cloned().unwrap_or_default()),
            Event::SequenceStart(..) => {
                open.push(Open::List(Vec::new()));
                if open.len() > MAX_DEPTH {
                    return Err(Fault::TooMuch);
                }
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open::Map { entries: Entries::new(), key: None });
                if open.len() > MAX_DEPTH {
                    return Err(Fault::TooMuch);
                }
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(items)) => Yaml::List(items),
                Some(Open::Map { entries, .. }) => Yaml::Map(entries),
                None => return Err(Fault::NoMap),
            },
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => {
                continue;
            }
        };
        nodes = nodes.saturating_add(1);
        if let Yaml::Text(text) = &closed {
            bytes = bytes.saturating_add(text.len());
        }
        if nodes > limits.nodes || bytes > limits.bytes {
            return Err(Fault::TooMuch);
        }
        match open.last_mut() {
            Some(Open::List(items)) => items.push(closed),
            Some(Open::Map { entries, key }) => match key.take() {
                Some(key) => entries.push((key, closed)),
                None => *key = Some(closed.line()),
            },
            // The first document is the front matter.
            None => return Ok(Some(closed)),
        }
    }
    Ok(None)
}

fn blocks(source: &str) -> impl Iterator<Item = &str> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0_usize;
    for line in source.split_inclusive('\n') {
        if line.starts_with(|c: char| !c.is_whitespace() && !matches!(c, '-' | '#')) {
            starts.push(at);
        }
        at = at.saturating_add(line.len());
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([source.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| source.get(start..end).unwrap_or_default())
}

fn written(block: &str) -> Entries {
    let mut lines = block.lines();
    let Some((key, value)) = lines.next().and_then(|line| line.split_once(':')) else {
        return Entries::new();
    };
    let items: Vec<Yaml> = lines
        .filter_map(|line| line.trim().strip_prefix("- "))
        .map(|item| Yaml::Text(item.trim().to_owned()))
        .collect();
    let value = value.trim();
    let value =
        if value.is_empty() && !items.is_empty() { Yaml::List(items) } else { Yaml::Text(value.to_owned()) };
    vec![(key.trim().to_owned(), value)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> Yaml {
        Yaml::Text(text.to_owned())
    }

    fn list(items: &[&str]) -> Yaml {
        Yaml::List(items.iter().map(|item| text(item)).collect())
    }

    fn map(entries: &[(&str, Yaml)]) -> Entries {
        entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect()
    }

    #[test]
    fn front_matter_ends_at_its_line_of_dashes() {
        for (source, entries, body) in [
            ("---\ntitle: Soup\n---\nBoil.", map(&[("title", text("Soup"))]), "Boil."),
            ("\u{feff}\r\n---\r\ntitle: Soup\r\n...\r\nBoil.", map(&[("title", text("Soup"))]), "Boil."),
            ("---\n# Nothing\n---\nBoil.", Entries::new(), "Boil."),
            ("---\n\nBoil.", Entries::new(), "---\n\nBoil."),
            ("---\ntitle: Soup", Entries::new(), "---\ntitle: Soup"),
            ("--- \ntitle: Soup\n---\n", Entries::new(), "--- \ntitle: Soup\n---\n"),
            ("Boil.\n---\ntitle: Soup\n---\n", Entries::new(), "Boil.\n---\ntitle: Soup\n---\n"),
            ("", Entries::new(), ""),
        ] {
            assert_eq!(front_matter(source), (entries, body), "{source:?}");
        }
    }

    #[test]
    fn values_are_kept_as_written() {
        let source = "servings: 1.10\nyes: no\nnothing: ~\nempty:\nquoted: \"a\\n\\\"b\\\" ~\"\nsingle: 'it''s'\nlist: [a, \"b, c\"]\n\
                      items:\n- 200 g flour # sifted\n- Salt: 1 tsp\ntime: {prep: 5, cook: 10}\nfolded: >-\n  one\n  two\nlines: |\n  one\n  two\n\
                      same: &same Lime\nagain: *same\n";
        let salt = Yaml::Map(map(&[("Salt", text("1 tsp"))]));
        let expected = map(&[
            ("servings", text("1.10")),
            ("yes", text("no")),
            ("nothing", text("")),
            ("empty", text("")),
            ("quoted", text("a\n\"b\" ~")),
            ("single", text("it's")),
            ("list", list(&["a", "b, c"])),
            ("items", Yaml::List(vec![text("200 g flour"), salt.clone()])),
            ("time", Yaml::Map(map(&[("prep", text("5")), ("cook", text("10"))]))),
            ("folded", text("one two")),
            ("lines", text("one\ntwo\n")),
            ("same", text("Lime")),
            ("again", text("Lime")),
        ]);
        assert_eq!(yaml_entries(source), expected);
        assert_eq!(Yaml::List(vec![text(" a\nb "), salt]).line(), "a b, Salt: 1 tsp");
    }

    #[test]
    fn invalid_yaml_is_read_key_by_key() {
        let source = "title: Soup: the best\nservings: 4\nsteps:\n- *stir* well\n- @salt\n# end\nlang:en\nyield: \"4\" bowls\n\tof soup\n";
        let expected = map(&[
            ("title", text("Soup: the best")),
            ("servings", text("4")),
            ("steps", list(&["*stir* well", "@salt"])),
            ("lang", text("en")),
            ("yield", text("\"4\" bowls")),
        ]);
        assert_eq!(yaml_entries(source), expected);
        assert_eq!(yaml_entries("- a\n- b"), Entries::new());
        assert_eq!(yaml_entries("just words"), Entries::new());
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| format!("a: {}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(yaml_entries(&nested(MAX_DEPTH - 1)).len(), 1);
        assert_eq!(yaml_entries(&nested(MAX_DEPTH)), Entries::new());
        // Endless nesting is invalid YAML: it is kept as text or dropped, and never becomes a tree.
        for sign in ["[", "{b: ", "- ", "? ", "&a ", "*a: ", "\"", "'", "| ", "!a ", "a: ", "# ", "%", "\t"] {
            let endless = sign.repeat(FRONT_MATTER.bytes / sign.len() - 3);
            let entries = yaml_entries(&format!("a: {endless}"));
            assert!(matches!(entries.as_slice(), [] | [(_, Yaml::Text(_))]), "{sign}");
        }
        let blocks: String = (0..200).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        assert_eq!(yaml_entries(&blocks), Entries::new());
    }

    #[test]
    fn repeated_aliases_count_towards_the_limit() {
        // "Billion laughs": eight lists of nine aliases above a list of two texts would expand to 2 x 9^8
        // texts. Aliases of lists are not expanded.
        let laughs: String = (1..9)
            .map(|at| format!("a{at}: &a{at} [{}]\n", vec![format!("*a{}", at - 1); 9].join(", ")))
            .collect();
        let entries = yaml_entries(&format!("a0: &a0 [lol, lol]\n{laughs}"));
        assert_eq!(entries.len(), 9);
        assert_eq!(entries[8].1, list(&[""; 9]));
        // Aliases of scalars are expanded up to the size limit.
        let repeated =
            |count: usize| format!("a: &a {}\nb: [{}]\n", "x".repeat(1024), vec!["*a"; count].join(", "));
        assert_eq!(yaml_entries(&repeated(60)).len(), 2);
        assert_eq!(yaml_entries(&repeated(64)), Entries::new());
        assert_eq!(yaml_entries(&format!("a: [{}]", "b,".repeat(FRONT_MATTER.nodes - 3))).len(), 1);
        assert_eq!(yaml_entries(&format!("a: [{}]", "b,".repeat(FRONT_MATTER.nodes))), Entries::new());
        assert_eq!(yaml_entries(&format!("a: {}", "x".repeat(FRONT_MATTER.bytes))), Entries::new());
        assert_eq!(yaml_entries("a: &a [*a, b]\n"), map(&[("a", list(&["", "b"]))]));
    }

    proptest! {
        #[test]
        fn output_is_not_longer_than_the_source(source in "([a-c\\-:\\[\\]{}\"'|>&*#!%?, \t]|\n){0,200}") {
            let (entries, body) = front_matter(&source);
            prop_assert!(entries.is_empty() || body.len() < source.len());
            // The limit bounds texts, also those of aliases.
            let total_bytes: usize = yaml_entries(&source).iter().map(|(key, _)| key.len()).sum();
            prop_assert!(total_bytes <= FRONT_MATTER.bytes, "{total_bytes}");
        }
    }
}
