//! Completes structured data with labelled times and amounts near the recipe: "Prep time: 10 min".

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod find;
mod leading_values;
mod lines;
mod pieces;
mod place;
mod values;
mod words;

use crate::dom::Dom;
use crate::draft::Draft;
use crate::extraction::{Field, Provenance, Reader};
use find::Fact;
pub(crate) use lines::{
    fill_from_lines, is_dish_for_people, is_fact, is_fact_in_two_lines, is_label, is_servings_phrase,
    is_time_with_label,
};
use pieces::Pieces;
use place::Place;
use values::Value;
use words::Kind;

pub(crate) fn fill(dom: &Dom, draft: &mut Draft) {
    if !draft.is_usable() || !lacks_any(draft) {
        return;
    }
    let pieces = Pieces::of(dom);
    let Some(place) = Place::of(&pieces, draft) else { return };
    let facts = find::facts(&pieces, &place);
    fill_nearest_facts(draft, &pieces, &place, &facts, &|fact, field| {
        let path = format!("{}[{}]", dom.name(fact.node), fact.label);
        Provenance::of_field(field, Reader::Visible, path)
    });
}

fn fill_nearest_facts(
    draft: &mut Draft,
    pieces: &Pieces<'_>,
    place: &Place,
    facts: &[Fact<'_>],
    origin: &dyn Fn(&Fact<'_>, Field) -> Provenance,
) {
    let nearest = |wanted: &dyn Fn(Kind) -> bool| {
        facts
            .iter()
            .filter(|fact| wanted(fact.kind))
            .min_by_key(|fact| (fact.is_hinted, place.distance(fact.at)))
    };
    let mut total = nearest(&|kind| kind == Kind::Total);
    let mut prep = nearest(&|kind| kind == Kind::Prep);
    let mut cook = nearest(&|kind| kind == Kind::Cook);
    if let Some(making) = nearest(&|kind| kind == Kind::Making) {
        let open = match (prep, cook) {
            (Some(_), None) => Some(&mut cook),
            (None, Some(_)) => Some(&mut prep),
            (None, None) if total.is_none() => Some(&mut total),
            (None, None) => Some(&mut prep),
            (Some(_), Some(_)) => None,
        };
        if let Some(open) = open {
            *open = Some(making);
        }
    }
    let bare = find::unlabelled_time(pieces, place);
    let content = &draft.content;
    let is_timed =
        [content.prep_minutes, content.cook_minutes, content.total_minutes].iter().any(Option::is_some);
    if !is_timed && total.is_none() && prep.is_none() && cook.is_none() {
        total = bare.as_ref();
    }
    // The sum of both parts is preferred to a total on the page.
    let content = &draft.content;
    if content.prep_minutes.is_some() && content.cook_minutes.is_some() && content.total_minutes.is_none() {
        total = None;
    }
    let makes = nearest(&|kind| matches!(kind, Kind::Serves | Kind::Makes));
    for (field, fact) in [
        (Field::PrepMinutes, prep),
        (Field::CookMinutes, cook),
        (Field::TotalMinutes, total),
        (Field::Yields, makes),
    ] {
        if let Some(fact) = fact {
            take(draft, field, fact, origin);
        }
    }
}

fn lacks_any(draft: &Draft) -> bool {
    let content = &draft.content;
    let is_timed =
        content.total_minutes.is_some() && (content.prep_minutes.is_some() || content.cook_minutes.is_some());
    let is_odd = [content.prep_minutes, content.cook_minutes].into_iter().flatten().any(is_in_hours);
    // A total must not be shorter than a part.
    let is_short = content
        .total_minutes
        .is_some_and(|total| Some(total) < content.prep_minutes.max(content.cook_minutes));
    !is_timed || is_odd || is_short || content.servings.is_none() && content.yields.is_none()
}

/// Whether the number is probably minutes that a template declared as hours: "PT30H".
fn is_in_hours(minutes: u32) -> bool {
    minutes >= 5 * 60 && minutes.is_multiple_of(60)
}

fn take(draft: &mut Draft, field: Field, fact: &Fact<'_>, origin: &dyn Fn(&Fact<'_>, Field) -> Provenance) {
    let content = &mut draft.content;
    let longest_part = content.prep_minutes.max(content.cook_minutes).unwrap_or_default();
    let mut filled = Vec::new();
    match &fact.value {
        Value::Minutes(minutes) => {
            let open = match field {
                Field::PrepMinutes => &mut content.prep_minutes,
                Field::CookMinutes => &mut content.cook_minutes,
                _ => &mut content.total_minutes,
            };
            let is_mistaken = |stated: u32| {
                is_in_hours(stated) && stated == minutes.saturating_mul(60)
                    || field == Field::TotalMinutes && stated < longest_part
            };
            if open.is_none_or(is_mistaken) {
                *open = Some(*minutes);
                filled.push(field);
            }
        }
        Value::Amount { servings, yields } if content.servings.is_none() && content.yields.is_none() => {
            if servings.is_some() {
                filled.push(Field::Servings);
            }
            if yields.is_some() {
                filled.push(Field::Yields);
            }
            content.servings = *servings;
            content.yields.clone_from(yields);
        }
        Value::Amount { .. } => {}
    }
    for field in filled {
        draft.provenance.retain(|entry| entry.field != field);
        draft.provenance.push(Provenance { confidence: fact.confidence, ..origin(fact, field) });
    }
}

#[cfg(test)]
mod tests;
