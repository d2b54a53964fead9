//! Reads yield, language, tags and times of structured data.

use recipe::{Language, Span, duration};
use serde_json::Value;

use super::quantity;
use super::words::WORDS;
use crate::text;

const MAX_TAGS: usize = 12;
/// Maximum length of a tag in characters; longer ones are sentences.
const MAX_TAG_CHARS: usize = 40;
const MAX_PEOPLE: u32 = 1_000;

pub(super) fn first_text(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Array(items) => items.iter().find_map(first_text),
        Value::Object(node) => {
            ["@value", "text", "name", "value"].iter().find_map(|name| node.get(*name)?.as_str())
        }
        _ => None,
    }
}

pub(super) fn first_object(value: &Value) -> &Value {
    match value {
        Value::Array(items) => items.iter().find(|item| item.is_object()).unwrap_or(value),
        _ => value,
    }
}

/// Minutes of an ISO 8601 duration, a number, or an object that contains one.
pub(super) fn minutes(value: &Value) -> Option<u32> {
    match value {
        Value::String(text) => duration::minutes(&text::line(text)),
        Value::Number(number) => duration::minutes(&number.to_string()),
        Value::Array(items) => items.iter().find_map(minutes),
        Value::Object(node) => ["@value", "value", "maxValue", "duration", "name"]
            .iter()
            .find_map(|name| minutes(node.get(*name)?)),
        _ => None,
    }
}

/// The servings, if people are counted, and the text, unless it is only a number.
pub(super) fn yields(value: &Value) -> (Option<u32>, Option<String>) {
    let mut texts = Vec::new();
    collect_yields(value, &mut texts);
    let has_words = |text: &&String| text.chars().any(char::is_alphabetic);
    let is_range =
        |text: &&String| text.contains(['-', '–']) && text.starts_with(|c: char| c.is_ascii_digit());
    let words = texts.iter().find(has_words).or_else(|| texts.iter().find(is_range));
    match words {
        Some(range) if !has_words(&range) => (numbers_in(range).next(), Some(range.clone())),
        Some(words) => {
            let (people, yields) = servings_and_yield(words);
            // A separate number is the servings, as 8 beside "1 loaf of 24 cm", unless the text repeats it,
            // as 32 beside "32 cookies".
            let bare = texts.iter().find_map(|text| whole_number(text));
            let is_repeated = |number: &u32| numbers_in(words).any(|known| known == *number);
            let servings = people.or_else(|| number_before_bracket(words));
            (servings.or_else(|| bare.filter(|number| !is_repeated(number))), yields)
        }
        None => (texts.iter().find_map(|text| whole_number(text)), None),
    }
}

fn number_before_bracket(words: &str) -> Option<u32> {
    let (number, _) = words.strip_suffix([')', ']'])?.split_once(['(', '['])?;
    whole_number(number)
}

/// The nutrient with its unit, once; `None` if the text has no value.
pub(super) fn nutrient(text: &str, unit: &str) -> Option<String> {
    let mut words: Vec<&str> = Vec::new();
    let has_placeholder = text.split_whitespace().any(text::is_placeholder);
    for word in text.split_whitespace().filter(|word| !text::is_placeholder(word)) {
        // Drops a repeated unit: "450 calories calories", "12g g".
        let is_repeated = words.last().is_some_and(|last| {
            word.chars().all(char::is_alphabetic)
                && last.trim_start_matches(|c: char| !c.is_alphabetic()).eq_ignore_ascii_case(word)
        });
        if !is_repeated {
            words.push(word);
        }
    }
    let text = words.join(" ");
    if !text.contains(char::is_alphanumeric) || has_placeholder && !text.contains(char::is_numeric) {
        return None;
    }
    let is_number = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    Some(if is_number { format!("{text} {unit}") } else { text })
}

fn numbers_in(words: &str) -> impl Iterator<Item = u32> {
    words.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}

fn servings_and_yield(text: &str) -> (Option<u32>, Option<String>) {
    let is_number = !text.contains(|c: char| c.is_alphabetic() || matches!(c, '-' | '–'));
    if is_number {
        return (None, None);
    }
    (people(text), Some(text.to_owned()))
}

fn collect_yields(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let line = text::line(text);
            let stated = text::without_placeholders(&line);
            // "NaN servings" has no number and is not a value.
            if stated == line || stated.contains(char::is_numeric) {
                out.push(stated);
            }
        }
        Value::Number(number) => out.push(number.to_string()),
        Value::Array(items) => items.iter().take(10).for_each(|item| collect_yields(item, out)),
        Value::Object(node) => {
            let amount = quantity::of(node).or_else(|| node.get("name").and_then(quantity::scalar));
            out.push(text::without_placeholders(&text::line(&amount.unwrap_or_default())));
        }
        _ => {}
    }
    out.retain(|text| !text.is_empty());
    for text in out {
        text::truncate_at_character(text, 200);
    }
}

/// Number of people in "Serves 4-6" and "4 personnes", but not in "24 cookies".
fn people(words: &str) -> Option<u32> {
    let lower = words.to_lowercase();
    let names_people = lower
        .split(|c: char| !c.is_alphabetic())
        .any(|word| WORDS.people.iter().any(|start| word.starts_with(start.as_str())));
    if !names_people {
        return None;
    }
    let Some(start) = lower.find(|c: char| c.is_ascii_digit()) else {
        return lower.split(|c: char| !c.is_alphabetic()).find_map(|word| WORDS.numbers.get(word)).copied();
    };
    let digits =
        lower.span(start..).find(|c: char| !c.is_ascii_digit()).map_or(lower.len(), |length| start + length);
    // Rejects "1.5 servings". "4-6 servings" are 4.
    let is_whole = !lower.span(digits..).starts_with(['.', ',', '/'])
        || !lower.span(digits + 1..).starts_with(|c: char| c.is_ascii_digit());
    whole_number(lower.span(start..digits)).filter(|_| is_whole)
}

fn whole_number(text: &str) -> Option<u32> {
    text.trim().trim_end_matches(".0").parse().ok().filter(|people| (1..=MAX_PEOPLE).contains(people))
}

pub(super) fn language(value: &Value) -> Option<Language> {
    match value {
        Value::String(tag) => Language::from_tag(tag),
        Value::Array(items) => items.first().and_then(language),
        Value::Object(node) => ["alternateName", "@id", "name", "@value"]
            .iter()
            .find_map(|name| Language::from_tag(node.get(*name)?.as_str()?)),
        _ => None,
    }
}

/// At most 12 distinct tags, split at commas, semicolons and bars, without sentences and URLs.
pub(crate) fn tags<'a>(values: impl Iterator<Item = &'a Value>) -> Vec<String> {
    let mut raw = Vec::new();
    values.for_each(|value| collect_tags(value, &mut raw));
    let mut tags: Vec<String> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for text in raw {
        let text = text::line(text);
        for tag in text.split([',', ';', '|']).map(|tag| tag.trim().trim_start_matches('#')) {
            let key = text::letters(tag);
            let is_sane = !key.is_empty() && tag.chars().count() <= MAX_TAG_CHARS && !tag.contains("://");
            if is_sane && !seen.contains(&key) {
                seen.push(key);
                tags.push(tag.to_owned());
            }
            if tags.len() == MAX_TAGS {
                return tags;
            }
        }
    }
    tags
}

fn collect_tags<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_tags(item, out)),
        other => out.extend(first_text(other)),
    }
}

/// Returns a string, or the `@id` or `url` of an object.
pub(super) fn address(value: &Value) -> Option<&str> {
    match value {
        Value::String(address) => Some(address),
        Value::Array(items) => items.first().and_then(address),
        Value::Object(node) => ["@id", "url"].iter().find_map(|name| node.get(*name)?.as_str()),
        _ => None,
    }
}
