//! The site's name, which titles often contain.

use recipe::Span;
use url::Url;

use crate::cues;

/// Minimum letters; shorter names may match by chance.
const MIN_LETTERS: usize = 4;
/// Maximum bytes after a known name: "Plum Kitchen UK".
const MAX_FURTHER_LETTERS: usize = 3;
const MAX_NAMES: usize = 2;
pub(crate) const SEPARATORS: [&str; 12] =
    [" | ", " - ", " – ", " — ", " • ", " · ", " » ", " « ", " :: ", " : ", ": ", " ~ "];

pub(crate) struct SiteNames {
    known: Vec<String>,
}

impl SiteNames {
    pub(crate) fn of<'a>(page: &'a Url, stated: impl IntoIterator<Item = &'a str>) -> Self {
        let host = page.host_str().unwrap_or_default();
        let host = host.strip_prefix("www.").unwrap_or(host);
        // The last label is a top-level domain.
        let labels = host.rsplit_once('.').map_or("", |(labels, _)| labels).split('.');
        let names = labels.chain([host]).chain(stated).map(name);
        Self { known: names.filter(|name| name.chars().count() >= MIN_LETTERS).collect() }
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        let own = name(text);
        self.known.iter().any(|known| {
            own.strip_prefix(known.as_str()).is_some_and(|rest| rest.len() <= MAX_FURTHER_LETTERS)
        })
    }

    pub(crate) fn without<'a>(&self, title: &'a str) -> &'a str {
        let mut title = title.trim();
        for _ in 0..MAX_NAMES {
            let shorter = SEPARATORS.iter().find_map(|separator| {
                let behind = title.rsplit_once(separator).filter(|(_, tail)| self.has(tail));
                let before = || title.split_once(separator).filter(|(head, _)| self.has(head));
                behind.map(|(head, _)| head).or_else(|| before().map(|(_, tail)| tail))
            });
            match shorter.map(str::trim).filter(|rest| rest.chars().any(char::is_alphabetic)) {
                Some(rest) => title = rest,
                None => break,
            }
        }
        title
    }
}

/// Letters and digits in lower case, without accents and a leading "the".
fn name(text: &str) -> String {
    let text = text.span(..text.floor_char_boundary(200));
    let mut folded = String::with_capacity(text.len());
    cues::fold_into(text, &mut folded);
    let letters: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    letters.strip_prefix("the").unwrap_or(&letters).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> SiteNames {
        SiteNames::of(&Url::parse("https://www.plum-kitchen.co.uk/tart").unwrap(), Some("Plums & Co"))
    }

    #[test]
    fn name_of_the_site_is_known_by_host_and_statement() {
        let names = names();
        for name in
            ["Plum Kitchen", "The Plum Kitchen", "plum-kitchen.co.uk", "PLUMS & CO", "Plum Kitchen (UK)"]
        {
            assert!(names.has(name), "{name}");
        }
        assert!(!names.has("Plum tart"));
        assert!(!names.has("Co"));
    }

    #[test]
    fn title_loses_the_name_of_the_site() {
        let names = names();
        for title in
            ["Plum tart | Plum Kitchen", "Plum Kitchen: Plum tart", "Plum tart - Plums & Co - Plum Kitchen"]
        {
            assert_eq!(names.without(title), "Plum tart", "{title}");
        }
        assert_eq!(names.without("Plum tart - with almonds"), "Plum tart - with almonds");
        assert_eq!(names.without("Plum Kitchen"), "Plum Kitchen");
    }
}
