//! Assistant with scripted answers.

use std::sync::Mutex;

use app::import::{AssistError, Assistant};
use app::{Language, OwnerId};
use extract::{CopiedLine, CopiedRecipe};
use recipe::Content;

use crate::locks::lock;

type Answer = Result<Option<CopiedRecipe>, AssistError>;

/// [`Assistant`] with scripted answers, selected by words in the text; without a match it finds no recipe.
#[derive(Debug, Default)]
pub struct ScriptedAssistant {
    answers: Mutex<Vec<(String, Answer)>>,
    asked: Mutex<Vec<(OwnerId, String)>>,
}

impl ScriptedAssistant {
    /// Sets the answer for texts that contain `words`.
    pub fn answer(&self, words: &str, answer: Answer) {
        lock(&self.answers).insert(0, (words.to_owned(), answer));
    }

    /// Texts that it received, with their owners.
    #[must_use]
    pub fn asked(&self) -> Vec<(OwnerId, String)> {
        lock(&self.asked).clone()
    }
}

impl Assistant for ScriptedAssistant {
    async fn read(&self, owner: &OwnerId, text: &str, _hint: Option<Language>) -> Answer {
        lock(&self.asked).push((owner.clone(), text.to_owned()));
        let answers = lock(&self.answers);
        answers.iter().find(|(words, _)| text.contains(words)).map_or(Ok(None), |(_, answer)| answer.clone())
    }
}

/// A recipe made of the first lines of a text.
#[must_use]
pub fn copied(title: Option<&str>, ingredients: &[&str], instructions: &[&str]) -> CopiedRecipe {
    let line = |(at, text): (usize, &&str)| CopiedLine { text: (*text).to_owned(), first: at, last: at };
    let after = ingredients.len();
    CopiedRecipe {
        content: Content { title: title.map(str::to_owned), ..Content::default() },
        ingredients: ingredients.iter().enumerate().map(line).collect(),
        instructions: instructions.iter().enumerate().map(|(at, text)| line((at + after, text))).collect(),
        ..CopiedRecipe::default()
    }
}
