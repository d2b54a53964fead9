//! Translates a recipe. Lines and steps with other numbers in their translation stay unchanged.

use recipe::adapt::{ReasonCode, Verdict};
use recipe::{Language, line};
use serde_json::{Value, json};

use crate::claims::claims_freedom;
use crate::draft::{Draft, places};
use crate::figures::have_equal_figures;
use crate::tools::arguments::Translate;

const LONGEST_TEXT: usize = 4_000;

/// Applies a translation where its figures match.
///
/// # Errors
/// A message for the model if the number of lines or steps differs.
pub(crate) fn translate(draft: &mut Draft, wanted: &Translate) -> Result<Value, String> {
    let now = draft.now();
    let (lines, steps) = (now.ingredients.len(), now.instructions.len());
    if wanted.lines.len() != lines || wanted.steps.len() != steps {
        return Err(format!(
            "The recipe has {lines} lines and {steps} steps: give each of them once, in order. You gave {} and {}.",
            wanted.lines.len(),
            wanted.steps.len()
        ));
    }
    let pair = Pair { from: now.language, to: wanted.language };
    let mut refused = Vec::new();
    for ((at, before), after) in present_lines(draft).into_iter().zip(&now.ingredients).zip(&wanted.lines) {
        if pair.is_faithful(&before.text, after) {
            let read = line::read(after, Some(wanted.language));
            let group = before.group.clone();
            let after = recipe::Ingredient { group, step_mapping: before.step_mapping.clone(), ..read };
            draft.replace_line(at, after, ReasonCode::Translated.into());
        } else {
            refused.push(json!({ "line": before.text }));
            if let Some(line) = draft.lines.get_mut(at) {
                line.reasons.push(ReasonCode::OtherNumbers.into());
                if line.verdict == Verdict::Kept {
                    line.verdict = Verdict::Cannot;
                }
            }
        }
    }
    for ((at, before), after) in present_steps(draft).into_iter().zip(&now.instructions).zip(&wanted.steps) {
        if pair.is_faithful(before, after) {
            draft.replace_step(at, after.trim().to_owned(), ReasonCode::Translated.into());
        } else {
            refused.push(json!({ "step": before }));
            if let Some(step) = draft.steps.get_mut(at) {
                step.reasons.push(ReasonCode::OtherNumbers.into());
                if step.verdict == Verdict::Kept {
                    step.verdict = Verdict::Cannot;
                }
            }
        }
    }
    for (heading, after) in now.step_headings.iter().zip(&wanted.step_headings) {
        if pair.is_faithful(&heading.text, after) {
            draft.rename_heading(&heading.text, after.trim());
        } else {
            refused.push(json!({ "stepHeading": heading.text }));
        }
    }
    if let Some(title) = wanted.title.as_ref().filter(|title| pair.is_of(now.title.as_deref(), title)) {
        draft.set_title(title.trim());
    }
    if let Some(text) =
        wanted.description.as_ref().filter(|text| pair.is_of(now.description.as_deref(), text))
    {
        draft.set_description(text.trim());
    }
    // The language changes only if no line, step or heading was refused.
    if refused.is_empty() {
        draft.set_language(wanted.language);
    }
    Ok(json!({ "staysAsItIsBecauseNumbersDiffer": refused }))
}

fn present_lines(draft: &Draft) -> Vec<usize> {
    places(&draft.lines, |line| line.verdict != Verdict::LeftOut)
}

fn present_steps(draft: &Draft) -> Vec<usize> {
    places(&draft.steps, |step| step.verdict != Verdict::LeftOut)
}

struct Pair {
    from: Option<Language>,
    to: Language,
}

impl Pair {
    /// Whether the figures are equal and no allergen claim is added.
    fn is_faithful(&self, before: &str, after: &str) -> bool {
        !after.trim().is_empty()
            && after.len() <= LONGEST_TEXT
            && !after.contains('\n')
            && have_equal_figures((before, self.from), (after, Some(self.to)))
            && (claims_freedom(before) || !claims_freedom(after))
    }

    fn is_of(&self, before: Option<&str>, after: &str) -> bool {
        before.is_some_and(|before| self.is_faithful(before, after))
    }
}
