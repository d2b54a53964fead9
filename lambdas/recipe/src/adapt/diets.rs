use crate::diet::{Diet, Suits};
use crate::{Content, Ingredient, Language, NamedFood, line, scale};
use num_rational::Ratio;

use crate::adapt::proposal::{LineProposal, Proposal, Reason, ReasonCode, Remark, StepProposal, Verdict};
use crate::adapt::servings::agreeing;
use crate::adapt::substitutes::{Each, Substitute, TABLE};

/// Proposes changes for a diet: replaces unsuitable foods, and reports those without a substitute. Never
/// states that the dish suits the diet.
#[must_use]
pub fn for_diet(content: &Content, diet: Diet) -> Proposal {
    let language = content.language;
    let foods: Vec<Option<NamedFood>> =
        content.ingredients.iter().map(|line| crate::food_of(line, language)).collect();
    let dish: Vec<NamedFood> = foods.iter().copied().flatten().collect();
    let lines: Vec<LineProposal> = content
        .ingredients
        .iter()
        .zip(&foods)
        .map(|(line, food)| judged(line, *food, diet, &dish, language))
        .collect();
    let replaced: Vec<FoodReplacement<'_>> = content
        .ingredients
        .iter()
        .zip(&foods)
        .zip(&lines)
        .filter_map(|((before, food), line)| {
            Some(FoodReplacement { food: (*food)?, before: &before.name, after: &line.after.as_ref()?.name })
        })
        .collect();
    let mut remarks = vec![Remark::ReadEveryLabel { diet }];
    let more = steps_that_name_more(content, diet, &dish);
    if !more.is_empty() {
        remarks.push(Remark::StepsNameMore { steps: more });
    }
    Proposal { steps: noted_steps(content, &replaced), lines, servings: None, remarks }
}

fn judged(
    line: &Ingredient,
    food: Option<NamedFood>,
    diet: Diet,
    dish: &[NamedFood],
    language: Option<Language>,
) -> LineProposal {
    if TABLE.is_marked(&line.text, diet) {
        return LineProposal::kept(ReasonCode::ReadTheLabel);
    }
    let names_another = || {
        let named = crate::foods_in(&line.text, language);
        named.into_iter().any(|other| Some(other) != food && other.suits(diet) == Suits::No)
    };
    let Some(food) = food else {
        return if names_another() {
            LineProposal::cannot(ReasonCode::NamesAnother)
        } else {
            LineProposal::kept(ReasonCode::Unknown)
        };
    };
    match food.suits(diet) {
        Suits::No => {}
        _ if names_another() => return LineProposal::cannot(ReasonCode::NamesAnother),
        Suits::Yes => return LineProposal::kept(ReasonCode::Suits),
        Suits::Unsure => return LineProposal::kept(ReasonCode::ReadTheLabel),
    }
    let Some(substitute) = TABLE.substitute(food, diet, dish) else {
        return LineProposal::cannot(ReasonCode::NoSubstitute);
    };
    let effect = substitute.effect.of(language).to_owned();
    let Some(name) = &substitute.name else {
        let reason = Reason::with(ReasonCode::DoneWithout, &effect);
        return LineProposal { verdict: Verdict::LeftOut, reason, after: None };
    };
    match replacement(line, substitute, name.of(language), language) {
        Ok(after) => LineProposal {
            verdict: Verdict::Replaced,
            reason: Reason::with(ReasonCode::Substituted, &effect),
            after: Some(after),
        },
        Err(reason) => LineProposal::cannot(reason),
    }
}

pub(crate) fn replacement(
    line: &Ingredient,
    substitute: &Substitute,
    name: &str,
    language: Option<Language>,
) -> Result<Ingredient, ReasonCode> {
    let quantity = scale::in_digits(&line.quantity, language);
    let (quantity, unit) = match &substitute.each {
        Some(each) if line.unit.is_empty() && !quantity.is_empty() => {
            let pieces = pieces(&quantity, language).ok_or(ReasonCode::AmountUnknown)?;
            if substitute.most.is_some_and(|most| pieces > Ratio::from_integer(most)) {
                return Err(ReasonCode::TooMuch);
            }
            let quantity = counted(each, &quantity, language)?;
            let unit = agreeing(each.unit.of(language), &quantity, language);
            (quantity, unit)
        }
        // Without a number of pieces, the substitute's amount is unknown.
        Some(_) if quantity.is_empty() || !substitute.is_for_measured() => {
            return Err(ReasonCode::AmountUnknown);
        }
        _ if substitute.share() == Ratio::from_integer(1) => (line.quantity.clone(), line.unit.clone()),
        _ => {
            let quantity = scale::scale(&quantity, substitute.share(), language);
            let unit = agreeing(&line.unit, &quantity, language);
            (quantity, unit)
        }
    };
    let after = Ingredient {
        name: name.to_owned(),
        quantity,
        unit,
        note: String::new(),
        doubt: None,
        text: String::new(),
        ..line.clone()
    };
    Ok(Ingredient { text: after.joined(), ..after })
}

/// Upper end of a count without a unit; `None` for other quantities.
fn pieces(quantity: &str, language: Option<Language>) -> Option<Ratio<u64>> {
    let measures = line::measures(quantity, language);
    measures.first().filter(|measure| measure.unit.is_none()).map(|measure| measure.high)
}

fn counted(each: &Each, quantity: &str, language: Option<Language>) -> Result<String, ReasonCode> {
    let one = line::measures(&each.quantity, None).first().map(|measure| measure.low);
    one.map(|one| scale::scale(quantity, one, language)).ok_or(ReasonCode::AmountUnknown)
}

pub(crate) struct FoodReplacement<'l> {
    pub(crate) food: NamedFood,
    pub(crate) before: &'l str,
    pub(crate) after: &'l str,
}

/// Notes on steps with a replaced food, because replacing the words could break the grammar.
pub(crate) fn noted_steps(content: &Content, replaced: &[FoodReplacement<'_>]) -> Vec<StepProposal> {
    let noted = content.instructions.iter().enumerate().filter_map(|(step, text)| {
        let named = crate::foods_in(text, content.language);
        let notes: Vec<String> = replaced
            .iter()
            .filter(|swap| named.contains(&swap.food))
            .map(|FoodReplacement { before, after, .. }| format!("{before} → {after}"))
            .collect();
        (!notes.is_empty()).then(|| StepProposal { step, after: format!("{text} ({})", notes.join("; ")) })
    });
    noted.collect()
}

fn steps_that_name_more(content: &Content, diet: Diet, dish: &[NamedFood]) -> Vec<usize> {
    let names_more = |text: &String| {
        crate::foods_in(text, content.language)
            .into_iter()
            .any(|food| food.suits(diet) == Suits::No && !dish.contains(&food))
    };
    content
        .instructions
        .iter()
        .enumerate()
        .filter(|(_, text)| names_more(text))
        .map(|(step, _)| step)
        .collect()
}
