//! Finds the numbers of a line and their units: digits, words, ranges, fractions and groups.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, Zero};

use super::tokens::{Kind, Line, Token};
use super::words::Sense;
use super::{Amount, End, Kept, Role};
use crate::Language;
use crate::span::Span;
use crate::unit::{Size, Unit};

/// All numbers of the line, in order. `roles` decides their roles, unless the number alone does.
pub(super) fn find(line: &Line<'_>) -> Vec<Amount> {
    let mut found: Vec<Amount> = Vec::new();
    let mut at = 0_usize;
    while at < line.tokens.len() {
        let reader = Reader { line, found: &found };
        let amount = reader.digits(at).or_else(|| reader.words(at));
        at = amount.as_ref().map_or(0, |amount| amount.next).max(at.saturating_add(1));
        found.extend(amount);
    }
    found
}

pub(super) struct Reader<'a> {
    pub(super) line: &'a Line<'a>,
    pub(super) found: &'a [Amount],
}

/// A number, and the index of the next token.
struct Number {
    ends: Vec<End>,
    next: usize,
}

fn one() -> Ratio<u64> {
    Ratio::from_integer(1)
}

impl Reader<'_> {
    fn digits(&self, at: usize) -> Option<Amount> {
        let line = self.line;
        let token = line.get(at)?;
        let Kind::Number(read) = token.kind else { return None };
        let next = at.saturating_add(1);
        let number = |ends| Number { ends, next };
        let (Some(low), Some(high)) = (read.low.ratio(), read.high.ratio()) else {
            return Some(self.decided(at, number(Vec::new()), Role::Unclear));
        };
        let (end, start) = read.between;
        let of = |from: usize, to: usize| token.start.saturating_add(from)..token.start.saturating_add(to);
        let mut ends = vec![End { range: of(0, end), value: low }];
        if start != end {
            ends.push(End { range: of(start, read.len), value: high });
        }
        let written = line.text.span(token.start..token.end);
        if self.is_chained(at) {
            return Some(self.decided(at, number(ends), Role::Unclear));
        }
        if self.is_label(at, written) {
            return Some(self.decided(at, number(ends), Role::Kept(Kept::Label)));
        }
        if let Some(kept) = self.measure_that_stays(at, high) {
            return Some(self.decided(at, number(ends), Role::Kept(kept)));
        }
        // Skips the ending of "3/4th cup".
        let mut next = next;
        if line.is_glued(next)
            && matches!(line.word(next), "th" | "rd" | "st" | "nd")
            && let (Some(last), Some(word)) = (ends.last_mut(), line.get(next))
        {
            last.range.end = word.end;
            next = next.saturating_add(1);
        }
        if ends.len() == 1 {
            if line.is(at.wrapping_sub(1), Sense::BETWEEN) && line.is(next, Sense::AND) {
                self.add_high_end(&mut ends, &mut next);
            } else {
                self.add_link(&mut ends, &mut next);
                self.add_share(&mut ends, &mut next);
            }
        }
        Some(self.finished(at, Number { ends, next }))
    }

    /// Adds the linking word of "3/4 de litre" to the fraction.
    fn add_link(&self, ends: &mut [End], next: &mut usize) {
        let [only] = ends else { return };
        let behind = if only.value < one() { self.behind_part(*next) } else { *next };
        if behind != *next {
            only.range.end = self.end_before(behind);
            *next = behind;
        }
    }

    /// Adds the upper end of "entre 200 y 250".
    fn add_high_end(&self, ends: &mut Vec<End>, next: &mut usize) {
        let high = next.saturating_add(1);
        let Some(token) = self.line.get(high) else { return };
        let value = match token.kind {
            Kind::Number(read) if read.between.0 == read.between.1 => read.high.ratio(),
            _ => token.meaning.number,
        };
        if let Some(value) = value {
            ends.push(End { range: token.start..token.end, value });
            *next = high.saturating_add(1);
        }
    }

    /// Adds the share in "2 and a half", "1 y medio". "1 demi" is one half.
    fn add_share(&self, ends: &mut [End], next: &mut usize) {
        let line = self.line;
        let [only] = ends else { return };
        if !only.value.is_integer() {
            return;
        }
        let behind = self.behind_hyphen(*next);
        if only.value == one()
            && let Some(share) = line.number_word(behind).filter(|share| *share < one())
            && !line.is(self.behind_hyphen(behind.saturating_add(1)), Sense::WHOLE)
        {
            only.value = share;
            only.range.end = self.end_of_share(behind);
            *next = self.behind_hyphen(behind.saturating_add(1));
            return;
        }
        if let Some((share, after)) = self.share_after_and(*next)
            && self.line.unit(after).is_none_or(|_| !self.is_other_amount(*next))
            && let Some(sum) = only.value.checked_add(&share)
        {
            only.value = sum;
            only.range.end = self.end_before(after);
            *next = after;
        }
    }

    /// Whether "and 1/2 teaspoon" starts another amount. Before a unit, only a fraction in words belongs to
    /// the number.
    fn is_other_amount(&self, and: usize) -> bool {
        (and..and.saturating_add(3)).any(|at| self.line.get(at).is_some_and(Token::is_number))
    }

    /// Index after the share, including the hyphen of "demi-citron".
    fn end_of_share(&self, at: usize) -> usize {
        let behind = self.behind_hyphen(at.saturating_add(1));
        self.end_before(behind)
    }

    fn end_before(&self, at: usize) -> usize {
        at.checked_sub(1).and_then(|at| self.line.get(at)).map_or(0, |token| token.end)
    }

    pub(super) fn behind_hyphen(&self, at: usize) -> usize {
        let next = at.saturating_add(1);
        let is_hyphen = self.line.is_dash(at) && self.line.is_glued(at) && self.line.is_glued(next);
        if is_hyphen { next } else { at }
    }

    /// The share in "and a half", "y cuarto", "et demie", "and 1/2", and the index of the token after it.
    fn share_after_and(&self, at: usize) -> Option<(Ratio<u64>, usize)> {
        let line = self.line;
        if !line.is(at, Sense::AND) && !line.is_sign(at, "&") {
            return None;
        }
        let article = at.saturating_add(1);
        let place = article.saturating_add(usize::from(line.is_article(article)));
        let share = self.exact(place).filter(|share| !share.is_zero() && *share < one())?;
        let after = place.saturating_add(1);
        // "and half an onion" is a different ingredient.
        (!line.is_article(after)).then_some((share, after))
    }

    fn exact(&self, at: usize) -> Option<Ratio<u64>> {
        let token = self.line.get(at)?;
        match token.kind {
            Kind::Number(read) if read.between.0 == read.between.1 => read.low.ratio(),
            Kind::Word => token.meaning.number,
            _ => None,
        }
    }

    /// The number in "two", "half a", "la moitié d'un", "two or three" or "a", where an amount can be.
    fn words(&self, at: usize) -> Option<Amount> {
        let line = self.line;
        if line.get(at)?.meaning.group.is_some() && self.may_begin(at) {
            // "docena de huevos" is one dozen.
            let start = line.get(at)?.start;
            let ends = vec![End { range: start..start, value: one() }];
            return Some(self.finished(at, Number { ends, next: at }));
        }
        if let Some(amount) = self.implied_one(at) {
            return Some(amount);
        }
        let is_definite = line.is(at, Sense::DEFINITE);
        let first = if is_definite {
            at.saturating_add(1).saturating_add(usize::from(line.is_sign(at.saturating_add(1), "'’")))
        } else {
            at
        };
        let is_article = line.is_article(first);
        let mut value = match line.number_word(first) {
            Some(value) => value,
            None if is_article && !is_definite => one(),
            None => return None,
        };
        if is_definite && value >= one() {
            return None;
        }
        let mut next = first.saturating_add(1);
        if value < one() && line.is(self.behind_hyphen(next), Sense::WHOLE) {
            return None;
        }
        // "three quarters", "a half", "une demi-", "one third".
        let part = self.behind_hyphen(next);
        let mut is_bare_article = is_article;
        if value >= one()
            && let Some(share) = line.number_word(part).filter(|share| is_article || *share < one())
        {
            if line.is(self.behind_hyphen(part.saturating_add(1)), Sense::WHOLE) && share < one() {
                return None;
            }
            value = value.checked_mul(&share)?;
            next = part.saturating_add(1);
            is_bare_article = false;
        }
        if value < one() {
            next = self.behind_part(next);
        }
        let start = line.get(at)?.start;
        let mut ends = vec![End { range: start..self.end_before(next), value }];
        let range_end = next.saturating_add(1);
        if !is_bare_article && let Some(high) = line.number_word(range_end).filter(|high| *high > value) {
            let is_between = line.is(at.wrapping_sub(1), Sense::BETWEEN) && line.is(next, Sense::AND);
            if line.is(next, Sense::RANGE) || is_between {
                let token = line.get(range_end)?;
                ends.push(End { range: token.start..token.end, value: high });
                next = range_end.saturating_add(1);
            }
        }
        if ends.len() == 1 && value >= one() && !is_bare_article {
            self.add_share(&mut ends, &mut next);
        } else if let [only] = &mut ends[..]
            && value >= one()
            && let Some((share, after)) = self.share_after_and(next)
        {
            only.value = only.value.checked_add(&share)?;
            only.range.end = self.end_before(after);
            next = after;
        }
        let mut amount = self.finished(at, Number { ends, next });
        amount.is_article = is_bare_article && amount.group.is_none();
        // "un par de huevos": it is uncertain what "de" refers to.
        let is_many = matches!(&amount.ends[..], [only] if only.value > one());
        if is_many && amount.next == next && line.is(next, Sense::LINK) && self.may_begin(at) {
            return Some(Amount { role: Role::Unclear, ..amount });
        }
        let has_unit = amount.unit.is_some() || amount.group.is_some();
        let may = if is_bare_article {
            let is_opening = self.is_opening(at);
            (is_opening && !line.is(next, Sense::VAGUE))
                || has_unit && (self.may_begin(at) || self.found.is_empty())
        } else {
            self.may_begin(at) || has_unit && !line.is(at.wrapping_sub(1), Sense::INTO)
        };
        may.then_some(amount)
    }

    /// Index after "a" in "half a", "of a" in "half of a", or "de" in "cuarto de kilo".
    fn behind_part(&self, at: usize) -> usize {
        let line = self.line;
        let at = self.behind_hyphen(at);
        if line.is_article(at) {
            return at.saturating_add(1);
        }
        let link = at.saturating_add(1).saturating_add(usize::from(line.is_sign(at.saturating_add(1), "'’")));
        if line.is(at, Sense::LINK) || self.is_elided_link(at) {
            if line.is_article(link) {
                return link.saturating_add(1);
            }
            if line.unit(link).is_some() {
                return link;
            }
        }
        at
    }

    /// Whether the token is the "d" of "d'un".
    fn is_elided_link(&self, at: usize) -> bool {
        self.line.word(at).eq_ignore_ascii_case("d") && self.line.is_sign(at.saturating_add(1), "'’")
    }

    /// The omitted "one" of "Kilo y medio de papas", which is 1.5 kg.
    fn implied_one(&self, at: usize) -> Option<Amount> {
        if at != 0 {
            return None;
        }
        let (unit, behind) = self.line.unit(at).filter(|(unit, _)| is_measured(*unit))?;
        let (share, after) = self.share_after_and(behind)?;
        let start = self.line.get(at)?.start;
        let unit_range = start..self.end_before(behind);
        let ends = vec![End { range: start..start, value: one().checked_add(&share)? }];
        let tail = unit_range.end..self.end_before(after);
        Some(Amount { unit: Some(unit), unit_range, tail, ..Amount::bare(at, after, ends) })
    }

    /// Whether an amount may begin here: at the start, or after a sign or word that joins amounts.
    fn may_begin(&self, at: usize) -> bool {
        const JOINS: u32 = Sense::PLUS | Sense::AND | Sense::OR | Sense::ROUGHLY | Sense::BETWEEN;
        let before = at.wrapping_sub(1);
        let is_sign =
            self.line.is_sign(before, "+/(:=,;&[") || self.line.is_dash(before) && !self.line.is_glued(at);
        self.is_opening(at) || is_sign || self.line.is(before, JOINS) || self.line.is_times(before)
    }

    /// Whether only signs and words such as "about" or "juice of" precede.
    fn is_opening(&self, at: usize) -> bool {
        const OPEN: u32 =
            Sense::ROUGHLY | Sense::DEFINITE | Sense::FRUIT_PART | Sense::AND | Sense::LINK | Sense::BETWEEN;
        (0..at).all(|before| {
            self.line.get(before).is_some_and(|token| match token.kind {
                Kind::Sign(_) => true,
                Kind::Word => token.is(OPEN) || self.is_elided_link(before),
                Kind::Number(_) => false,
            })
        })
    }

    fn decided(&self, at: usize, number: Number, role: Role) -> Amount {
        Amount { role, ..Amount::bare(at, number.next, number.ends) }
    }

    fn finished(&self, at: usize, number: Number) -> Amount {
        let line = self.line;
        let Number { ends, next } = number;
        let mut amount = Amount::bare(at, next, ends);
        let hyphened = self.behind_hyphen(next);
        if let Some(group) = line.get(hyphened).filter(|token| token.meaning.group.is_some()) {
            amount.group = group.meaning.group;
            amount.unit_range = group.start..group.end;
            amount.next = hyphened.saturating_add(1);
        } else if let Some((unit, from, to)) = self.unit_behind(next, hyphened) {
            amount.unit = Some(unit);
            amount.is_hyphened = hyphened != next;
            amount.unit_range = line.get(from).map_or(0, |token| token.start)..self.end_before(to);
            amount.next = to;
        }
        if amount.unit_range.is_empty() {
            if line.is(hyphened, Sense::TIME) {
                amount.role = Role::Kept(Kept::Time);
            } else if line.is(hyphened, Sense::PEOPLE) {
                amount.role = Role::Unclear;
            }
            return amount;
        }
        self.add_tail(&mut amount);
        amount
    }

    /// Unit after a number, with its tokens. Sizes may precede the unit: "2 heaped tbsp".
    fn unit_behind(&self, next: usize, hyphened: usize) -> Option<(Unit, usize, usize)> {
        let line = self.line;
        let mut from = hyphened;
        loop {
            if let Some((unit, to)) = line.unit(from) {
                let word = line.word(from);
                let is_elided = word.chars().count() == 1 && line.is_sign(to, "'’") && line.is_glued(to);
                // "in" is an inch only next to its number: "2-inch", "2in", "2 in."
                let is_preposition =
                    word == "in" && hyphened == next && !line.is_glued(from) && !line.is_sign(to, ".");
                return (!is_elided && !is_preposition).then_some((unit, from, to));
            }
            if !line.is(from, Sense::SIZE) {
                return None;
            }
            from = from.saturating_add(1);
        }
    }

    /// Adds a share or rest after the unit: "1 kg y medio", "1 litre ½", "1 kg 500".
    fn add_tail(&self, amount: &mut Amount) {
        let line = self.line;
        let [only] = &mut amount.ends[..] else { return };
        let next = amount.next;
        let more = if let Some((share, after)) = self.share_after_and(next) {
            let is_other = line.unit(after).is_some() || !only.value.is_integer();
            (!is_other).then_some((share, after))
        } else if let Some(value) = self.exact(next).filter(|_| line.get(next).is_some_and(Token::is_number))
        {
            let after = next.saturating_add(1);
            let unit = amount.unit.filter(|unit| is_measured(*unit));
            let is_alone = line.unit(self.behind_hyphen(after)).is_none()
                && !line.is_sign(after, "%/")
                && !line.is_times(after);
            let written = line.get(next).map_or("", |token| line.text.span(token.start..token.end));
            let is_rest = written.len() == 3 && written.bytes().all(|digit| digit.is_ascii_digit());
            match unit {
                Some(_) if is_alone && !value.is_zero() && value < one() && only.value.is_integer() => {
                    Some((value, after))
                }
                Some(Unit::Kilogram | Unit::Litre) if is_alone && is_rest => {
                    value.checked_mul(&Ratio::new(1, 1000)).map(|rest| (rest, after))
                }
                _ => None,
            }
        } else {
            None
        };
        if let Some((more, after)) = more
            && let Some(sum) = only.value.checked_add(&more)
        {
            only.value = sum;
            amount.tail = amount.unit_range.end..self.end_before(after);
            amount.next = after;
        }
    }
}

pub(super) fn is_measured(unit: Unit) -> bool {
    matches!(unit.size(), Size::Mass { .. } | Size::Volume { .. })
}

pub(super) fn plain_fraction(written: &str) -> Option<(u64, u64)> {
    let (numerator, denominator) = written.split_once(['/', '⁄', '∕'])?;
    Some((numerator.trim().parse().ok()?, denominator.trim().parse().ok()?))
}

/// Whether a fraction of a counted item may be a range: "2/4 onions"; or "2/3 carottes", because Spanish and
/// French use the singular for a part of one item.
pub(super) fn may_be_range(
    (numerator, denominator): (u64, u64),
    behind: &str,
    language: Option<Language>,
) -> bool {
    let is_plural = matches!(language, Some(Language::Es | Language::Fr)) && behind.ends_with(['s', 'x']);
    let is_lowest = Ratio::new(numerator, denominator.max(1)).denom() == &denominator;
    let is_next = denominator.saturating_sub(numerator) == 1;
    numerator >= 2 && numerator < denominator && (!is_lowest || is_plural && is_next)
}
