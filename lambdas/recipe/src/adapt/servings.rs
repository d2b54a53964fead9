//! Scales a recipe to other servings.

use crate::{Content, Ingredient, Language, Measure, Size, Unit, line, scale, unit};
use num_rational::Ratio;

use crate::adapt::proposal::{LineProposal, Proposal, ReasonCode, Remark, Verdict};

const MOST_SERVINGS: u32 = 1_000;

/// Proposes the recipe for 1 to 1,000 servings. `None` if out of range or the recipe states no servings.
#[must_use]
pub fn for_servings(content: &Content, servings: u32) -> Option<Proposal> {
    let now = content.servings.filter(|now| *now > 0)?;
    if servings == 0 || servings > MOST_SERVINGS {
        return None;
    }
    let factor = Ratio::new(u64::from(servings), u64::from(now));
    let lines = content.ingredients.iter().map(|line| scaled(line, factor, content.language)).collect();
    let naming = steps_that_name_amounts(content, |measure| measure.unit.is_some_and(is_weighed));
    let remark = naming.filter(|_| servings != now).map(|steps| Remark::StepsNameAmounts { steps });
    Some(Proposal {
        lines,
        steps: Vec::new(),
        servings: Some(servings).filter(|servings| *servings != now),
        remarks: remark.into_iter().collect(),
    })
}

fn scaled(before: &Ingredient, factor: Ratio<u64>, language: Option<Language>) -> LineProposal {
    let quantity = scale::scale(&scale::in_digits(&before.quantity, language), factor, language);
    if factor == Ratio::from_integer(1) {
        return LineProposal::kept(ReasonCode::Suits);
    }
    if before.quantity.is_empty() || quantity == before.quantity {
        return LineProposal::kept(ReasonCode::NoAmount);
    }
    let after = with_quantity(before, quantity, language);
    LineProposal { verdict: Verdict::Replaced, reason: ReasonCode::Scaled.into(), after: Some(after) }
}

/// The line with another quantity. Keeps the wording if the old amount is unique in it; else joins the
/// fields.
fn with_quantity(before: &Ingredient, quantity: String, language: Option<Language>) -> Ingredient {
    let unit = agreeing(&before.unit, &quantity, language);
    let after = Ingredient { quantity, unit, ..before.clone() };
    if line::measures(&before.text, language).len() <= 1
        && let Some(text) = with_amount(before, &after)
    {
        return Ingredient { text, ..after };
    }
    let is_measured = Unit::find(&before.unit, language).is_some_and(is_weighed);
    // Drop the repeated amount of "1 cup (240 ml)", keep the size in "2 tins (400 g)".
    let tells_again = |part: &&str| is_measured && part.contains(|c: char| c.is_numeric());
    let note: Vec<&str> = before.note.split(", ").filter(|part| !tells_again(part)).collect();
    let after = Ingredient { note: note.join(", "), ..after };
    Ingredient { text: after.joined(), ..after }
}

fn with_amount(before: &Ingredient, after: &Ingredient) -> Option<String> {
    let (start, rest) =
        before.text.split_once(before.quantity.as_str()).filter(|_| !before.quantity.is_empty())?;
    if rest.contains(before.quantity.as_str()) {
        return None;
    }
    let behind = rest.trim_start();
    let gap = rest.strip_suffix(behind)?;
    // A unit elsewhere in the line is unchanged.
    let text = match behind.strip_prefix(before.unit.as_str()) {
        Some(words) => format!("{start}{}{gap}{}{words}", after.quantity, after.unit),
        None => format!("{start}{}{rest}", after.quantity),
    };
    Some(text)
}

/// Unit form for a quantity: `cup` for 1, `cups` for 2.
pub(crate) fn agreeing(form: &str, quantity: &str, language: Option<Language>) -> String {
    let most = line::measures(quantity, language).first().map(|measure| measure.high);
    most.map_or_else(|| form.to_owned(), |most| unit::agreeing(form, most, language))
}

fn is_weighed(unit: Unit) -> bool {
    matches!(unit.size(), Size::Mass { .. } | Size::Volume { .. })
}

/// Indices of steps with measures that satisfy `is_meant`; `None` if there are none.
pub(crate) fn steps_that_name_amounts(
    content: &Content,
    is_meant: impl Fn(&Measure) -> bool,
) -> Option<Vec<usize>> {
    let names = |step: &String| line::measures(step, content.language).iter().any(&is_meant);
    let naming = content.instructions.iter().enumerate().filter(|(_, step)| names(step));
    let naming: Vec<usize> = naming.map(|(place, _)| place).collect();
    (!naming.is_empty()).then_some(naming)
}
