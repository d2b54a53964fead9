use std::collections::HashMap;

use serde_json::Value;
use url::Url;

use super::fields::first_text;
use crate::text;

pub(super) struct Picture {
    pub(super) address: String,
    /// Width times height of the largest version; 0 if unknown.
    pub(super) pixels: u64,
}

/// The largest picture; of equal ones, the first.
pub(super) fn largest(value: &Value, base: &Url, nodes: &HashMap<&str, &Value>) -> Option<Picture> {
    let mut pictures = Vec::new();
    collect_pictures(value, nodes, true, &mut pictures);
    let pixels = pictures.iter().map(|(pixels, _)| *pixels).max().unwrap_or_default();
    let mut best: Option<(u64, String)> = None;
    for (pixels, address) in pictures {
        let area = if pixels == 0 { area_in_name(address) } else { pixels };
        let is_larger = best.as_ref().is_none_or(|(known, _)| area > *known);
        if is_larger && let Some(address) = absolute(address, base) {
            best = Some((area, address));
        }
    }
    best.map(|(_, address)| Picture { address, pixels })
}

/// The area in a WordPress file name such as "soup-225x225.jpg". Returns `u64::MAX` for a name without a size,
/// because such a file is the original.
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

pub(crate) fn absolute(address: &str, base: &Url) -> Option<String> {
    let address = text::decode_entities(address.trim());
    if address.is_empty() || address.len() > 2_000 {
        return None;
    }
    let url = base.join(&address).ok()?;
    // Rejects an address of the page itself, such as "#primaryimage".
    let is_page = url.path() == base.path() && url.query() == base.query() && url.host() == base.host();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && !is_page).then(|| url.to_string())
}
