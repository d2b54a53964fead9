use super::super::read_text;
use super::paper::{file, ingredients, steps};
use crate::extraction::Extraction;

const ABOVE: &str = "Skip to content\nFen End Kitchen\nBreads\nSoups\nPies\nSalads\nPuddings\nOur shop\nContact\nSearch\nHome / Bakes\nRye Pear \
Tart\nIda Thorne\n9 May 2022\nJump to Recipe\nMy aunt baked this whenever the boats came home early, and nobody left the table before it was gone.\n\n";

const STEPS: &str = "Whisk the butter and the sugar until pale, then beat in the eggs.\nFold in the flour and pour the batter into a hot tin.\nBake \
for half an hour and let it cool in the tin.\n\n";

const BELOW: &str = "About\nPrivacy\nTerms\nArchive\nJobs\nPress\nOur fen\nNewsletter\nStockists\nGift cards\nMeet Ida\nFind us\nTrade\nDelivery\nReturns\nImprint\nCookies\n\
Instagram\nPinterest\n";

const LIST: [(&str, &str); 5] = [
    ("3 knobs", "soft butter"),
    ("2 scoops", "brown sugar"),
    ("2", "eggs"),
    ("200 g", "rye flour"),
    ("1 tsp", "baking powder"),
];

fn listed(heading: &str, list: &str) -> Extraction {
    let page = format!("{ABOVE}Rye Pear Tart\nServes 8\n{heading}\n{list}\nInstructions\n{STEPS}{BELOW}");
    let read = read_text(&file(&page));
    assert_eq!(read.len(), 1);
    read.into_iter().next().unwrap_or_else(|| panic!("no recipe"))
}

fn whole() -> Vec<String> {
    LIST.iter().map(|(amount, name)| format!("{amount} {name}")).collect()
}

fn join(row: impl Fn(&(&str, &str)) -> String, between: &str) -> String {
    LIST.iter().map(row).collect::<Vec<_>>().join(between)
}

#[test]
fn amounts_above_or_below_names_are_joined() {
    let above = |(amount, name): &(&str, &str)| format!("{amount}\n{name}");
    let below = |(amount, name): &(&str, &str)| format!("{name}\n{amount}");
    let spaced = |(amount, name): &(&str, &str)| format!("{amount}\n\n{name}");
    for (what, list) in [
        ("above", join(above, "\n")),
        ("above, apart", join(above, "\n\n")),
        ("above, below what scales them", format!("1\n2\n4\n{}", join(spaced, "\n\n"))),
        ("below", join(below, "\n")),
        ("below, apart", join(below, "\n\n")),
    ] {
        let recipe = listed("Ingredients", &list);
        let lines = ingredients(&recipe);
        assert_eq!(lines.len(), LIST.len(), "{what}: {lines:?}");
        assert!(lines.iter().zip(whole()).all(|(line, own)| line.ends_with(&own)), "{what}: {lines:?}");
        assert_eq!(steps(&recipe).len(), 3, "{what}");
    }
}

#[test]
fn separate_number_is_joined_with_the_next_line() {
    let list = "3\ncups rye flour\n\n½\ncup brown sugar\n\nCoarse salt\n\n2\nlarge eggs\n\n1 1/2\nsticks soft butter";
    for heading in ["Ingredients", "IngredientsCopy"] {
        assert_eq!(
            ingredients(&listed(heading, list)),
            [
                "3 cups rye flour",
                "½ cup brown sugar",
                "Coarse salt",
                "2 large eggs",
                "1 1/2 sticks soft butter"
            ],
            "{heading}"
        );
    }
}

#[test]
fn complete_lines_among_broken_ones_are_unchanged() {
    let list = "120 g soft butter\n2\neggs\n90 g brown sugar\n200 g rye flour\n3\npears\n1 tsp baking powder\n1\nlemon";
    let recipe = listed("Ingredients", list);
    for line in ["120 g soft butter", "90 g brown sugar", "200 g rye flour", "1 tsp baking powder"] {
        assert!(ingredients(&recipe).contains(&line), "{:?}", ingredients(&recipe));
    }
}

#[test]
fn duplicate_list_under_the_same_heading_is_dropped() {
    let list = whole().join("\n");
    let again =
        format!("{list}\nsalt\nwalnuts\n\nTAGS\nRye\n30 MINUTE BAKES\nIngredients\n{list}\nsalt\nwalnuts");
    assert_eq!(ingredients(&listed("Ingredients", &again)).len(), 7);
}

#[test]
fn bracketed_line_is_joined_with_the_line_above() {
    let list = format!("{}\n1 cup warm milk\n(250 ml)", whole().join("\n"));
    assert_eq!(ingredients(&listed("Ingredients", &list)).last().copied(), Some("1 cup warm milk (250 ml)"));
}

#[test]
fn text_repeated_for_screen_readers_is_read_once() {
    let twice = |(amount, name): &(&str, &str)| format!("{amount} {name}: {amount} {name}");
    assert_eq!(ingredients(&listed("Ingredients", &join(twice, "\n"))), whole());
}
