use recipe::{Language, Span};
use std::collections::HashMap;

use super::labeller::{self, RowUse, RowUses};
use super::parts::{self, Parts, Section};
use super::print::MeasuredText;
use super::rule_reading::RuleReading;
use super::section_heading::SectionHeading;
use super::steps::Listed;
use super::stretch::Stretch;
use super::titles::{self, TextSpan};
use super::wrap;
use super::{duplicates, guess, ingredients, rows, steps};
use crate::cues::{self, Topic};
use crate::draft::Draft;
use crate::extraction::{Code, Diagnostic, Extraction, Field, Provenance, Reader, Verdict};
use crate::finish;
use crate::labels;
use crate::prune;

const MIN_GUESSED_AMOUNTS: usize = 3;
/// Maximum bytes of a title made from the text's first words.
const LONGEST_STAND_IN_BYTES: usize = 60;
const MIN_STEPS_ALONE: usize = 2;

pub(super) fn read(print: &MeasuredText<'_>, stretch: &Stretch, may_revise: bool) -> Option<Extraction> {
    let mut reading = by_rules(print, stretch);
    if !is_credible(&reading.draft, reading.amounts, reading.is_guessed) {
        return None;
    }
    name(print, stretch, &mut reading);
    if may_revise {
        labeller::revise(print, &mut reading);
    }
    let RuleReading { mut draft, parts, .. } = reading;
    add_facts(print, &parts, stretch, &mut draft);
    add_language(print, stretch, &mut draft);
    draft.notes = notes(print, &parts, stretch);
    let diagnostics =
        if print.is_cut { vec![Diagnostic { code: Code::PageCut, path: None }] } else { Vec::new() };
    finish::move_servings_out_of_title(&mut draft);
    let extraction = finish::extraction_of_draft(draft, None, diagnostics);
    (extraction.verdict == Verdict::Recipe).then_some(extraction)
}

pub(super) fn named_by_rules(print: &MeasuredText<'_>, stretch: &Stretch) -> RuleReading {
    let mut reading = by_rules(print, stretch);
    name(print, stretch, &mut reading);
    reading
}

fn by_rules(print: &MeasuredText<'_>, stretch: &Stretch) -> RuleReading {
    let mut parts = parts::parts(print, &stretch.noise, &stretch.headings, stretch.rows.clone());
    guess::fill(print, &mut parts);
    duplicates::drop_duplicates(print, &mut parts);
    parts.rest.sort_unstable();
    let mut draft = Draft::default();
    let mut uses = RowUses::default();
    let (mut line_rows, mut step_rows) = (Vec::new(), Vec::new());
    let (mut amounts, mut is_guessed) = (0, true);
    let mut lists: Vec<usize> = Vec::new();
    let listed = parts.sections.iter().filter(|section| section.topic == Topic::Ingredients);
    let listed = listed.flat_map(|section| &section.rows).map(|row| print.rows.row(*row).text.as_str());
    let mut listed = Listed { words: listed.flat_map(steps::words).collect(), ..Listed::default() };
    let lists_of =
        |section: &Section| (section.topic == Topic::Ingredients).then(|| ingredients::list(print, section));
    let found_lists: Vec<Option<ingredients::List>> = parts.sections.iter().map(lists_of).collect();
    let groups =
        found_lists.iter().flatten().flat_map(|list| &list.lines).filter_map(|line| line.group.as_deref());
    listed.groups.extend(groups.map(crate::text::letters));
    for (section, list) in parts.sections.iter().zip(found_lists) {
        let first = section.rows.first().copied().unwrap_or_default();
        let (field, found) = if let Some(list) = list {
            amounts += list.amounts;
            is_guessed &= section.is_guessed;
            uses.add(&section.rows, RowUse::InList);
            uses.add(&list.rows.concat(), RowUse::Ingredient);
            line_rows.extend(list.rows);
            (Field::Ingredients, list.lines)
        } else {
            let (steps, rows) = steps::list(print, section, &listed);
            uses.add(&section.rows, RowUse::InSteps);
            uses.add(&rows.concat(), RowUse::Instruction);
            step_rows.extend(rows);
            (Field::Instructions, steps)
        };
        if found.is_empty() {
            continue;
        }
        lists.push(first);
        let list = if field == Field::Ingredients { &mut draft.lines } else { &mut draft.steps };
        if list.is_empty() {
            draft.provenance.push(Provenance {
                confidence: if section.is_guessed { 60 } else { 90 },
                place: wrap::place(print, &section.rows),
                ..origin(print, field, &section.rows)
            });
        }
        list.extend(found);
    }
    let first_list = lists.iter().min().copied().unwrap_or(stretch.rows.end);
    RuleReading { draft, uses, line_rows, step_rows, parts, amounts, is_guessed, first_list }
}

fn origin(print: &MeasuredText<'_>, field: Field, rows: &[usize]) -> Provenance {
    Provenance {
        place: wrap::place(print, rows),
        ..Provenance::of_field(field, Reader::Text, wrap::path(print, rows))
    }
}

/// Whether the draft has enough lines, amounts or steps for a recipe, unlike receipts and equipment lists.
fn is_credible(draft: &Draft, amounts: usize, is_guessed: bool) -> bool {
    let (lines, steps) = (draft.lines.len(), draft.steps.len());
    if lines == 0 {
        // Steps without ingredients are probably a recipe's second page.
        let instructions = draft.steps.iter().filter(|step| cues::is_instruction(&step.text)).count();
        let measured = draft.steps.iter().any(|step| !recipe::line::measures(&step.text, None).is_empty());
        return instructions >= MIN_STEPS_ALONE && measured;
    }
    if is_guessed {
        return amounts >= MIN_GUESSED_AMOUNTS && steps > 0;
    }
    // Some recipes have one ingredient, such as peanut butter.
    let is_of_one = lines == 1 && amounts == 1 && steps >= 2;
    is_of_one || lines >= 2 && (amounts >= 2 || steps >= 1)
}

fn name(print: &MeasuredText<'_>, stretch: &Stretch, reading: &mut RuleReading) {
    let RuleReading { draft, parts, uses, first_list, .. } = reading;
    let known = stretch.title.map(|row| titles::text_of_rows(print, vec![row]));
    let title = known.or_else(|| titles::title(print, &parts.rest, *first_list));
    if let Some(title) = title {
        uses.add(&title.rows, RowUse::Title);
        let description = titles::description(print, &parts.rest, &title);
        let is_sure = title
            .rows
            .first()
            .and_then(|row| print.rows.get(*row))
            .is_some_and(|row| row.is_heading() || row.is_large());
        add_provenance(print, draft, Field::Title, &title, if is_sure { 90 } else { 70 });
        draft.content.title = Some(title.text);
        if let Some(description) = description {
            add_provenance(print, draft, Field::Description, &description, 70);
            draft.content.description = Some(description.text);
        }
        return;
    }
    if let Some(name) = print.text.name.as_deref().map(crate::text::line).filter(|name| !name.is_empty()) {
        draft.provenance.push(Provenance {
            confidence: 60,
            ..Provenance::of_field(Field::Title, Reader::Text, String::from("name"))
        });
        draft.content.title = Some(name);
        return;
    }
    let first_row = parts.rest.iter().copied().find(|row| !rows::is_fact(&print.rows.row(*row).text));
    let words = match first_row {
        Some(row) => print.rows.row(row).text.clone(),
        None => {
            draft.lines.iter().chain(&draft.steps).next().map(|line| line.text.clone()).unwrap_or_default()
        }
    };
    let end = words.char_indices().rfind(|(at, c)| *c == ' ' && *at <= LONGEST_STAND_IN_BYTES);
    let end = if words.len() <= LONGEST_STAND_IN_BYTES {
        words.len()
    } else {
        end.map_or(words.len(), |(at, _)| at)
    };
    draft.provenance.push(Provenance { confidence: 20, ..origin(print, Field::Title, first_row.as_slice()) });
    draft.diagnostics.push(Diagnostic { code: Code::TitleMissing, path: None });
    draft.content.title = Some(words.span(..end).trim_end_matches([',', ';', ':']).to_owned());
}

fn add_provenance(
    print: &MeasuredText<'_>,
    draft: &mut Draft,
    field: Field,
    span: &TextSpan,
    confidence: u8,
) {
    let letters = span.rows.iter().map(|row| print.rows.row(*row).line.confidence).min().unwrap_or(100);
    draft
        .provenance
        .push(Provenance { confidence: confidence.min(letters), ..origin(print, field, &span.rows) });
}

fn add_facts(print: &MeasuredText<'_>, parts: &Parts, stretch: &Stretch, draft: &mut Draft) {
    let mut rows: Vec<usize> = parts.rest.clone();
    rows.extend(
        stretch.headings.iter().filter(|heading| heading.inline.is_none()).map(|heading| heading.row),
    );
    // The heading may state the servings: "Ingredients for 4 people: 2 plums, 1 l water".
    let announced = stretch.headings.iter().filter(|heading| heading.topic == Topic::Ingredients);
    let before_lists: HashMap<usize, &str> = announced
        .filter_map(|heading| Some((heading.row, print.rows.get(heading.row)?.text.get(..heading.inline?)?)))
        .collect();
    rows.extend(before_lists.keys());
    rows.sort_unstable();
    let line = |row: &usize| {
        before_lists.get(row).copied().unwrap_or_else(|| print.rows.row(*row).words_or_amount())
    };
    let lines: Vec<&str> = rows.iter().map(line).collect();
    let mut draft_of_facts = std::mem::take(draft);
    labels::fill_from_lines(&lines, &mut draft_of_facts, &|line, field| {
        let row = rows.get(line).map_or(&[][..], std::slice::from_ref);
        origin(print, field, row)
    });
    *draft = draft_of_facts;
}

fn notes(print: &MeasuredText<'_>, parts: &Parts, stretch: &Stretch) -> Option<String> {
    let text = |row: usize| print.rows.row(row).text.as_str();
    let is_notes = |heading: &&SectionHeading| {
        let words = text(heading.row);
        let name = heading.inline.map_or(words, |inline| words.span(..inline));
        heading.topic == Topic::Other && !heading.is_end && prune::is_notes_heading(name.trim())
    };
    let heading = stretch.headings.iter().find(is_notes)?;
    let behind = stretch.headings.iter().map(|next| next.row).filter(|row| *row > heading.row);
    let end = behind.min().unwrap_or(stretch.rows.end);
    let inline = heading.inline.map(|inline| text(heading.row).span(inline..));
    let is_listed = |row: &usize| parts.sections.iter().any(|section| section.rows.contains(row));
    let rows = (heading.row + 1..end).filter(|row| !is_listed(row));
    crate::notes::joined(inline.into_iter().chain(rows.map(text)))
}

fn add_language(print: &MeasuredText<'_>, stretch: &Stretch, draft: &mut Draft) {
    let detected = recipe::language::detect_in(
        print.rows.span(stretch.rows.clone()).iter().map(|row| row.text.as_str()),
    );
    let claimed: Option<Language> = print.text.language;
    let detected = detected.filter(|detected| detected.is_sure() || claimed.is_none());
    let (language, confidence, path) = match (detected, claimed) {
        (Some(detected), _) => (detected.language, detected.confidence, "words"),
        (None, claimed) => (claimed, 80, "document"),
    };
    if language.is_some() {
        draft.content.language = language;
        draft.provenance.push(Provenance {
            confidence,
            ..Provenance::of_field(Field::Language, Reader::Text, String::from(path))
        });
    }
}
