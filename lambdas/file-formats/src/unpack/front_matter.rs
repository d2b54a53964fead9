//! YAML that stands before a text: what notes and recipes say of themselves between two lines of dashes.
//!
//! The parser tells what it finds bit by bit; we count while we listen, so that neither depth nor aliases cost more than
//! the text itself. Every value is a text: whether `1.10` is a number decides who reads it.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};

/// Programs write a few hundred bytes; whatever is larger is no front matter.
const MAX_BYTES: usize = 64 * 1024;
/// Lists within maps within lists.
const MAX_DEPTH: usize = 16;
/// Texts, lists and maps, with those that aliases repeat.
const MAX_NODES: usize = 10_000;

/// Keys as written with their values, in their order; a key may come twice.
pub type Entries = Vec<(String, Yaml)>;

/// A value in YAML, without its tags and types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yaml {
    /// A text, a number or a date as written; nothing (`~`, `null`) is the empty text.
    Text(String),
    /// The items of a list in their order.
    List(Vec<Yaml>),
    /// The entries of a map in their order.
    Map(Entries),
}

impl Yaml {
    /// The value on one line: `Salt: 1 tsp` for an entry that was meant as a text; items stand behind commas.
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

/// Takes the front matter off a text: its entries, and what follows it. A text without one is all body.
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

/// The entries of a map in YAML. People forget quotes: where the whole is no YAML, each key is read by itself, and a
/// value that is none is taken as it is written. What goes beyond the limits has no entries.
#[must_use]
pub fn yaml_entries(source: &str) -> Entries {
    if source.len() > MAX_BYTES {
        return Entries::new();
    }
    match parsed(source) {
        Ok(entries) => entries,
        Err(Fault::TooMuch) => Entries::new(),
        Err(Fault::NoMap) => {
            blocks(source).flat_map(|block| parsed(block).unwrap_or_else(|_| written(block))).collect()
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// No YAML, or no map in YAML.
    NoMap,
    /// Deeper or more than we take.
    TooMuch,
}

/// A list or map that is not closed yet.
enum Open {
    List(Vec<Yaml>),
    Map { entries: Entries, key: Option<String> },
}

fn parsed(source: &str) -> Result<Entries, Fault> {
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
            // Only texts are repeated: a list of itself would have no end.
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
        if nodes > MAX_NODES || bytes > MAX_BYTES {
            return Err(Fault::TooMuch);
        }
        match open.last_mut() {
            Some(Open::List(items)) => items.push(closed),
            Some(Open::Map { entries, key }) => match key.take() {
                Some(key) => entries.push((key, closed)),
                None => *key = Some(closed.line()),
            },
            // The first document is the front matter.
            None => {
                let Yaml::Map(entries) = closed else { return Err(Fault::NoMap) };
                return Ok(entries);
            }
        }
    }
    // Nothing but comments.
    Ok(Entries::new())
}

/// A key at the margin with all that stands below it.
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

/// What somebody has written behind a colon, or behind the dashes below it.
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
    fn values_are_told_as_written() {
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
    fn what_is_no_yaml_is_taken_as_written_key_by_key() {
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
        // Brackets without end are no YAML: what is written stays a text, or is left out; it never becomes a tree.
        for sign in ["[", "{b: ", "- ", "? ", "&a ", "*a: ", "\"", "'", "| ", "!a ", "a: ", "# ", "%", "\t"] {
            let endless = sign.repeat(MAX_BYTES / sign.len() - 3);
            let entries = yaml_entries(&format!("a: {endless}"));
            assert!(matches!(entries.as_slice(), [] | [(_, Yaml::Text(_))]), "{sign}");
        }
        let blocks: String = (0..200).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        assert_eq!(yaml_entries(&blocks), Entries::new());
    }

    #[test]
    fn what_is_repeated_is_counted() {
        // Nine lists of nine: as a tree it would have 9^9 texts. A list is never repeated.
        let laughs: String = (1..9)
            .map(|at| format!("a{at}: &a{at} [{}]\n", vec![format!("*a{}", at - 1); 9].join(", ")))
            .collect();
        let entries = yaml_entries(&format!("a0: &a0 [lol, lol]\n{laughs}"));
        assert_eq!(entries.len(), 9);
        assert_eq!(entries[8].1, list(&[""; 9]));
        // A text may be: until as much is told as may be written.
        let repeated =
            |count: usize| format!("a: &a {}\nb: [{}]\n", "x".repeat(1024), vec!["*a"; count].join(", "));
        assert_eq!(yaml_entries(&repeated(60)).len(), 2);
        assert_eq!(yaml_entries(&repeated(64)), Entries::new());
        assert_eq!(yaml_entries(&format!("a: [{}]", "b,".repeat(MAX_NODES - 3))).len(), 1);
        assert_eq!(yaml_entries(&format!("a: [{}]", "b,".repeat(MAX_NODES))), Entries::new());
        assert_eq!(yaml_entries(&format!("a: {}", "x".repeat(MAX_BYTES))), Entries::new());
        assert_eq!(yaml_entries("a: &a [*a, b]\n"), map(&[("a", list(&["", "b"]))]));
    }

    proptest! {
        #[test]
        fn no_more_is_told_than_is_written(source in "([a-c\\-:\\[\\]{}\"'|>&*#!%?, \t]|\n){0,200}") {
            let (entries, body) = front_matter(&source);
            prop_assert!(entries.is_empty() || body.len() < source.len());
            // An alias is at least as long as the sign that it stands for; keys and texts are parts of the source.
            let told: usize = yaml_entries(&source).iter().map(|(key, _)| key.len()).sum();
            prop_assert!(told <= MAX_BYTES, "{told}");
        }
    }
}
