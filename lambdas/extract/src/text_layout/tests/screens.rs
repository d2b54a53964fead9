//! Whole pages that were pasted as text: the recipe among menus, a story, tools, notes and comments.

use super::super::read_text;
use super::paper::{file, ingredients, steps};
use crate::extraction::Extraction;

const MENU: &str = "Skip to content\nHarbour Pantry\nRecipes\nBreakfast\nDinner\n5 Ingredient Meals\nSlow Cooker\nAbout\nContact\nSearch\n";

const STORY: &str = "Smoked Mackerel Chowder\n\nBy Wren Ashby · 4 March 2021 · 12 Comments\n\nJump to Recipe\n\nEvery autumn the boats come in late and \
the kitchen smells of smoke. This chowder is what we eat then.\n\nWhat goes into a chowder\n\nMackerel: the smoked kind, with its skin.\nPotatoes: waxy \
ones hold their shape.\n\nHow to make it\n\nSoften the leek in butter and take your time over it.\nAdd the potatoes and the milk, then simmer until done.\n\n";

const CARD: &str = "Smoked Mackerel Chowder\n\nPrep time: 15 minutes\nCook time: 25 minutes\nServings: 4\n\nPrint Pin\n\nIngredients\nMetric Household\n\n300 g \
smoked mackerel\n500 g waxy potatoes\n1 leek\n600 ml milk\nblack pepper\n\nGathered on the bench\n\nHeavy pot\nPotato peeler\n\nInstructions\n\nMelt the butter \
and soften the sliced leek for ten minutes.\nAdd the diced potatoes and the milk and simmer until tender.\nFlake the mackerel into the pot and \
season with pepper.\n\nShelf of the month\n\nThe blue enamel jug is on offer until the end of the week.\n\n";

const TAIL: &str = "Notes\n\nCream makes it richer, a spoonful is enough for four.\n\nLeave a Comment\n\nBirk says:\nI made this smoked chowder twice and \
my children asked for more of it.\n\nPrivacy\nTerms\n";

fn page(parts: &[&str]) -> Vec<Extraction> {
    read_text(&file(&parts.concat()))
}

#[test]
fn the_card_of_a_pasted_page_is_found_among_all_that_stands_around_it() {
    let read = page(&[MENU, STORY, CARD, TAIL]);
    let [recipe] = read.as_slice() else { panic!("{} recipes", read.len()) };
    assert_eq!(recipe.content.title.as_deref(), Some("Smoked Mackerel Chowder"));
    assert_eq!(
        ingredients(recipe),
        ["300 g smoked mackerel", "500 g waxy potatoes", "1 leek", "600 ml milk", "black pepper"]
    );
    assert_eq!(
        steps(recipe),
        [
            "Melt the butter and soften the sliced leek for ten minutes.",
            "Add the diced potatoes and the milk and simmer until tender.",
            "Flake the mackerel into the pot and season with pepper.",
        ]
    );
    assert_eq!((recipe.content.prep_minutes, recipe.content.servings), (Some(15), Some(4)));
}

#[test]
fn the_title_of_a_pasted_page_is_the_line_that_the_rest_speaks_of() {
    let card = CARD.replace("Smoked Mackerel Chowder\n\n", "");
    let read = page(&[MENU, STORY, &card, TAIL]);
    assert_eq!(
        read.first().and_then(|recipe| recipe.content.title.as_deref()),
        Some("Smoked Mackerel Chowder")
    );
}

#[test]
fn several_recipes_of_a_pasted_page_are_all_read() {
    let other = "Rye Pancakes\n\nIngredients\n\n200 g rye flour\n300 ml buttermilk\n2 eggs\n1 pinch salt\n\nMethod\n\nWhisk everything \
into a smooth batter.\nFry small pancakes in a hot pan until brown.\n\n";
    let read = page(&[MENU, CARD, other, TAIL]);
    assert_eq!(read.len(), 2);
}
