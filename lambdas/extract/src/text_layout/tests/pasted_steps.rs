//! The steps of whole pages that were pasted as text: what stands among them and behind them on a page.

use super::super::read_text;
use super::paper::{file, steps};

const ABOVE: &str = "Skip to content\nMill Lane Kitchen\nBreads\nSoups\nPies\nSalads\nPuddings\nOur shop\nContact\nSearch\nHome / Bakes\nBarley Skillet \
Cake\nIda Thorne\n9 May 2022\nJump to Recipe\nMy aunt baked this in the pan that hung beside the stove, and nobody left the table before it was gone.\n\n\
Barley Skillet Cake\nServes 8\nIngredients\n120 g soft butter\n90 g brown sugar\n2 eggs\n200 g barley flour\n1 tsp baking powder\nInstructions\n";

const STEPS: [&str; 4] = [
    "Whisk the butter and the sugar until pale.",
    "Beat in the eggs one after the other.",
    "Fold in the flour and pour the batter into a hot skillet.",
    "Bake for half an hour and let it cool in the pan.",
];

const BELOW: &str = "\n\nAbout\nPrivacy\nTerms\nArchive\nJobs\nPress\nOur mill\nNewsletter\nStockists\nGift cards\nMeet Ida\nFind us\nTrade\nDelivery\nReturns\nImprint\n\
Cookies\nInstagram\nPinterest\n";

fn read(told: &str) -> Vec<String> {
    let read = read_text(&file(&format!("{ABOVE}{told}{BELOW}")));
    assert_eq!(read.len(), 1);
    read.iter().flat_map(steps).map(str::to_owned).collect()
}

#[test]
fn what_a_step_needs_is_none_where_it_is_repeated_below_it() {
    let [first, second, third, last] = STEPS;
    let told = format!(
        "{first}\n120 g soft butter, 90 g brown sugar\n{second}\n2 eggs\n{third}\nbarley flour, baking powder\n{last}"
    );
    assert_eq!(read(&told), STEPS);
}

#[test]
fn times_between_the_heading_and_the_first_step_are_none() {
    let times =
        "For beginners\nAll in all 55 min\nAt the bench 15 min\nIn the oven 30 min\nIn the pan 10 min";
    assert_eq!(read(&format!("{times}\n{}", STEPS.join("\n"))), STEPS);
}

#[test]
fn counted_steps_end_with_the_last_number() {
    let behind = "Everything from our mill is ground on the day that we send it to you.";
    let told: Vec<String> =
        STEPS.iter().enumerate().map(|(at, step)| format!("Step {}\n{step}", at + 1)).collect();
    assert_eq!(read(&format!("{}\n{behind}", told.join("\n"))), STEPS);
    let told: Vec<String> =
        STEPS.iter().enumerate().map(|(at, step)| format!("{}. {step}", at + 1)).collect();
    assert_eq!(read(&format!("{}\n{behind}", told.join("\n"))), STEPS);
}

#[test]
fn a_heading_below_which_nothing_of_the_list_is_spoken_of_ends_the_steps() {
    let told = STEPS.join("\n");
    let behind = "Bakers of the month\nSend us a picture and we will hang it up in the shop.";
    assert_eq!(read(&format!("{told}\n\n{behind}")), STEPS);
    // Below the name of a part, the list is spoken of.
    let part = "For those who wait\nBrush the warm cake with more butter before it is cut.";
    assert_eq!(read(&format!("{told}\n\n{part}")).len(), 5);
}

#[test]
fn what_a_step_needs_is_none_even_where_more_of_it_is_shown_than_is_told() {
    let told: Vec<String> = STEPS
        .iter()
        .zip([
            "120 g soft butter\n90 g brown sugar",
            "2 eggs",
            "200 g barley flour\n1 tsp baking powder",
            "soft butter",
        ])
        .map(|(step, needed)| format!("{step}\n{needed}"))
        .collect();
    assert_eq!(read(&told.join("\n")), STEPS);
}

#[test]
fn where_a_recipe_was_published_is_no_step() {
    for credit in [
        "Originally published as Skillet Cake in Mill Lane Letters, May 1988",
        "Recipe courtesy of Ida Thorne",
        "This recipe originally appeared in Mill Lane Letters",
        "Publicado originalmente en Cartas del molino",
        "Recette publiée à l'origine dans les Lettres du moulin",
    ] {
        assert_eq!(read(&format!("{}\n{credit}", STEPS.join("\n"))), STEPS, "{credit}");
    }
}
