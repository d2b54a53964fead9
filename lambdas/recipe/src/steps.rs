//! Which ingredient is used in which steps.

use std::collections::HashMap;

use crate::Content;
use crate::kitchen_words::KITCHEN_WORDS;
use crate::words::Words;

/// A recipe has no more lines or steps than this; what comes after is left unmapped.
const MOST_LINES: usize = 300;
const MOST_STEPS: usize = 300;
const MOST_WORDS_OF_A_NAME: usize = 12;
const MOST_WORDS_OF_A_STEP: usize = 800;

/// Fills [`step_mapping`](crate::Ingredient::step_mapping) of each ingredient: the steps whose text names it, in order.
pub fn map(content: &mut Content) {
    let mappings = mappings(content);
    for (ingredient, mapping) in content.ingredients.iter_mut().zip(mappings) {
        ingredient.step_mapping = mapping;
    }
}

/// The words that stand for one ingredient.
struct Name {
    words: Words,
    /// Whether the word at each place says what the ingredient is.
    telling: Vec<bool>,
    telling_count: usize,
}

impl Name {
    fn of(name: &str) -> Self {
        let words = Words::of(name, MOST_WORDS_OF_A_NAME);
        let mut telling: Vec<bool> =
            words.stems().map(|stem| stem.len() > 1 && !KITCHEN_WORDS.descriptors.contains(stem)).collect();
        // What follows a comma or a bracket says how it is cut, not what it is.
        if let Some(first) = telling.iter().position(|is_telling| *is_telling)
            && let Some(end) = (first + 1..words.len()).find(|at| words.breaks(*at))
        {
            telling[end..].fill(false);
        }
        let telling_count = telling.iter().filter(|is_telling| **is_telling).count();
        Self { words, telling, telling_count }
    }

    fn has(&self, stem: &str) -> bool {
        (0..self.words.len()).any(|at| self.telling[at] && self.words.stem(at) == stem)
    }
}

fn mappings(content: &Content) -> Vec<Vec<u32>> {
    let names: Vec<Name> =
        content.ingredients.iter().take(MOST_LINES).map(|ingredient| Name::of(&ingredient.name)).collect();
    let mut by_stem: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, name) in names.iter().enumerate() {
        for word in 0..name.words.len() {
            let owners = by_stem.entry(name.words.stem(word)).or_default();
            if name.telling[word] && owners.last() != Some(&at) {
                owners.push(at);
            }
        }
    }
    let mut used = vec![Vec::new(); names.len()];
    for (step, text) in (0..).zip(content.instructions.iter().take(MOST_STEPS)) {
        let words = Words::of(text, MOST_WORDS_OF_A_STEP);
        let mut at = 0;
        while at < words.len() {
            if KITCHEN_WORDS.ingredients.contains(words.stem(at)) {
                together(&words, at, step, &mut used);
            }
            at += match by_stem.get(words.stem(at)) {
                Some(owners) => name_at(&words, at, owners, &names, |owner| mark(&mut used[owner], step)),
                None => 1,
            };
        }
    }
    used
}

/// Finds whom the words at `at` mean: who shares most of them, and of these who is named most fully. Gives the number
/// of words that were read.
fn name_at(
    words: &Words,
    at: usize,
    owners: &[usize],
    names: &[Name],
    mut found: impl FnMut(usize),
) -> usize {
    let mut longest = 1;
    let mut fullest = 0.0_f32;
    let mut shared: Vec<(usize, usize, f32)> = Vec::with_capacity(owners.len());
    for owner in owners {
        let name = &names[*owner];
        let (mut end, mut count) = (at + 1, 1);
        let mut next = end;
        while next < words.len() && !words.breaks(next) {
            if name.has(words.stem(next)) {
                count += 1;
                next += 1;
                end = next;
            } else if KITCHEN_WORDS.links.contains(words.stem(next)) {
                next += 1;
            } else {
                break;
            }
        }
        let length = end - at;
        let fullness = count as f32 / name.telling_count as f32;
        if length > longest {
            (longest, fullest) = (length, fullness);
        } else if length == longest {
            fullest = fullest.max(fullness);
        }
        shared.push((*owner, length, fullness));
    }
    for (owner, length, fullness) in shared {
        if length == longest && fullness >= fullest {
            found(owner);
        }
    }
    longest
}

/// "All the ingredients", "the remaining ingredients".
fn together(words: &Words, at: usize, step: u32, used: &mut [Vec<u32>]) {
    let near = at.saturating_sub(3)..(at + 2).min(words.len());
    let says = |set: &std::collections::HashSet<String>| near.clone().any(|at| set.contains(words.stem(at)));
    if says(&KITCHEN_WORDS.rest) {
        used.iter_mut().filter(|steps| steps.is_empty()).for_each(|steps| mark(steps, step));
    } else if says(&KITCHEN_WORDS.all) && !says(&KITCHEN_WORDS.dry) {
        used.iter_mut().for_each(|steps| mark(steps, step));
    }
}

fn mark(steps: &mut Vec<u32>, step: u32) {
    if steps.last() != Some(&step) {
        steps.push(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ingredient;

    fn check(names: &[&str], steps: &[&str], expected: &[&[u32]]) {
        let mut content = Content {
            ingredients: names
                .iter()
                .map(|name| Ingredient { name: (*name).to_owned(), ..Ingredient::default() })
                .collect(),
            instructions: steps.iter().map(|step| (*step).to_owned()).collect(),
            ..Content::default()
        };
        map(&mut content);
        let found: Vec<_> =
            content.ingredients.iter().map(|ingredient| ingredient.step_mapping.clone()).collect();
        assert_eq!(found, expected, "{names:?} in {steps:?}");
    }

    #[test]
    fn a_step_uses_what_it_names() {
        for (names, steps, expected) in [
            (&["onions", "olive oil"][..], &["Heat the oil.", "Add the onion."][..], &[&[1][..], &[0]][..]),
            (&["boneless chicken thighs"], &["Brown the chicken.", "Rest."], &[&[0]]),
            (&["brown sugar", "sugar"], &["Stir in the brown sugar.", "Dust with sugar."], &[&[0], &[1]]),
            (&["flour", "butter, softened"], &["Rub the butter into the flour."], &[&[0], &[0]]),
            (&["salt", "milk"], &["Mix all the ingredients."], &[&[0], &[0]]),
            (
                &["salt", "milk", "eggs"],
                &["Beat the eggs.", "Add the remaining ingredients."],
                &[&[1], &[1], &[0]],
            ),
            (
                &["cebollas", "aceite de oliva"],
                &["Calienta el aceite.", "Añade la cebolla picada."],
                &[&[1], &[0]],
            ),
            (&["harina", "huevos"], &["Mezcla todos los ingredientes."], &[&[0], &[0]]),
            (
                &["cuisses de poulet", "crème fraîche"],
                &["Dorez le poulet.", "Versez la crème."],
                &[&[0], &[1]],
            ),
            (&["œufs", "pommes de terre"], &["Battez les oeufs avec les pommes de terre."], &[&[0], &[0]]),
            (&[], &["Serve."], &[]),
        ] {
            check(names, steps, expected);
        }
    }
}
