//! Numbers that do not scale with a line: labels, temperatures, times, lengths.

use num_rational::Ratio;

use super::Kept;
use super::numbers::Reader;
use super::tokens::{Kind, Token};
use super::words::Sense;

impl Reader<'_> {
    /// Whether another number adjoins: "1.2.3", "1/2/3" and "1:1" are not amounts.
    pub(super) fn is_chained(&self, at: usize) -> bool {
        let line = self.line;
        let is_number = |at: usize| line.get(at).is_some_and(Token::is_number);
        let joins = |sign: usize| {
            line.is_sign(sign, "/.,:⁄∕") && line.is_glued(sign) && line.is_glued(sign.saturating_add(1))
        };
        let before = at.wrapping_sub(1);
        (joins(before) && is_number(at.wrapping_sub(2)))
            || (joins(at.saturating_add(1)) && is_number(at.saturating_add(2)))
            || (is_number(before) && line.is_glued(at))
            || (is_number(at.saturating_add(1)) && line.is_glued(at.saturating_add(1)))
    }

    /// Whether the number is part of a name: "T55", "7up", "No. 1", "00", "omega-3", "80/20".
    pub(super) fn is_label(&self, at: usize, written: &str) -> bool {
        let line = self.line;
        let before = at.wrapping_sub(1);
        let is_after_unit = self.found.last().is_some_and(|last| last.next == at);
        let is_fraction = written.contains(['/', '⁄', '∕', '½', '¼', '¾', '⅓', '⅔', '⅛']);
        let is_behind_word = line.is_glued(at) && !is_after_unit && !line.word(before).is_empty();
        if is_behind_word && !is_fraction && !line.is_times(before) {
            return true;
        }
        if written.len() > 1 && written.bytes().all(|digit| digit == b'0') {
            return true;
        }
        let named = if line.is_sign(before, ".°º") { before.wrapping_sub(1) } else { before };
        let is_named =
            line.is(named, Sense::LABEL) && (named != before || !line.word(named).eq_ignore_ascii_case("n"));
        if line.is_sign(before, "#") || is_named && !self.is_counted_unit(named) {
            return true;
        }
        if line.is_dash(before) && line.is_glued(before) && line.is_glued(at) && !is_after_unit {
            let is_last =
                at.saturating_add(1) >= line.tokens.len() || line.unit(at.saturating_add(1)).is_some();
            let is_after_word = !line.word(before.wrapping_sub(1)).is_empty();
            let is_after_own_unit = self.found.last().is_some_and(|last| last.next == before);
            if is_after_word && !is_after_own_unit && !(is_last && self.found.is_empty()) {
                return true;
            }
        }
        if is_leanness(written) {
            return true;
        }
        let next = at.saturating_add(1);
        let continues = |at: usize| {
            !line.word(at).is_empty()
                && line.unit(at).is_none()
                && !line.is_times(at)
                && !line.is(at, Sense::SIZE | Sense::TIME | Sense::RANGE)
                && line
                    .get(at)
                    .is_some_and(|token| token.meaning.group.is_none() && token.meaning.number.is_none())
        };
        let ordinal = is_fraction && matches!(line.word(next), "th" | "rd" | "st" | "nd");
        if line.is_glued(next) && continues(next) && !ordinal && !self.is_degree_letter(next) {
            return true;
        }
        let hyphened = self.behind_hyphen(next);
        hyphened != next && continues(hyphened)
    }

    /// Whether a number precedes: "6 no." is a count of pieces, not a number in a name.
    pub(super) fn is_counted_unit(&self, at: usize) -> bool {
        self.line.get(at.wrapping_sub(1)).is_some_and(Token::is_number)
    }

    pub(super) fn is_degree_letter(&self, at: usize) -> bool {
        matches!(self.line.word(at), "C" | "F")
    }

    /// Returns why the amount at `at` is not scaled: percentage, temperature, time, grade, or reference to a
    /// note or page.
    pub(super) fn measure_that_stays(&self, at: usize, value: Ratio<u64>) -> Option<Kept> {
        const MIN_DEGREES: u64 = 40;
        let line = self.line;
        let next = at.saturating_add(1);
        let behind_per = next.saturating_add(usize::from(line.is(next, Sense::EACH)));
        if line.is_sign(next, "%") || line.is(next, Sense::PERCENT) || line.is(behind_per, Sense::PERCENT) {
            return Some(Kept::Percent);
        }
        let is_hot = value >= Ratio::from_integer(MIN_DEGREES);
        if line.is_sign(next, "°º") || line.is(next, Sense::DEGREES) || is_hot && self.is_degree_letter(next)
        {
            return Some(Kept::Temperature);
        }
        if line.is(self.behind_hyphen(next), Sense::TIME) {
            return Some(Kept::Time);
        }
        let is_range = matches!(line.get(at).map(|token| token.kind), Some(Kind::Number(read)) if read.between.0 != read.between.1);
        if is_range && line.is(next, Sense::GRADED) {
            return Some(Kept::Label);
        }
        let before = at.wrapping_sub(1);
        let named = if line.is_sign(before, ".") { before.wrapping_sub(1) } else { before };
        let is_reference =
            line.is(named, Sense::REFERENCE) && self.found.last().is_none_or(|last| last.next <= named);
        is_reference.then_some(Kept::Reference)
    }
}

/// Whether it is a fat content of meat such as "80/20" or "93/7", not a fraction.
fn is_leanness(written: &str) -> bool {
    const LEAST: u64 = 50;
    let Some((lean, fat)) = written.split_once('/') else { return false };
    match (lean.parse::<u64>(), fat.parse::<u64>()) {
        (Ok(lean), Ok(fat)) => (LEAST..100).contains(&lean) && lean.saturating_add(fat) == 100,
        _ => false,
    }
}
