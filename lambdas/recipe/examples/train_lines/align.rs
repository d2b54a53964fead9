//! Derives token labels from the fields of a labelled line.

use std::ops::Range;

use recipe::model::Label;
use recipe::{Size, Unit};

pub(crate) fn labels(
    line: &str,
    spans: &[Range<usize>],
    name: &str,
    quantity: &str,
    unit: &str,
) -> Option<Vec<usize>> {
    let texts: Vec<&str> = spans.iter().map(|span| &line[span.clone()]).collect();
    let words: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
    let mut labels: Vec<Option<Label>> = vec![None; spans.len()];
    let quantity_at = find_quantity(&texts, quantity)?;
    for at in quantity_at.clone() {
        labels[at] = Some(Label::Quantity);
    }
    find_unit(&words, &mut labels, unit, quantity_at.end)?;
    // The label of "2 lbs potatoes" may lack the unit.
    let behind = texts.get(quantity_at.end).filter(|_| unit.is_empty() && !quantity.is_empty());
    if behind.is_some_and(|text| Unit::find(text, None).is_some_and(is_weighed)) {
        labels[quantity_at.end] = Some(Label::Unit);
    }
    find_name(&words, &mut labels, name)?;
    // Signs between words of the name are part of the name.
    let named: Vec<usize> = (0..labels.len()).filter(|at| labels[*at] == Some(Label::Name)).collect();
    for pair in named.windows(2) {
        if (pair[0] + 1..pair[1]).all(|at| words[at].is_empty() && labels[at].is_none()) {
            labels[pair[0] + 1..pair[1]].fill(Some(Label::Name));
        }
    }
    let (first, last) = (named.first().copied(), named.last().copied());
    Some(
        labels
            .iter()
            .enumerate()
            .map(|(at, label)| {
                let other = || match (first, last) {
                    (Some(first), _) if at < first => Label::Before,
                    (_, Some(last)) if at < last => Label::Within,
                    (None, _) => Label::Before,
                    _ => Label::After,
                };
                label.unwrap_or_else(other) as usize
            })
            .collect(),
    )
}

fn is_weighed(unit: Unit) -> bool {
    matches!(unit.size(), Size::Mass { .. } | Size::Volume { .. })
}

fn find_quantity(texts: &[&str], quantity: &str) -> Option<Range<usize>> {
    if quantity.is_empty() {
        return Some(0..0);
    }
    let wanted = value(quantity);
    let same =
        |text: &str| text.eq_ignore_ascii_case(quantity) || wanted.is_some() && (value(text) == wanted);
    if let Some(at) = texts.iter().position(|text| same(text)) {
        return Some(at..at + 1);
    }
    // The label of "one or two" may be "one-two" or "1-2".
    for length in 2..=4 {
        for start in 0..texts.len().saturating_sub(length - 1) {
            let joined = texts[start..start + length].join(" ");
            let dashed = joined.replace(" or ", "-").replace(" to ", "-");
            if joined.eq_ignore_ascii_case(quantity) || dashed.eq_ignore_ascii_case(quantity) {
                return Some(start..start + length);
            }
        }
    }
    None
}

fn value(text: &str) -> Option<(String, String)> {
    let measures = recipe::line::measures(&format!("{text} cups"), None);
    let measure = measures.first()?;
    Some((measure.low.to_string(), measure.high.to_string()))
}

/// Labels the words of the unit in order, as close as possible after the amount.
fn find_unit(words: &[Vec<String>], labels: &mut [Option<Label>], unit: &str, from: usize) -> Option<()> {
    let wanted = self::words(unit);
    if wanted.is_empty() {
        return Some(());
    }
    let try_from = |start: usize| -> Option<Vec<usize>> {
        let mut found = Vec::new();
        let mut done = 0;
        for at in start..words.len() {
            let own = &words[at];
            if done < wanted.len()
                && !own.is_empty()
                && labels[at].is_none()
                && wanted[done..].starts_with(own)
            {
                found.push(at);
                done += own.len();
            }
        }
        (done == wanted.len()).then_some(found)
    };
    let found = (from..words.len()).filter_map(try_from).min_by_key(|found| {
        let spread = found.last().unwrap_or(&0) - found.first().unwrap_or(&0);
        (spread, *found.first().unwrap_or(&0))
    });
    // In "a handful or two", the unit precedes part of the amount.
    for at in found.or_else(|| try_from(0))? {
        labels[at] = Some(Label::Unit);
    }
    Some(())
}

/// Labels all words of the name in order, with as few runs as possible, starting as early as possible.
fn find_name(words: &[Vec<String>], labels: &mut [Option<Label>], name: &str) -> Option<()> {
    const NEVER: u32 = u32::MAX;
    let wanted = self::words(name);
    if wanted.is_empty() {
        return Some(());
    }
    let (rows, columns) = (words.len() + 1, wanted.len() + 1);
    // cost[at][done][open]: minimum runs for the remaining words; `open` is 1 inside a run.
    let index = |at: usize, done: usize, open: usize| (at * columns + done) * 2 + open;
    let mut cost = vec![NEVER; rows * columns * 2];
    for open in 0..2 {
        cost[index(rows - 1, columns - 1, open)] = 0;
    }
    for at in (0..words.len()).rev() {
        let own = &words[at];
        for done in 0..columns {
            for open in 0..2 {
                let takes = labels[at].is_none() && !own.is_empty() && wanted[done..].starts_with(own);
                // A run starts and ends with a word, not a sign.
                let skip = cost[index(at + 1, done, if own.is_empty() { open } else { 0 })];
                let take = if takes { cost[index(at + 1, done + own.len(), 1)] } else { NEVER };
                let take = take.saturating_add(if open == 1 { 0 } else { 1 });
                cost[index(at, done, open)] = skip.min(take);
            }
        }
    }
    if cost[index(0, 0, 0)] == NEVER {
        return None;
    }
    let (mut done, mut open) = (0, 0);
    for at in 0..words.len() {
        let own = &words[at];
        let takes = labels[at].is_none() && !own.is_empty() && wanted[done..].starts_with(own);
        let take = if takes { cost[index(at + 1, done + own.len(), 1)] } else { NEVER };
        if take != NEVER && take.saturating_add(if open == 1 { 0 } else { 1 }) == cost[index(at, done, open)]
        {
            labels[at] = Some(Label::Name);
            done += own.len();
            open = 1;
        } else if !own.is_empty() {
            open = 0;
        }
    }
    Some(())
}

fn words(text: &str) -> Vec<String> {
    text.replace('’', "'")
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| singular(&word.to_lowercase()))
        .collect()
}

fn singular(word: &str) -> String {
    match word {
        "leaves" | "leafs" => return "leaf".to_owned(),
        "halves" | "loaves" | "calves" => return format!("{}f", &word[..word.len() - 3]),
        _ => {}
    }
    let ascii = word.is_ascii();
    if ascii && word.len() > 4 && word.ends_with("ies") {
        return format!("{}y", &word[..word.len() - 3]);
    }
    if ascii
        && word.len() > 4
        && ["ches", "shes", "xes", "sses", "oes"].iter().any(|ending| word.ends_with(ending))
    {
        return word[..word.len() - 2].to_owned();
    }
    if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        return word[..word.len() - 1].to_owned();
    }
    word.to_owned()
}
