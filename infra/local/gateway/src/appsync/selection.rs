//! Selections: fragments, `@skip` and `@include`, depth, and selection paths.

use std::collections::{HashMap, HashSet};

use apollo_compiler::Node;
use apollo_compiler::ast::DirectiveList;
use apollo_compiler::executable::{ExecutableDocument, Field, Selection, SelectionSet};
use apollo_compiler::schema::Schema;
use serde_json::{Map, Value};

use super::input::substituted;

/// Selected fields by response key, in order.
pub fn collect<'a>(
    schema: &Schema,
    document: &'a ExecutableDocument,
    variables: &Map<String, Value>,
    object_type: &str,
    sets: &[&'a SelectionSet],
) -> Vec<(String, Vec<&'a Node<Field>>)> {
    let mut collected: Vec<(String, Vec<&'a Node<Field>>)> = Vec::new();
    // Expands each fragment once, which bounds the work.
    let mut spread_before: HashSet<&str> = HashSet::new();
    let mut waiting: Vec<&'a Selection> = sets.iter().flat_map(|set| &set.selections).rev().collect();
    while let Some(selection) = waiting.pop() {
        let (condition, inner) = match selection {
            Selection::Field(field) if included(&field.directives, variables) => {
                let key = field.response_key().as_str();
                match collected.iter_mut().find(|(known, _)| known == key) {
                    Some((_, fields)) => fields.push(field),
                    None => collected.push((key.to_owned(), vec![field])),
                }
                continue;
            }
            Selection::InlineFragment(fragment) if included(&fragment.directives, variables) => {
                (fragment.type_condition.as_ref(), &fragment.selection_set)
            }
            Selection::FragmentSpread(spread) if included(&spread.directives, variables) => {
                let Some(fragment) = spread.fragment_def(document) else { continue };
                if !spread_before.insert(fragment.name.as_str()) {
                    continue;
                }
                (Some(&fragment.selection_set.ty), &fragment.selection_set)
            }
            _ => continue,
        };
        let applies = condition.is_none_or(|ty| ty == object_type || schema.is_subtype(ty, object_type));
        if applies {
            waiting.extend(inner.selections.iter().rev());
        }
    }
    collected
}

fn included(directives: &DirectiveList, variables: &Map<String, Value>) -> bool {
    let condition = |name: &str| {
        let value = directives.get(name)?.specified_argument_by_name("if")?;
        substituted(value, variables)?.as_bool()
    };
    condition("skip") != Some(true) && condition("include") != Some(false)
}

/// Nesting depth of a selection, without introspection fields.
pub fn depth(document: &ExecutableDocument, set: &SelectionSet) -> usize {
    depth_of(document, set, &mut HashMap::new())
}

fn depth_of<'a>(
    document: &'a ExecutableDocument,
    set: &'a SelectionSet,
    known: &mut HashMap<&'a str, usize>,
) -> usize {
    let mut deepest = 0;
    for selection in &set.selections {
        let depth = match selection {
            Selection::Field(field) if field.name.starts_with("__") => 0,
            Selection::Field(field) => 1 + depth_of(document, &field.selection_set, known),
            Selection::InlineFragment(fragment) => depth_of(document, &fragment.selection_set, known),
            Selection::FragmentSpread(spread) => {
                match (known.get(spread.fragment_name.as_str()), spread.fragment_def(document)) {
                    (Some(depth), _) => *depth,
                    (None, None) => 0,
                    (None, Some(fragment)) => {
                        let depth = depth_of(document, &fragment.selection_set, known);
                        known.insert(fragment.name.as_str(), depth);
                        depth
                    }
                }
            }
        };
        deepest = deepest.max(depth);
    }
    deepest
}

/// Number of selected fields, capped at `limit`, without introspection fields.
pub fn count(document: &ExecutableDocument, set: &SelectionSet, limit: usize) -> usize {
    let mut count = 0;
    let mut spread_before: HashSet<&str> = HashSet::new();
    let mut waiting: Vec<&Selection> = set.selections.iter().collect();
    while let Some(selection) = waiting.pop() {
        match selection {
            Selection::Field(field) if field.name.starts_with("__") => {}
            Selection::Field(field) if count < limit => {
                count += 1 + self::count(document, &field.selection_set, limit - count - 1);
            }
            Selection::Field(_) => return limit,
            Selection::InlineFragment(fragment) => waiting.extend(&fragment.selection_set.selections),
            Selection::FragmentSpread(spread) => {
                let fragment = spread.fragment_def(document);
                if let Some(fragment) = fragment.filter(|found| spread_before.insert(found.name.as_str())) {
                    waiting.extend(&fragment.selection_set.selections);
                }
            }
        }
    }
    count
}

/// `info.selectionSetList` by response key: `id`, `tags`, `tags/name`.
pub fn paths(
    schema: &Schema,
    document: &ExecutableDocument,
    variables: &Map<String, Value>,
    fields: &[&Node<Field>],
) -> Vec<String> {
    let sets: Vec<&SelectionSet> = fields.iter().map(|field| &field.selection_set).collect();
    let Some(ty) = sets.first().map(|set| set.ty.clone()) else { return Vec::new() };
    let mut list = Vec::new();
    for (key, fields) in collect(schema, document, variables, &ty, &sets) {
        let inner = paths(schema, document, variables, &fields);
        list.push(key.clone());
        list.extend(inner.into_iter().map(|path| format!("{key}/{path}")));
    }
    list
}
