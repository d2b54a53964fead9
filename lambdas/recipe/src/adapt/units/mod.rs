mod convert;
mod temperatures;
mod write;

use crate::{Content, Ingredient, Language, Measure, Unit, food_of, line};

pub use convert::System;

use crate::adapt::proposal::{LineProposal, Proposal, ReasonCode, Remark, StepProposal, Verdict};
use crate::adapt::servings::steps_that_name_amounts;
use convert::{Amount, convert, system_of};

/// Proposes a recipe in metric or US units, including temperatures. Amounts in steps are not changed, but
/// reported.
#[must_use]
pub fn in_units(content: &Content, system: System) -> Proposal {
    let language = content.language;
    let lines = content.ingredients.iter().map(|line| converted(line, system, language)).collect();
    let steps = content.instructions.iter().enumerate().filter_map(|(step, text)| {
        Some(StepProposal { step, after: temperatures::converted(text, system)? })
    });
    let steps = steps.collect();
    let is_other = |measure: &Measure| measure.unit.and_then(system_of).is_some_and(|other| other != system);
    let naming = steps_that_name_amounts(content, is_other);
    let remarks = naming.map(|steps| Remark::StepsNameAmounts { steps }).into_iter().collect();
    Proposal { lines, steps, servings: None, remarks }
}

fn converted(before: &Ingredient, system: System, language: Option<Language>) -> LineProposal {
    let measures = line::measures(&before.text, language);
    let is_in = |measure: &&Measure| measure.unit.and_then(system_of) == Some(system);
    let stated = Unit::find(&before.unit, language);
    if stated.and_then(system_of).is_none_or(|own| own == system) {
        return LineProposal::kept(if before.quantity.is_empty() {
            ReasonCode::NoAmount
        } else {
            ReasonCode::Suits
        });
    }
    let density = food_of(before, language).and_then(crate::NamedFood::grams_per_ml);
    // A sum of measures cannot be converted.
    if measures.iter().any(|measure| measure.adds) {
        return LineProposal::cannot(ReasonCode::NoAmount);
    }
    // Prefer an amount that the line already has in the target system.
    let existing =
        measures.iter().find(is_in).and_then(amount).filter(|existing| write::has_word(existing.unit));
    let own = measures.iter().find(|measure| measure.unit == stated).and_then(amount);
    let Some(amount) = existing.or_else(|| convert(own?, system, density)) else {
        return LineProposal::cannot(ReasonCode::NoAmount);
    };
    let (quantity, unit) = write::write(amount, language);
    let note: Vec<&str> = before.note.split(", ").filter(|part| !part.contains(char::is_numeric)).collect();
    let after = Ingredient { quantity, unit, note: note.join(", "), ..before.clone() };
    let after = Ingredient { text: after.joined(), ..after };
    LineProposal { verdict: Verdict::Replaced, reason: ReasonCode::Converted.into(), after: Some(after) }
}

fn amount(measure: &Measure) -> Option<Amount> {
    Some(Amount { low: measure.low, high: measure.high, unit: measure.unit? })
}
