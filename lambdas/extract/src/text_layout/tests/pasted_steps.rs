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

fn read(page_steps: &str) -> Vec<String> {
    let read = read_text(&file(&format!("{ABOVE}{page_steps}{BELOW}")));
    assert_eq!(read.len(), 1);
    read.iter().flat_map(steps).map(str::to_owned).collect()
}

#[test]
fn ingredients_repeated_below_steps_are_not_steps() {
    let [first, second, third, last] = STEPS;
    let page_steps = format!(
        "{first}\n120 g soft butter, 90 g brown sugar\n{second}\n2 eggs\n{third}\nbarley flour, baking powder\n{last}"
    );
    assert_eq!(read(&page_steps), STEPS);
}

#[test]
fn times_before_the_first_step_are_not_steps() {
    let times =
        "For beginners\nAll in all 55 min\nAt the bench 15 min\nIn the oven 30 min\nIn the pan 10 min";
    assert_eq!(read(&format!("{times}\n{}", STEPS.join("\n"))), STEPS);
}

#[test]
fn text_after_the_last_numbered_step_is_dropped() {
    let behind = "Everything from our mill is ground on the day that we send it to you.";
    let page_steps: Vec<String> =
        STEPS.iter().enumerate().map(|(at, step)| format!("Step {}\n{step}", at + 1)).collect();
    assert_eq!(read(&format!("{}\n{behind}", page_steps.join("\n"))), STEPS);
    let page_steps: Vec<String> =
        STEPS.iter().enumerate().map(|(at, step)| format!("{}. {step}", at + 1)).collect();
    assert_eq!(read(&format!("{}\n{behind}", page_steps.join("\n"))), STEPS);
}

#[test]
fn heading_without_ingredient_mentions_below_ends_the_steps() {
    let page_steps = STEPS.join("\n");
    let behind = "Bakers of the month\nSend us a picture and we will hang it up in the shop.";
    assert_eq!(read(&format!("{page_steps}\n\n{behind}")), STEPS);
    let part = "For those who wait\nBrush the warm cake with more butter before it is cut.";
    assert_eq!(read(&format!("{page_steps}\n\n{part}")).len(), 5);
}

#[test]
fn ingredients_below_steps_are_dropped_even_if_they_outnumber_steps() {
    let page_steps: Vec<String> = STEPS
        .iter()
        .zip([
            "120 g soft butter\n90 g brown sugar",
            "2 eggs",
            "200 g barley flour\n1 tsp baking powder",
            "soft butter",
        ])
        .map(|(step, needed)| format!("{step}\n{needed}"))
        .collect();
    assert_eq!(read(&page_steps.join("\n")), STEPS);
}

#[test]
fn publication_credit_is_not_a_step() {
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

#[test]
fn repeated_instruction_without_full_stop_stays() {
    let text = "Bread\n\nIngredients\n500 g flour\n10 g salt\n\nMethod\nMix the flour with the water.\n\
                Cover and chill overnight\nFold the dough over itself.\nCover and chill overnight\nBake for an hour.";
    let read = read_text(&file(text));
    assert_eq!(read.iter().flat_map(steps).filter(|step| *step == "Cover and chill overnight").count(), 2);
}
