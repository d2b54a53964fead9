//! The single values of a recipe: yield, picture, language, tags, times.

use std::collections::HashMap;

use recipe::{Language, duration};
use serde_json::Value;
use url::Url;

use crate::text;

const MAX_TAGS: usize = 12;
/// Longer "tags" are sentences written for search engines.
const MAX_TAG_CHARS: usize = 40;
const MAX_PEOPLE: u32 = 1_000;

/// The first text in a value, however it is wrapped.
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

/// The value itself, or the first object of an array.
pub(super) fn first_object(value: &Value) -> &Value {
    match value {
        Value::Array(items) => items.iter().find(|item| item.is_object()).unwrap_or(value),
        _ => value,
    }
}

/// Minutes of a duration: ISO 8601, a number of minutes, or a `Duration` or `QuantitativeValue` around one.
pub(super) fn minutes(value: &Value) -> Option<u32> {
    match value {
        Value::String(text) => duration::minutes(&text::line(text)),
        Value::Number(number) => duration::minutes(&number.to_string()),
        Value::Array(items) => items.iter().find_map(minutes),
        // A range of times counts with its longer end.
        Value::Object(node) => ["@value", "value", "maxValue", "duration", "name"]
            .iter()
            .find_map(|name| minutes(node.get(*name)?)),
        _ => None,
    }
}

/// How many people it serves, if that is what the yield says, and the yield's own words unless they are a bare number.
pub(super) fn servings_and_yield(value: &Value) -> (Option<u32>, Option<String>) {
    let mut texts = Vec::new();
    collect_yields(value, &mut texts);
    let words = texts.iter().find(|text| text.chars().any(char::is_alphabetic));
    let servings =
        words.map_or_else(|| texts.iter().find_map(|text| whole_number(text)), |words| people(words));
    (servings, words.cloned())
}

fn collect_yields(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text::line(text)),
        Value::Number(number) => out.push(number.to_string()),
        Value::Array(items) => items.iter().take(10).for_each(|item| collect_yields(item, out)),
        Value::Object(node) => {
            let part = |name: &str| match node.get(name) {
                Some(Value::String(text)) => Some(text::line(text)),
                Some(Value::Number(number)) => Some(number.to_string()),
                _ => None,
            };
            let amount = part("value").or_else(|| part("@value")).or_else(|| part("name"));
            let words: Vec<_> = [amount, part("unitText")].into_iter().flatten().collect();
            out.push(words.join(" "));
        }
        _ => {}
    }
    out.retain(|text| !text.is_empty());
    for text in out {
        text::cut(text, 200);
    }
}

/// The number of people in "Serves 4-6", "4 personnes", "Para 4 raciones"; "24 cookies" names none.
fn people(words: &str) -> Option<u32> {
    const PEOPLE: [&str; 15] = [
        "serv",
        "person",
        "people",
        "portion",
        "porcion",
        "porción",
        "racion",
        "ración",
        "comensal",
        "personnes",
        "part",
        "convive",
        "guest",
        "adult",
        "pers",
    ];
    let lower = words.to_lowercase();
    let names_people = lower
        .split(|c: char| !c.is_alphabetic())
        .any(|word| PEOPLE.iter().any(|start| word.starts_with(start)));
    let start = lower.find(|c: char| c.is_ascii_digit()).filter(|_| names_people)?;
    let digits =
        lower[start..].find(|c: char| !c.is_ascii_digit()).map_or(lower.len(), |length| start + length);
    // "1.5 servings" is no number of people, "4-6 servings" counts with its lower end.
    let is_whole = !lower[digits..].starts_with(['.', ',', '/'])
        || !lower[digits + 1..].starts_with(|c: char| c.is_ascii_digit());
    whole_number(&lower[start..digits]).filter(|_| is_whole)
}

fn whole_number(text: &str) -> Option<u32> {
    text.trim().trim_end_matches(".0").parse().ok().filter(|people| (1..=MAX_PEOPLE).contains(people))
}

/// The largest picture with an http(s) address, made absolute; the first among equals.
pub(super) fn picture(value: &Value, base: &Url, nodes: &HashMap<&str, &Value>) -> Option<String> {
    let mut pictures = Vec::new();
    collect_pictures(value, nodes, true, &mut pictures);
    let mut best: Option<(u64, String)> = None;
    for (area, address) in pictures {
        let area = if area == 0 { area_in_name(address) } else { area };
        let is_larger = best.as_ref().is_none_or(|(known, _)| area > *known);
        if is_larger && let Some(address) = absolute(address, base) {
            best = Some((area, address));
        }
    }
    best.map(|(_, address)| address)
}

/// WordPress writes the size of what it cut out into the name, "soup-225x225.jpg"; without one it is the original.
fn area_in_name(address: &str) -> u64 {
    let stem = address.rsplit_once('.').map_or(address, |(stem, _)| stem);
    let sides = stem.rsplit_once('-').and_then(|(_, size)| size.split_once('x'));
    let area = sides.and_then(|(width, height)| width.parse::<u64>().ok()?.checked_mul(height.parse().ok()?));
    area.unwrap_or(u64::MAX)
}

fn collect_pictures<'a>(
    value: &'a Value,
    nodes: &HashMap<&str, &'a Value>,
    may_follow: bool,
    out: &mut Vec<(u64, &'a str)>,
) {
    match value {
        Value::String(address) => out.push((0, address)),
        Value::Array(items) => items.iter().for_each(|item| collect_pictures(item, nodes, may_follow, out)),
        Value::Object(node) => {
            let side = |name: &str| node.get(name).map_or(0, pixels);
            let area = side("width").saturating_mul(side("height"));
            let address = ["url", "contentUrl", "@value", "thumbnailUrl"]
                .iter()
                .find_map(|name| first_text(node.get(*name)?));
            let id = node.get("@id").and_then(Value::as_str);
            match (address, id) {
                (Some(address), _) => out.push((area, address)),
                (None, Some(id)) => match nodes.get(id).filter(|_| may_follow) {
                    Some(target) => collect_pictures(target, nodes, false, out),
                    None => out.push((area, id)),
                },
                (None, None) => {}
            }
        }
        _ => {}
    }
}

/// "1200", 1200, "1200px", and a QuantitativeValue around one.
fn pixels(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number.as_u64().unwrap_or_default(),
        Value::String(text) => text.trim().trim_end_matches("px").trim().parse().unwrap_or_default(),
        Value::Object(node) => {
            node.get("value").map_or(0, |inner| if inner.is_object() { 0 } else { pixels(inner) })
        }
        _ => 0,
    }
}

/// An http(s) address, joined to that of the page.
pub(crate) fn absolute(address: &str, base: &Url) -> Option<String> {
    let address = text::decode_entities(address.trim());
    if address.is_empty() || address.len() > 2_000 {
        return None;
    }
    let url = base.join(&address).ok()?;
    // A name such as "#primaryimage" is no picture: it would lead to the page itself.
    let is_page = url.path() == base.path() && url.query() == base.query() && url.host() == base.host();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && !is_page).then(|| url.to_string())
}

/// `inLanguage` as a tag or as a `Language` object; `None` for languages that Zest does not speak.
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

/// Course, cuisine and keywords: split at commas, each once, at most 12, no sentences.
pub(super) fn tags<'a>(values: impl Iterator<Item = &'a Value>) -> Vec<String> {
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

/// The address of a reference: a string, or the `@id` or `url` of an object.
pub(super) fn address(value: &Value) -> Option<&str> {
    match value {
        Value::String(address) => Some(address),
        Value::Array(items) => items.first().and_then(address),
        Value::Object(node) => ["@id", "url"].iter().find_map(|name| node.get(*name)?.as_str()),
        _ => None,
    }
}
