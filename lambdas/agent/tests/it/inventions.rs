//! Grounding of copied and invented lines on generated pages. `cargo test -p agent --test it inventions --
//! --nocapture` prints the table.

use std::collections::{BTreeMap, BTreeSet};

use agent::RunId;
use agent::reading::read;
use serde_json::json;
use zest_core::Timestamp;

use crate::made_pages::{Chance, Page, WORDS, Words, amount, page};
use crate::model::{Scripted, calls};

const CASES: usize = 3_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    AnotherNumber,
    TornNumber,
    AnotherFood,
    AnotherUnit,
    OneWordMore,
    OneWordLess,
    OtherOrder,
    AmountOfAnother,
    TwoInOne,
    NobodysLine,
    NotNegated,
    OtherLanguage,
    Repeated,
}

const KINDS: [Kind; 13] = [
    Kind::AnotherNumber,
    Kind::TornNumber,
    Kind::AnotherFood,
    Kind::AnotherUnit,
    Kind::OneWordMore,
    Kind::OneWordLess,
    Kind::OtherOrder,
    Kind::AmountOfAnother,
    Kind::TwoInOne,
    Kind::NobodysLine,
    Kind::NotNegated,
    Kind::OtherLanguage,
    Kind::Repeated,
];

fn invented(chance: &mut Chance, kind: Kind, words: &Words, page: &Page) -> Option<(bool, String)> {
    let at = chance.below(page.lines.len());
    let other = (at + 1 + chance.below(page.lines.len() - 1)) % page.lines.len();
    let (mut line, another) = (page.lines[at].clone(), &page.lines[other]);
    let is_step = chance.below(3) == 0;
    let of_step = page.steps[chance.below(page.steps.len())].clone();
    let whole = if is_step { of_step } else { line.text() };
    let mut pieces: Vec<String> = whole.split(' ').map(str::to_owned).collect();
    let text = match kind {
        Kind::AnotherNumber if is_step => {
            let digits = pieces.iter().position(|piece| piece.parse::<u32>().is_ok())?;
            pieces[digits] =
                (pieces[digits].parse::<u32>().ok()? + 1 + u32::try_from(chance.below(90)).ok()?).to_string();
            pieces.join(" ")
        }
        Kind::AnotherNumber => {
            line.amount = (chance.below(8_000) + 1_000).to_string();
            line.text()
        }
        Kind::TornNumber => {
            let (_, end) = line.amount.split_once(['-', ' ', words.decimal])?;
            line.amount = end.to_owned();
            line.text()
        }
        Kind::AnotherFood => {
            let absent: Vec<&str> = words
                .foods
                .iter()
                .copied()
                .filter(|food| page.lines.iter().all(|line| line.food != *food))
                .collect();
            line.food = chance.one(&absent).to_owned();
            line.text()
        }
        Kind::AnotherUnit => {
            let unit = chance.one(words.units);
            (unit != line.unit).then(|| line.unit = unit.to_owned())?;
            line.text()
        }
        Kind::OneWordMore => {
            let extra = chance.one(words.extra).to_owned();
            pieces.insert(chance.below(pieces.len()) + 1, extra);
            pieces.join(" ")
        }
        Kind::OneWordLess => {
            // Drops a middle piece: the end of a clause may be a valid line.
            let middle = pieces.len().checked_sub(2).filter(|middle| *middle > 0)?;
            let gone = pieces.remove(1 + chance.below(middle));
            (!gone.ends_with(',') && !gone.is_empty()).then(|| pieces.join(" "))?
        }
        Kind::OtherOrder => {
            let place = chance.below(pieces.len().checked_sub(1)?);
            pieces.swap(place, place + 1);
            pieces.join(" ")
        }
        Kind::AmountOfAnother => {
            line.amount.clone_from(&another.amount);
            line.unit.clone_from(&another.unit);
            line.text()
        }
        Kind::TwoInOne => format!("{} {}", line.text(), another.text()),
        Kind::NobodysLine => {
            format!("{} {} {}", amount(chance, words), chance.one(words.units), chance.one(words.extra))
        }
        Kind::NotNegated => {
            let warning = page.steps.iter().find(|step| words.warnings.contains(&step.as_str()))?;
            let rest =
                ["Do not ", "Never ", "No ", "N'", "Ne "].iter().find_map(|no| warning.strip_prefix(no))?;
            let mut letters = rest.chars();
            let first = letters.next()?.to_uppercase().to_string();
            return Some((true, first + letters.as_str()));
        }
        Kind::OtherLanguage => {
            let foreign =
                WORDS.iter().filter(|other| other.language != words.language).nth(chance.below(2))?;
            line.unit = chance.one(foreign.units).to_owned();
            line.food = foreign.foods[chance.below(foreign.foods.len())].to_owned();
            line.text()
        }
        Kind::Repeated => pieces.join(" "),
    };
    let is_of_steps = is_step
        && matches!(
            kind,
            Kind::AnotherNumber | Kind::OneWordMore | Kind::OneWordLess | Kind::OtherOrder | Kind::Repeated
        );
    Some((is_of_steps, text))
}

/// Whether the page has the text as a whole line or step, or up to a comma.
fn is_on_page(page: &Page, text: &str) -> bool {
    let is =
        |whole: &str| whole == text || whole.strip_prefix(text).is_some_and(|rest| rest.starts_with(','));
    page.lines.iter().any(|line| is(&line.text())) || page.steps.iter().any(|step| is(step))
}

#[derive(Default)]
struct Row {
    cases: usize,
    offered: usize,
    kept: usize,
}

#[derive(Default)]
struct Table {
    made_up: BTreeMap<Kind, Row>,
    truth: BTreeMap<&'static str, (usize, usize)>,
    distinct: BTreeSet<String>,
    inventions: BTreeSet<String>,
    passed: Vec<String>,
}

impl Table {
    fn add(&mut self, chance: &mut Chance, words: &Words) {
        let page = page(chance, words);
        let mut candidates: Vec<(Option<Kind>, bool, String)> = Vec::new();
        candidates.extend(page.lines.iter().map(|line| (None, false, line.text())));
        candidates.extend(page.steps.iter().map(|step| (None, true, step.clone())));
        let mut kinds = KINDS;
        chance.shuffle(&mut kinds);
        for kind in &kinds[..4 + chance.below(4)] {
            let Some((is_step, text)) = invented(chance, *kind, words, &page) else { continue };
            if *kind == Kind::Repeated || !is_on_page(&page, &text) {
                candidates.push((Some(*kind), is_step, text));
            }
        }
        chance.shuffle(&mut candidates);
        let of = |wanted: bool| -> Vec<&str> {
            candidates
                .iter()
                .filter(|(_, is_step, _)| *is_step == wanted)
                .map(|(_, _, text)| text.as_str())
                .collect()
        };
        let answer = json!({ "ingredients": of(false), "instructions": of(true) });
        self.distinct.insert(format!("{}\n{answer}", page.source));
        let model = Scripted::of([calls("", &[("giveRecipe", answer.clone())])]);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let run = RunId::parse("run1").unwrap();
        let reading = read(&model, &page.source, Some(words.language), &run, Timestamp::from_millis(60_000));
        let content = runtime.block_on(reading).unwrap().grounded.content;
        let mut kept: Vec<String> = content.ingredients.into_iter().map(|line| line.text).collect();
        kept.extend(content.instructions);
        self.judge(&candidates, kept, words, &page.source);
    }

    /// Checks that no line is kept more often than the page has it.
    fn judge(
        &mut self,
        candidates: &[(Option<Kind>, bool, String)],
        mut kept: Vec<String>,
        words: &Words,
        source: &str,
    ) {
        let truth = self.truth.entry(words.language.code()).or_default();
        for (_, _, text) in candidates.iter().filter(|(kind, _, _)| kind.is_none()) {
            truth.0 += 1;
            if let Some(at) = kept.iter().position(|line| line == text) {
                truth.1 += 1;
                kept.remove(at);
            }
        }
        for (kind, _, text) in
            candidates.iter().filter_map(|(kind, step, text)| Some(((*kind)?, *step, text)))
        {
            let row = self.made_up.entry(kind).or_default();
            row.cases += 1;
            row.offered += 1;
            self.inventions.insert(format!("{kind:?} {text}"));
            if let Some(at) = kept.iter().position(|line| line == text) {
                kept.remove(at);
                row.kept += 1;
                self.passed.push(format!("{kind:?} {text:?} of\n{source}"));
            }
        }
        assert_eq!(kept, Vec::<String>::new(), "what is kept was offered");
    }

    #[expect(clippy::print_stdout, reason = "the test prints a table")]
    fn print(&self) {
        println!(
            "{:<18}{:>8}{:>9}{:>7}{:>9}{:>15}",
            "made up", "cases", "offered", "kept", "dropped", "invented kept"
        );
        for (kind, Row { cases, offered, kept }) in &self.made_up {
            let name = format!("{kind:?}");
            println!("{name:<18}{cases:>8}{offered:>9}{kept:>7}{:>9}{kept:>15}", offered - kept);
        }
        for (language, (offered, kept)) in &self.truth {
            println!("true lines {language:<7}{:>8}{offered:>9}{kept:>7}{:>9}", "", offered - kept);
        }
        println!("distinct cases {}, distinct inventions {}", self.distinct.len(), self.inventions.len());
    }
}

#[test]
fn invented_lines_are_dropped_and_copied_lines_are_kept() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut table = Table::default();
    for case in 0..CASES {
        table.add(&mut chance, &WORDS[case % WORDS.len()]);
    }
    table.print();
    assert_eq!(table.passed, Vec::<String>::new());
    assert_eq!(table.distinct.len(), CASES, "no case is another one");
    assert_eq!(table.made_up.len(), KINDS.len(), "each kind was tried");
    assert!(table.made_up.values().all(|row| row.offered > 150), "and often");
    for (language, (offered, kept)) in &table.truth {
        assert_eq!(offered, kept, "{language}");
    }
}
