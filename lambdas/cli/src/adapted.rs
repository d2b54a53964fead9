//! Applies adaptations and accepts every proposal; notes go to standard error.

use recipe::Content;
use recipe::adapt::{Proposal, ReasonCode, Remark, System, Verdict};
use recipe::diet::Diet;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Adaptations {
    pub(crate) servings: Option<u32>,
    pub(crate) diet: Option<Diet>,
    pub(crate) units: Option<System>,
}

impl Adaptations {
    pub(crate) fn is_any(&self) -> bool {
        self.servings.is_some() || self.diet.is_some() || self.units.is_some()
    }
}

pub(crate) fn adapted(content: &Content, wishes: Adaptations) -> (Content, Vec<String>) {
    let (mut content, mut notes) = (content.clone(), Vec::new());
    if let Some(servings) = wishes.servings {
        match recipe::adapt::for_servings(&content, servings) {
            Some(proposal) => content = accept(&proposal, &content, &mut notes),
            None => notes.push("the recipe has no servings, so it was not scaled".to_owned()),
        }
    }
    if let Some(diet) = wishes.diet {
        content = accept(&recipe::adapt::for_diet(&content, diet), &content, &mut notes);
    }
    if let Some(system) = wishes.units {
        content = accept(&recipe::adapt::in_units(&content, system), &content, &mut notes);
    }
    (content, notes)
}

fn accept(proposal: &Proposal, content: &Content, notes: &mut Vec<String>) -> Content {
    for (line, proposed) in content.ingredients.iter().zip(&proposal.lines) {
        let why = match (proposed.verdict, proposed.reason.code) {
            (_, ReasonCode::ReadTheLabel) => "check the label",
            (_, ReasonCode::Substituted | ReasonCode::DoneWithout) => {
                proposed.reason.words.as_deref().unwrap_or("substituted")
            }
            (Verdict::Cannot, ReasonCode::NoSubstitute) => {
                "unsuitable, and no substitute is known for this dish"
            }
            (Verdict::Cannot, ReasonCode::AmountUnknown) => {
                "unsuitable, and the amount of a substitute is unknown"
            }
            (Verdict::Cannot, ReasonCode::TooMuch) => "unsuitable, and too much of it to substitute",
            (Verdict::Cannot, ReasonCode::NamesAnother) => "also names an unsuitable food",
            (Verdict::Cannot, _) => "the amount was not changed",
            _ => continue,
        };
        notes.push(format!("{}: {why}", line.text));
    }
    for remark in &proposal.remarks {
        notes.push(match remark {
            Remark::ReadEveryLabel { .. } => "check every label for traces".to_owned(),
            Remark::StepsNameAmounts { steps } => {
                format!("steps with unchanged amounts: {}", numbers(steps))
            }
            Remark::StepsNameMore { steps } => {
                format!("steps that name unsuitable foods: {}", numbers(steps))
            }
        });
    }
    proposal.applied(content, |_| true, |_| true)
}

fn numbers(steps: &[usize]) -> String {
    let numbers: Vec<String> = steps.iter().map(|step| (step + 1).to_string()).collect();
    numbers.join(", ")
}
