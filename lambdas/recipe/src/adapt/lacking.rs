//! What to take for something that is not at home.

use crate::{Content, NamedFood, food_of};

use crate::adapt::diets::{Swap, noted_steps, replacement};
use crate::adapt::proposal::{LineProposal, Proposal, Reason, Verdict};
use crate::adapt::substitutes::TABLE;

/// Something to take in the place of a line, or that the dish does without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What to take, in the recipe's language; `None` where the dish does without.
    pub name: Option<String>,
    /// What changes in the dish, in the recipe's language.
    pub effect: String,
    /// What would become of the line: it is replaced or left out, or it cannot be reckoned how much takes its place.
    pub line: LineProposal,
}

/// What can take the place of a line, by its place in [`Content::ingredients`]: the kitchen's table whatever the diet, in its order, each name once.
#[must_use]
pub fn choices(content: &Content, place: usize) -> Vec<Choice> {
    let language = content.language;
    let Some(line) = content.ingredients.get(place) else { return Vec::new() };
    let Some(food) = food_of(line, language) else { return Vec::new() };
    let dish: Vec<NamedFood> =
        content.ingredients.iter().filter_map(|line| food_of(line, language)).collect();
    let mut choices: Vec<Choice> = Vec::new();
    for substitute in TABLE.substitutes(food, &dish) {
        let effect = substitute.effect.of(language).to_owned();
        let name = substitute.name.as_ref().map(|name| name.of(language).to_owned());
        if choices.iter().any(|choice| choice.name == name) {
            continue;
        }
        let line = match &name {
            None => {
                let reason = Reason::DoneWithout { effect: effect.clone() };
                LineProposal { verdict: Verdict::LeftOut, reason, after: None }
            }
            Some(name) => match replacement(line, substitute, name, language) {
                Ok(after) => LineProposal {
                    verdict: Verdict::Replaced,
                    reason: Reason::Substituted { effect: effect.clone() },
                    after: Some(after),
                },
                Err(reason) => LineProposal::cannot(reason),
            },
        };
        choices.push(Choice { name, effect, line });
    }
    choices
}

/// Proposes the recipe with a choice of [`choices`] in the place of a line; the others stay.
#[must_use]
pub fn instead_of(content: &Content, place: usize, choice: &Choice) -> Proposal {
    let lines = (0..content.ingredients.len())
        .map(|at| if at == place { choice.line.clone() } else { LineProposal::kept(Reason::Suits) });
    let before = content.ingredients.get(place);
    let swap = before.and_then(|before| {
        let after = choice.line.after.as_ref()?;
        Some(Swap { food: food_of(before, content.language)?, before: &before.name, after: &after.name })
    });
    let steps = noted_steps(content, &swap.into_iter().collect::<Vec<_>>());
    Proposal { lines: lines.collect(), steps, servings: None, remarks: Vec::new() }
}

#[cfg(test)]
mod tests {
    use crate::{Language, line};

    use super::*;

    fn pancakes() -> Content {
        let lines = ["2 cups flour", "2 eggs", "50 g butter", "1 whole lobster"];
        Content {
            ingredients: lines.iter().map(|text| line::read(text, Some(Language::En))).collect(),
            instructions: vec!["Melt the butter.".to_owned()],
            language: Some(Language::En),
            ..Content::default()
        }
    }

    #[test]
    fn what_is_not_at_home_is_replaced_by_what_the_table_has() {
        let content = pancakes();
        let butter = choices(&content, 2);
        assert_eq!(butter[0].name.as_deref(), Some("plant-based butter"));
        let proposal = instead_of(&content, 2, &butter[0]);
        let after = proposal.applied(&content, |_| true, |_| true);
        assert_eq!(after.ingredients[2].text, "50 g plant-based butter");
        assert_eq!(after.instructions, ["Melt the butter. (butter → plant-based butter)"]);
        assert_eq!(after.ingredients[1], content.ingredients[1]);
        assert!(choices(&content, 1).iter().any(|choice| choice.line.after.is_some()), "eggs beside flour");
    }

    #[test]
    fn onions_are_replaced_by_what_cooks_have_with_amounts() {
        let texts = |language, text: &str| -> Vec<Option<String>> {
            let ingredients = vec![line::read(text, Some(language))];
            let content = Content { ingredients, language: Some(language), ..Content::default() };
            choices(&content, 0).into_iter().map(|choice| choice.line.after.map(|after| after.text)).collect()
        };
        let told = |text: &str| Some(text.to_owned());
        for (language, text, expected) in [
            (
                Language::En,
                "2 onions, sliced",
                [
                    told("6 shallots"),
                    told("2 stalks leek, the white part"),
                    told("2 tablespoons onion powder"),
                ],
            ),
            (
                Language::Es,
                "1 cebolla",
                [
                    told("3 chalotas"),
                    told("1 tallo puerro, la parte blanca"),
                    told("1 cucharada cebolla en polvo"),
                ],
            ),
            (
                Language::Fr,
                "2 oignons",
                [
                    told("6 échalotes"),
                    told("2 tiges poireau, la partie blanche"),
                    told("2 cuillères à soupe oignon en poudre"),
                ],
            ),
            // So much powder as onion is nobody's wish.
            (
                Language::En,
                "1 cup chopped onion",
                [told("1 cup shallots"), told("1 cup leek, the white part"), None],
            ),
            (
                Language::Fr,
                "200 g d'oignons",
                [told("200 g échalotes"), told("200 g poireau, la partie blanche"), None],
            ),
            // Without an amount there is none to follow.
            (Language::Es, "cebolla", [None, None, None]),
        ] {
            assert_eq!(texts(language, text), expected, "{text}");
        }
    }

    #[test]
    fn each_name_is_told_once_and_nothing_is_invented() {
        let content = pancakes();
        for place in 0..4 {
            let mut names: Vec<_> = choices(&content, place).into_iter().map(|choice| choice.name).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count);
        }
        assert_eq!(choices(&content, 3), []);
        assert_eq!(choices(&content, 9), []);
    }
}
