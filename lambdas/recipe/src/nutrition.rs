//! Estimates nutrition per serving from the ingredient lines.

mod weight;

use num_traits::ToPrimitive;
use serde::Serialize;

use crate::foods::{self, Amounts};
use crate::line;
use crate::measure::Measure;
use crate::unit::{Size, Unit};
use crate::words::Words;
use crate::{Content, Language, Nutrition};
use weight::{MAX_WORDS, Weight, line_weight, middle, without_brackets};

const MAX_KCAL: f32 = 3000.0;
const MAX_LINES: usize = 500;
const MIN_KNOWN_SHARE: f32 = 0.8;
/// Minimum pieces for a piece to count as a serving, unless a piece has at most 900 kcal.
const FEWEST_PIECES: f32 = 4.0;
const MAX_KCAL_OF_A_PIECE: f32 = 900.0;
const MAX_SERVINGS: f32 = 1000.0;

/// Result of an estimate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Nutrition per serving, e.g. `320 kcal` and `12 g`; `None` if too little is known.
    pub nutrition: Option<Nutrition>,
    /// Share of the weight with known food and amount, 0 to 1.
    pub known_share: f32,
}

/// Estimates nutrition per serving, or per piece if the yield is a number of pieces.
///
/// `None` if the servings or too much of the weight are unknown, or above 3,000 kcal. Lines such as "salt to
/// taste" are ignored. Of frying fat, at most 30 g or a tenth counts, whichever is more. The first of several
/// alternatives counts.
#[must_use]
pub fn per_serving(content: &Content) -> Estimate {
    let mut total = Amounts::default();
    let (mut known, mut unknown) = (0.0, 0.0);
    for ingredient in content.ingredients.iter().take(MAX_LINES) {
        match line_weight(ingredient, content.language) {
            Weight::Known(food, grams) => {
                known += grams;
                total.add(&food.per_100_g, grams / 100.0);
            }
            Weight::Unknown(_, grams, _) => unknown += grams,
            Weight::Nothing(..) => {}
        }
    }
    let known_share = if known + unknown > 0.0 { known / (known + unknown) } else { 0.0 };
    let nutrition = servings(content, total.kcal)
        .filter(|_| known > 0.0 && known_share >= MIN_KNOWN_SHARE)
        .filter(|servings| total.kcal / servings <= MAX_KCAL)
        .map(|servings| total.per(servings));
    Estimate { nutrition, known_share }
}

/// Contribution of one ingredient line.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// First English name of the food; `None` if unknown or ignored.
    pub food: Option<&'static str>,
    /// Edible weight in grams, estimated if unknown; 0 for ignored lines.
    pub grams: f32,
    /// Energy in kcal; 0 if unknown.
    pub kcal: f32,
    /// Whether food and weight are known, or the line is ignored.
    pub is_known: bool,
}

/// Contribution of each line to [`per_serving`].
#[must_use]
pub fn shares(content: &Content) -> Vec<Share> {
    let lines = content.ingredients.iter().take(MAX_LINES);
    lines
        .map(|ingredient| match line_weight(ingredient, content.language) {
            Weight::Known(food, grams) => {
                let kcal = food.per_100_g.kcal * grams / 100.0;
                Share { food: Some(food.name), grams, kcal, is_known: true }
            }
            Weight::Unknown(food, grams, _) => {
                Share { food: food.map(|food| food.name), grams, kcal: 0.0, is_known: false }
            }
            Weight::Nothing(..) => Share { food: None, grams: 0.0, kcal: 0.0, is_known: true },
        })
        .collect()
}

/// Why the estimate excludes a line. JSON names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LeftOut {
    /// The line has no amount.
    NoAmount,
    /// The line contains no food of the table.
    UnknownFood,
    /// The weight of the line's unit is unknown for its food.
    NoWeight,
    /// The line has hardly any energy, is not a food, or was excluded by the owner.
    Negligible,
}

/// How an ingredient line counts in the estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CountedLine {
    /// Index of the line, from 0.
    pub line: usize,
    /// Name of the food in the recipe's language; `None` if unknown.
    pub food: Option<&'static str>,
    /// Edible weight in grams; `None` unless counted.
    pub grams: Option<u32>,
    /// Why it is excluded; `None` if counted.
    pub left_out: Option<LeftOut>,
    /// Whether a person has corrected it.
    pub corrected: bool,
}

impl CountedLine {
    /// Whether the estimate lacks the energy of this line.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.left_out.is_some_and(|reason| reason != LeftOut::Negligible)
    }
}

/// How each line counts in [`per_serving`].
#[must_use]
pub fn counted_lines(content: &Content) -> Vec<CountedLine> {
    let lines = content.ingredients.iter().take(MAX_LINES).enumerate();
    let language = content.language.unwrap_or(Language::En);
    lines
        .map(|(line, ingredient)| {
            let (food, grams, left_out) = match line_weight(ingredient, content.language) {
                Weight::Known(food, grams) => (Some(food), grams.round().to_u32(), None),
                Weight::Unknown(food, _, reason) | Weight::Nothing(food, reason) => {
                    (food, None, Some(reason))
                }
            };
            let food = food.map(|food| food.name_in(language));
            CountedLine { line, food, grams, left_out, corrected: ingredient.counted_as.is_some() }
        })
        .collect()
}

/// Whether the estimate lacks the energy of some line, so that its values are lower bounds.
#[must_use]
pub fn is_incomplete(content: &Content) -> bool {
    counted_lines(content).iter().any(CountedLine::is_missing)
}

/// Whether the table contains a food with this name.
#[must_use]
pub fn knows_food(name: &str, language: Option<Language>) -> bool {
    foods::find(&Words::of(name, MAX_WORDS), language).is_some()
}

/// Number of people, else of pieces; `kcal` is the recipe's total.
fn servings(content: &Content, kcal: f32) -> Option<f32> {
    let yields = content.yields.as_deref().unwrap_or_default();
    // Ignore dimensions: "One (13x9-inch) cake".
    let yields = without_brackets(yields, is_size);
    let yields = yields.as_str();
    // "Makes 10 burgers": start at the number.
    let number = yields.find(|c: char| c.is_ascii_digit()).and_then(|start| yields.get(start..));
    let measures = line::measures(number.unwrap_or(yields), content.language);
    let people = content.servings.filter(|servings| *servings > 0).and_then(|servings| servings.to_f32());
    if let Some(people) = people {
        // "4 to 6 servings" is stored as 4; use the middle of the range.
        let range =
            measures.iter().find(|range| range.low < range.high && range.low.to_f32() == Some(people));
        return range.and_then(middle).or(Some(people)).filter(|servings| *servings <= MAX_SERVINGS);
    }
    // Prefer a number of portions: "1 loaf (8 slices)".
    let is_portion =
        |measure: &&Measure| matches!(measure.unit, Some(Unit::Slice | Unit::Piece | Unit::Portion));
    let counted = measures.iter().find(is_portion).or(measures.first())?;
    let is_counted = counted.unit.is_none_or(|unit| unit.size() == Size::Count);
    let count = middle(counted)?;
    // Two sandwiches are two servings, but two cakes are not.
    let is_eaten_whole = counted.unit.is_none() && kcal <= count * MAX_KCAL_OF_A_PIECE;
    (is_counted && (count >= FEWEST_PIECES || is_eaten_whole) && count <= MAX_SERVINGS).then_some(count)
}

fn is_size(text: &str) -> bool {
    let words = Words::of(text, MAX_WORDS);
    text.contains(['"', '″', '”']) || words.stems().any(|word| matches!(word, "inch" | "cm" | "x"))
}

impl Amounts {
    fn add(&mut self, other: &Self, times: f32) {
        self.kcal += other.kcal * times;
        self.fat += other.fat * times;
        self.carbohydrate += other.carbohydrate * times;
        self.protein += other.protein * times;
    }

    fn per(&self, servings: f32) -> Nutrition {
        let grams = |amount: f32| Some(format!("{:.0} g", amount / servings));
        Nutrition {
            calories: Some(format!("{:.0} kcal", self.kcal / servings)),
            fat: grams(self.fat),
            carbs: grams(self.carbohydrate),
            protein: grams(self.protein),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CountedAs;

    fn content(language: Language, servings: Option<u32>, yields: Option<&str>, lines: &[&str]) -> Content {
        Content {
            ingredients: lines.iter().map(|line| line::read(line, Some(language))).collect(),
            servings,
            yields: yields.map(str::to_owned),
            language: Some(language),
            ..Content::default()
        }
    }

    #[test]
    fn line_weight_is_derived_from_its_amount() {
        use Language::{En, Es, Fr};
        for (language, line, food, grams) in [
            (En, "1 cup all-purpose flour", "flour", 125.0),
            (En, "1 cup (120 g) flour", "flour", 120.0),
            (En, "2 large eggs", "egg", 100.0),
            (En, "3 cloves garlic, minced", "garlic", 12.0),
            (En, "1 stick butter", "butter", 113.0),
            (En, "1 lb ground beef", "ground beef", 453.6),
            (En, "2 x 400 g tins chopped tomatoes", "canned tomato", 800.0),
            (En, "1 (15 oz) can black beans", "black bean", 425.2),
            (En, "1 can chickpeas", "chickpea", 240.0),
            (En, "2 tbsp olive oil", "olive oil", 27.3),
            (En, "1/4 cup plus 1 tablespoon sugar", "sugar", 62.7),
            (En, "2 salmon fillets", "salmon", 340.0),
            (En, "1-2 carrots", "carrot", 105.0),
            (En, "4 cups oil for frying", "vegetable oil", 87.1),
            (En, "1 tablespoon oil for frying", "vegetable oil", 13.8),
            (En, "6 cheese slices", "cheddar", 126.0),
            (En, "2 halibut steaks", "halibut", 340.0),
            (En, "50 g gorgonzola cheese", "blue cheese", 50.0),
            (En, "1 cup half & half", "half and half", 241.3),
            (En, "4 cups cooked white rice", "cooked rice", 634.1),
            (En, "1 cup rice, cooked", "rice", 184.5),
            (En, "2 cups cooked long-grain rice", "cooked rice", 317.0),
            (En, "1 (15 oz) can lentils, drained", "cooked lentil", 425.2),
            (En, "1 can (400 g) plum tomatoes", "canned tomato", 400.0),
            (En, "1 (6 oz) can tomato paste", "tomato paste", 170.1),
            (En, "1 (4 oz) can chilies", "chili", 113.4),
            (En, "30 saltines (one sleeve)", "saltine", 90.0),
            (En, "10 cabbage leaves", "cabbage", 225.0),
            (En, "1 lime, sliced into wedges", "lime", 40.2),
            (En, "1 cabbage, outer leaves removed", "cabbage", 810.0),
            (En, "½ Chinese leaf, shredded", "napa cabbage", 380.0),
            (En, "3 stems fresh oregano", "oregano", 3.0),
            (En, "2 whole chicken breasts", "chicken breast", 400.0),
            (En, "4 corn or wheat tortillas", "corn tortilla", 104.0),
            (En, "500 g crisp, tart apples", "apple", 450.0),
            (En, "1 cup crispy fried onions", "fried onion", 56.8),
            (Es, "200 g de harina", "flour", 200.0),
            (Es, "2 dientes de ajo", "garlic", 8.0),
            (Es, "1 taza de azúcar", "sugar", 201.1),
            (Es, "3 patatas", "potato", 459.0),
            (Fr, "20 cl de crème fraîche", "light whipping cream", 202.0),
            (Fr, "2 cuillères à soupe d'huile d'olive", "olive oil", 27.3),
            (Fr, "1 sachet de levure chimique", "baking powder", 11.0),
            (Fr, "3 œufs", "egg", 150.0),
        ] {
            let found = shares(&content(language, None, None, &[line]));
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].food, Some(food), "{line}");
            assert!(found[0].is_known && (found[0].grams - grams).abs() <= grams * 0.02, "{line}: {found:?}");
        }
    }

    #[test]
    fn serving_is_the_total_divided_by_servings() {
        for (servings, yields, lines, expected) in [
            (Some(2), None, &["200 g sugar"][..], Some("387 kcal")),
            (Some(1), None, &["100 g sugar", "1 tsp salt", "500 ml water"], Some("387 kcal")),
            (None, Some("4 cookies"), &["100 g sugar"], Some("97 kcal")),
            (None, Some("about 2 dozen cookies"), &["240 g sugar"], Some("39 kcal")),
            (None, Some("1 loaf (8 slices)"), &["200 g sugar"], Some("97 kcal")),
            (None, Some("1 loaf"), &["100 g sugar"], None),
            (None, Some("2 cakes"), &["1 kg sugar"], None),
            (None, Some("One (20 x 30 cm) cake"), &["1 kg sugar"], None),
            (None, Some("One (8x8-inch) pan (16 squares)"), &["400 g sugar"], Some("97 kcal")),
            (None, Some("1 sandwich"), &["100 g sugar"], Some("387 kcal")),
            (None, Some("Makes 10 burgers"), &["100 g sugar"], Some("39 kcal")),
            (Some(4), Some("4 to 6 servings"), &["200 g sugar"], Some("155 kcal")),
            (Some(4), Some("4 servings"), &["200 g sugar"], Some("194 kcal")),
            (None, Some("2 cups"), &["100 g sugar"], None),
            (None, None, &["100 g sugar"], None),
            (Some(0), None, &["100 g sugar"], None),
            (
                Some(1),
                None,
                &["100 g sugar", "Pepper to taste", "Lemon wedges, for serving"],
                Some("387 kcal"),
            ),
            (Some(1), None, &["100 g sugar", "10 pcs bamboo skewers", "Small saucepan"], Some("387 kcal")),
            (Some(1), None, &["100 g sugar", "Sour cream", "Shredded lettuce"], Some("387 kcal")),
            (Some(1), None, &["100 g sugar", "Bread"], None),
            (Some(1), None, &["100 g sugar", "300 g snark"], None),
            (Some(1), None, &[], None),
            (Some(1), None, &["2 kg sugar"], None),
        ] {
            let found = per_serving(&content(Language::En, servings, yields, lines));
            let calories = found.nutrition.and_then(|nutrition| nutrition.calories);
            assert_eq!(calories.as_deref(), expected, "{servings:?} {yields:?} {lines:?}");
        }
    }

    #[test]
    fn line_without_amount_food_or_weight_is_named_with_its_reason() {
        use LeftOut::{Negligible, NoAmount, NoWeight, UnknownFood};
        for (line, food, left_out) in [
            ("200 g flour", Some("flour"), None),
            ("Salt to taste", Some("salt"), Some(Negligible)),
            ("Water", Some("water"), Some(Negligible)),
            ("10 pcs bamboo skewers", None, Some(Negligible)),
            ("Sour cream", Some("sour cream"), Some(NoAmount)),
            ("Olive oil", Some("olive oil"), Some(NoAmount)),
            ("Bread", Some("bread"), Some(NoAmount)),
            ("300 g snark", None, Some(UnknownFood)),
            ("Snark, for serving", None, Some(UnknownFood)),
            ("2 rolls flour", Some("flour"), Some(NoWeight)),
        ] {
            let lines = counted_lines(&content(Language::En, Some(2), None, &[line]));
            let found: Vec<_> = lines.iter().map(|line| (line.food, line.left_out)).collect();
            assert_eq!(found, [(food, left_out)], "{line}");
            assert_eq!(lines[0].is_missing(), !matches!(left_out, None | Some(Negligible)), "{line}");
        }
    }

    #[test]
    fn food_has_the_name_of_the_recipes_language() {
        let lines = counted_lines(&content(Language::Fr, None, None, &["200 g de farine"]));
        assert_eq!(lines[0].food, Some("farine"));
    }

    #[test]
    fn corrected_line_counts_as_its_correction_says() {
        let counted = |food: Option<&str>, grams| CountedAs { food: food.map(str::to_owned), grams };
        for (line, correction, food, grams, left_out) in [
            ("300 g snark", counted(Some("sugar"), None), Some("sugar"), Some(300), None),
            ("2 rolls flour", counted(None, Some(80)), Some("flour"), Some(80), None),
            ("Sour cream", counted(None, Some(50)), Some("sour cream"), Some(50), None),
            ("200 g sugar", counted(Some("flour"), Some(10)), Some("flour"), Some(10), None),
            ("200 g sugar", counted(None, Some(0)), None, None, Some(LeftOut::Negligible)),
            ("200 g sugar", counted(Some("boojum"), None), Some("sugar"), Some(200), None),
            ("a snark", counted(None, Some(50)), None, None, Some(LeftOut::UnknownFood)),
        ] {
            let mut content = content(Language::En, Some(1), None, &[line]);
            content.ingredients[0].counted_as = Some(correction);
            let lines = counted_lines(&content);
            let CountedLine { food: found, grams: weight, left_out: reason, corrected, .. } = lines[0];
            assert_eq!((found, weight, reason, corrected), (food, grams, left_out, true), "{line}");
        }
    }

    #[test]
    fn implausible_amount_gives_no_estimate() {
        for line in [
            "99999999999999999999 cups flour",
            "9999999999 kg sugar",
            "18446744073709551615 kg sugar",
            "1/0 cup flour",
            "0 g flour",
        ] {
            let found = per_serving(&content(Language::En, Some(1), None, &[line]));
            assert_eq!(found.nutrition, None, "{line}");
        }
    }
}
