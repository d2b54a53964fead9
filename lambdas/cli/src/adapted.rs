//! Applies adaptations with all proposals accepted; notes go to standard error.

use recipe::Content;
use recipe::adapt::{Proposal, Reason, Remark, System, Verdict};
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
            None => notes.push("for how many it is is not said, so it stays as it is".to_owned()),
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
        let why = match (&proposed.verdict, &proposed.reason) {
            (_, Reason::ReadTheLabel) => "the label says whether it suits",
            (_, Reason::Substituted { effect } | Reason::DoneWithout { effect }) => effect,
            (Verdict::Cannot, Reason::NoSubstitute) => {
                "it does not suit, and no substitute is known in this dish"
            }
            (Verdict::Cannot, Reason::TooMuch) => "there is too much of it for a substitute",
            (Verdict::Cannot, Reason::NamesAnother) => "it names something else that does not suit",
            (Verdict::Cannot, _) => "its amount stays as it is",
            _ => continue,
        };
        notes.push(format!("{}: {why}", line.text));
    }
    for remark in &proposal.remarks {
        notes.push(match remark {
            Remark::ReadEveryLabel(_) => "who must avoid something reads every label".to_owned(),
            Remark::StepsNameAmounts(steps) => {
                format!("amounts within these steps stay as they are: {}", numbers(steps))
            }
            Remark::StepsNameMore(steps) => {
                format!("these steps name something that does not suit: {}", numbers(steps))
            }
        });
    }
    proposal.applied(content, |_| true, |_| true)
}

fn numbers(steps: &[usize]) -> String {
    let numbers: Vec<String> = steps.iter().map(|step| (step + 1).to_string()).collect();
    numbers.join(", ")
}
