use num_traits::ToPrimitive;

use crate::foods::{self, Food, Kinds};
use crate::kitchen_words::KITCHEN_WORDS;
use crate::line;
use crate::measure::Measure;
use crate::span::Span;
use crate::unit::{Size, Unit};
use crate::words::Words;
use crate::{Ingredient, Language};

use super::LeftOut;

pub(super) const MAX_WORDS: usize = 40;
const UNKNOWN_LINE_GRAMS: f32 = 60.0;
/// Density in g/ml if the food has none.
const USUAL_DENSITY: f32 = 0.6;
/// Share of frying fat that is eaten, and the grams up to which all fat is eaten.
const FRYING_SHARE: f32 = 0.1;
const PAN_GRAMS: f32 = 30.0;
/// Grams of fat above which a line is always frying fat.
const FRYING_GRAMS: f32 = 400.0;
/// Energy in kcal of the assumed weight, below which a line without an amount is negligible.
const MIN_KCAL: f32 = 5.0;

pub(super) enum Weight {
    /// Food and edible weight in grams.
    Known(&'static Food, f32),
    /// Food or weight is unknown; the grams are estimated.
    Unknown(Option<&'static Food>, f32, LeftOut),
    Nothing(Option<&'static Food>, LeftOut),
}

/// Weight of a line as a person corrected it, else by its words.
pub(super) fn line_weight(ingredient: &Ingredient, language: Option<Language>) -> Weight {
    let corrected = ingredient.counted_as.as_ref();
    let food =
        corrected.and_then(|counted| foods::find(&Words::of(counted.food.as_ref()?, MAX_WORDS), language));
    match corrected.and_then(|counted| counted.grams) {
        Some(0) => Weight::Nothing(food, LeftOut::Negligible),
        Some(grams) => match food.or_else(|| food_of(ingredient, language)) {
            Some(food) => Weight::Known(food, grams.to_f32().unwrap_or_default()),
            None => Weight::Unknown(None, grams.to_f32().unwrap_or_default(), LeftOut::UnknownFood),
        },
        None => weight_by_words(ingredient, language, food),
    }
}

fn food_of(ingredient: &Ingredient, language: Option<Language>) -> Option<&'static Food> {
    let food_of_line = foods::find(&Words::of(&ingredient.text, MAX_WORDS), language);
    // "4 cups cooked rice": the whole line contains the cooked variant.
    foods::find(&Words::of(&ingredient.name, MAX_WORDS), language)
        .filter(|_| food_of_line.is_none_or(|food_of_line| !food_of_line.name.starts_with(COOKED)))
        .or(food_of_line)
}

/// Weight by the line's words; `corrected` replaces its food.
fn weight_by_words(
    ingredient: &Ingredient,
    language: Option<Language>,
    corrected: Option<&'static Food>,
) -> Weight {
    let words = Words::of(&ingredient.text, MAX_WORDS);
    let says = |set: &std::collections::HashSet<String>| words.stems().any(|word| set.contains(word));
    let measures = line::measures(&ingredient.text, language);
    let named = || {
        food_of(ingredient, language).map(|food| if is_from_can(&measures) { food.canned() } else { food })
    };
    let Some(food) = corrected.or_else(named) else {
        if says(&KITCHEN_WORDS.utensils) || words.len() == 0 {
            return Weight::Nothing(None, LeftOut::Negligible);
        }
        let grams = measures.first().and_then(weight_of_unknown);
        return match grams {
            Some(grams) => Weight::Unknown(None, grams, LeftOut::UnknownFood),
            None if says(&KITCHEN_WORDS.aside) => Weight::Nothing(None, LeftOut::UnknownFood),
            None => Weight::Unknown(None, UNKNOWN_LINE_GRAMS, LeftOut::UnknownFood),
        };
    };
    if measures.is_empty() {
        let has_no_energy = food.per_100_g.kcal * UNKNOWN_LINE_GRAMS / 100.0 < MIN_KCAL;
        let is_pinched = food.kinds.any(PINCHED_KINDS) || has_no_energy;
        let reason = if is_pinched { LeftOut::Negligible } else { LeftOut::NoAmount };
        let is_aside = food.kinds.any(NEGLIGIBLE_KINDS) || TOPPING_AISLES.contains(&food.aisle);
        let is_aside = is_aside || says(&KITCHEN_WORDS.aside) || says(&KITCHEN_WORDS.frying);
        return if is_aside {
            Weight::Nothing(Some(food), reason)
        } else {
            Weight::Unknown(Some(food), UNKNOWN_LINE_GRAMS, reason)
        };
    }
    let Some(grams) = grams(&measures, &WeighedLine { food, words: &words, ingredient }) else {
        return Weight::Unknown(Some(food), UNKNOWN_LINE_GRAMS, LeftOut::NoWeight);
    };
    let is_fried_in = food.kinds.any(Kinds::OIL) && (grams > FRYING_GRAMS || says(&KITCHEN_WORDS.frying));
    Weight::Known(food, if is_fried_in { grams.min(PAN_GRAMS.max(grams * FRYING_SHARE)) } else { grams })
}

const COOKED: &str = "cooked ";

fn is_from_can(measures: &[Measure]) -> bool {
    measures.iter().any(|measure| measure.unit == Some(Unit::Can))
}

struct WeighedLine<'a> {
    food: &'static Food,
    words: &'a Words,
    ingredient: &'a Ingredient,
}

impl WeighedLine<'_> {
    fn grams_a_piece(&self) -> Option<f32> {
        // Ignore brackets and text after a comma: "40 crackers (1 sleeve)", "1 cabbage, leaves only".
        let plain = without_brackets(&self.ingredient.text, |_| true);
        let plain = Words::of(plain.split([',', ';']).next().unwrap_or_default(), MAX_WORDS);
        if let Some(grams) = self.food.grams_of_word(&plain) {
            return Some(grams);
        }
        // "12 cabbage leaves" are not 12 cabbages.
        let part = self
            .part()
            .filter(|unit| PARTS.contains(unit))
            .and_then(|unit| self.food.grams_of_unit(unit, &plain));
        match (part, self.food.grams_a_piece) {
            (Some(part), Some(whole)) => Some(part.min(whole)),
            (part, whole) => part.or(whole),
        }
    }

    fn part(&self) -> Option<Unit> {
        let segment = self.ingredient.text.split([',', ';', '(']).next().unwrap_or_default();
        if let Some(unit) =
            Unit::find(&self.ingredient.unit, None).filter(|_| segment.contains(&self.ingredient.unit))
        {
            return Some(unit);
        }
        let (rest, last) = self.ingredient.name.trim_end().rsplit_once(' ')?;
        // "Chinese leaf" is a food, not a leaf of one.
        let is_of_it = || foods::find(&Words::of(rest, MAX_WORDS), None) == Some(self.food);
        Unit::find(last, None).filter(|_| is_of_it())
    }
}

const PARTS: [Unit; 9] = [
    Unit::Leaf,
    Unit::Slice,
    Unit::Stalk,
    Unit::Sprig,
    Unit::Ball,
    Unit::Cube,
    Unit::Strip,
    Unit::Wedge,
    Unit::Rasher,
];

pub(super) fn without_brackets(text: &str, goes: impl Fn(&str) -> bool) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        let (inside, behind) = after.split_once(')').unwrap_or((after, ""));
        plain.push_str(before);
        if !goes(inside) {
            plain.push('(');
            plain.push_str(inside);
            plain.push(')');
        }
        rest = behind;
    }
    plain.push_str(rest);
    plain
}

/// Kinds that are used by the pinch or have no energy.
const PINCHED_KINDS: Kinds = Kinds::SPICE
    .or(Kinds::HERB)
    .or(Kinds::SEASONING)
    .or(Kinds::FLAVORING)
    .or(Kinds::LEAVENING)
    .or(Kinds::VINEGAR)
    .or(Kinds::WATER);

/// Kinds that are ignored without an amount.
const NEGLIGIBLE_KINDS: Kinds = PINCHED_KINDS.or(Kinds::OIL).or(Kinds::SAUCE).or(Kinds::BROTH);

/// Aisles of foods that are ignored without an amount.
const TOPPING_AISLES: [&str; 6] = ["nuts", "sweets", "fruits", "pantry", "dairy", "vegetables"];

/// Edible grams from the most reliable measure: weight, then volume, then count.
fn grams(measures: &[Measure], line: &WeighedLine<'_>) -> Option<f32> {
    let mut best: Option<(u8, f32)> = None;
    let mut rest = measures;
    while !rest.is_empty() {
        let (mut surety, mut sum) = (u8::MAX, Some(0.0));
        let length = 1 + rest.span(1..).iter().take_while(|measure| measure.adds).count();
        for measure in rest.span(..length) {
            let (how_sure, grams) = match grams_of(measure, line) {
                Some((how_sure, grams)) => (how_sure, Some(grams)),
                None => (0, None),
            };
            surety = surety.min(how_sure);
            sum = sum.zip(grams).map(|(sum, grams)| sum + grams);
        }
        if let Some(sum) = sum
            && best.is_none_or(|(best, _)| surety > best)
        {
            best = Some((surety, sum));
        }
        rest = rest.span(length..);
    }
    best.map(|(_, grams)| grams).filter(|grams| grams.is_finite())
}

fn grams_of(measure: &Measure, line: &WeighedLine<'_>) -> Option<(u8, f32)> {
    let amount = middle(measure)?;
    let food = line.food;
    Some(match measure.unit.map(|unit| (unit, unit.size())) {
        Some((_, Size::Mass { grams })) => (3, amount * grams as f32 * food.edible),
        Some((_, Size::Volume { millilitres })) => {
            (2, amount * millilitres as f32 * food.grams_per_ml.unwrap_or(USUAL_DENSITY))
        }
        Some((unit, Size::Length { .. } | Size::Count)) => {
            (1, amount * food.grams_of_unit(unit, line.words)? * food.edible)
        }
        None => (1, amount * line.grams_a_piece()? * food.edible),
    })
}

fn weight_of_unknown(measure: &Measure) -> Option<f32> {
    let amount = middle(measure)?;
    Some(match measure.unit.map(|unit| unit.size()) {
        Some(Size::Mass { grams }) => amount * grams as f32,
        Some(Size::Volume { millilitres }) => amount * millilitres as f32 * USUAL_DENSITY,
        _ => amount.min(10.0) * UNKNOWN_LINE_GRAMS,
    })
}

pub(super) fn middle(measure: &Measure) -> Option<f32> {
    let (low, high) = (measure.low.to_f32()?, measure.high.to_f32()?);
    Some(low.midpoint(high)).filter(|amount| amount.is_finite())
}
