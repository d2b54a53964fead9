use std::collections::HashSet;

use crate::foods::{self, Food};
use crate::kitchen_words::KITCHEN_WORDS;
use crate::span::Span;
use crate::words::Words;
use crate::{Ingredient, Language};

pub(super) const MAX_WORDS_OF_A_NAME: usize = 12;

/// Words that may refer to an ingredient.
pub(super) struct Name {
    pub(super) words: Words,
    pub(super) roles: Vec<Role>,
    telling_count: usize,
    /// Main food, and all foods of the name ("salt and pepper").
    pub(super) food: Option<&'static Food>,
    pub(super) foods: Vec<&'static Food>,
    /// States from name and note: "softened", "fondu".
    states: HashSet<String>,
    pub(super) group: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Does not identify the food: "fresh", "chopped".
    Idle,
    /// Identifies the food only with other words: "baking" of "baking powder".
    Part,
    /// Identifies the food alone: "powder", "chicken" of "chicken thighs".
    Whole,
}

impl Name {
    pub(super) fn of(ingredient: &Ingredient, language: Option<Language>, group: Option<usize>) -> Self {
        let words = Words::of(&ingredient.name, MAX_WORDS_OF_A_NAME);
        let mut roles: Vec<Role> = words
            .stems()
            .map(|stem| match stem.len() > 1 && !KITCHEN_WORDS.descriptors.contains(stem) {
                true => Role::Part,
                false => Role::Idle,
            })
            .collect();
        // Text after a comma or bracket does not identify the food.
        if let Some(first) = roles.iter().position(|role| *role == Role::Part)
            && let Some(end) = (first + 1..words.len()).find(|at| words.breaks(*at))
        {
            roles.get_mut_or_empty(end..).fill(Role::Idle);
        }
        let telling: Vec<usize> = (0..roles.len()).filter(|at| roles.get(*at) == Some(&Role::Part)).collect();
        let head = match language {
            None | Some(Language::En) => telling.last(),
            Some(Language::Es | Language::Fr) => telling.first(),
        };
        let food = foods::find(&words, language);
        for at in &telling {
            let alone = || foods::longest_at(&words.only(*at), 0, language).map(|found| found.food);
            // "chicken" may mean chicken thighs, but "garlic" does not mean garlic powder.
            let is_alike = || alone().is_some_and(|alone| food.is_some_and(|food| alone.aisle == food.aisle));
            if Some(at) == head || is_alike() {
                roles.get_mut_or_empty(*at..=*at).fill(Role::Whole);
            }
        }
        let end = telling.last().map_or(0, |last| last + 1);
        let named = foods::find_all(&words, language).into_iter();
        let foods = named.filter(|found| found.start < end).map(|found| found.food).collect();
        let idle = words.stems().zip(&roles).filter(|(_, role)| **role == Role::Idle).map(|(stem, _)| stem);
        let note = Words::of(&ingredient.note, MAX_WORDS_OF_A_NAME);
        let states = idle.chain(note.stems()).filter(|stem| is_state(stem)).map(str::to_owned).collect();
        Self { telling_count: telling.len(), words, roles, food, foods, states, group }
    }

    /// Whether `at..end` or an adjacent word has a state of this name.
    pub(super) fn is_in_state(&self, words: &Words, at: usize, end: usize) -> bool {
        let start = if words.breaks(at) { at } else { at.saturating_sub(1) };
        let end = if words.breaks(end) { end } else { end.saturating_add(1) };
        (start..end).any(|at| self.states.contains(words.stem(at)))
    }

    fn role(&self, stem: &str) -> Role {
        let mut roles = self.words.stems().zip(&self.roles);
        roles.find(|(word, role)| **role != Role::Idle && *word == stem).map_or(Role::Idle, |(_, role)| *role)
    }

    /// End index of the mention, and the share of the identifying words that the mention contains.
    pub(super) fn stretch(&self, words: &Words, at: usize) -> Option<(usize, f32)> {
        let mut has_whole_word = self.role(words.stem(at)) == Role::Whole;
        let (mut end, mut count) = (at + 1, 1_usize);
        let mut next = end;
        while next < words.len() && !words.breaks(next) {
            let role = self.role(words.stem(next));
            next += 1;
            if role != Role::Idle {
                has_whole_word |= role == Role::Whole;
                count += 1;
                end = next;
            } else if !KITCHEN_WORDS.links.contains(words.stem(next - 1)) {
                break;
            }
        }
        // The counts are small, so the casts are exact.
        let fullness = count as f32 / self.telling_count as f32;
        has_whole_word.then_some((end, fullness))
    }
}

fn is_state(stem: &str) -> bool {
    stem.len() > 2 && !KITCHEN_WORDS.stops.contains(stem) && !KITCHEN_WORDS.links.contains(stem)
}
