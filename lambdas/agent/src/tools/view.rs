//! JSON views of recipes and proposals for the model.

use recipe::Content;
use recipe::adapt::Verdict;
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::patch::Patch;

pub(crate) fn recipe(draft: &Draft) -> Value {
    let content = draft.now();
    let mut texts = content.ingredients.iter();
    let lines = draft.lines.iter().enumerate().filter(|(_, line)| line.verdict != Verdict::LeftOut);
    let lines: Vec<Value> = lines
        .filter_map(|(place, _)| {
            let line = texts.next()?;
            let mut value = json!({ "place": place, "text": line.text });
            if let (Some(group), Some(fields)) = (&line.group, value.as_object_mut()) {
                fields.insert("group".to_owned(), json!(group));
            }
            Some(value)
        })
        .collect();
    let present = draft.steps.iter().enumerate();
    let steps: Vec<(usize, &String)> =
        present.filter_map(|(place, step)| Some((place, Draft::step_now(step)?))).collect();
    let headings = content.step_headings.iter();
    let headings: Vec<Value> = headings
        .filter_map(|heading| {
            let (place, _) = steps.get(heading.step as usize)?;
            Some(json!({ "aboveStep": place, "text": heading.text }))
        })
        .collect();
    let steps: Vec<Value> =
        steps.into_iter().map(|(place, text)| json!({ "place": place, "text": text })).collect();
    without_nulls(json!({
        "recipeId": draft.base().id,
        "title": content.title,
        "description": content.description,
        "servings": content.servings,
        "makes": content.yields,
        "prepMinutes": content.prep_minutes,
        "cookMinutes": content.cook_minutes,
        "totalMinutes": content.total_minutes,
        "language": content.language,
        "lines": lines,
        "steps": steps,
        "stepHeadings": Some(headings).filter(|headings| !headings.is_empty()),
    }))
}

pub(crate) fn proposal(patch: Option<&Patch>, draft: &Draft) -> Value {
    let is_shown = |verdict: Verdict, reasons: usize| verdict != Verdict::Kept || reasons > 0;
    let lines: Vec<Value> = draft
        .lines
        .iter()
        .filter(|line| is_shown(line.verdict, line.reasons.len()))
        .map(|line| {
            let after = line.after.as_ref().map(|after| &after.text);
            without_nulls(json!({ "before": line.before, "after": after, "verdict": line.verdict, "reasons": line.reasons }))
        })
        .collect();
    let steps: Vec<Value> = draft
        .steps
        .iter()
        .filter(|step| is_shown(step.verdict, step.reasons.len()))
        .map(|step| {
            without_nulls(json!({ "step": step.place.map(|place| place + 1), "after": step.after, "verdict": step.verdict }))
        })
        .collect();
    without_nulls(json!({
        "changesSomething": patch.is_some(),
        "servings": patch.and_then(|patch| patch.servings),
        "lines": lines,
        "steps": steps,
        "remarks": patch.map(|patch| &patch.remarks),
        "next": "The cook is shown this line by line behind your answer, and decides. Say in a sentence or two what it does, what \
                 it cannot do, and nothing that stands in it already.",
    }))
}

pub(crate) fn nutrition(content: &Content) -> Value {
    if !content.nutrition.is_empty() {
        return json!({ "perServing": content.nutrition, "source": "the recipe states it" });
    }
    let estimate = recipe::nutrition::per_serving(content);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is between 0 and 1")]
    let known_percent = (estimate.known_share * 100.0) as u32;
    match estimate.nutrition {
        Some(nutrition) => json!({
            "perServing": nutrition,
            "source": "reckoned from the lines, an estimate",
            "knownPercentOfWeight": known_percent,
        }),
        None => json!({
            "perServing": null,
            "why": "Too little of it is known, or for how many it is.",
            "knownPercentOfWeight": known_percent,
        }),
    }
}

fn without_nulls(mut value: Value) -> Value {
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    value
}
