//! Reads the description below a YouTube video. The page's scripts contain it as plain text with line breaks, so the
//! text reader parses it.

use serde_json::{Deserializer, Value};
use url::Url;

use crate::dom::Dom;
use crate::extraction::{Extraction, Field, Provenance, Reader, Verdict};
use crate::facts::PageMetadata;
use crate::{Text, TextLine, Wrapping, author, limits, others, read_text, schema, text};

const PLAYER: &str = "ytInitialPlayerResponse";
const DATA: &str = "ytInitialData";
/// Keys of the description in [`DATA`].
const DESCRIPTIONS: [&str; 2] = ["attributedDescription", "attributedDescriptionBodyText"];
const MAX_VALUES: usize = 200_000;
const MAX_OTHERS: usize = 20;
const MAX_NAME_BYTES: usize = 200;
const MAX_BLANK_LINES: u8 = 5;

#[derive(Debug, Default)]
struct Video {
    title: Option<String>,
    author: Option<String>,
    description: Option<String>,
    picture: Option<String>,
    /// Whether the site asks for a sign-in, for example to exclude robots.
    is_refused: bool,
}

pub(crate) fn is_video(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let path = url.path();
    match host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(host) {
        "youtube.com" | "youtube-nocookie.com" => {
            path == "/watch" || ["/shorts/", "/live/", "/embed/"].iter().any(|kind| path.starts_with(kind))
        }
        "youtu.be" => path.len() > 1,
        _ => false,
    }
}

/// Reads the description's recipe, or the one with the title `part`.
pub(crate) fn read(
    source: &str,
    dom: &Dom,
    facts: &PageMetadata,
    base: &Url,
    part: Option<&str>,
) -> Extraction {
    let video = video_of(source, dom, facts);
    let Some(description) = &video.description else {
        let verdict = if video.is_refused { Verdict::Challenge } else { Verdict::VideoWithoutRecipe };
        return Extraction::only(verdict);
    };
    let described = Text { name: video.title.clone(), ..text_of(description) };
    let mut recipes = read_text(&described);
    recipes.retain(|recipe| recipe.verdict == Verdict::Recipe);
    let titles: Vec<String> = recipes.iter().filter_map(|recipe| recipe.content.title.clone()).collect();
    let place = part.map_or(Some(0), |part| {
        let is_part = |recipe: &Extraction| {
            recipe.content.title.as_deref().is_some_and(|title| others::is_same_name(title, part))
        };
        recipes.iter().position(is_part)
    });
    let Some(mut recipe) =
        place.filter(|place| *place < recipes.len()).map(|place| recipes.swap_remove(place))
    else {
        return Extraction::only(Verdict::VideoWithoutRecipe);
    };
    for entry in &mut recipe.provenance {
        if entry.reader == Reader::Text {
            entry.reader = Reader::Video;
        }
    }
    if recipes.is_empty() {
        name_like_video(&mut recipe, video.title);
    } else if part.is_none() {
        recipe.other_recipes = other_names(&recipe, titles);
    }
    add_facts(&mut recipe, video.author, video.picture, base);
    recipe
}

fn video_of(source: &str, dom: &Dom, facts: &PageMetadata) -> Video {
    let player = value_of(source, dom, PLAYER).unwrap_or_default();
    let text_at = |pointer: &str| {
        player.pointer(pointer).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    };
    let described = text_at("/videoDetails/shortDescription")
        .or_else(|| text_at("/microformat/playerMicroformatRenderer/description/simpleText"))
        .map(str::to_owned)
        .or_else(|| value_of(source, dom, DATA).and_then(description_in))
        .or_else(|| description_on(dom))
        .or_else(|| facts.description.clone());
    let thumbnails = player.pointer("/videoDetails/thumbnail/thumbnails").and_then(Value::as_array);
    let largest = thumbnails.and_then(|all| all.last()).and_then(|last| last.get("url")?.as_str());
    Video {
        title: text_at("/videoDetails/title").map(text::line).or_else(|| facts.shared_title.clone()),
        author: text_at("/videoDetails/author").and_then(author::name),
        picture: facts.picture.clone().or_else(|| largest.map(str::to_owned)),
        description: described,
        is_refused: text_at("/playabilityStatus/status") == Some("LOGIN_REQUIRED"),
    }
}

fn value_of(source: &str, dom: &Dom, name: &str) -> Option<Value> {
    let scripts = dom.scripts.iter().filter_map(|script| source.get(script.clone()));
    let mut assigned = scripts.flat_map(|script| {
        script.match_indices(name).filter_map(|(at, _)| {
            let after = script.get(at + name.len()..)?.trim_start_matches(['"', '\'', ']', ' ']);
            Some(after.strip_prefix('=')?.trim_start())
        })
    });
    assigned.find_map(|value| Deserializer::from_str(value).into_iter::<Value>().next()?.ok())
}

fn description_in(data: Value) -> Option<String> {
    let mut open = vec![data];
    let mut values_left = MAX_VALUES;
    while let Some(value) = open.pop() {
        values_left = values_left.checked_sub(1)?;
        match value {
            Value::Array(items) => open.extend(items.into_iter().rev()),
            Value::Object(node) => {
                let content = DESCRIPTIONS.iter().find_map(|key| node.get(*key)?.get("content")?.as_str());
                if let Some(content) = content.filter(|content| !content.trim().is_empty()) {
                    return Some(content.to_owned());
                }
                open.extend(node.into_iter().map(|(_, member)| member));
            }
            _ => {}
        }
    }
    None
}

/// The longest description on a rendered page, because a short one precedes it.
fn description_on(dom: &Dom) -> Option<String> {
    let expander = dom.descendants(Dom::ROOT).find(|id| {
        matches!(dom.attribute(*id, "id"), Some("description-inline-expander" | "description-text"))
    })?;
    let texts = dom.descendants(expander).filter(|id| dom.name(*id) == "yt-attributed-string");
    texts.map(|id| dom.raw_text(id)).max_by_key(String::len).filter(|text| !text.trim().is_empty())
}

fn text_of(description: &str) -> Text {
    let mut lines: Vec<TextLine> = Vec::new();
    let mut blanks = 0_u8;
    for line in description.lines().filter_map(without_address) {
        if line.is_empty() {
            blanks = blanks.saturating_add(1).min(MAX_BLANK_LINES);
            continue;
        }
        let space_above = if lines.is_empty() { 0.0 } else { f32::from(blanks) };
        lines.push(TextLine { text: line, space_above, ..TextLine::default() });
        blanks = 0;
    }
    Text { lines, wrapping: Wrapping::Whole, ..Text::default() }
}

/// Drops a line with a URL as advertising; in a line that starts with a number, drops only the URL.
fn without_address(line: &str) -> Option<String> {
    let line = text::line(line);
    if !line.contains("http://") && !line.contains("https://") {
        return Some(line);
    }
    let is_ingredient = text::without_bullet(&line).starts_with(char::is_numeric);
    let words = line.split(' ').filter(|word| !word.starts_with("http://") && !word.starts_with("https://"));
    is_ingredient.then(|| words.collect::<Vec<_>>().join(" "))
}

/// Names the only recipe like the video: the first line of the description is often a greeting.
fn name_like_video(recipe: &mut Extraction, title: Option<String>) {
    let Some(title) = title else { return };
    let mut title = schema::headings::without_recipe_word(without_hashtags(&title));
    text::truncate_at_character(&mut title, limits::MAX_TEXT_BYTES);
    if title.chars().any(char::is_alphabetic) {
        recipe.content.title = Some(title);
        put_origin(recipe, Field::Title, "videoDetails/title");
    }
}

/// "Corn soup #shorts #easy" becomes "Corn soup".
fn without_hashtags(title: &str) -> String {
    title.split_whitespace().filter(|word| !word.starts_with('#')).collect::<Vec<_>>().join(" ")
}

fn other_names(recipe: &Extraction, titles: Vec<String>) -> Vec<String> {
    let own = recipe.content.title.as_deref().unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    for title in titles {
        let is_known = names.iter().any(|name| others::is_same_name(name, &title));
        if !is_known && !others::is_same_name(own, &title) && title.len() <= MAX_NAME_BYTES {
            names.push(title);
        }
    }
    names.truncate(MAX_OTHERS);
    names
}

fn add_facts(recipe: &mut Extraction, author: Option<String>, picture: Option<String>, base: &Url) {
    if let Some(author) = author
        && recipe.content.author.is_none()
    {
        recipe.content.author = Some(author);
        put_origin(recipe, Field::Author, "videoDetails/author");
    }
    if let Some(picture) = picture.and_then(|picture| schema::absolute(&picture, base)) {
        recipe.content.picture_url = Some(picture);
        put_origin(recipe, Field::PictureUrl, "meta[og:image]");
    }
}

fn put_origin(recipe: &mut Extraction, field: Field, path: &str) {
    recipe.provenance.retain(|entry| entry.field != field);
    recipe.provenance.push(Provenance::of_field(field, Reader::Page, path.to_owned()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_one_video_are_videos() {
        for (address, expected) in [
            ("https://www.youtube.com/watch?v=abc", true),
            ("https://m.youtube.com/watch?v=abc", true),
            ("https://youtube.com/shorts/abc", true),
            ("https://www.youtube.com/live/abc", true),
            ("https://youtu.be/abc?t=3", true),
            ("https://youtu.be/", false),
            ("https://www.youtube.com/@cook", false),
            ("https://www.youtube.com/playlist?list=abc", false),
            ("https://notyoutube.com/watch?v=abc", false),
            ("https://green-ladle.example/watch?v=abc", false),
        ] {
            assert_eq!(is_video(&Url::parse(address).unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn addresses_leave_ingredients_and_other_lines_go() {
        for (line, expected) in [
            ("2 tbsp miso https://shop.example/miso", Some("2 tbsp miso")),
            ("My pan: https://shop.example/pan", None),
            ("Simmer.", Some("Simmer.")),
        ] {
            assert_eq!(without_address(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn hashtags_leave_the_title() {
        assert_eq!(without_hashtags("Corn soup #shorts  #easy"), "Corn soup");
        assert_eq!(without_hashtags("#shorts"), "");
    }
}
