//! Reconciles ingredient lists: takes the better list, or the better of two matching lines.

use std::collections::HashSet;

use recipe::Doubt;

use super::order::{align, reordered_like_page};
use super::words::{Bag, Words, shared};
use super::words_of;
use crate::cues;
use crate::draft::Line;
use crate::text::letters;

const MIN_LINES_WITHOUT_AMOUNT: usize = 4;
/// Corrects the lines of structured data (`ours`) with those of the page (`theirs`).
pub(super) fn reconcile(ours: Vec<Line>, theirs: &[Line]) -> Vec<Line> {
    let same =
        |ours: &Line, theirs: &Line| ours.text == theirs.text || letters(&ours.text) == letters(&theirs.text);
    if ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs)) {
        return grouped(ours, |at| theirs.get(at));
    }
    // The data lack separators between lines.
    if theirs.len() > ours.len() && super::has_same_letters(&ours, theirs) {
        return theirs.iter().map(|line| Line { doubt: Some(Doubt::Mended), ..line.clone() }).collect();
    }
    if let Some(sorted) = reordered_like_page(&ours, theirs) {
        return sorted;
    }
    let lists = Lists::new(&ours, theirs);
    if lists.contains_our_words() {
        let (shorter, longer) = (theirs.len() < ours.len(), theirs.len() > ours.len());
        let lacks_lines = longer && lists.lacks_lines();
        if lacks_lines || (shorter && lists.contains_their_words() && lists.joins_well()) {
            return lists.merged_lines(lacks_lines);
        }
    }
    if lists.ours_only_names() || lists.ours_lost_amounts() {
        return lists.merged_lines(true);
    }
    let partners: Vec<Option<usize>> = (0..ours.len()).map(|at| lists.partner(at)).collect();
    let chosen: Vec<Line> = ours
        .iter()
        .zip(&partners)
        .enumerate()
        .map(|(at, (line, partner))| {
            let better =
                partner.and_then(|partner| lists.extended_line(at, partner)).or_else(|| lists.measured(at));
            better.map_or_else(|| line.clone(), |better| replaced(better, line))
        })
        .collect();
    grouped(chosen, |at| theirs.get(*partners.get(at)?.as_ref()?))
}

/// Adds the groups of the matching lines, if no line has a group.
fn grouped<'a>(mut ours: Vec<Line>, partner: impl Fn(usize) -> Option<&'a Line>) -> Vec<Line> {
    if ours.iter().all(|line| line.group.is_none()) {
        for (at, line) in ours.iter_mut().enumerate() {
            line.group = partner(at).and_then(|partner| partner.group.clone());
        }
    }
    ours
}

fn replaced(theirs: &Line, ours: &Line) -> Line {
    Line {
        group: theirs.group.clone().or_else(|| ours.group.clone()),
        instead_of: Some(ours.text.clone()),
        doubt: Some(Doubt::Mended),
        ..theirs.clone()
    }
}

/// The lists of structured data (`ours`) and of the page (`theirs`), with their words and matches.
struct Lists<'a> {
    ours: &'a [Line],
    theirs: &'a [Line],
    our_words: Vec<Words>,
    their_words: Vec<Words>,
    our_bag: Bag,
    their_bag: Bag,
    shared: usize,
    /// Whether over half of the lines of the data are also on the page.
    mostly_equal: bool,
    has_amounts: bool,
    /// Index of the most similar page line for each line of the data.
    in_theirs: Vec<Option<usize>>,
    /// Index of the most similar data line for each line of the page.
    in_ours: Vec<Option<usize>>,
}

impl<'a> Lists<'a> {
    fn new(ours: &'a [Line], theirs: &'a [Line]) -> Self {
        let (our_words, their_words) = (words_of(ours), words_of(theirs));
        let (our_bag, their_bag) = (Bag::of(&our_words), Bag::of(&their_words));
        let shown: HashSet<String> = theirs.iter().map(|line| letters(&line.text)).collect();
        let equal = ours.iter().filter(|line| shown.contains(&letters(&line.text))).count();
        Self {
            mostly_equal: equal * 2 > ours.len(),
            has_amounts: ours.iter().any(|line| line.text.contains(char::is_numeric)),
            ours,
            theirs,
            shared: our_bag.shared(&their_bag),
            in_theirs: align(&our_words, &their_words),
            in_ours: align(&their_words, &our_words),
            our_words,
            their_words,
            our_bag,
            their_bag,
        }
    }

    /// Whether the page contains 90 % of the words of the data, and 60 % of each line.
    fn contains_our_words(&self) -> bool {
        let is_contained = |line: &Words| {
            line.iter().filter(|word| self.their_bag.holds(*word)).count() * 5 >= line.len() * 3
        };
        self.shared * 10 >= self.our_bag.total() * 9 && self.our_words.iter().all(is_contained)
    }

    /// Whether the data contains 90 % of the words of the page.
    fn contains_their_words(&self) -> bool {
        self.shared * 10 >= self.their_bag.total() * 9
    }

    /// The one-to-one match of line `at` of the data.
    fn partner(&self, at: usize) -> Option<usize> {
        let partner = (*self.in_theirs.get(at)?)?;
        let is_mutual = self.in_ours.get(partner) == Some(&Some(at));
        let others = self.in_theirs.iter().filter(|other| **other == Some(partner)).count();
        (is_mutual && others == 1).then_some(partner)
    }

    /// Whether lines that only the page has are missing ingredients.
    ///
    /// At least two, and half of them, need an amount, and most of their words must be new: pages also list
    /// names without amounts, and servings before the list.
    fn lacks_lines(&self) -> bool {
        let lines = self.theirs.iter().zip(&self.their_words).zip(&self.in_ours);
        let missing: Vec<(&Line, &Words)> =
            lines.filter_map(|(line, partner)| partner.is_none().then_some(line)).collect();
        let counted = missing.iter().filter(|(line, _)| starts_with_amount(&line.text)).count();
        let new = Bag::of(missing.iter().map(|(_, words)| *words));
        let known = new.shared(&self.our_bag);
        counted * 2 >= missing.len() && counted >= 2 && known * 2 < new.total()
    }

    fn new_lines(&self) -> impl Iterator<Item = usize> {
        let partners = self.in_ours.iter().enumerate();
        partners.filter_map(|(at, partner)| partner.is_none().then_some(at))
    }

    /// Whether the data has only names such as "pasta", and the list of the page is at least twice as long
    /// and mostly has amounts.
    fn ours_only_names(&self) -> bool {
        let has_amount = |line: &&Line| line.text.contains(char::is_numeric);
        let counted = self.theirs.iter().filter(has_amount).count();
        self.theirs.len() >= 2 * self.ours.len()
            && counted * 2 > self.theirs.len()
            && !self.ours.iter().any(|line| has_amount(&line))
            && {
                let known =
                    self.our_words.iter().filter(|line| line.iter().any(|word| self.their_bag.holds(word)));
                let known = known.count();
                known == self.ours.len()
                    || known * 2 >= self.ours.len() && self.theirs.len() >= 3 * self.ours.len()
            }
    }

    /// Whether the data lacks amounts that the page has: "Onion, diced" for "Onion, diced: 1".
    fn ours_lost_amounts(&self) -> bool {
        let numbered =
            |lines: &[Line]| lines.iter().filter(|line| line.text.contains(char::is_numeric)).count();
        self.ours.len() >= MIN_LINES_WITHOUT_AMOUNT
            && self.ours.len() == self.theirs.len()
            && numbered(self.ours) * 10 <= self.ours.len()
            && numbered(self.theirs) * 2 > self.theirs.len()
            && self
                .our_words
                .iter()
                .zip(&self.their_words)
                .all(|(ours, theirs)| shared(ours, theirs) == ours.len())
    }

    /// Whether each page line that joins several data lines joins at most one that starts with an amount, and
    /// has at most one word more than those lines together. A heading joined with lines has more.
    fn joins_well(&self) -> bool {
        let mut held = vec![(0_u32, 0_u32, 0_usize); self.theirs.len()];
        for ((line, words), partner) in self.ours.iter().zip(&self.our_words).zip(&self.in_theirs) {
            let partner = partner.and_then(|partner| held.get_mut(partner));
            let Some((lines, amounts, word_count)) = partner else { continue };
            let is_line = starts_with_amount(&line.text) && line.text.contains(char::is_alphabetic);
            *lines += 1;
            *amounts += u32::from(is_line);
            *word_count += words.len();
        }
        held.iter().zip(&self.their_words).all(|((lines, amounts, word_count), words)| {
            *lines <= 1 || (*amounts <= 1 && words.len() <= word_count + 1)
        })
    }

    /// The line of the page at this index, if a program converted the amount of the data.
    fn measured(&self, at: usize) -> Option<&'a Line> {
        let (ours, theirs) = (self.ours.get(at)?, self.theirs.get(at)?);
        let is_same_list = self.mostly_equal && self.ours.len() == self.theirs.len();
        (is_same_list && is_converted(&ours.text, &theirs.text)).then_some(theirs)
    }

    fn extended_line(&self, at: usize, partner: usize) -> Option<&'a Line> {
        let ours = (self.ours.get(at)?, self.our_words.get(at)?);
        let theirs = (self.theirs.get(partner)?, self.their_words.get(partner)?);
        self.extends_line(ours, theirs).then_some(theirs.0)
    }

    /// Whether the line of the page contains that of the data and more, or is the same without "(s)".
    fn extends_line(&self, ours: (&Line, &Words), theirs: (&Line, &Words)) -> bool {
        let ((Line { text: ours, .. }, our_words), (Line { text: theirs, .. }, their_words)) = (ours, theirs);
        let common = shared(our_words, their_words);
        if common == their_words.len() && common + 1 == our_words.len() && is_form(ours) {
            return true;
        }
        if common < our_words.len() || their_words.len() == our_words.len() {
            return false;
        }
        // If other lines have amounts, this one has none on purpose, unless the line of the page is an amount
        // and this line.
        let starts_with_their_amount =
            starts_with_amount(theirs) && letters(theirs).ends_with(&letters(ours));
        let lacks_amount = !ours.contains(char::is_numeric)
            && theirs.contains(char::is_numeric)
            && (starts_with_their_amount || !self.has_amounts);
        lacks_amount || (self.mostly_equal && is_cut(ours, theirs))
    }

    /// The page's lines. A line with the same letters and digits as a data line is replaced by that data
    /// line. `with_new` adds lines that only the page has.
    fn merged_lines(&self, with_new: bool) -> Vec<Line> {
        let new: Vec<usize> = if with_new { self.new_lines().collect() } else { Vec::new() };
        let lines = self.theirs.iter().zip(&self.in_ours).enumerate().filter_map(|(at, (line, partner))| {
            let Some(ours) = partner.and_then(|at| self.ours.get(at)) else {
                return new.contains(&at).then(|| Line { doubt: Some(Doubt::Mended), ..line.clone() });
            };
            if letters(&ours.text) == letters(&line.text) {
                let group = line.group.clone().or_else(|| ours.group.clone());
                return Some(Line { group, ..ours.clone() });
            }
            Some(replaced(line, ours))
        });
        lines.collect()
    }
}

/// Whether the amount of the data is a computed decimal in another unit: "18.20 gm oil" for "1 tbsp oil".
fn is_converted(ours: &str, theirs: &str) -> bool {
    let whole = ours.trim_start_matches(|c: char| c.is_ascii_digit());
    let decimals =
        whole.strip_prefix('.').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let is_computed = whole.len() < ours.len() && decimals >= 2;
    let (our_name, their_name) = (cues::without_amount(ours), cues::without_amount(theirs));
    let unit = |line: &str, name: &str| {
        letters(line.strip_suffix(name).unwrap_or_default()).replace(|c: char| c.is_numeric(), "")
    };
    is_computed
        && starts_with_amount(theirs)
        && letters(our_name) == letters(their_name)
        && unit(ours, our_name) != unit(theirs, their_name)
}

/// Whether the line has a plural in brackets: "2 cup(s) flour".
fn is_form(line: &str) -> bool {
    line.starts_with(char::is_numeric) && line.contains("(s) ")
}

/// Whether `line` is `whole` truncated within a phrase, or without its first digits. Text after a comma or in
/// brackets is a note, which data may omit.
fn is_cut(line: &str, whole: &str) -> bool {
    let (line, whole) = (line.trim(), whole.trim());
    // If the rest of the line is short, or does not start with a lower-case letter, it may be a note.
    let continues = starts_with_amount(line)
        && whole.strip_prefix(line).is_some_and(|rest| {
            rest.trim_start().starts_with(char::is_lowercase) && rest.len() >= 3 * line.len()
        });
    let lost_digits = starts_with_amount(line)
        && whole
            .strip_suffix(line)
            .is_some_and(|lost| lost.starts_with(char::is_numeric) && !lost.contains(char::is_alphabetic));
    continues || lost_digits
}

fn starts_with_amount(line: &str) -> bool {
    let rest = line.trim_start_matches(char::is_numeric);
    rest.len() < line.len() && !rest.trim_start().starts_with('%')
}
