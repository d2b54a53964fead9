//! Decides which numbers of a line scale, and why the others do not.

use num_rational::Ratio;
use num_traits::CheckedMul;

use super::numbers::{is_measured, may_be_range, plain_fraction};
use super::tokens::{Kind, Line};
use super::words::Sense;
use super::{Amount, End, Kept, Role};
use crate::span::Span;
use crate::unit::{Size, Unit};

/// Assigns a role to each amount. An amount may be split: "1 - 15 oz can" is a count and a size.
pub(super) fn assign(line: &Line<'_>, amounts: Vec<Amount>) -> Vec<Amount> {
    let mut roles = Roles { line, done: Vec::with_capacity(amounts.len()) };
    for amount in amounts {
        for amount in roles.split(amount) {
            roles.add(amount);
        }
    }
    roles.add_implied_count();
    roles.done
}

struct Roles<'a> {
    line: &'a Line<'a>,
    done: Vec<Amount>,
}

#[derive(Default)]
struct Between {
    is_plus: bool,
    is_or: bool,
    is_and: bool,
    is_times: bool,
    is_open: bool,
    is_comma: bool,
    is_with: bool,
    is_into: bool,
    is_other: bool,
    /// Number of words that may be part of a name; "about" and "large" are not.
    words: usize,
    words_behind_comma: usize,
    /// Whether the last word is a linking word such as "of".
    ends_in_link: bool,
    is_empty: bool,
}

impl Roles<'_> {
    /// Splits "1 – 15 oz can": it is one can, not a range.
    fn split(&self, amount: Amount) -> Vec<Amount> {
        const MIN_TIMES: u64 = 4;
        let [low, high] = &amount.ends[..] else { return vec![amount] };
        let line = self.line;
        let is_dash = line.text.span(low.range.end..high.range.start).contains(crate::quantity::is_dash);
        let is_sized = match amount.unit.map(Unit::size) {
            Some(Size::Mass { .. } | Size::Volume { .. }) => self.is_container(amount.next),
            Some(Size::Length { .. }) => true,
            _ => false,
        };
        let least = low.value.checked_mul(&Ratio::from_integer(MIN_TIMES));
        let is_count = low.value.is_integer() && least.is_some_and(|least| least <= high.value);
        if !is_dash || !is_sized || !is_count || amount.role != Role::Scales {
            return vec![amount];
        }
        let count = Amount::bare(amount.first, amount.first, vec![low.clone()]);
        let size = Amount { ends: vec![high.clone()], role: Role::Kept(Kept::Size), ..amount };
        vec![count, size]
    }

    fn add(&mut self, mut amount: Amount) {
        let index = self.done.len();
        if amount.role == Role::Scales && self.is_rate(&amount) {
            amount.role = Role::Kept(Kept::Rate);
        } else if amount.role == Role::Scales {
            let (role, size_of) = self.role(&amount);
            amount.role = role;
            amount.size_of = size_of;
            amount.adds = role == Role::Scales && index > 0 && self.adds(&amount);
            amount.is_other = self.before().is_some_and(|(_, before)| {
                let between = self.between(before, &amount);
                let is_remark =
                    between.is_comma && !(is_measured_amount(&amount) && between.words_behind_comma == 0);
                !between.is_plus && (between.is_other || is_remark)
            });
            if let Some(count) =
                size_of.and_then(|count| self.done.get_mut(count)).filter(|count| count.is_bare())
            {
                count.counted = container_at(self.line, amount.next);
            }
        }
        self.done.push(amount);
    }

    fn before(&self) -> Option<(usize, &Amount)> {
        self.done.iter().enumerate().rev().find(|(_, amount)| {
            !matches!(
                amount.role,
                Role::Kept(
                    Kept::Label
                        | Kept::Percent
                        | Kept::Rate
                        | Kept::Reference
                        | Kept::Time
                        | Kept::Temperature
                )
            )
        })
    }

    fn main(&self) -> Option<(usize, &Amount)> {
        self.done.iter().enumerate().rev().find(|(_, amount)| amount.role == Role::Scales)
    }

    fn role(&mut self, amount: &Amount) -> (Role, Option<usize>) {
        if self.is_doubtful_fraction(amount) {
            return (Role::Unclear, None);
        }
        let measured = amount.unit.is_some_and(is_measured);
        let is_length = amount.unit.is_some_and(|unit| matches!(unit.size(), Size::Length { .. }));
        let Some((last, before)) = self.before() else {
            return (self.first_role(amount, measured, is_length), None);
        };
        let between = self.between(before, amount);
        if between.is_times {
            return self.multiple(last, amount, measured, is_length);
        }
        if is_length {
            return (Role::Kept(Kept::Length), None);
        }
        let main = self.main().map(|(index, main)| (index, main.is_count(), main.unit, main.is_one()));
        let Some((index, is_count, unit, is_one)) = main else {
            // No previous amount scales: "No. 1 rice 200 g", "(400 g) 2 tins".
            return (self.first_role(amount, measured, is_length), None);
        };
        let each = self.applies_to_each(amount);
        if each && is_count {
            return (Role::Kept(Kept::Size), Some(index));
        }
        if between.is_plus || between.is_and && !self.is_cut(amount, &between) {
            return (Role::Scales, None);
        }
        if let Role::Kept(Kept::Size) = self.done.last().map_or(Role::Unclear, |last| last.role)
            && measured
            && between.words == 0
        {
            let size_of = self.done.last().and_then(|last| last.size_of);
            return (Role::Kept(Kept::Size), size_of);
        }
        if self.is_cut(amount, &between) {
            return (Role::Kept(Kept::Cut), None);
        }
        if !is_count {
            let is_name = amount.is_bare() && (between.is_empty || self.is_grade(amount, &between));
            return (if is_name { Role::Unclear } else { Role::Scales }, None);
        }
        if between.is_or {
            return (Role::Scales, None);
        }
        if !measured {
            let is_group = self.main().is_some_and(|(_, main)| main.group.is_some());
            let role = if between.is_open && is_group {
                Role::Scales
            } else {
                self.second_count(amount, &between, unit)
            };
            return (role, None);
        }
        if between.is_with || between.is_into || between.words > 0 && between.is_comma {
            return (Role::Scales, None);
        }
        // From here on, the amount measures the item that was counted before.
        let is_container = unit.is_some_and(is_container_unit)
            || self.is_container(amount.next)
            || self.is_container_behind(amount);
        let is_sized = amount.is_hyphened || between.is_empty || between.ends_in_link;
        if is_container || is_sized || is_one && !self.states_total(amount) {
            (Role::Kept(Kept::Size), Some(index))
        } else if self.states_total(amount) {
            (Role::Scales, None)
        } else {
            (Role::Unclear, None)
        }
    }

    fn first_role(&self, amount: &Amount, measured: bool, is_length: bool) -> Role {
        const MAX_COUNTED: u64 = 99;
        let line = self.line;
        // "3 1/2-pound chickens": three chickens, or chickens of 3 1/2 pounds.
        let has_blank = |end: &End| line.text.span(end.range.clone()).contains(char::is_whitespace);
        if amount.is_hyphened && amount.ends.iter().any(has_blank) {
            return Role::Unclear;
        }
        if amount.is_hyphened {
            return Role::Kept(if is_length { Kept::Length } else { Kept::Size });
        }
        if is_length && line.unit(amount.next).is_some() {
            return Role::Kept(Kept::Length);
        }
        if measured && self.is_container(amount.next) {
            return Role::Kept(Kept::Size);
        }
        // A number without a unit within a name: "Dr Pepper 7 spice", "farine 55 bio".
        let is_within_name = amount.is_bare()
            && amount.first.checked_sub(1).is_some_and(|before| {
                !line.word(before).is_empty()
                    && !line.is(before, Sense::LINK | Sense::ROUGHLY | Sense::BETWEEN)
                    && !line.is_times(before)
            })
            && (self.has_later_number(amount)
                || amount.ends.iter().any(|end| end.value > Ratio::from_integer(MAX_COUNTED)));
        if is_within_name { Role::Kept(Kept::Label) } else { Role::Scales }
    }

    fn has_later_number(&self, amount: &Amount) -> bool {
        self.line.tokens.span(amount.next..).iter().any(super::tokens::Token::is_number)
    }

    /// Role of an amount after a multiplication sign, and index of the count that it is the size of; may also
    /// change the role of the amount at `last`. Examples: "2 x 400 g", "400 g x 2", "20 x 30".
    fn multiple(
        &mut self,
        last: usize,
        amount: &Amount,
        measured: bool,
        is_length: bool,
    ) -> (Role, Option<usize>) {
        let index = self.done.len();
        let Some(before) = self.done.get_mut(last) else { return (Role::Unclear, None) };
        if is_length
            || matches!(before.unit.map(Unit::size), Some(Size::Length { .. }))
            || before.role == Role::Kept(Kept::Length)
        {
            before.role = Role::Kept(Kept::Length);
            return (Role::Kept(Kept::Length), None);
        }
        if measured && before.is_count() {
            return (Role::Kept(Kept::Size), Some(last));
        }
        if amount.is_count() && before.unit.is_some_and(is_measured) {
            before.role = Role::Kept(Kept::Size);
            before.size_of = Some(index);
            return (Role::Scales, None);
        }
        if amount.is_bare() && before.is_bare() {
            before.role = Role::Kept(Kept::Length);
            return (Role::Kept(Kept::Length), None);
        }
        before.role = Role::Unclear;
        (Role::Unclear, None)
    }

    /// Role of a second count, which may scale ("4 eggs, 2 beaten"), be a size or be unclear ("12 shrimp
    /// (16/20)").
    fn second_count(&self, amount: &Amount, between: &Between, unit: Option<Unit>) -> Role {
        if unit.is_some_and(is_container_unit) && (between.is_open || between.ends_in_link) {
            return Role::Kept(Kept::Size);
        }
        let is_named = self.line.get(amount.next).is_some_and(|next| next.kind == Kind::Word);
        let is_part = matches!(
            amount.unit,
            Some(
                Unit::Piece
                    | Unit::Slice
                    | Unit::Wedge
                    | Unit::Strip
                    | Unit::Cube
                    | Unit::Part
                    | Unit::Portion
            )
        );
        if between.is_open && (is_named || amount.unit.is_some() || amount.group.is_some()) && !is_part {
            return Role::Scales;
        }
        let is_list = between.is_comma || between.is_with || between.words > 0;
        if is_list && !is_part && !between.is_open && (is_named || amount.unit.is_some()) {
            Role::Scales
        } else {
            Role::Unclear
        }
    }

    /// Whether it is a size grade, as in "shrimp (16/20)": a range in brackets without a unit.
    fn is_grade(&self, amount: &Amount, between: &Between) -> bool {
        let is_part = amount.ends.len() > 1 || amount.ends.iter().any(|end| !end.value.is_integer());
        between.is_open && is_part && self.line.word(amount.next).is_empty()
    }

    fn is_cut(&self, amount: &Amount, between: &Between) -> bool {
        between.is_into && amount.is_count()
    }

    fn adds(&self, amount: &Amount) -> bool {
        let Some((_, before)) = self.main() else { return false };
        let between = self.between(before, amount);
        if between.is_plus {
            return true;
        }
        // "1 pound 8 ounces", "1 cup and 2 tablespoons"
        let smaller = match (before.unit.map(Unit::size), amount.unit.map(Unit::size)) {
            (Some(Size::Mass { grams: last }), Some(Size::Mass { grams })) => grams < last,
            (Some(Size::Volume { millilitres: last }), Some(Size::Volume { millilitres })) => {
                millilitres < last
            }
            _ => false,
        };
        smaller && (between.is_empty || between.is_and && between.words == 0)
    }

    fn between(&self, before: &Amount, amount: &Amount) -> Between {
        const MANNER: u32 = Sense::ROUGHLY
            | Sense::SIZE
            | Sense::LINK
            | Sense::EACH
            | Sense::BETWEEN
            | Sense::DEFINITE
            | Sense::RANGE
            | Sense::OR;
        let line = self.line;
        let mut between = Between { is_empty: true, ..Between::default() };
        for at in before.next..amount.first {
            let Some(token) = line.get(at) else { break };
            between.is_empty &= token.is_sign(".");
            between.ends_in_link = token.is(Sense::LINK);
            match token.kind {
                Kind::Sign('+') => between.is_plus = true,
                Kind::Sign('&') => between.is_and = true,
                Kind::Sign('/' | '⁄' | '∕' | '=' | '|' | '≈') => between.is_or = true,
                Kind::Sign('(' | '[') => between.is_open = true,
                Kind::Sign(')' | ']') => between.is_open = false,
                Kind::Sign(',' | ';') => {
                    between.is_comma |= !between.is_open;
                    between.words_behind_comma = 0;
                }
                Kind::Sign(_) if line.is_times(at) => between.is_times = true,
                Kind::Word if line.is_times(at) => between.is_times = true,
                Kind::Word => {
                    between.is_plus |= token.is(Sense::PLUS);
                    between.is_other |=
                        token.is(Sense::OR | Sense::WITH) && between.words > 0 && !between.is_open;
                    between.is_and |= token.is(Sense::AND);
                    between.is_or |= token.is(Sense::OR | Sense::RANGE);
                    between.is_with |= token.is(Sense::WITH);
                    between.is_into |= token.is(Sense::INTO);
                    let is_name = !token.is(MANNER | Sense::PLUS | Sense::AND) && line.word(at) != "d";
                    between.words = between.words.saturating_add(usize::from(is_name));
                    between.words_behind_comma =
                        between.words_behind_comma.saturating_add(usize::from(is_name));
                }
                _ => {}
            }
        }
        between.is_times &= between.words == 0;
        between
    }

    /// Whether the amount's clause has a word such as "each".
    fn applies_to_each(&self, amount: &Amount) -> bool {
        self.clause(amount).any(|at| self.line.is(at, Sense::EACH))
    }

    fn is_rate(&self, amount: &Amount) -> bool {
        let line = self.line;
        let is_each = |at: usize| line.is(at, Sense::EACH) || line.is_sign(at, "/");
        let is_diner = |at: usize| {
            line.is(at, Sense::PEOPLE) || line.unit(at).is_some_and(|(unit, _)| unit == Unit::Portion)
        };
        self.clause_behind(amount).any(|at| is_each(at) && is_diner(at.saturating_add(1)))
    }

    fn states_total(&self, amount: &Amount) -> bool {
        self.clause(amount).any(|at| self.line.is(at, Sense::TOTAL))
    }

    /// Tokens around the amount, up to the next bracket, comma or number.
    fn clause(&self, amount: &Amount) -> impl Iterator<Item = usize> {
        let ahead = (0..amount.first).rev().take_while(|at| !self.ends_clause(*at));
        self.clause_behind(amount).chain(ahead)
    }

    fn clause_behind(&self, amount: &Amount) -> impl Iterator<Item = usize> {
        (amount.next..self.line.tokens.len()).take_while(|at| !self.ends_clause(*at))
    }

    fn ends_clause(&self, at: usize) -> bool {
        self.line.get(at).is_none_or(|token| token.is_number() || token.is_sign("()[],;"))
    }

    /// Whether a container such as "can" follows, after sizes and brackets.
    fn is_container(&self, at: usize) -> bool {
        let line = self.line;
        let skipped =
            (at..line.tokens.len()).find(|at| !line.is(*at, Sense::SIZE) && !line.is_sign(*at, ")]-/"));
        skipped.and_then(|at| line.unit(at)).is_some_and(|(unit, _)| is_container_unit(unit))
    }

    /// Whether the container follows a second measure: "(400 g / 14 oz) tins".
    fn is_container_behind(&self, amount: &Amount) -> bool {
        let line = self.line;
        let close = (amount.next..line.tokens.len()).find(|at| line.is_sign(*at, ")]"));
        let is_only_measures = |close: usize| {
            (amount.next..close).all(|at| {
                line.get(at).is_some_and(|token| {
                    token.kind != Kind::Word
                        || token.is(Sense::ROUGHLY | Sense::OR)
                        || line.unit(at).is_some()
                })
            })
        };
        close.is_some_and(|close| is_only_measures(close) && self.is_container(close.saturating_add(1)))
    }

    fn is_doubtful_fraction(&self, amount: &Amount) -> bool {
        let [only] = &amount.ends[..] else { return false };
        let written = self.line.text.span(only.range.clone());
        let behind = self.line.word(amount.next);
        plain_fraction(written).is_some_and(|fraction| may_be_range(fraction, behind, self.line.language))
            && !amount.unit.is_some_and(is_measured)
    }

    /// Adds the count of one to "14-ounce can beans"; scaled by 2, it becomes "2 x 14-ounce can beans".
    fn add_implied_count(&mut self) {
        let is_size = |amount: &Amount| matches!(amount.role, Role::Kept(Kept::Size | Kept::Length));
        if self
            .done
            .iter()
            .any(|amount| !is_size(amount) && matches!(amount.role, Role::Scales | Role::Unclear))
        {
            return;
        }
        let Some(first) = self.done.iter().find(|amount| is_size(amount)) else { return };
        let Some(start) = first.ends.first().map(|end| end.range.start) else { return };
        let is_start = self.line.tokens.span(..first.first).iter().all(|token| token.kind != Kind::Word);
        if !is_start {
            if let Some(first) = self.done.iter_mut().find(|amount| is_size(amount)) {
                first.role = Role::Unclear;
            }
            return;
        }
        let place = first.first;
        let ends = vec![End { range: start..start, value: Ratio::from_integer(1) }];
        let count = Amount { is_implied: true, ..Amount::bare(place, place, ends) };
        for amount in &mut self.done {
            amount.size_of = Some(0);
        }
        self.done.insert(0, count);
    }
}

fn is_measured_amount(amount: &Amount) -> bool {
    amount.unit.is_some_and(is_measured)
}

/// The counted unit at `at`, after sizes and brackets.
fn container_at(line: &Line<'_>, at: usize) -> Option<Unit> {
    let place = (at..line.tokens.len()).find(|at| !line.is(*at, Sense::SIZE) && !line.is_sign(*at, ")]-"))?;
    line.unit(place).map(|(unit, _)| unit).filter(|unit| unit.size() == Size::Count)
}

fn is_container_unit(unit: Unit) -> bool {
    matches!(
        unit,
        Unit::Bag
            | Unit::Ball
            | Unit::Block
            | Unit::Bottle
            | Unit::Box
            | Unit::Bulb
            | Unit::Can
            | Unit::Carton
            | Unit::Cube
            | Unit::Head
            | Unit::Jar
            | Unit::Loaf
            | Unit::Package
            | Unit::Punnet
            | Unit::Rack
            | Unit::Sheet
            | Unit::Tub
            | Unit::Tube
    )
}
