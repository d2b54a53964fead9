use crate::{Content, NamedFood, food_of};

use crate::adapt::diets::{FoodReplacement, noted_steps, replacement};
use crate::adapt::proposal::{LineProposal, Proposal, Reason, ReasonCode, Verdict};
use crate::adapt::substitutes::TABLE;

/// A substitute for a line's food, or leaving the food out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name in the recipe's language; `None` to leave the food out.
    pub name: Option<String>,
    /// Effect on the dish, in the recipe's language.
    pub effect: String,
    /// Proposal for the line: replaced, left out, or `Cannot` if the amount cannot be calculated.
    pub line: LineProposal,
}

/// Substitutes for the line at index `place`, for any diet, in table order, without duplicate names.
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
                let reason = Reason::with(ReasonCode::DoneWithout, &effect);
                LineProposal { verdict: Verdict::LeftOut, reason, after: None }
            }
            Some(name) => match replacement(line, substitute, name, language) {
                Ok(after) => LineProposal {
                    verdict: Verdict::Replaced,
                    reason: Reason::with(ReasonCode::Substituted, &effect),
                    after: Some(after),
                },
                Err(reason) => LineProposal::cannot(reason),
            },
        };
        choices.push(Choice { name, effect, line });
    }
    choices
}

/// Proposal that applies a choice from [`choices`] to the line at index `place`.
#[must_use]
pub fn instead_of(content: &Content, place: usize, choice: &Choice) -> Proposal {
    let lines = (0..content.ingredients.len())
        .map(|at| if at == place { choice.line.clone() } else { LineProposal::kept(ReasonCode::Suits) });
    let before = content.ingredients.get(place);
    let swap = before.and_then(|before| {
        let after = choice.line.after.as_ref()?;
        Some(FoodReplacement {
            food: food_of(before, content.language)?,
            before: &before.name,
            after: &after.name,
        })
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
    fn missing_food_is_replaced_from_the_table() {
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
    fn onion_substitutes_have_derived_amounts() {
        let texts = |language, text: &str| -> Vec<Option<String>> {
            let ingredients = vec![line::read(text, Some(language))];
            let content = Content { ingredients, language: Some(language), ..Content::default() };
            choices(&content, 0).into_iter().map(|choice| choice.line.after.map(|after| after.text)).collect()
        };
        let some_text = |text: &str| Some(text.to_owned());
        for (language, text, expected) in [
            (
                Language::En,
                "2 onions, sliced",
                [
                    some_text("6 shallots"),
                    some_text("2 stalks leek, the white part"),
                    some_text("2 tablespoons onion powder"),
                ],
            ),
            (
                Language::Es,
                "1 cebolla",
                [
                    some_text("3 chalotas"),
                    some_text("1 tallo puerro, la parte blanca"),
                    some_text("1 cucharada cebolla en polvo"),
                ],
            ),
            (
                Language::Fr,
                "2 oignons",
                [
                    some_text("6 échalotes"),
                    some_text("2 tiges poireau, la partie blanche"),
                    some_text("2 cuillères à soupe oignon en poudre"),
                ],
            ),
            (
                Language::En,
                "1 cup chopped onion",
                [some_text("1 cup shallots"), some_text("1 cup leek, the white part"), None],
            ),
            (
                Language::Fr,
                "200 g d'oignons",
                [some_text("200 g échalotes"), some_text("200 g poireau, la partie blanche"), None],
            ),
            (Language::Es, "cebolla", [None, None, None]),
        ] {
            assert_eq!(texts(language, text), expected, "{text}");
        }
    }

    #[test]
    fn substitute_names_are_unique() {
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
