//! A recipe that somebody else has copied out of a source in which no reader of ours finds one: its lines come with their numbers, and
//! become an extraction like any other.

use recipe::{Content, Language};

use crate::dom::Dom;
use crate::draft::{Draft, Line};
use crate::extraction::{Code, Diagnostic, Extraction, Field, Place, Provenance, Reader};
use crate::opened::Opened;
use crate::page::Page;
use crate::{finish, labels, opened, text};

/// How sure it is that a line which the source says belongs to the recipe.
const CONFIDENCE: u8 = 70;

/// One ingredient line or one step, and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopiedLine {
    /// As the source says it.
    pub text: String,
    /// The line of the source in which it begins, from 0.
    pub first: usize,
    /// The line in which it ends; not before `first`.
    pub last: usize,
}

/// How much was said to be in the source and is not: it was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotInSource {
    /// Ingredient lines that were left out.
    pub ingredients: usize,
    /// Steps that were left out.
    pub instructions: usize,
    /// How many of title, servings and times.
    pub facts: usize,
}

/// A recipe that was copied out of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Title, servings and times; ingredients and instructions are not looked at.
    pub content: Content,
    /// The ingredient lines in their order.
    pub ingredients: Vec<CopiedLine>,
    /// The steps in their order.
    pub instructions: Vec<CopiedLine>,
    /// What was left out.
    pub left_out: NotInSource,
}

/// A text of lines, each of which may have a place on a page of an upload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacedText {
    /// Lines with a line break between them.
    pub text: String,
    /// Where each line stands, as far as that is known: as many as there are lines.
    pub places: Vec<Option<Place>>,
    /// What it is called where it does not say so itself.
    pub title: Option<String>,
    /// The language that it says it is in.
    pub language: Option<Language>,
}

/// The text of a page as its reader sees it, a line a block; empty for what is no page.
#[must_use]
pub fn visible_lines(page: &Page) -> String {
    opened::open(page).map(|opened| opened.dom.visible_text(Dom::ROOT)).unwrap_or_default()
}

/// An extraction of what was copied out of the [`visible_lines`] of a page. What the page says of itself is added: picture, author,
/// description, and a title where none was copied.
#[must_use]
pub fn copied_from_page(page: &Page, copied: Copied) -> Extraction {
    let Opened { dom, facts, diagnostics, .. } = match opened::open(page) {
        Ok(opened) => opened,
        Err(verdict) => return Extraction::only(verdict),
    };
    let mut draft = drafted(copied, &[]);
    labels::fill(&dom, &mut draft);
    finish::finish(draft, &dom, &facts, &page.url, Vec::new(), diagnostics)
}

/// An extraction of what was copied out of a text.
#[must_use]
pub fn copied_from_text(source: &PlacedText, copied: Copied) -> Extraction {
    let mut draft = drafted(copied, &source.places);
    if draft.content.title.is_none()
        && let Some(title) = source.title.as_deref().map(text::line).filter(|title| !title.is_empty())
    {
        draft.content.title = Some(title);
        let title = Provenance::of_field(Field::Title, Reader::Text, "name".to_owned());
        draft.provenance.push(Provenance { confidence: 50, ..title });
    }
    finish::conclude(draft, source.language, Vec::new())
}

/// The draft that the readers of ours would have given.
fn drafted(copied: Copied, places: &[Option<Place>]) -> Draft {
    let Copied { content, ingredients, instructions, left_out } = copied;
    let Content { title, servings, prep_minutes, cook_minutes, total_minutes, .. } = content;
    let content = Content {
        title: title.map(|title| text::line(&title)),
        servings,
        prep_minutes,
        cook_minutes,
        total_minutes,
        ..Content::default()
    };
    let provenance = [
        (Field::Title, content.title.is_some()),
        (Field::Servings, servings.is_some()),
        (Field::PrepMinutes, prep_minutes.is_some()),
        (Field::CookMinutes, cook_minutes.is_some()),
        (Field::TotalMinutes, total_minutes.is_some()),
        (Field::Ingredients, !ingredients.is_empty()),
        (Field::Instructions, !instructions.is_empty()),
    ];
    let of_field = |(field, is_there): (Field, bool)| {
        let told = Provenance::of_field(field, Reader::Assistant, "text".to_owned());
        is_there.then_some(Provenance { confidence: CONFIDENCE, ..told })
    };
    let mut diagnostics = vec![Diagnostic { code: Code::ReadByAssistant, path: None }];
    for (name, count) in [
        ("ingredients", left_out.ingredients),
        ("instructions", left_out.instructions),
        ("facts", left_out.facts),
    ] {
        if count > 0 {
            diagnostics.push(Diagnostic { code: Code::NotInSource, path: Some(format!("{name}[{count}]")) });
        }
    }
    let lines = |lines: Vec<CopiedLine>| lines.into_iter().filter_map(|line| placed(&line, places)).collect();
    Draft {
        content,
        lines: lines(ingredients),
        steps: lines(instructions),
        provenance: provenance.into_iter().filter_map(of_field).collect(),
        diagnostics,
        ..Draft::default()
    }
}

/// A line with the place that holds all lines of the source in which it stands; `None` for one that says nothing.
fn placed(line: &CopiedLine, places: &[Option<Place>]) -> Option<Line> {
    let text = text::line(text::without_bullet(line.text.trim()));
    let (first, last) = (line.first, line.last.max(line.first));
    let path = if first == last {
        format!("line[{}]", first.saturating_add(1))
    } else {
        format!("line[{}-{}]", first.saturating_add(1), last.saturating_add(1))
    };
    let stands = places.get(first..=last.min(places.len().saturating_sub(1))).unwrap_or_default();
    let place = stands.iter().copied().flatten().reduce(Place::and);
    let marked = Line::marked(Reader::Assistant, text);
    (!marked.text.is_empty()).then_some(Line { path, place, confidence: CONFIDENCE, ..marked })
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::extraction::Verdict;

    fn line(text: &str, first: usize, last: usize) -> CopiedLine {
        CopiedLine { text: text.to_owned(), first, last }
    }

    fn letter() -> Page {
        Page {
            url: Url::parse("https://example.com/letter").unwrap(),
            content_type: None,
            bytes: br#"<html lang="en"><title>A letter</title><meta property="og:image" content="/pot.jpg"><script>no</script>
                <p>Take 2 leeks and 1 l stock.<p>Cut the leeks.<br>Simmer them.</html>"#
                .to_vec(),
        }
    }

    fn copied() -> Copied {
        Copied {
            content: Content { servings: Some(4), ..Content::default() },
            ingredients: vec![line("2 leeks", 0, 0), line(" ", 0, 0)],
            instructions: vec![line("Cut the leeks. Simmer them.", 1, 2)],
            left_out: NotInSource { ingredients: 2, instructions: 0, facts: 1 },
        }
    }

    #[test]
    fn the_lines_of_a_page_are_what_its_reader_sees() {
        assert_eq!(visible_lines(&letter()), "Take 2 leeks and 1 l stock.\nCut the leeks.\nSimmer them.");
        assert_eq!(visible_lines(&Page { bytes: b"%PDF-1.7".to_vec(), ..letter() }), "");
    }

    #[test]
    fn what_is_copied_from_a_page_keeps_its_lines_and_gets_what_the_page_says_of_itself() {
        let extraction = copied_from_page(&letter(), copied());
        assert_eq!(extraction.verdict, Verdict::Recipe);
        let content = &extraction.content;
        assert_eq!((content.title.as_deref(), content.servings), (Some("A letter"), Some(4)));
        assert_eq!(content.picture_url.as_deref(), Some("https://example.com/pot.jpg"));
        assert_eq!((content.ingredients.len(), content.ingredients[0].quantity.as_str()), (1, "2"));
        let step =
            extraction.provenance.iter().find(|it| it.field == Field::Instructions && it.index == Some(0));
        assert_eq!(step.map(|it| (it.reader, it.path.as_str())), Some((Reader::Assistant, "line[2-3]")));
        let told: Vec<_> = extraction
            .diagnostics
            .iter()
            .map(|it| (it.code, it.path.as_deref().unwrap_or_default()))
            .collect();
        for wanted in [
            (Code::ReadByAssistant, ""),
            (Code::NotInSource, "ingredients[2]"),
            (Code::NotInSource, "facts[1]"),
        ] {
            assert!(told.contains(&wanted), "{told:?}");
        }
        assert!(!told.contains(&(Code::NotInSource, "instructions[0]")));
    }

    #[test]
    fn what_is_copied_from_a_text_has_the_places_of_its_lines_and_the_name_of_the_text() {
        let at = |top| Some(Place { page: 1, left: 10, top, right: 500, bottom: top + 40 });
        let source = PlacedText {
            text: "Take 2 leeks.\nCut the leeks.\nSimmer them.".to_owned(),
            places: vec![at(0), at(50), at(100)],
            title: Some("A card".to_owned()),
            language: Some(Language::En),
        };
        let extraction = copied_from_text(&source, copied());
        assert_eq!(
            (extraction.verdict, extraction.content.title.as_deref()),
            (Verdict::Recipe, Some("A card"))
        );
        let place = |field| {
            extraction
                .provenance
                .iter()
                .find(|it| it.field == field && it.index == Some(0))
                .and_then(|it| it.place)
        };
        assert_eq!(place(Field::Ingredients), at(0));
        assert_eq!(place(Field::Instructions), at(50).map(|place| Place { bottom: 140, ..place }));
        // Numbers beyond the text are nobody's place.
        let odd = Copied { ingredients: vec![line("2 leeks", 7, 3)], ..copied() };
        assert_eq!(copied_from_text(&PlacedText::default(), odd).verdict, Verdict::NoRecipe);
    }
}
