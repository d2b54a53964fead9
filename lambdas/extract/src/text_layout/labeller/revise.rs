//! Compares the labeller's fields with those of the rules, and replaces fields where the labeller is more certain.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use recipe::{Doubt, Places};

use super::model::{Label, LabelSet, Lattice, Model, Scores};
use super::{RowUse, RowUses, features};
use crate::cues;
use crate::draft::Line;
use crate::extraction::{Field, Provenance, Reader};
use crate::text::letters;
use crate::text_layout::marks::Mark;
use crate::text_layout::print::MeasuredText;
use crate::text_layout::rule_reading::RuleReading;
use crate::text_layout::steps;
use crate::text_layout::titles::{self, TextSpan};
use crate::text_layout::wrap;

const LIST: [Label; 2] = [Label::Ingredient, Label::Continuation];
const STEPS: [Label; 1] = [Label::Instruction];
/// Maximum rows; longer texts are left to the rules.
const MAX_ROWS: usize = 4_000;
/// Minimum rows; shorter texts are left to the rules, because the model is trained on pages.
const MIN_ROWS: usize = 45;
/// Bonus of the rules' labels, for ingredients and for steps, chosen by cross-validation.
const BONUSES: [f32; 2] = [4.0, 0.0];
/// Minimum advantage of the labeller's title, ingredients and steps, as difference of log-probabilities.
const MIN_ADVANTAGES: [f32; 3] = [1.0, 0.0, 3.0];
/// Minimum probability of ingredient lines and steps; those below are marked as uncertain.
const MIN_SURE_LINE: f32 = 0.5;
const MIN_SURE_STEP: f32 = 0.3;
/// Confidence of the labeller's fields, in percent.
const CONFIDENCE: u8 = 70;

static WEIGHTS: &[u8] = include_bytes!("../../../model/rows.bin");

static MODEL: LazyLock<Option<Model<'static>>> = LazyLock::new(|| Model::from_bytes(WEIGHTS));

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Comparison {
    pub(super) is_same: bool,
    /// Log-probability of the labeller's field.
    pub(super) own: f32,
    pub(super) rules: f32,
}

impl Comparison {
    fn is_better(self, least: f32) -> bool {
        !self.is_same && self.own - self.rules >= least
    }
}

pub(super) struct Second {
    /// Labels that decide on ingredients, and on steps.
    list: Vec<Label>,
    steps: Vec<Label>,
    title: Option<usize>,
    pub(super) of_title: Comparison,
    pub(super) of_list: Comparison,
    pub(super) of_steps: Comparison,
    chances: Vec<Scores>,
}

pub(super) type Lines = (Vec<Line>, Vec<Vec<usize>>);

impl Second {
    /// `None` unless the text is a pasted page. `bonuses` are for the rules' labels of ingredients and of
    /// steps.
    pub(super) fn of(
        print: &MeasuredText<'_>,
        reading: &RuleReading,
        model: &Model<'_>,
        bonuses: [f32; 2],
    ) -> Option<Self> {
        let is_page = (MIN_ROWS..=MAX_ROWS).contains(&print.rows.len()) && !print.is_wrapped;
        if !is_page || print.text.is_recognised || !print.is_plain() {
            return None;
        }
        let used = |at: &usize| reading.uses.of(*at) != RowUse::None;
        let texts = (0..print.rows.len()).filter(used).map(|at| print.rows.row(at).text.as_str());
        let language = recipe::language::detect_in(texts).and_then(|detected| detected.language);
        let lattice = model.lattice(&features::features(print, &reading.uses, language));
        let [list, steps] = bonuses.map(|bonus| {
            let mut favoured = lattice.clone();
            favoured.favour(bonus, |at| match reading.uses.of(at) {
                RowUse::Ingredient => LabelSet::of(&LIST),
                RowUse::Instruction => LabelSet::of(&STEPS),
                _ => LabelSet::of(&[LIST.as_slice(), &STEPS].concat()).complement(),
            });
            favoured.best()
        });
        let chances = lattice.marginals();
        let (title, of_title) = title(print, reading, &chances);
        Some(Self {
            title,
            of_title,
            of_list: compare(&lattice, &list, &reading.uses, RowUse::Ingredient, &LIST),
            of_steps: compare(&lattice, &steps, &reading.uses, RowUse::Instruction, &STEPS),
            list,
            steps,
            chances,
        })
    }

    pub(super) fn lines(&self, print: &MeasuredText<'_>) -> Lines {
        let listed: Vec<usize> = rows_with(&self.list, &LIST);
        let is_numbered = wrap::are_marked(print, &listed);
        let mut entries: Vec<(wrap::Entry, Option<String>)> = Vec::new();
        let mut group = None;
        for (at, label) in self.list.iter().enumerate() {
            let row = print.rows.row(at);
            // "2 - onions" has an amount.
            let text =
                if is_numbered || row.mark == Mark::Bullet { row.words_or_amount() } else { &row.text };
            match (label, entries.last_mut()) {
                (Label::Group, _) => group = Some(cues::tidy(&row.text)).filter(|name| !name.is_empty()),
                (Label::Continuation, Some((entry, _))) => {
                    wrap::join(print, &mut entry.text, entry.rows.last().copied(), text);
                    entry.rows.push(at);
                }
                (Label::Ingredient | Label::Continuation, _) => {
                    entries.push((wrap::Entry { rows: vec![at], text: text.to_owned() }, group.clone()));
                }
                _ => {}
            }
        }
        entries.into_iter().map(|(entry, group)| (line(print, &entry, group), entry.rows)).unzip()
    }

    pub(super) fn steps(&self, print: &MeasuredText<'_>) -> Lines {
        let rows = rows_with(&self.steps, &[Label::Instruction, Label::StepHeading]);
        let is_heading = |at: usize| self.steps.get(at) == Some(&Label::StepHeading);
        let listed = rows_with(&self.list, &LIST).into_iter();
        let listed: HashSet<String> =
            listed.flat_map(|at| steps::words(&print.rows.row(at).text).collect::<Vec<_>>()).collect();
        let mut group = None;
        let mut found = Vec::new();
        for entry in wrap::steps(print, &rows, &is_heading) {
            if entry.rows.first().is_some_and(|row| is_heading(*row)) {
                group = Some(cues::tidy(&entry.text))
                    .filter(|name| !name.is_empty() && !cues::is_step_count(name));
            } else if !steps::repeats_list(print, &entry, &listed) {
                found.push((line(print, &entry, group.clone()), entry.rows));
            }
        }
        found.into_iter().unzip()
    }

    pub(super) fn chance_of_line(&self, rows: &[usize]) -> f32 {
        self.chance(rows, &LIST)
    }

    pub(super) fn chance_of_step(&self, rows: &[usize]) -> f32 {
        self.chance(rows, &STEPS)
    }

    fn chance(&self, rows: &[usize], labels: &[Label]) -> f32 {
        let of_row = |row: &usize| {
            let chances = self.chances.get(*row).copied().unwrap_or_default();
            labels.iter().map(|label| chances.at(*label as usize)).sum()
        };
        rows.iter().map(of_row).fold(1.0, f32::min)
    }

    pub(super) fn title_text(&self, print: &MeasuredText<'_>) -> Option<TextSpan> {
        self.title.map(|row| titles::text_of_rows(print, vec![row]))
    }
}

fn rows_with(labels: &[Label], wanted: &[Label]) -> Vec<usize> {
    labels.iter().enumerate().filter(|(_, label)| wanted.contains(label)).map(|(row, _)| row).collect()
}

fn line(print: &MeasuredText<'_>, entry: &wrap::Entry, group: Option<String>) -> Line {
    Line {
        group,
        path: entry.path(print),
        confidence: CONFIDENCE.min(entry.letters(print)),
        place: entry.place(print),
        ..Line::marked(Reader::Text, entry.text.trim().to_owned())
    }
}

fn compare(
    lattice: &Lattice,
    labels: &[Label],
    uses: &RowUses,
    used: RowUse,
    wanted: &[Label],
) -> Comparison {
    let wanted = LabelSet::of(wanted);
    let is_own = |at: usize| labels.get(at).is_some_and(|label| wanted.contains(*label));
    let by_rules = |at: usize| uses.of(at) == used;
    let set = |is_in: bool| if is_in { wanted } else { wanted.complement() };
    Comparison {
        is_same: (0..labels.len()).all(|at| is_own(at) == by_rules(at)),
        own: lattice.log_probability(|at| set(is_own(at))),
        rules: lattice.log_probability(|at| set(by_rules(at))),
    }
}

/// The most probable title; equal rows count together.
fn title(print: &MeasuredText<'_>, reading: &RuleReading, chances: &[Scores]) -> (Option<usize>, Comparison) {
    let chance_of = |at: usize| chances.get(at).map_or(0.0, |chances| chances.at(Label::Title as usize));
    let mut sums: HashMap<String, (f32, usize)> = HashMap::new();
    for at in 0..print.rows.len() {
        let chance = chance_of(at);
        let entry = sums.entry(letters(&titles::text_of_rows(print, vec![at]).text)).or_insert((0.0, at));
        if chance > chance_of(entry.1) {
            entry.1 = at;
        }
        entry.0 += chance;
    }
    let log = |chance: f32| chance.clamp(1e-6, 1.0).ln();
    let by_rules = reading.draft.content.title.as_deref().map(letters).unwrap_or_default();
    let rules = sums.get(&by_rules).map_or(0.0, |found| found.0);
    let best = sums.iter().max_by(|one, two| one.1.0.total_cmp(&two.1.0).then(two.1.1.cmp(&one.1.1)));
    let Some((name, (chance, row))) = best else { return (None, Comparison::default()) };
    (Some(*row), Comparison { is_same: *name == by_rules, own: log(*chance), rules: log(rules) })
}

/// Replaces fields of the rules if the labeller is more certain.
pub(in crate::text_layout) fn revise(print: &MeasuredText<'_>, reading: &mut RuleReading) {
    let Some(second) = MODEL.as_ref().and_then(|model| Second::of(print, reading, model, BONUSES)) else {
        return;
    };
    revise_with(print, reading, &second);
}

fn revise_with(print: &MeasuredText<'_>, reading: &mut RuleReading, second: &Second) {
    let RuleReading { draft, line_rows, step_rows, .. } = reading;
    let [of_title, of_list, of_steps] = MIN_ADVANTAGES;
    if second.of_list.is_better(of_list) {
        let (lines, rows) = second.lines(print);
        if !lines.is_empty() {
            (draft.lines, *line_rows) = (lines, rows);
        }
    }
    if second.of_steps.is_better(of_steps) {
        let (steps, rows) = second.steps(print);
        if !steps.is_empty() {
            (draft.steps, *step_rows) = (steps, rows);
        }
    }
    for (line, rows) in draft.lines.iter_mut().zip(line_rows) {
        line.doubt = (second.chance_of_line(rows) < MIN_SURE_LINE).then_some(Doubt::Guessed);
    }
    for (step, rows) in draft.steps.iter_mut().zip(step_rows) {
        step.doubt = (second.chance_of_step(rows) < MIN_SURE_STEP).then_some(Doubt::Guessed);
    }
    if second.of_title.is_better(of_title)
        && let Some(title) = second.title_text(print).filter(|title| !title.text.is_empty())
    {
        draft.provenance.retain(|entry| entry.field != Field::Title);
        draft.provenance.push(Provenance {
            confidence: CONFIDENCE,
            ..Provenance::of_field(Field::Title, Reader::Text, wrap::path(print, &title.rows))
        });
        draft.content.title = Some(title.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_BYTES: usize = 200 * 1024;

    #[test]
    fn weights_are_readable_and_small() {
        assert!(MODEL.is_some());
        assert!(WEIGHTS.len() <= MAX_BYTES);
    }

    #[test]
    fn only_a_different_and_surer_field_is_better() {
        let found = Comparison { is_same: false, own: -0.5, rules: -3.0 };
        assert!(found.is_better(2.0));
        assert!(!found.is_better(3.0));
        assert!(!Comparison { is_same: true, ..found }.is_better(2.0));
    }
}
