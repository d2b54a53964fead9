use super::super::read_text;
use super::paper::file;

const MENU: &str =
    "Skip to content\nLanterns\nFerry\nWeather\nTides\nKnots\nCharts\nRopes\nSails\nSearch\nPuddings\n";

const STORY: &str = "We picked the first quinces behind the boat house this week, and the whole kitchen smelled of them until Sunday.\n\n";

const RECIPE: &str = "Ingredients\n3 quinces\n200 g cream\n80 g sugar\n4 eggs\nInstructions\nPoach the quinces until soft and slice \
them.\nWhisk the cream with the sugar and the eggs.\nPour it over the quinces and bake until set.\n\n";

const BELOW: &str = "About\nPrivacy\nTerms\nArchive\nJobs\nPress\nNewsletter\nStockists\nGift cards\nMeet Ida\nFind us\nTrade\nDelivery\nReturns\n\
Imprint\nCookies\nOur mill\nOur hens\nOur bees\n";

/// Makes an article so long that the title is far from the list.
const EATEN: [&str; 16] = [
    "Bread", "Soup", "Cheese", "Honey", "Plum jam", "Rye", "Trout", "Barley", "Cabbage", "Leek pie",
    "Oat cake", "Milk", "Cider", "Perch", "Beet", "Turnip",
];

fn title(above: &str) -> String {
    let read = read_text(&file(&format!("{MENU}{above}{RECIPE}{BELOW}")));
    assert_eq!(read.len(), 1);
    read.into_iter().next().and_then(|recipe| recipe.content.title).unwrap_or_default()
}

fn tale() -> String {
    let sentences = EATEN.iter().cycle().take(2 * EATEN.len());
    sentences.map(|eaten| {
        format!("{eaten} was what we ate on the lake that year, and nobody thought of going home before the evening came down on us.\n\n")
    })
    .collect()
}

#[test]
fn diet_label_above_the_list_is_not_the_title() {
    for label in ["Gluten Free", "Sin Gluten", "Sans Lactose", "Side Dish"] {
        let above = format!("Boat House Flan\n{}{label}\nServings\n6\n", tale());
        assert_eq!(title(&above), "Boat House Flan", "{label}");
    }
}

#[test]
fn line_without_words_of_the_recipe_is_not_the_title() {
    let above = format!("Quince flan\n{}Harbour Nightfall Gazette\nServings\n6\n", tale());
    assert_eq!(title(&above), "Quince flan");
}

#[test]
fn line_repeated_nearby_is_the_title() {
    for gap in ["", "\n"] {
        let above = format!("Quince Flan\n{gap}Quince Flan\nIda\nOld Quince Tales\n{STORY}{STORY}");
        assert_eq!(title(&above), "Quince Flan");
    }
}

#[test]
fn site_name_is_not_the_title() {
    let above = format!("Quince Flan\n{}Quince Harbour\n\nServings\n6\n", tale());
    let page = format!("{MENU}{above}{RECIPE}{BELOW}© 2024 Quince Harbour. All rights reserved.\n");
    let read = read_text(&file(&page));
    assert_eq!(read.first().and_then(|recipe| recipe.content.title.as_deref()), Some("Quince Flan"));
}

#[test]
fn line_above_a_byline_is_preferred_as_title() {
    let heading = "Lake Flan Review\nLake Flan Review\nServings\n6\n";
    let above = format!("Boat House Flan\nBy Ida Thorne\n{STORY}{STORY}{heading}");
    assert_eq!(title(&above), "Boat House Flan");
}

#[test]
fn line_without_a_colon_is_preferred_as_title() {
    let heading = "A Flan of Cream: Tales\nA Flan of Cream: Tales\nServings\n6\n";
    assert_eq!(title(&format!("Quince Flan\nBy Ida Thorne\n{STORY}{heading}")), "Quince Flan");
}

#[test]
fn line_without_the_word_recipe_is_preferred_as_title() {
    let again = "Boat House Flan Recipe\nBoat House Flan Recipe\nServings\n6\n";
    let above = format!("Boat House Flan\nOf the house\nSee it all\nBy Ida Thorne\n{STORY}{again}");
    assert_eq!(title(&above), "Boat House Flan");
}
