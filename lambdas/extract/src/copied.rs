use recipe::{Content, Language};

use crate::dom::Dom;
use crate::draft::{Draft, Line};
use crate::extraction::{Code, Diagnostic, Extraction, Field, Place, Provenance, Reader};
use crate::opened::ParsedPage;
use crate::page::Page;
use crate::{finish, labels, opened, text};

/// Confidence of copied values in percent.
const CONFIDENCE: u8 = 70;

/// A copied ingredient line or step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopiedLine {
    /// Text of the line, verbatim.
    pub text: String,
    /// Index of the first line in the source, from 0.
    pub first: usize,
    /// Index of the last line in the source; at least `first`.
    pub last: usize,
}

/// Numbers of values that were dropped because the source does not contain them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotInSource {
    /// Ingredient lines.
    pub ingredients: usize,
    /// Steps.
    pub instructions: usize,
    /// Title, servings and times.
    pub facts: usize,
}

/// A recipe copied from a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopiedRecipe {
    /// Title, servings and times; other fields are ignored.
    pub content: Content,
    /// Ingredient lines in order.
    pub ingredients: Vec<CopiedLine>,
    /// Steps in order.
    pub instructions: Vec<CopiedLine>,
    /// Numbers of dropped values.
    pub left_out: NotInSource,
}

/// A text with bounding boxes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocatedText {
    /// Lines separated by line breaks.
    pub text: String,
    /// Bounding boxes, one entry per line.
    pub places: Vec<Option<Place>>,
    /// Title to use if the model copied none.
    pub title: Option<String>,
    /// Declared language.
    pub language: Option<Language>,
}

/// The visible text of a page, one line per block; empty for other file types.
#[must_use]
pub fn visible_lines(page: &Page) -> String {
    opened::open(page).map(|opened| opened.dom.visible_text(Dom::ROOT)).unwrap_or_default()
}

/// Converts a recipe copied from [`visible_lines`]. Picture, author, description and a missing title come from
/// the page metadata, missing times and servings from labels on the page.
#[must_use]
pub fn copied_from_page(page: &Page, copied: CopiedRecipe) -> Extraction {
    let ParsedPage { dom, facts, diagnostics, .. } = match opened::open(page) {
        Ok(opened) => opened,
        Err(verdict) => return Extraction::only(verdict),
    };
    let mut draft = copied_draft(copied, &[]);
    labels::fill(&dom, &mut draft);
    finish::finish(draft, &dom, &facts, &page.url, Vec::new(), diagnostics)
}

/// Converts a recipe copied from a text.
#[must_use]
pub fn copied_from_text(source: &LocatedText, copied: CopiedRecipe) -> Extraction {
    let mut draft = copied_draft(copied, &source.places);
    if draft.content.title.is_none()
        && let Some(title) = source.title.as_deref().map(text::line).filter(|title| !title.is_empty())
    {
        draft.content.title = Some(title);
        let title = Provenance::of_field(Field::Title, Reader::Text, "name".to_owned());
        draft.provenance.push(Provenance { confidence: 50, ..title });
    }
    finish::extraction_of_draft(draft, source.language, Vec::new())
}

fn copied_draft(copied: CopiedRecipe, places: &[Option<Place>]) -> Draft {
    let CopiedRecipe { content, ingredients, instructions, left_out } = copied;
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
        let entry = Provenance::of_field(field, Reader::Assistant, "text".to_owned());
        is_there.then_some(Provenance { confidence: CONFIDENCE, ..entry })
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

fn placed(line: &CopiedLine, places: &[Option<Place>]) -> Option<Line> {
    let text = text::line(text::without_bullet(line.text.trim()));
    let (first, last) = (line.first, line.last.max(line.first));
    let path = if first == last {
        format!("line[{}]", first.saturating_add(1))
    } else {
        format!("line[{}-{}]", first.saturating_add(1), last.saturating_add(1))
    };
    let line_places = places.get(first..=last.min(places.len().saturating_sub(1))).unwrap_or_default();
    let place = line_places.iter().copied().flatten().reduce(Place::and);
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

    fn copied() -> CopiedRecipe {
        CopiedRecipe {
            content: Content { servings: Some(4), ..Content::default() },
            ingredients: vec![line("2 leeks", 0, 0), line(" ", 0, 0)],
            instructions: vec![line("Cut the leeks. Simmer them.", 1, 2)],
            left_out: NotInSource { ingredients: 2, instructions: 0, facts: 1 },
        }
    }

    #[test]
    fn visible_lines_returns_the_visible_text_of_a_page() {
        assert_eq!(visible_lines(&letter()), "Take 2 leeks and 1 l stock.\nCut the leeks.\nSimmer them.");
        assert_eq!(visible_lines(&Page { bytes: b"%PDF-1.7".to_vec(), ..letter() }), "");
    }

    #[test]
    fn copied_from_page_keeps_line_numbers_and_adds_page_metadata() {
        let extraction = copied_from_page(&letter(), copied());
        assert_eq!(extraction.verdict, Verdict::Recipe);
        let content = &extraction.content;
        assert_eq!((content.title.as_deref(), content.servings), (Some("A letter"), Some(4)));
        assert_eq!(content.picture_url.as_deref(), Some("https://example.com/pot.jpg"));
        assert_eq!((content.ingredients.len(), content.ingredients[0].quantity.as_str()), (1, "2"));
        let step =
            extraction.provenance.iter().find(|it| it.field == Field::Instructions && it.index == Some(0));
        assert_eq!(step.map(|it| (it.reader, it.path.as_str())), Some((Reader::Assistant, "line[2-3]")));
        let diagnostics: Vec<_> = extraction
            .diagnostics
            .iter()
            .map(|it| (it.code, it.path.as_deref().unwrap_or_default()))
            .collect();
        for wanted in [
            (Code::ReadByAssistant, ""),
            (Code::NotInSource, "ingredients[2]"),
            (Code::NotInSource, "facts[1]"),
        ] {
            assert!(diagnostics.contains(&wanted), "{diagnostics:?}");
        }
        assert!(!diagnostics.contains(&(Code::NotInSource, "instructions[0]")));
    }

    #[test]
    fn copied_from_text_has_bounding_boxes_and_the_texts_title() {
        let at = |top| Some(Place { page: 1, left: 10, top, right: 500, bottom: top + 40 });
        let source = LocatedText {
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
        let odd = CopiedRecipe { ingredients: vec![line("2 leeks", 7, 3)], ..copied() };
        assert_eq!(copied_from_text(&LocatedText::default(), odd).verdict, Verdict::NoRecipe);
    }
}
