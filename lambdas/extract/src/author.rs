//! Reads author names without leads ("By"), and rejects dates, URLs and placeholders.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use crate::text;

pub(crate) const MAX_CHARS: usize = 80;
const MAX_RAW_BYTES: usize = 2_000;
const MAX_NAMES: usize = 3;
const MAX_LISTED: usize = 20;
const MAX_LAYERS: usize = 3;
const MAX_SHOWN_WORDS: usize = 5;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    leads: Vec<String>,
    nobody: HashSet<String>,
    no_names: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by tests of this module")]
    let mut words: Words =
        toml::from_str(include_str!("../words/author.toml")).expect("the words are well-formed");
    words.leads.sort_by_key(|lead| std::cmp::Reverse(lead.len()));
    words
});

pub(crate) fn name(raw: &str) -> Option<String> {
    if raw.len() > MAX_RAW_BYTES {
        return None;
    }
    let line = text::line(raw);
    name_before_separator(after_lead(&line).unwrap_or(&line))
}

/// The author of a text, person, organization, reference into `nodes`, or list of these.
pub(crate) fn of_value(value: &Value, nodes: &HashMap<&str, &Value>) -> Option<String> {
    let items = match value {
        Value::Array(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut names: Vec<String> = Vec::new();
    for item in items.iter().take(MAX_LISTED) {
        let of = |value: &Value| text_in(value, MAX_LAYERS).and_then(name);
        let Some(name) = of(item).or_else(|| of(named(item, nodes)?)) else { continue };
        let chars: usize = names.iter().map(|known| known.chars().count() + 2).sum();
        if names.len() < MAX_NAMES && chars + name.chars().count() <= MAX_CHARS && !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| names.join(", "))
}

/// The author in a visible byline, which must start with a lead.
pub(crate) fn of_byline(shown: &str) -> Option<String> {
    let line = text::line(&shown.replace('\n', " | "));
    shown_name(after_lead(&line)?)
}

/// The author in a link. The text must be short, because many author links have other texts.
pub(crate) fn of_link(shown: &str) -> Option<String> {
    let line = text::line(&shown.replace('\n', " | "));
    shown_name(after_lead(&line).unwrap_or(&line))
}

fn shown_name(line: &str) -> Option<String> {
    let name = name_before_separator(line)?;
    let words = || name.split([' ', ',']).filter(|word| !word.is_empty());
    let is_name = words().count() <= MAX_SHOWN_WORDS
        && !name.starts_with(char::is_lowercase)
        && !words().any(|word| WORDS.no_names.contains(&word.to_lowercase()));
    is_name.then_some(name)
}

fn after_lead(line: &str) -> Option<&str> {
    let found = WORDS.leads.iter().find_map(|lead| {
        let mut rest = line;
        for c in lead.chars() {
            let mut behind = rest.chars();
            let same = behind.next()?.to_lowercase().eq(c.to_lowercase());
            rest = same.then_some(behind.as_str())?;
        }
        rest.starts_with([' ', ':', '|']).then_some(rest)
    })?;
    Some(found.trim_start_matches([' ', ':', '|']))
}

fn name_before_separator(line: &str) -> Option<String> {
    let name = ["|", "•", "·", "—", " – ", " - ", " @ "]
        .iter()
        .fold(line, |rest, sign| rest.split_once(sign).map_or(rest, |(before, _)| before))
        .trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '–' | '*' | '"' | '“' | '”')
        });
    is_name(name).then(|| name.to_owned())
}

fn is_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_address = lower.contains("://") || lower.starts_with("www.") || lower.starts_with('/');
    let is_mail = name.char_indices().any(|(at, c)| c == '@' && at > 0);
    let is_template = name.contains(['{', '}', '<', '>', '[', ']', '=', '%', '\\']);
    name.chars().count() <= MAX_CHARS
        && name.chars().any(char::is_alphabetic)
        && !is_address
        && !is_mail
        && !is_template
        && !is_host(&lower)
        && !name.split([' ', ',']).any(is_date)
        && !WORDS.nobody.contains(&lower)
        && !WORDS.leads.contains(&lower)
}

fn is_host(lower: &str) -> bool {
    let Some((before, last)) = lower.rsplit_once('.') else { return false };
    let is_plain = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'));
    before.len() > 1
        && (2..=12).contains(&last.len())
        && is_plain(before)
        && last.bytes().all(|b| b.is_ascii_lowercase())
}

fn is_date(word: &str) -> bool {
    let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    let numbers = word.split(['/', '.', '-']);
    numbers.clone().all(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
        && (is_year || numbers.count() == 3)
}

fn named<'a>(value: &Value, nodes: &HashMap<&str, &'a Value>) -> Option<&'a Value> {
    let id = match value {
        Value::String(id) => id.as_str(),
        Value::Object(node) => node.get("@id")?.as_str()?,
        _ => return None,
    };
    nodes.get(id).copied()
}

fn text_in(value: &Value, layers: usize) -> Option<&str> {
    let within = layers.checked_sub(1);
    match value {
        Value::String(text) => Some(text),
        Value::Array(items) => items.iter().take(MAX_LISTED).find_map(|item| text_in(item, within?)),
        Value::Object(node) => {
            ["@value", "name", "text", "value"].iter().find_map(|name| text_in(node.get(*name)?, within?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn name_is_kept_without_lead_and_suffix() {
        for (raw, expected) in [
            ("Ann Lee", Some("Ann Lee")),
            (" By  Ann Lee ", Some("Ann Lee")),
            ("Recipe by: Ann Lee", Some("Ann Lee")),
            ("Por Ana García", Some("Ana García")),
            ("RECETTE DE Léa", Some("Léa")),
            ("Ann &amp; Bo Lee", Some("Ann & Bo Lee")),
            ("<a href='/ann'>Ann Lee</a>", Some("Ann Lee")),
            ("Ann Lee | Green Ladle", Some("Ann Lee")),
            ("Ann Lee @ Green Ladle", Some("Ann Lee")),
            ("Ann Lee – 3 May 2021", Some("Ann Lee")),
            ("Byron Smith", Some("Byron Smith")),
            ("Von Diaz", Some("Von Diaz")),
            ("J. Kenji López-Alt", Some("J. Kenji López-Alt")),
            ("Dr. No", Some("Dr. No")),
            ("@ann_cooks", Some("@ann_cooks")),
            ("料理人", Some("料理人")),
            ("admin", None),
            ("Admin", None),
            ("By admin", None),
            ("Site Staff", None),
            ("La rédaction", None),
            ("By", None),
            ("", None),
            ("123", None),
            ("***", None),
            ("https://kitchen.example/ann", None),
            ("www.kitchen.example", None),
            ("kitchen.example", None),
            ("/author/ann", None),
            ("ann@kitchen.example", None),
            ("Ann Lee, May 2021", None),
            ("Ann 03/05/2021", None),
            ("{{author}}", None),
            ("{{ post.author }}", None),
            ("%author%", None),
            (&"a".repeat(81), None),
        ] {
            assert_eq!(name(raw).as_deref(), expected, "{raw:?}");
        }
    }

    #[test]
    fn authors_in_structured_data_are_read_in_every_shape() {
        let ann = json!({"@type": "Person", "name": "Ann Lee"});
        let nodes = HashMap::from([("#ann", &ann)]);
        for (value, expected) in [
            (json!("Ann Lee"), Some("Ann Lee")),
            (json!({"@type": "Organization", "name": "Green Ladle"}), Some("Green Ladle")),
            (json!({"@type": "Person", "name": ["Ann Lee", "A. Lee"]}), Some("Ann Lee")),
            (json!({"name": {"@value": "Ann Lee", "@language": "en"}}), Some("Ann Lee")),
            (json!({"@id": "#ann"}), Some("Ann Lee")),
            (json!([{"@id": "#ann"}, {"name": "Bo Park"}, {"name": "Ann Lee"}]), Some("Ann Lee, Bo Park")),
            (json!(["A", "B", "C", "D"]), Some("A, B, C")),
            (json!([{"@type": "Person"}, {"name": "admin"}, "Bo"]), Some("Bo")),
            (json!(["a".repeat(79), "Bo"]), Some(&*"a".repeat(79))),
            (json!({"@id": "#nobody"}), None),
            (json!({"@type": "Person", "url": "https://kitchen.example/ann"}), None),
            (json!(7), None),
            (json!([]), None),
        ] {
            assert_eq!(of_value(&value, &nodes).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn visible_text_is_a_name_only_without_other_words() {
        for (shown, byline, link) in [
            ("By Ann Lee", Some("Ann Lee"), Some("Ann Lee")),
            ("By\nAnn Lee\nMay 3, 2021", Some("Ann Lee"), Some("Ann Lee")),
            ("Par Léa | 3 mai", Some("Léa"), Some("Léa")),
            ("Ann Lee", None, Some("Ann Lee")),
            ("Read more", None, None),
            ("About the Author", None, None),
            ("View all posts by Ann", None, None),
            ("By the way, this soup is good", None, None),
            ("By hand", None, None),
            ("By Ann Lee on May 3, 2021", None, None),
            ("Por Ana, actualizado ayer", None, None),
            ("", None, None),
        ] {
            assert_eq!(of_byline(shown).as_deref(), byline, "{shown:?}");
            assert_eq!(of_link(shown).as_deref(), link, "{shown:?}");
        }
    }
}
