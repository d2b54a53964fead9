use std::collections::HashSet;

use recipe::Language;
use url::Url;

use crate::author;
use crate::cues;
use crate::dom::{Dom, NodeId};
use crate::pictures;
use crate::site_names::{SEPARATORS, SiteNames};
use crate::text;

#[derive(Debug, Default)]
pub(crate) struct PageMetadata {
    /// First non-empty `<h1>`, except a link to the site's home page.
    pub(crate) heading: Option<String>,
    /// First non-empty `<h2>`, except a link to the site's home page.
    subheading: Option<String>,
    /// Texts of links to a home page; with the site's name among them.
    home_links: Vec<String>,
    /// `og:title`.
    pub(crate) shared_title: Option<String>,
    /// `og:site_name` or `application-name`.
    pub(crate) site_name: Option<String>,
    /// `<title>`, often with the site's name.
    pub(crate) title: Option<String>,
    /// `og:image`, `twitter:image` or `image_src`, unresolved; never a logo.
    pub(crate) picture: Option<String>,
    pub(crate) picture_path: &'static str,
    pub(crate) picture_pixels: u64,
    pub(crate) description: Option<String>,
    /// `<link rel=canonical>`, unresolved.
    pub(crate) canonical: Option<String>,
    pub(crate) language: Option<Language>,
    /// Author from a link or byline, with the source.
    pub(crate) author: Option<(String, &'static str)>,
}

impl PageMetadata {
    /// The title without the site's name, and its source. The heading comes first, unless it is the site's name or
    /// shares no word with `og:title`.
    pub(crate) fn best_title(&self, page: &Url) -> Option<(&str, &'static str)> {
        let site = SiteNames::of(page, self.site_name.as_deref().into_iter().chain(self.home_names()));
        let heading = (&self.heading, "h1");
        let shared = (&self.shared_title, "meta[og:title]");
        let title = (&self.title, "title");
        let subheading = (&self.subheading, "h2");
        let is_site = self.heading.as_deref().is_some_and(|heading| site.has(heading));
        let named = if is_site {
            [shared, title, subheading, heading]
        } else if self.is_heading_of_site(page) {
            [shared, heading, title, subheading]
        } else {
            [heading, shared, title, subheading]
        };
        let usable = |may_be_site: bool| {
            named.into_iter().find_map(|(title, path)| {
                let title = title.as_deref().map(|title| site.without(title))?;
                let is_of_site = path != "h1" && site.has(title);
                if !is_name(title) || is_of_site && !may_be_site {
                    return None;
                }
                let title = if path == "h1" { without_end_marks(title) } else { title };
                Some((title, path))
            })
        };
        usable(false).or_else(|| usable(true))
    }

    /// The home links that `<title>` ends or begins with.
    fn home_names(&self) -> impl Iterator<Item = &str> {
        let title = self.title.as_deref().unwrap_or_default();
        self.home_links.iter().map(String::as_str).filter(move |name| {
            title == *name
                || SEPARATORS.iter().any(|separator| {
                    let rest = title.strip_suffix(*name).map(|rest| rest.ends_with(separator));
                    rest == Some(true)
                        || title.strip_prefix(*name).is_some_and(|rest| rest.starts_with(separator))
                })
        })
    }

    fn is_heading_of_site(&self, page: &Url) -> bool {
        let (Some(heading), Some(shared)) = (&self.heading, &self.shared_title) else { return false };
        let words = |text: &str| {
            text.split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(str::to_lowercase)
                .collect::<HashSet<_>>()
        };
        // Some languages have no spaces between words.
        if text::letters(heading).contains(&text::letters(shared)) {
            return false;
        }
        let is_site_shared = page.host_str().is_some_and(|host| host.contains(&text::letters(shared)));
        !is_site_shared && words(heading).is_disjoint(&words(shared))
    }
}

fn without_end_marks(heading: &str) -> &str {
    heading.trim_end_matches(|c: char| !c.is_alphanumeric() && !may_end_name(c))
}

fn may_end_name(c: char) -> bool {
    matches!(c, ')' | ']' | '!' | '?' | '"' | '”' | '」' | '』' | '】' | '》' | '）' | '！' | '？')
}

/// Whether the text has letters and is not only a section heading.
pub(crate) fn is_name(title: &str) -> bool {
    title.chars().any(char::is_alphabetic)
        && cues::announced(title).is_none_or(|heading| heading.words_after > 0)
}

const MAX_BYLINE_BYTES: usize = 200;
const MAX_HOME_LINKS: usize = 8;
const MAX_PARTS_OF_LINK: usize = 20;

/// Whether a link leads to the home page of this or another site.
fn leads_home(dom: &Dom, link: NodeId) -> bool {
    let Some(address) = dom.attribute(link, "href").map(str::trim) else { return false };
    let path = match address.split_once("://") {
        Some(("http" | "https", rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        Some(_) => return false,
        None => match address.strip_prefix('/') {
            Some(path) => path,
            None => return false,
        },
    };
    path.is_empty()
}

/// Whether all text of a heading is one link to a home page.
fn is_home_link(dom: &Dom, heading: NodeId) -> bool {
    let links = dom.descendants(heading).take(MAX_PARTS_OF_LINK).filter(|id| dom.name(*id) == "a");
    let mut homes = links.filter(|link| leads_home(dom, *link));
    homes.next().is_some_and(|link| dom.visible_text(link).trim() == dom.visible_text(heading).trim())
}

fn named_author(dom: &Dom, id: NodeId) -> Option<(String, &'static str)> {
    let holds = |name: &str, is_wanted: &dyn Fn(&str) -> bool| {
        dom.attribute(id, name).is_some_and(|words| words.split_ascii_whitespace().any(is_wanted))
    };
    let is_link = dom.name(id) == "a" && holds("rel", &|word: &str| word.eq_ignore_ascii_case("author"));
    let is_byline = |word: &str| word == "byline" || word.ends_with("-byline") || word.ends_with("_byline");
    if is_link {
        let shown = dom.brief_text(id, MAX_BYLINE_BYTES)?;
        return author::of_link(&shown).map(|name| (name, "a[rel=author]"));
    }
    if holds("class", &is_byline) {
        let shown = dom.brief_text(id, MAX_BYLINE_BYTES)?;
        return author::of_byline(&shown).map(|name| (name, "byline"));
    }
    None
}

fn unanimous_author(authors: Vec<(String, &'static str)>) -> Option<(String, &'static str)> {
    let mut authors = authors.into_iter();
    let first = authors.next()?;
    let is_same = |(name, _): (String, &str)| text::letters(&name) == text::letters(&first.0);
    authors.all(is_same).then_some(first)
}

/// Host and path, to compare URLs.
pub(crate) fn address_key(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    format!("{}{}", host.trim_start_matches("www."), url.path().trim_end_matches('/'))
}

pub(crate) fn read(dom: &Dom) -> PageMetadata {
    let mut facts = PageMetadata::default();
    let mut other_language = None;
    let mut shared_description = None;
    let (mut width, mut height) = (None, None);
    let mut pictures = [None; 3];
    let mut authors = Vec::new();
    for id in dom.descendants(Dom::ROOT) {
        if let Some(author) = named_author(dom, id) {
            authors.push(author);
        }
        let attribute = |name: &str| dom.attribute(id, name).filter(|value| !value.trim().is_empty());
        let visible = || Some(text::line(&dom.visible_text(id))).filter(|line| !line.is_empty());
        match dom.name(id) {
            "html" => {
                facts.language =
                    attribute("lang").or_else(|| attribute("xml:lang")).and_then(Language::from_tag)
            }
            "title" if facts.title.is_none() => facts.title = visible(),
            "h1" if facts.heading.is_none() && !is_home_link(dom, id) => facts.heading = visible(),
            "h2" if facts.subheading.is_none() && !is_home_link(dom, id) => facts.subheading = visible(),
            "a" if facts.home_links.len() < MAX_HOME_LINKS && leads_home(dom, id) => {
                let alternative = || {
                    let pictures =
                        dom.descendants(id).take(MAX_PARTS_OF_LINK).filter(|id| dom.name(*id) == "img");
                    pictures.filter_map(|id| dom.attribute(id, "alt")).map(text::line).next()
                };
                facts.home_links.extend(visible().or_else(alternative).filter(|name| !name.is_empty()));
            }
            "link"
                if facts.canonical.is_none()
                    && attribute("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical")) =>
            {
                facts.canonical = attribute("href").map(str::to_owned);
            }
            "link" if attribute("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("image_src")) => {
                pictures[2] = attribute("href");
            }
            "meta" => {
                let Some(content) = attribute("content") else { continue };
                let key = attribute("property")
                    .or_else(|| attribute("name"))
                    .or_else(|| attribute("http-equiv"))
                    .unwrap_or_default();
                match key.to_ascii_lowercase().as_str() {
                    "og:title" if facts.shared_title.is_none() => {
                        facts.shared_title = Some(text::line(content))
                    }
                    "og:site_name" | "application-name" if facts.site_name.is_none() => {
                        facts.site_name = Some(text::line(content));
                    }
                    "og:image" | "og:image:url" if pictures[0].is_none() => pictures[0] = Some(content),
                    "twitter:image" | "twitter:image:src" if pictures[1].is_none() => {
                        pictures[1] = Some(content);
                    }
                    "og:image:width" if width.is_none() => width = content.trim().parse::<u64>().ok(),
                    "og:image:height" if height.is_none() => height = content.trim().parse::<u64>().ok(),
                    "description" if facts.description.is_none() => {
                        facts.description = Some(text::line(content));
                    }
                    "og:description" if shared_description.is_none() => {
                        shared_description = Some(text::line(content));
                    }
                    "og:locale" | "content-language" | "language" if other_language.is_none() => {
                        other_language = Language::from_tag(content);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    facts.language = facts.language.or(other_language);
    facts.author = unanimous_author(authors);
    facts.description = facts.description.or(shared_description);
    for (path, address) in
        ["meta[og:image]", "meta[twitter:image]", "link[image_src]"].into_iter().zip(pictures)
    {
        if let Some(address) = address.filter(|address| !pictures::is_placeholder(address)) {
            if path == "meta[og:image]" {
                facts.picture_pixels = width.unwrap_or_default().saturating_mul(height.unwrap_or_default());
            }
            facts.picture = Some(address.to_owned());
            facts.picture_path = path;
            break;
        }
    }
    facts
}
