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
fn recipe_card_of_a_pasted_page_is_found() {
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
fn pasted_page_with_a_number_sign_is_read_as_a_page() {
    let expected = page(&[MENU, STORY, CARD, TAIL]);
    let tail = TAIL.replace("Privacy", "# of guests\n\nPrivacy\n\n# chowder");
    let read = page(&[MENU, STORY, CARD, &tail]);
    let contents = |read: &[Extraction]| read.iter().map(|recipe| recipe.content.clone()).collect::<Vec<_>>();
    assert_eq!(contents(&read), contents(&expected));
}

#[test]
fn title_of_a_pasted_page_is_found_without_a_card_title() {
    let card = CARD.replace("Smoked Mackerel Chowder\n\n", "");
    let read = page(&[MENU, STORY, &card, TAIL]);
    assert_eq!(
        read.first().and_then(|recipe| recipe.content.title.as_deref()),
        Some("Smoked Mackerel Chowder")
    );
}

#[test]
fn all_recipes_of_a_pasted_page_are_read() {
    let other = "Rye Pancakes\n\nIngredients\n\n200 g rye flour\n300 ml buttermilk\n2 eggs\n1 pinch salt\n\nMethod\n\nWhisk everything \
into a smooth batter.\nFry small pancakes in a hot pan until brown.\n\n";
    let read = page(&[MENU, CARD, other, TAIL]);
    assert_eq!(read.len(), 2);
}

const CLOSE: &str = "Skip to content\nHarbour Pantry\nSoups\nBreads\nPies\nOur shop\nContact\nSearch\nFrom the bench\nHome / Soups / Chowder\nSmoked \
Mackerel Chowder\nWren Ashby\n4 March 2021\nJump to Recipe\n\nEvery autumn the boats come in late and the kitchen smells of smoke, so this chowder is \
what we eat then, with a loaf beside it.\n\nA chowder for cold boats\n\nIn this post\nWhat goes in\nHow we cook it\nWhat goes in\nThe mackerel is the smoked kind with its skin on, \
because the skin gives the milk its taste and its colour.\n\nHow we cook it\nSoften the leek in butter and take your time over it, because a browned leek \
turns the whole pot bitter.\nSmoked Mackerel Chowder\nWren Ashby\nPrep time 15 minutes\nServings 4\nPrint\nPin\nIngredients\n1X2X3X\nChowder\n300 g smoked \
mackerel\n500 g waxy potatoes\n600 ml milk\nblack pepper\nRye Crumble Topping\n50 g rye bread\n20 g butter\nInstructions\nMelt the butter and \
soften the sliced leek for ten minutes.\nAdd the diced potatoes and the milk and simmer until tender.\nFlake the mackerel into the pot and season with \
pepper.\n";

fn close(tail: &str) -> Extraction {
    let read = page(&[CLOSE, tail, TAIL]);
    assert_eq!(read.len(), 1);
    read.into_iter().next().unwrap_or_else(|| panic!("no recipe"))
}

#[test]
fn title_of_a_pasted_page_is_found_without_blank_lines() {
    assert_eq!(close("").content.title.as_deref(), Some("Smoked Mackerel Chowder"));
}

#[test]
fn names_directly_above_amounts_are_group_headings() {
    let recipe = close("");
    let list = [
        "300 g smoked mackerel",
        "500 g waxy potatoes",
        "600 ml milk",
        "black pepper",
        "50 g rye bread",
        "20 g butter",
    ];
    assert_eq!(ingredients(&recipe), list);
    let groups: Vec<_> = recipe.content.ingredients.iter().map(|line| line.group.as_deref()).collect();
    let topping = Some("Rye Crumble Topping");
    assert_eq!(groups[3..], [Some("Chowder"), topping, topping]);
}

#[test]
fn line_without_a_check_box_is_a_group_heading() {
    let boxed = CLOSE
        .replace("\n300 g", "\n▢ 300 g")
        .replace("\n500 g", "\n▢ 500 g")
        .replace("\n600 ml", "\n▢ 600 ml")
        .replace("\nblack", "\n▢ black")
        .replace("\nRye Crumble Topping\n", "\nfor 2 bowls of crumbs that stay crisp\n▢ ")
        .replace("\n20 g", "\n▢ 20 g");
    let read = page(&[&boxed, TAIL]);
    let read = read.first().map(|recipe| ingredients(recipe).len());
    assert_eq!(read, Some(6));
}

#[test]
fn remark_within_the_notes_does_not_resume_the_steps() {
    let recipe = close(
        "Notes\nStorage: it keeps for two days.\nThe potatoes go mealy when they freeze.\nIt is eaten with a spoon.\n",
    );
    assert_eq!(steps(&recipe).len(), 3);
}

#[test]
fn personal_tips_and_nutrition_facts_end_the_steps() {
    for tail in [
        "Grandma's tips\nA pinch of mace does no harm to it.\nBuy the potatoes on the day.\n",
        "Calories: 320kcalFat: 12gProtein: 9gSodium: 210mg\nThese figures are only estimates.\n",
        "Tried this recipe?Show us your pot!\n",
    ] {
        assert_eq!(steps(&close(tail)).len(), 3, "{tail}");
    }
}

#[test]
fn blank_line_between_steps_does_not_end_them() {
    let apart = CLOSE.replace("until tender.\n", "until tender.\nTake the pot off the fire.\n\n");
    let read = page(&[&apart, TAIL]);
    assert_eq!(read.first().map(|recipe| steps(recipe).len()), Some(4));
}

#[test]
fn photo_credits_between_steps_are_not_steps() {
    let shown = CLOSE
        .replace("ten minutes.\n", "ten minutes.\nHarbour Pantry / Jo Reed\n")
        .replace("until tender.\n", "until tender.\nHarbour Pantry / Jo Reed\n")
        .replace("with pepper.\n", "with pepper.\nHarbour Pantry / Jo Reed\n");
    let read = page(&[&shown, TAIL]);
    assert_eq!(read.first().map(|recipe| steps(recipe).len()), Some(3));
}
