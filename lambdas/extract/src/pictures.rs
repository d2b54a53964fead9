use std::collections::HashSet;

use url::Url;

use crate::dom::{Dom, Kind, NodeId, Step};
use crate::names;
use crate::schema;

/// Minimum of each known side in pixels; smaller pictures are icons.
const MIN_SIDE: u64 = 140;
const LARGE_SIDE: u64 = 300;
const MAX_PICTURES: usize = 200;
const MIN_SCORE: i32 = 2;
const MAX_NAMES: usize = 8;

/// The picture with the highest score: named like the dish, marked as the main picture, or near the heading.
pub(crate) fn shown(dom: &Dom, title: Option<&str>, base: &Url) -> Option<(String, &'static str)> {
    let title: HashSet<String> = title.map(words).unwrap_or_default();
    let mut best: Option<(i32, String)> = None;
    let (mut seen, mut after_heading, mut links) = (0, None, 0_u32);
    let mut walk = dom.walk(Dom::ROOT);
    while let Some(step) = walk.next() {
        let id = match step {
            Step::Enter(id) => id,
            Step::Leave(id) => {
                links -= u32::from(leads_to_page(dom, id));
                continue;
            }
        };
        let name = dom.name(id);
        if matches!(name, "nav" | "footer" | "template" | "noscript" | "iframe")
            || !name.is_empty() && names::is_aside(dom, id)
        {
            walk.skip_below(id);
            continue;
        }
        links += u32::from(leads_to_page(dom, id));
        if name == "h1" {
            after_heading = Some(0);
        }
        if name != "img" {
            continue;
        }
        let Some(picture) = Picture::of(dom, id) else { continue };
        let Some(address) = schema::absolute(picture.address, base) else { continue };
        let mut score = picture.score(&title);
        if links > 0 {
            score -= 3;
        } else if let Some(count) = &mut after_heading {
            score += match *count {
                0 => 2,
                1 => 1,
                _ => 0,
            };
            *count += 1;
        }
        if score >= MIN_SCORE && best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, address));
        }
        seen += 1;
        if seen >= MAX_PICTURES {
            break;
        }
    }
    best.map(|(_, address)| (address, "img"))
}

/// Whether the element links to a page, not to a larger picture. Pictures of other recipes link to pages.
fn leads_to_page(dom: &Dom, id: NodeId) -> bool {
    let is_picture = |address: &str| {
        let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        path.is_empty() || [".jpg", ".jpeg", ".png", ".webp", ".avif"].iter().any(|end| path.ends_with(end))
    };
    dom.name(id) == "a" && dom.attribute(id, "href").is_some_and(|address| !is_picture(address))
}

pub(crate) fn is_placeholder(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let is_sign = |word: &str| {
        matches!(
            word,
            "logo"
                | "logos"
                | "favicon"
                | "siteicon"
                | "icon"
                | "icons"
                | "avatar"
                | "placeholder"
                | "spacer"
                | "pixel"
                | "blank"
                | "loader"
        )
    };
    stem.contains("favicon")
        || stem.split(|c: char| !c.is_ascii_alphabetic()).any(is_sign)
        || ["default", "logo", "no-image", "noimage"].iter().any(|word| stem.starts_with(word))
        || stem.ends_with("logo")
}

struct Picture<'a> {
    address: &'a str,
    alt: &'a str,
    names: &'a str,
    is_marked: bool,
    is_large: bool,
}

impl<'a> Picture<'a> {
    /// Reads a picture; `None` if it is small, an SVG, a GIF or a logo.
    fn of(dom: &'a Dom, id: NodeId) -> Option<Self> {
        let Kind::Element { attributes, .. } = &dom.node(id).kind else { return None };
        let (mut address, mut lazy, mut from_set) = (None, None, None);
        let (mut alt, mut names, mut is_marked) = ("", "", false);
        let mut sides = [0_u64; 2];
        for attribute in attributes {
            let value = attribute.value.trim();
            match &*attribute.name.local {
                "src" => address = Some(value),
                // Lazy-loaded pictures have their address here.
                "data-src" | "data-lazy-src" | "data-original" | "data-lazy" | "data-orig-file"
                    if !value.is_empty() =>
                {
                    lazy = Some(value);
                }
                "srcset" | "data-srcset" | "data-lazy-srcset" => {
                    from_set = largest_of_set(value).or(from_set)
                }
                "alt" => alt = value,
                "class" => names = value,
                "itemprop" => is_marked = value == "image",
                "width" => sides[0] = value.trim_end_matches("px").parse().unwrap_or_default(),
                "height" => sides[1] = value.trim_end_matches("px").parse().unwrap_or_default(),
                _ => {}
            }
        }
        let set_width = from_set.map_or(0, |(_, width)| width);
        let is_empty = |address: &&str| address.is_empty() || address.starts_with("data:");
        let address =
            lazy.or(address).filter(|address| !is_empty(address)).or(from_set.map(|(address, _)| address))?;
        let side = sides[0].max(set_width);
        let is_small = (1..MIN_SIDE).contains(&side) || (1..MIN_SIDE).contains(&sides[1]);
        let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        if is_small
            || path.ends_with(".svg")
            || path.ends_with(".gif")
            || is_placeholder(address)
            || has_foreign_name(names)
        {
            return None;
        }
        Some(Self { address, alt, names, is_marked, is_large: side >= LARGE_SIDE })
    }

    fn score(&self, title: &HashSet<String>) -> i32 {
        let file =
            self.address.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        let mut picture_words = words(file);
        picture_words.extend(words(self.alt));
        let shared = picture_words.intersection(title).count();
        let is_named = shared * 2 > title.len();
        let is_featured = self.names.split_ascii_whitespace().take(MAX_NAMES).any(|name| {
            let name = name.to_ascii_lowercase();
            matches!(name.as_str(), "photo" | "u-photo" | "wp-post-image")
                || ["featured", "hero", "recipe-image", "recipe-photo"].iter().any(|word| name.contains(word))
        });
        3 * i32::from(is_named)
            + i32::from(shared > 0)
            + 2 * i32::from(shared > 1 && shared == title.len())
            + 2 * i32::from(self.is_marked || is_featured)
            + i32::from(self.is_large)
    }
}

/// The widest entry of `srcset` and its width, which is 0 for entries with densities.
fn largest_of_set(set: &str) -> Option<(&str, u64)> {
    let mut best: Option<(&str, u64)> = None;
    for entry in set.split(", ").take(30) {
        let mut parts = entry.split_ascii_whitespace();
        let Some(address) = parts.next() else { continue };
        let width = parts
            .next()
            .and_then(|size| size.trim_end_matches(',').strip_suffix('w')?.parse().ok())
            .unwrap_or_default();
        if best.is_none_or(|(_, known)| width > known) {
            best = Some((address, width));
        }
    }
    best
}

fn has_foreign_name(names: &str) -> bool {
    names.split(|c: char| !c.is_ascii_alphanumeric()).take(2 * MAX_NAMES).any(|name| {
        ["logo", "avatar", "icon", "badge", "emoji", "gravatar", "pixel", "sponsor"]
            .iter()
            .any(|word| name.eq_ignore_ascii_case(word))
    })
}

fn words(text: &str) -> HashSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 2 && !word.bytes().any(|b| b.is_ascii_digit()))
        .take(40)
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn shown_selects_the_picture_of_the_dish() {
        let base = Url::parse("https://example.org/soups/plum").unwrap();
        for (page, expected) in [
            ("<h1>Plum soup</h1><img src=/a.jpg><img src=/b.jpg>", Some("/a.jpg")),
            ("<h1>Plum soup</h1><img src=/a.jpg width=60><img src=/b.jpg>", Some("/b.jpg")),
            ("<h1>Plum soup</h1><img src=/img/site-logo.png><img src=/b.jpg>", Some("/b.jpg")),
            ("<h1>Plum soup</h1><img src=/a.jpg class='author-avatar'><img src=/b.jpg>", Some("/b.jpg")),
            ("<h1>Plum soup</h1><img src=data:image/gif;base64,AA data-src=/real.jpg>", Some("/real.jpg")),
            ("<h1>Plum soup</h1><img srcset='/s.jpg 300w, /l.jpg 1200w'>", Some("/l.jpg")),
            (
                "<h1>Plum soup</h1><img src=/x.jpg><img src=/y.jpg><img src=/plum-soup.jpg>",
                Some("/plum-soup.jpg"),
            ),
            (
                "<img src=/hero.jpg class=wp-post-image width=800><h1>Plum soup</h1><img src=/b.jpg>",
                Some("/hero.jpg"),
            ),
            ("<h1>Plum soup</h1><a href=/pear><img src=/pear-soup.jpg></a><img src=/x.jpg>", Some("/x.jpg")),
            ("<h1>Plum soup</h1><a href=/large.jpg><img src=/x.jpg></a>", Some("/x.jpg")),
            ("<nav><img src=/plum-soup.jpg></nav><h1>Plum soup</h1>", None),
            ("<img src=/a.jpg><h2>Plum soup</h2>", None),
            ("<h1>Plum soup</h1><img src=/drawing.svg><img src=/dots.gif>", None),
        ] {
            let found = shown(&parse::parse(page), Some("Plum soup"), &base).map(|(address, _)| address);
            let expected = expected.map(|path| format!("https://example.org{path}"));
            assert_eq!(found, expected, "{page}");
        }
    }

    #[test]
    fn logos_are_placeholders() {
        for (address, expected) in [
            ("https://example.org/media/icon.jpg", true),
            ("https://example.org/media/site-logo.png?v=2", true),
            ("https://example.org/media/examplelogo.png", true),
            ("https://example.org/media/default-share.jpg", true),
            ("https://example.org/media/favicon-32.png", true),
            ("https://example.org/icons/plum-soup.jpg", false),
            ("https://example.org/media/iconic-plum-soup.jpg", false),
            ("https://example.org/media/catalogo-plum.jpg", false),
        ] {
            assert_eq!(is_placeholder(address), expected, "{address}");
        }
    }
}
