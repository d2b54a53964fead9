use crate::amounts::{self, Change, applied};
use crate::{Content, Ingredient, Language, Measure, Size, Unit, line, unit};
use num_rational::Ratio;

use crate::adapt::proposal::{LineProposal, Proposal, ReasonCode, Remark, Verdict};

const MAX_SERVINGS: u32 = 1_000;

/// Proposes a recipe for 1 to 1,000 servings. `None` outside this range, or if the recipe has no servings.
#[must_use]
pub fn for_servings(content: &Content, servings: u32) -> Option<Proposal> {
    let now = content.servings.filter(|now| *now > 0)?;
    if servings == 0 || servings > MAX_SERVINGS {
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
    if factor == Ratio::from_integer(1) {
        return LineProposal::kept(ReasonCode::Suits);
    }
    let text = if before.text.is_empty() { before.joined() } else { before.text.clone() };
    match amounts::changes(&text, factor, language) {
        None => LineProposal::cannot(ReasonCode::NoAmount),
        Some(changes) if changes.is_empty() => LineProposal::kept(ReasonCode::NoAmount),
        Some(changes) => {
            let scaled = applied(&text, 0..text.len(), &changes);
            let parts = scaled_parts(before, &text, &changes, factor, language);
            let after = parts.unwrap_or_else(|| read_again(before, &scaled, language));
            let after = Ingredient { text: scaled, ..after };
            LineProposal { verdict: Verdict::Replaced, reason: ReasonCode::Scaled.into(), after: Some(after) }
        }
    }
}

fn scaled_parts(
    before: &Ingredient,
    text: &str,
    changes: &[Change],
    factor: Ratio<u64>,
    language: Option<Language>,
) -> Option<Ingredient> {
    let quantity = amounts::scaled_quantity(text, &before.quantity, factor, language)?;
    let unit = agreeing(&before.unit, &quantity, language);
    let note = before.note.split(", ").map(|part| {
        let Some(start) = text.rfind(part) else {
            return (!part.contains(char::is_numeric)).then(|| part.to_owned());
        };
        Some(applied(text, start..start.saturating_add(part.len()), changes))
    });
    let note = note.collect::<Option<Vec<_>>>()?.join(", ");
    Some(Ingredient { quantity, unit, note, ..before.clone() })
}

fn read_again(before: &Ingredient, text: &str, language: Option<Language>) -> Ingredient {
    let Ingredient { name, quantity, unit, note, .. } = line::read(text, language);
    Ingredient { name, quantity, unit, note, ..before.clone() }
}

/// The unit form that agrees with the quantity: `cup` for 1, `cups` for 2.
pub(crate) fn agreeing(form: &str, quantity: &str, language: Option<Language>) -> String {
    let most = line::measures(quantity, language).first().map(|measure| measure.high);
    most.map_or_else(|| form.to_owned(), |most| unit::agreeing(form, most, language))
}

fn is_weighed(unit: Unit) -> bool {
    matches!(unit.size(), Size::Mass { .. } | Size::Volume { .. })
}

pub(crate) fn steps_that_name_amounts(
    content: &Content,
    is_meant: impl Fn(&Measure) -> bool,
) -> Option<Vec<usize>> {
    let names = |step: &String| line::measures(step, content.language).iter().any(&is_meant);
    let naming = content.instructions.iter().enumerate().filter(|(_, step)| names(step));
    let naming: Vec<usize> = naming.map(|(place, _)| place).collect();
    (!naming.is_empty()).then_some(naming)
}
