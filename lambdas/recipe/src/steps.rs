//! Maps ingredients to the steps that use them.

mod name;

use crate::span::Places;
use std::collections::{HashMap, HashSet};

use name::{MAX_WORDS_OF_A_NAME, Name, Role};

use crate::foods::{self, Food, Kinds, Match};
use crate::kitchen_words::KITCHEN_WORDS;
use crate::words::Words;
use crate::{Content, Language};

const MAX_LINES: usize = 200;
const MAX_STEPS: usize = 200;
const MAX_OWNERS: usize = 20;
const MAX_WORDS_OF_A_STEP: usize = 600;
const MAX_WORDS: usize = 8000;

/// Sets [`step_mapping`](crate::Ingredient::step_mapping) of each ingredient: the steps that mention it, in
/// order.
pub fn map(content: &mut Content) {
    let mappings = Mapper::of(content).mappings(&content.instructions);
    for (ingredient, mapping) in content.ingredients.iter_mut().zip(mappings) {
        ingredient.step_mapping = mapping;
    }
}

struct Mapper {
    names: Vec<Name>,
    by_stem: HashMap<String, Vec<usize>>,
    groups: Vec<HashSet<String>>,
    language: Option<Language>,
    used: Vec<Vec<u32>>,
}

impl Mapper {
    fn of(content: &Content) -> Self {
        let language = Some(content.language.unwrap_or(Language::En));
        let mut headings: Vec<&str> = Vec::new();
        let mut names = Vec::new();
        for ingredient in content.ingredients.iter().take(MAX_LINES) {
            let group = ingredient.group.as_deref().map(|group| {
                headings.iter().position(|heading| *heading == group).unwrap_or_else(|| {
                    headings.push(group);
                    headings.len() - 1
                })
            });
            names.push(Name::of(ingredient, language, group));
        }
        let mut by_stem: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, name) in names.iter().enumerate() {
            for (word, role) in name.words.stems().zip(&name.roles) {
                if *role == Role::Idle {
                    continue;
                }
                let owners = match by_stem.get_mut(word) {
                    Some(owners) => owners,
                    None => by_stem.entry(word.to_owned()).or_default(),
                };
                if owners.last() != Some(&at) && owners.len() < MAX_OWNERS {
                    owners.push(at);
                }
            }
        }
        let is_telling = |stem: &&str| stem.len() > 2 && !KITCHEN_WORDS.descriptors.contains(*stem);
        let groups = headings
            .iter()
            .map(|heading| {
                Words::of(heading, MAX_WORDS_OF_A_NAME)
                    .stems()
                    .filter(is_telling)
                    .map(str::to_owned)
                    .collect()
            })
            .collect();
        let used = vec![Vec::new(); names.len()];
        Self { names, by_stem, groups, language, used }
    }

    fn mappings(mut self, steps: &[String]) -> Vec<Vec<u32>> {
        let mut words_left = MAX_WORDS;
        for (step, text) in (0..).zip(steps.iter().take(MAX_STEPS)) {
            let words = Words::of(text, MAX_WORDS_OF_A_STEP.min(words_left));
            words_left -= words.len();
            self.read(&words, step);
        }
        self.used
    }

    fn read(&mut self, words: &Words, step: u32) {
        let groups = self.groups.iter().enumerate();
        let here: Vec<usize> = groups
            .filter(|(_, group)| words.stems().any(|word| group.contains(word)))
            .map(|(group, _)| group)
            .collect();
        // Mentions in the step, each with its candidate lines.
        let mut named: Vec<Vec<usize>> = Vec::new();
        let mut together = None;
        let mut at = 0;
        while at < words.len() {
            let stem = words.stem(at);
            if KITCHEN_WORDS.ingredients.contains(stem) {
                together = Some(at);
            }
            if let Some(foods) = KITCHEN_WORDS.verbs.get(stem)
                && words.len() > at + 1
                && !KITCHEN_WORDS.stops.contains(words.stem(at + 1))
            {
                for food in foods {
                    named.push(self.lines_where(|name| name.foods.iter().any(|other| other.name == food)));
                }
            }
            at = self.add_mention(words, at, &mut named);
        }
        let weights = self.weights_of_groups(&named, &here);
        for owners in &named {
            let group_of = |owner: &usize| self.group_of(*owner).map_or(0, |group| weights.at(group));
            let most = owners.iter().map(group_of).max().unwrap_or_default();
            let meant: Vec<usize> = owners.iter().copied().filter(|owner| group_of(owner) == most).collect();
            for owner in meant {
                mark(self.used.get_mut(owner), step);
            }
        }
        if let Some(at) = together {
            self.together(words, at, &here, named.is_empty(), step);
        }
    }

    /// Weight of each group: 1 per unambiguous mention, 100 if the step mentions the heading.
    fn weights_of_groups(&self, named: &[Vec<usize>], here: &[usize]) -> Vec<u32> {
        let mut weights = vec![0; self.groups.len()];
        for owners in named {
            let mut groups = owners.iter().map(|owner| self.group_of(*owner));
            if let Some(Some(first)) = groups.next()
                && groups.all(|group| group == Some(first))
            {
                add(&mut weights, first, 1);
            }
        }
        for group in here {
            add(&mut weights, *group, 100);
        }
        weights
    }

    /// Adds the mention at `at`; returns the next index.
    fn add_mention(&self, words: &Words, at: usize, named: &mut Vec<Vec<usize>>) -> usize {
        let food = foods::longest_at(words, at, self.language);
        let (found, end) = self.named_by_words(words, at, food.as_ref());
        let end = food.map_or(end, |food| if found.is_empty() { food.end } else { end });
        let is_named_by_words = !found.is_empty();
        let found = if is_named_by_words { found } else { self.same_food(food.as_ref()) };
        let found = match KITCHEN_WORDS.groups.get(words.stem(at)) {
            Some(group) if found.is_empty() => {
                // The word refers to all lines of the kind, in every group.
                for line in self.lines_where(|name| name.food.is_some_and(|food| food.is_of(group))) {
                    named.push(vec![line]);
                }
                return end;
            }
            _ => found,
        };
        if !found.is_empty() && !is_part_of_mixture(words, at, end) {
            named.push(self.in_its_state(found, words, at, end));
        }
        end
    }

    /// The lines in the mentioned state, such as "the softened butter", else all `lines`.
    fn in_its_state(&self, lines: Vec<usize>, words: &Words, at: usize, end: usize) -> Vec<usize> {
        let is_meant =
            |line: &usize| self.names.get(*line).is_some_and(|name| name.is_in_state(words, at, end));
        let meant: Vec<usize> = lines.iter().copied().filter(is_meant).collect();
        if meant.is_empty() { lines } else { meant }
    }

    /// Lines that match the words at `at` best, and the end index.
    fn named_by_words(&self, words: &Words, at: usize, named: Option<&Match>) -> (Vec<usize>, usize) {
        let Some(owners) = self.by_stem.get(words.stem(at)) else { return (Vec::new(), at + 1) };
        let mut best: (usize, bool, f32) = (at, false, 0.0);
        let mut found: Vec<(usize, (usize, bool, f32))> = Vec::new();
        for owner in owners {
            let Some(name) = self.names.get(*owner) else { continue };
            let Some((end, fullness)) = name.stretch(words, at) else { continue };
            let is_alike = named.zip(name.food).is_none_or(|(named, food)| named.food.aisle == food.aisle);
            // "Chicken broth" is not chicken.
            if named.is_some_and(|named| named.end > end) && !is_alike {
                continue;
            }
            let rank = (end, is_alike, fullness);
            found.push((*owner, rank));
            if rank.partial_cmp(&best).is_some_and(std::cmp::Ordering::is_gt) {
                best = rank;
            }
        }
        let food_of = |owner: usize| self.names.get(owner)?.food;
        let best_foods: Vec<_> =
            found.iter().filter(|(_, rank)| *rank == best).filter_map(|(owner, _)| food_of(*owner)).collect();
        // The same food in another group may also be meant.
        found.retain(|(owner, rank)| {
            let is_same = food_of(*owner).is_some_and(|food| best_foods.contains(&food));
            *rank == best || rank.0 == best.0 && is_same
        });
        (found.into_iter().map(|(owner, _)| owner).collect(), best.0.max(at + 1))
    }

    fn same_food(&self, named: Option<&Match>) -> Vec<usize> {
        let Some(named) = named else { return Vec::new() };
        self.lines_where(|name| name.foods.contains(&named.food))
    }

    fn group_of(&self, line: usize) -> Option<usize> {
        self.names.get(line)?.group
    }

    fn lines_where(&self, is_meant: impl Fn(&Name) -> bool) -> Vec<usize> {
        self.names.iter().enumerate().filter(|(_, name)| is_meant(name)).map(|(at, _)| at).collect()
    }

    /// Assigns the lines that a step mentions together: "all the ingredients", "the dry ingredients".
    fn together(&mut self, words: &Words, at: usize, here: &[usize], is_alone: bool, step: u32) {
        let near = at.saturating_sub(3)..(at + 2).min(words.len());
        let says = |set: &HashSet<String>| near.clone().any(|at| set.contains(words.stem(at)));
        let is_here = |group: Option<usize>| group.is_some_and(|group| here.contains(&group));
        let begun: Vec<Option<usize>> = self
            .names
            .iter()
            .zip(&self.used)
            .filter(|(_, used)| !used.is_empty())
            .map(|(name, _)| name.group)
            .collect();
        let is_due = |name: &Name| is_here(name.group) || begun.is_empty() || begun.contains(&name.group);
        let meant = if says(&KITCHEN_WORDS.dry) {
            self.lines_where(|name| name.food.is_some_and(is_dry) && is_due(name))
        } else if says(&KITCHEN_WORDS.wet) {
            self.lines_where(|name| name.food.is_some_and(is_wet) && is_due(name))
        } else if says(&KITCHEN_WORDS.rest) {
            let named = self.names.iter().zip(&self.used).enumerate();
            let unused = named.filter(|(_, (_, used))| used.is_empty());
            unused.filter(|(_, (name, _))| here.is_empty() || is_here(name.group)).map(|(at, _)| at).collect()
        } else if !here.is_empty() {
            self.lines_where(|name| is_here(name.group))
        } else if says(&KITCHEN_WORDS.all) || is_alone && self.groups.is_empty() {
            self.lines_where(|_| true)
        } else {
            Vec::new()
        };
        for line in meant {
            mark(self.used.get_mut(line), step);
        }
    }
}

fn is_dry(food: &Food) -> bool {
    let powders = Kinds::FLOUR.or(Kinds::LEAVENING).or(Kinds::SPICE).or(Kinds::SEASONING);
    food.kinds.any(powders.or(Kinds::COCOA).or(Kinds::DRY))
}

fn is_wet(food: &Food) -> bool {
    let liquids = Kinds::EGG.or(Kinds::OIL).or(Kinds::WATER).or(Kinds::VINEGAR).or(Kinds::BROTH);
    let syrups = Kinds::SAUCE.or(Kinds::HONEY).or(Kinds::FLAVORING);
    food.kinds.any(liquids.or(syrups))
        || food.aisle == "drinks"
        || food.is_of("dairy") && !food.is_of("cheese")
}

fn is_part_of_mixture(words: &Words, at: usize, end: usize) -> bool {
    let is_mixture = |at: usize| KITCHEN_WORDS.mixtures.contains(words.stem(at));
    let follows = end < words.len() && !words.breaks(end) && is_mixture(end);
    let precedes = at >= 2 && KITCHEN_WORDS.links.contains(words.stem(at - 1)) && is_mixture(at - 2);
    follows || precedes
}

fn add(weights: &mut [u32], group: usize, more: u32) {
    let weight = weights.at(group).saturating_add(more);
    weights.put(group, weight);
}

fn mark(steps: Option<&mut Vec<u32>>, step: u32) {
    if let Some(steps) = steps.filter(|steps| steps.last() != Some(&step)) {
        steps.push(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ingredient;

    fn mapped(language: Language, names: &[&str], steps: &[&str]) -> Vec<Vec<u32>> {
        let ingredient = |name: &&str| {
            let (group, name) =
                name.split_once(": ").map_or((None, *name), |(group, name)| (Some(group.to_owned()), name));
            let (name, note) = name.split_once(" | ").unwrap_or((name, ""));
            Ingredient { name: name.to_owned(), note: note.to_owned(), group, ..Ingredient::default() }
        };
        let mut content = Content {
            ingredients: names.iter().map(ingredient).collect(),
            instructions: steps.iter().map(|step| (*step).to_owned()).collect(),
            language: Some(language),
            ..Content::default()
        };
        map(&mut content);
        content.ingredients.into_iter().map(|ingredient| ingredient.step_mapping).collect()
    }

    #[test]
    fn ingredient_is_mapped_to_the_steps_naming_it() {
        use Language::{En, Es, Fr};
        type Row = (Language, &'static [&'static str], &'static [&'static str], &'static [&'static [u32]]);
        let rows: &[Row] = &[
            (En, &["onions", "olive oil"], &["Heat the oil.", "Add the onion."], &[&[1], &[0]]),
            (En, &["boneless chicken thighs"], &["Brown the chicken.", "Rest."], &[&[0]]),
            (
                En,
                &["chicken thighs", "chicken broth"],
                &["Brown the chicken.", "Add the chicken broth."],
                &[&[0], &[1]],
            ),
            (En, &["chicken thighs"], &["Pour in some chicken broth."], &[&[]]),
            (En, &["brown sugar", "sugar"], &["Stir in the brown sugar.", "Dust with sugar."], &[&[0], &[1]]),
            (
                En,
                &["baking powder", "flour"],
                &["Line a baking sheet.", "Sift flour and baking powder."],
                &[&[1], &[1]],
            ),
            (En, &["flour", "butter, softened"], &["Rub the butter into the flour."], &[&[0], &[0]]),
            (En, &["salt", "milk"], &["Mix all the ingredients."], &[&[0], &[0]]),
            (
                En,
                &["salt", "milk", "eggs"],
                &["Beat the eggs.", "Add the remaining ingredients."],
                &[&[1], &[1], &[0]],
            ),
            (
                En,
                &["flour", "sugar", "milk"],
                &["Whisk the dry ingredients.", "Add milk."],
                &[&[0], &[0], &[1]],
            ),
            (
                En,
                &["flour", "eggs", "milk"],
                &["Combine the wet ingredients.", "Add flour."],
                &[&[1], &[0], &[0]],
            ),
            (
                En,
                &["Cookies: butter", "Cookies: vanilla extract", "Icing: milk", "Icing: vanilla"],
                &["Beat butter and vanilla.", "Stir milk and vanilla."],
                &[&[0], &[0], &[1], &[1]],
            ),
            (En, &["vegetable broth", "garlic powder"], &["Chop vegetables and garlic."], &[&[], &[]]),
            (En, &["eggs", "salt and pepper"], &["Whip the whites.", "Sprinkle with salt."], &[&[0], &[1]]),
            (En, &["milk", "rice"], &["Combine the ingredients.", "Rest."], &[&[0], &[0]]),
            (
                En,
                &["Dough: flour", "Icing: sugar"],
                &["Sift the flour.", "Mix the dry ingredients."],
                &[&[0, 1], &[]],
            ),
            (Es, &["sal", "gambas"], &["Salpimienta las gambas con pimienta."], &[&[0], &[0]]),
            (En, &["eggs", "milk"], &["Beat eggs.", "Pour the egg mixture over the milk."], &[&[0], &[1]]),
            (En, &["shrimp", "scallions"], &["Fry the prawns with the green onions."], &[&[0], &[0]]),
            (En, &["cheddar", "macaroni"], &["Cook the pasta.", "Add the cheese."], &[&[1], &[0]]),
            (En, &["salt", "black pepper", "beef"], &["Season the beef."], &[&[0], &[0], &[0]]),
            (
                En,
                &["Sauce: butter", "Sauce: honey", "Cake: butter"],
                &[
                    "For the sauce, melt the butter.",
                    "Bake the cake with butter.",
                    "Combine the sauce ingredients.",
                ],
                &[&[0, 2], &[2], &[1]],
            ),
            (
                Es,
                &["cebollas", "aceite de oliva"],
                &["Calienta el aceite.", "Añade la cebolla picada."],
                &[&[1], &[0]],
            ),
            (Es, &["harina", "huevos"], &["Mezcla todos los ingredientes."], &[&[0], &[0]]),
            (
                Es,
                &["sal", "pimienta negra", "gambas"],
                &["Salpimienta los langostinos."],
                &[&[0], &[0], &[0]],
            ),
            (
                Fr,
                &["cuisses de poulet", "crème fraîche"],
                &["Dorez le poulet.", "Versez la crème."],
                &[&[0], &[1]],
            ),
            (
                Fr,
                &["œufs", "pommes de terre"],
                &["Battez les oeufs avec les pommes de terre."],
                &[&[0], &[0]],
            ),
            (
                Fr,
                &["sel", "poivre", "beurre"],
                &["Saler, poivrer, faire fondre le beurre."],
                &[&[0], &[0], &[0]],
            ),
            (
                En,
                &["butter | melted", "softened butter", "butter | cold, cubed"],
                &["Beat the softened butter.", "Brush with melted butter.", "Rub in the butter, cold."],
                &[&[1, 2], &[0, 2], &[2]],
            ),
            (
                Fr,
                &["beurre | froid", "beurre mou", "beurre | fondu"],
                &["Sablez le beurre froid.", "Fouettez le beurre mou.", "Badigeonnez de beurre fondu."],
                &[&[0], &[1], &[2]],
            ),
            (
                Es,
                &["harina | tamizada", "harina"],
                &["Agrega la harina tamizada a la masa.", "Espolvorea con harina."],
                &[&[0, 1], &[1]],
            ),
            (En, &[], &["Serve."], &[]),
        ];
        for (language, names, steps, expected) in rows {
            assert_eq!(mapped(*language, names, steps), *expected, "{names:?} in {steps:?}");
        }
    }
}
