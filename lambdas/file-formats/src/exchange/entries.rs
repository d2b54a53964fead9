use extract::{Extraction, Marked, Verdict, from_export};

use crate::exchange::limits::MAX_RECIPES;
use crate::exchange::{Entry, ExportError, ExportedMarks};

#[derive(Default)]
pub(crate) struct Entries {
    found: Vec<Entry>,
    is_any_too_large: bool,
}

impl Entries {
    pub(crate) fn add_marked(&mut self, marked: Marked, picture: Option<Vec<u8>>) -> Result<(), ExportError> {
        self.add(from_export(marked), picture)
    }

    pub(crate) fn add(
        &mut self,
        extraction: Extraction,
        picture: Option<Vec<u8>>,
    ) -> Result<(), ExportError> {
        let title = extraction.content.title.clone();
        let recipe = (extraction.verdict == Verdict::Recipe).then(|| Box::new(extraction));
        let picture = picture.filter(|_| recipe.is_some());
        self.push(Entry { title, recipe, picture, marks: ExportedMarks::default() })
    }

    pub(crate) fn add_bad(&mut self, title: Option<String>, error: ExportError) -> Result<(), ExportError> {
        self.is_any_too_large |= error == ExportError::TooLarge;
        self.push(Entry { title, recipe: None, picture: None, marks: ExportedMarks::default() })
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
        Err(if self.is_any_too_large { ExportError::TooLarge } else { ExportError::Unreadable })
    }
}
