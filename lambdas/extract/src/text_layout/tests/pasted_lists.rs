use super::super::read_text;
use super::paper::{file, groups, ingredients, steps};
use crate::extraction::Extraction;

const ABOVE: &str = "Skip to content\nMill Lane Kitchen\nBreads\nSoups\nPies\nSalads\nPuddings\nOur shop\nContact\nSearch\nHome / Bakes\nBarley Skillet \
Cake\nIda Thorne\n9 May 2022\nJump to Recipe\nMy aunt baked this in the pan that hung beside the stove, and nobody left the table before it was gone.\n\n";

const STEPS: &str = "Whisk the butter and the sugar until pale, then beat in the eggs.\nFold in the flour and pour the batter into a hot skillet.\nBake \
for half an hour and let it cool in the pan.\n\n";

const BELOW: &str = "About\nPrivacy\nTerms\nArchive\nJobs\nPress\nOur mill\nNewsletter\nStockists\nGift cards\nMeet Ida\nFind us\nTrade\nDelivery\nReturns\nImprint\nCookies\n\
Instagram\nPinterest\n";

fn listed(list: &str) -> Extraction {
    only(&format!("{ABOVE}Barley Skillet Cake\nServes 8\nIngredients\n{list}\nInstructions\n{STEPS}{BELOW}"))
}

fn only(page: &str) -> Extraction {
    let read = read_text(&file(page));
    assert_eq!(read.len(), 1);
    read.into_iter().next().unwrap_or_else(|| panic!("no recipe"))
}

const LIST: [&str; 5] =
    ["120 g soft butter", "90 g brown sugar", "2 eggs", "200 g barley flour", "1 tsp baking powder"];

#[test]
fn list_without_heading_is_found_among_dated_comments() {
    let mut comments = String::new();
    for day in 1..20 {
        comments +=
            &format!("Birk\nApril {day}, 2023 at {day}:15 pm Reply\nWe had it twice.\nReply\n{day} likes\n");
    }
    let list = LIST.join("\n");
    let recipe =
        only(&format!("{ABOVE}Barley Skillet Cake\nServes 8\n\n{list}\n\n{STEPS}{BELOW}{comments}{BELOW}"));
    assert_eq!(ingredients(&recipe), LIST);
    assert!(
        steps(&recipe).first().is_some_and(|step| step.starts_with("Whisk the butter")),
        "{:?}",
        steps(&recipe)
    );
}

#[test]
fn list_without_heading_is_not_absorbed_by_the_section_above() {
    let list = LIST.join("\n");
    let recipe = only(&format!("{ABOVE}Share this:\nBarley Skillet Cake\n{list}\n{STEPS}{BELOW}"));
    assert_eq!(ingredients(&recipe), LIST);
}

#[test]
fn assembly_heading_within_the_list_is_a_group() {
    for (name, group) in [("To assemble", "To assemble"), ("For the assembly:", "For the assembly")] {
        let recipe = listed(&format!("{}\n{name}\n150 g raspberries\n2 tbsp honey", LIST.join("\n")));
        assert_eq!(ingredients(&recipe).len(), 7, "{:?}", ingredients(&recipe));
        assert_eq!(groups(&recipe).last().copied().flatten(), Some(group));
        assert_eq!(steps(&recipe).len(), 3);
    }
}

#[test]
fn long_garnish_line_without_an_amount_is_an_ingredient() {
    let garnish = "Chopped walnuts, grated apple, soured cream and a spoonful of your own plum jam on top";
    let recipe = listed(&format!("{}\nTo garnish:\n{garnish}", LIST.join("\n")));
    assert_eq!(ingredients(&recipe).last().copied(), Some(garnish));
}

#[test]
fn food_in_a_double_spaced_list_is_not_a_group_heading() {
    let lines = ["120 g soft butter", "90 g brown sugar", "Juice of a lemon", "2 eggs", "200 g barley flour"];
    assert_eq!(ingredients(&listed(&lines.join("\n\n"))), lines);
}

#[test]
fn seasoning_at_the_start_of_a_list_is_not_a_group_heading() {
    for first in ["Cooking spray", "Salt"] {
        let lines: Vec<&str> = [first].into_iter().chain(LIST).collect();
        assert_eq!(ingredients(&listed(&lines.join("\n"))), lines);
    }
}

#[test]
fn non_food_line_between_amounts_is_a_group_heading() {
    let recipe = listed(&format!("{}\nCoating\n30 g melted butter\n20 g caster sugar", LIST.join("\n")));
    assert_eq!(ingredients(&recipe).len(), 7, "{:?}", ingredients(&recipe));
    assert_eq!(groups(&recipe).last().copied().flatten(), Some("Coating"));
}

#[test]
fn non_food_lines_after_the_last_amount_are_dropped() {
    let tail = "nutmeg, to taste\nSend this to my phone\nCompare shops";
    let recipe = listed(&format!("{}\n{tail}", LIST.join("\n")));
    assert_eq!(ingredients(&recipe).get(5..), Some(&["nutmeg, to taste"][..]));
}

fn with_group(name: &str, gap: &str, steps: &str) -> Extraction {
    let list = LIST.join("\n");
    only(&format!(
        "{ABOVE}Barley Skillet Cake\nServes 8\nIngredients\n{list}\n{name}\n{gap}30 g almonds\n20 g caster sugar\nInstructions\n{steps}{BELOW}"
    ))
}

#[test]
fn name_with_a_dash_is_a_group_heading() {
    for name in ["almond butter-", "Almond butter –", "— Almond butter —"] {
        let recipe = with_group(name, "", STEPS);
        assert_eq!(ingredients(&recipe).len(), 7, "{:?}", ingredients(&recipe));
        assert!(groups(&recipe).last().copied().flatten().is_some_and(|name| name.ends_with("lmond butter")));
    }
}

#[test]
fn name_with_space_only_below_is_a_group_heading() {
    let recipe = with_group("Almond butter", "\n", STEPS);
    assert_eq!(ingredients(&recipe).len(), 7, "{:?}", ingredients(&recipe));
    assert_eq!(groups(&recipe).last().copied().flatten(), Some("Almond butter"));
    assert_eq!(ingredients(&with_group("Almond butter", "", STEPS)).len(), 8);
}

#[test]
fn name_that_is_also_a_step_heading_is_a_group_heading() {
    let steps_with_part =
        format!("{}\nAlmond butter\nGrind the almonds with the sugar to a paste.\n\n", STEPS.trim_end());
    let recipe = with_group("Almond butter", "", &steps_with_part);
    assert_eq!(ingredients(&recipe).len(), 7, "{:?}", ingredients(&recipe));
    assert_eq!(groups(&recipe).last().copied().flatten(), Some("Almond butter"));
    let shown_again = format!("{}\nMade with\nAlmond butter\nCream\n\n", STEPS.trim_end());
    assert_eq!(ingredients(&with_group("Almond butter", "", &shown_again)).len(), 8);
}
