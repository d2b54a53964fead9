use proptest::prelude::*;
use recipe::{Content, Ingredient, Language, language, line, nutrition, steps, tags};

fn text() -> impl Strategy<Value = String> {
    let kitchen = [
        "flour",
        "sugar",
        "chicken",
        "broth",
        "the",
        "of",
        "all",
        "ingredients",
        "remaining",
        "dry",
        "fresh",
        "or",
        "cherry",
        "tomatoes",
        "2",
        "1/2",
        "cups",
        "g",
        "½",
        ",",
        "(",
        ")",
        "season",
        "mixture",
        "huevos",
        "de",
        "leche",
        "œufs",
        "crème",
        "fraîche",
        "sauce",
        "99999999999999999999",
        "kg",
        "dozen",
    ];
    let word = prop_oneof![
        4 => prop::sample::select(kitchen.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,8}",
    ];
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

fn content() -> impl Strategy<Value = Content> {
    let language =
        prop::sample::select(vec![None, Some(Language::En), Some(Language::Es), Some(Language::Fr)]);
    let lines = prop::collection::vec((text(), prop::option::of(text())), 0..8);
    let steps = prop::collection::vec(text(), 0..6);
    let servings = prop::option::of(any::<u32>());
    (language, text(), lines, steps, servings, prop::option::of(text())).prop_map(
        |(language, title, lines, instructions, servings, yields)| Content {
            title: Some(title),
            ingredients: lines
                .into_iter()
                .map(|(text, group)| Ingredient { group, ..line::read(&text, language) })
                .collect(),
            instructions,
            servings,
            yields,
            language,
            ..Content::default()
        },
    )
}

proptest! {
    #[test]
    fn step_mapping_is_sorted_and_within_the_steps(mut content in content()) {
        steps::map(&mut content);
        for ingredient in &content.ingredients {
            prop_assert!(ingredient.step_mapping.is_sorted_by(|one, next| one < next));
            let last = ingredient.step_mapping.last().copied().unwrap_or_default();
            prop_assert!(ingredient.step_mapping.is_empty() || (last as usize) < content.instructions.len());
        }
    }

    #[test]
    fn nutrition_is_finite_and_tags_are_few(content in content()) {
        let estimate = nutrition::per_serving(&content);
        prop_assert!((0.0..=1.0).contains(&estimate.known_share), "{estimate:?}");
        let calories = estimate.nutrition.and_then(|nutrition| nutrition.calories).unwrap_or_default();
        prop_assert!(!calories.contains("NaN") && !calories.contains("inf") && calories.len() <= 12, "{calories}");
        prop_assert!(tags::derive(&content).len() <= 5);
    }

    #[test]
    fn language_confidence_is_at_most_100(text in "\\PC{0,200}") {
        let found = language::detect(&text);
        prop_assert!(found.is_none_or(|found| found.confidence <= 100));
    }
}
