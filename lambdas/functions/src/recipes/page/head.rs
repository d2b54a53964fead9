//! The page's head: replaces the app's metadata between two markers of `index.html` with the recipe's.

use std::fmt::Write;

use app::book::Shared;
use recipe::Language;

use crate::recipes::page::address::PageAddress;
use crate::recipes::page::escape::escaped;

const BEGIN: &str = "<!-- page: -->";
const END: &str = "<!-- :page -->";
/// Characters of a title that messengers and search engines show.
const TITLE_CHARACTERS: usize = 110;
const DESCRIPTION_CHARACTERS: usize = 200;

pub(crate) struct Page<'a> {
    pub(crate) origin: &'a str,
    pub(crate) address: &'a PageAddress,
    pub(crate) shared: &'a Shared,
}

/// The page with the recipe's metadata; `None` without a title or markers.
pub(crate) fn filled(shell: &str, page: &Page) -> Option<String> {
    let (before, rest) = shell.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{}{after}", head(page)?))
}

fn head(page: &Page) -> Option<String> {
    let Page { origin, address, shared } = page;
    let content = &shared.content;
    let title = shortened(content.title.as_deref()?, TITLE_CHARACTERS);
    if title.is_empty() {
        return None;
    }
    let description = description(page);
    let here = address.within(origin, address.language);
    let picture = match &shared.picture {
        Some(path) => format!("{origin}/{path}"),
        None => format!("{origin}/pictures/card-{}.jpg", address.language.code()),
    };
    let mut head = Head::default();
    head.line(&format!("<title>{} – Zest</title>", escaped(&title)));
    head.named("description", &description);
    head.property("og:site_name", "Zest");
    head.property("og:type", "article");
    head.property("og:title", &title);
    head.property("og:description", &description);
    head.property("og:url", &here);
    head.property("og:locale", address.language.code());
    head.property("og:image", &picture);
    if shared.picture.is_some() {
        head.property("og:image:alt", &title);
    }
    head.named("twitter:card", "summary_large_image");
    if shared.is_written_here {
        head.line(&format!("<link rel=\"canonical\" href=\"{}\" />", escaped(&here)));
        for language in [Language::En, Language::Es, Language::Fr] {
            head.alternate(language.code(), &address.within(origin, language));
        }
        head.alternate("x-default", &address.within(origin, Language::En));
    } else {
        head.named("robots", "noindex");
    }
    let described = recipe::schema_org::Recipe {
        content,
        url: Some(&here),
        source: shared.source.as_deref(),
        image: shared.picture.is_some().then_some(picture.as_str()),
    };
    head.line(&format!(
        "<script type=\"application/ld+json\">{}</script>",
        recipe::schema_org::script(&described).ok()?
    ));
    Some(head.0)
}

fn description(page: &Page) -> String {
    let content = &page.shared.content;
    let description = content.description.as_deref().map(|text| shortened(text, DESCRIPTION_CHARACTERS));
    description.filter(|text| !text.is_empty()).unwrap_or_else(|| {
        let lines: Vec<&str> = content.ingredients.iter().map(|line| line.text.as_str()).collect();
        shortened(&lines.join(" · "), DESCRIPTION_CHARACTERS)
    })
}

fn shortened(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let characters = word.chars().count();
        if used + characters + 2 > most {
            if line.is_empty() {
                line.extend(word.chars().take(most));
            }
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        used += characters + 1;
    }
    line
}

#[derive(Default)]
struct Head(String);

impl Head {
    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    fn named(&mut self, name: &str, content: &str) {
        self.line(&format!("<meta name=\"{name}\" content=\"{}\" />", escaped(content)));
    }

    fn property(&mut self, name: &str, content: &str) {
        self.line(&format!("<meta property=\"{name}\" content=\"{}\" />", escaped(content)));
    }

    fn alternate(&mut self, language: &str, address: &str) {
        self.line(&format!(
            "<link rel=\"alternate\" hreflang=\"{language}\" href=\"{}\" />",
            escaped(address)
        ));
    }
}

#[cfg(test)]
mod tests;
