//! Text edits proposed by the model. Their figures need a source.

use recipe::adapt::{Reason, ReasonCode, Verdict};
use recipe::line;

use crate::claims::claims_freedom;
use crate::draft::Draft;
use crate::figures::Known;
use crate::patch::{LineChange, StepChange};
use crate::tools::arguments::{Action, ProposeEdit, TextEdit};

const MAX_EDITS: usize = 200;
const LONGEST_TEXT: usize = 4_000;
/// Maximum lines and steps, as in `app::book`.
const MAX_LINES: usize = 500;

pub(crate) struct Allowed<'k> {
    pub(crate) known: &'k Known,
    pub(crate) user_text: &'k str,
}

pub(crate) fn edit(draft: &mut Draft, wanted: &ProposeEdit, allowed: &Allowed<'_>) -> Result<(), String> {
    if wanted.lines.len() + wanted.steps.len() > MAX_EDITS {
        return Err("These are too many edits at once.".to_owned());
    }
    let base = draft.base();
    let may_claim = claims_freedom(allowed.user_text)
        || base.content.title.as_deref().is_some_and(claims_freedom)
        || base.content.ingredients.iter().any(|line| claims_freedom(&line.text))
        || base.content.instructions.iter().any(|step| claims_freedom(step));
    let texts = wanted.lines.iter().chain(&wanted.steps).filter_map(|edit| edit.text.as_ref());
    let of_whole = [&wanted.title, &wanted.description].into_iter().flatten();
    for text in texts.chain(of_whole).chain(std::iter::once(&wanted.why)) {
        check(text, draft, allowed, may_claim)?;
    }
    let reason = Reason::with(ReasonCode::Wished, wanted.why.trim());
    let mut lines = draft.lines.clone();
    apply(&mut lines, &wanted.lines, "line", |line, text| edited_line(line, text, draft, &reason))?;
    let mut steps = draft.steps.clone();
    apply(&mut steps, &wanted.steps, "step", |step, text| Some(edited_step(step, text, &reason)))?;
    if lines.len() > MAX_LINES || steps.len() > MAX_LINES {
        return Err(format!("A recipe has at most {MAX_LINES} lines and as many steps."));
    }
    draft.put(lines, steps);
    wanted.title.iter().for_each(|title| draft.set_title(title.trim()));
    wanted.description.iter().for_each(|text| draft.set_description(text.trim()));
    Ok(())
}

fn check(text: &str, draft: &Draft, allowed: &Allowed<'_>, may_claim: bool) -> Result<(), String> {
    if text.len() > LONGEST_TEXT || text.contains('\n') {
        return Err("A text is one line, and at most 4,000 bytes.".to_owned());
    }
    let unknown = allowed.known.unsourced_numbers(text, draft.language());
    if let Some(figure) = unknown.first() {
        return Err(format!(
            "\"{}\" stands neither in the recipe nor in what the cook or a tool said: leave it out, or use a tool.",
            figure.words
        ));
    }
    if claims_freedom(text) && !may_claim {
        return Err("Never say that a dish is free of something: say what was replaced.".to_owned());
    }
    Ok(())
}

/// Indices refer to the list before the edits. Additions go after their index, or to the end.
fn apply<T: Clone>(
    list: &mut Vec<T>,
    edits: &[TextEdit],
    name: &str,
    edited: impl Fn(Option<&T>, Option<&str>) -> Option<T>,
) -> Result<(), String> {
    let count = list.len();
    let mut added: Vec<(usize, T)> = Vec::new();
    for TextEdit { action, place, text } in edits {
        let text = text.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let at = place.unwrap_or(count.saturating_sub(1));
        let there = list.get(at);
        let one = match (action, there, text) {
            (Action::Add, _, Some(text)) if at < count || count == 0 => edited(None, Some(text)),
            (Action::Replace, Some(there), Some(text)) if place.is_some() => edited(Some(there), Some(text)),
            (Action::Remove, Some(there), _) if place.is_some() => edited(Some(there), None),
            _ => None,
        };
        let one = one.ok_or_else(|| {
            format!("There is no {name} at the place that you name, or its text is missing: there are {count}, from 0.")
        })?;
        match action {
            Action::Add => added.push((at + 1, one)),
            Action::Replace | Action::Remove => {
                if let Some(there) = list.get_mut(at) {
                    *there = one;
                }
            }
        }
    }
    // Insert from the end, so that earlier indices stay valid.
    added.reverse();
    added.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    for (at, one) in added {
        list.insert(at.min(list.len()), one);
    }
    Ok(())
}

fn edited_line(
    line: Option<&LineChange>,
    text: Option<&str>,
    draft: &Draft,
    reason: &Reason,
) -> Option<LineChange> {
    let Some(text) = text else {
        let line = line?;
        return Some(LineChange {
            after: None,
            verdict: Verdict::LeftOut,
            reasons: vec![reason.clone()],
            ..line.clone()
        });
    };
    let read = line::read(text, draft.language());
    let base = line.and_then(|line| line.place).and_then(|place| draft.base().content.ingredients.get(place));
    let group = base.and_then(|base| base.group.clone());
    let after = Some(recipe::Ingredient { group, ..read });
    let (place, before) = line.map_or((None, None), |line| (line.place, line.before.clone()));
    let verdict = if place.is_some() { Verdict::Replaced } else { Verdict::Added };
    Some(LineChange { place, before, after, verdict, reasons: vec![reason.clone()] })
}

fn edited_step(step: Option<&StepChange>, text: Option<&str>, reason: &Reason) -> StepChange {
    let (place, before) = step.map_or((None, None), |step| (step.place, step.before.clone()));
    let verdict = match (text, place) {
        (None, _) => Verdict::LeftOut,
        (Some(_), Some(_)) => Verdict::Replaced,
        (Some(_), None) => Verdict::Added,
    };
    StepChange { place, before, after: text.map(str::to_owned), verdict, reasons: vec![reason.clone()] }
}
