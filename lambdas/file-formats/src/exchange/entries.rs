use extract::{Extraction, Marked, Verdict, from_export};

use crate::exchange::limits::{MAX_RECIPES, MAX_TEXT_CHARS};
use crate::exchange::links::Links;
use crate::exchange::{Entry, ExportError, ExportedMarks, Problem};

#[derive(Default)]
pub(crate) struct Entries {
    found: Vec<Entry>,
    is_any_too_large: bool,
}

impl Entries {
    pub(crate) fn add_marked(&mut self, marked: Marked, picture: Option<Vec<u8>>) -> Result<(), ExportError> {
        self.add_marked_from(marked, picture, String::new)
    }

    /// Adds a recipe; if the fields are not a recipe, the entry keeps `text`.
    pub(crate) fn add_marked_from(
        &mut self,
        marked: Marked,
        picture: Option<Vec<u8>>,
        text: impl FnOnce() -> String,
    ) -> Result<(), ExportError> {
        self.add(from_export(marked), picture, text)
    }

    pub(crate) fn add(
        &mut self,
        extraction: Extraction,
        picture: Option<Vec<u8>>,
        text: impl FnOnce() -> String,
    ) -> Result<(), ExportError> {
        let title = extraction.content.title.clone();
        if extraction.verdict != Verdict::Recipe {
            return self.add_bad(title, ExportError::NoRecipe, &text());
        }
        let recipe = Some(Box::new(extraction));
        self.push(Entry { title, recipe, picture, ..empty() })
    }

    /// Adds an entry without a recipe. The user can copy `text`.
    pub(crate) fn add_bad(
        &mut self,
        title: Option<String>,
        error: ExportError,
        text: &str,
    ) -> Result<(), ExportError> {
        self.is_any_too_large |= error == ExportError::TooLarge;
        let text: String = text.trim().chars().take(MAX_TEXT_CHARS).collect();
        let text = Some(text).filter(|text| !text.is_empty());
        let problem = Some(Problem { error, text });
        self.push(Entry { title, problem, ..empty() })
    }

    fn push(&mut self, entry: Entry) -> Result<(), ExportError> {
        if self.found.len() == MAX_RECIPES {
            return Err(ExportError::TooLarge);
        }
        self.found.push(entry);
        Ok(())
    }

    pub(crate) fn give_picture(&mut self, picture: Vec<u8>) {
        if let Some(last) = self.found.last_mut().filter(|last| last.recipe.is_some()) {
            last.picture.get_or_insert(picture);
        }
    }

    pub(crate) fn mark(&mut self, marks: ExportedMarks) {
        if let Some(last) = self.found.last_mut().filter(|last| last.recipe.is_some()) {
            last.marks = marks;
        }
    }

    pub(crate) fn link(&mut self, links: Links) {
        if let Some(last) = self.found.last_mut()
            && let Some(recipe) = &last.recipe
        {
            last.links = links.in_lines(&recipe.content.ingredients);
            last.id = links.id();
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.found.len() == MAX_RECIPES
    }

    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    pub(crate) fn finish(self) -> Result<Vec<Entry>, ExportError> {
        if self.found.iter().any(|entry| entry.recipe.is_some()) {
            return Ok(self.found);
        }
        Err(match self.found.as_slice() {
            _ if self.is_any_too_large => ExportError::TooLarge,
            [] => ExportError::NoRecipe,
            all if all.iter().all(|entry| entry.error() == Some(ExportError::NoRecipe)) => {
                ExportError::NoRecipe
            }
            _ => ExportError::Unreadable,
        })
    }
}

fn empty() -> Entry {
    Entry {
        title: None,
        recipe: None,
        picture: None,
        marks: ExportedMarks::default(),
        id: None,
        links: Vec::new(),
        problem: None,
    }
}
