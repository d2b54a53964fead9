//! Hashed words, to compare lists in linear time.

use std::cmp::Ordering;
use std::collections::HashMap;

const MAX_WORDS: usize = 400;

/// The sorted hashes of the words and numbers of a text, in lower case. "200g" equals "200 g", "½" equals
/// "1/2".
#[derive(Debug)]
pub(super) struct Words(Vec<u64>);

impl Words {
    pub(super) fn of(line: &str) -> Self {
        let mut words = Vec::new();
        let mut word = Hash::new();
        let mut is_number = false;
        for c in line.chars() {
            if let Some((above, below)) = fraction(c) {
                word.end(&mut words);
                for digit in [above, below] {
                    word.push(digit);
                    word.end(&mut words);
                }
            } else if c.is_alphanumeric() {
                if is_number != c.is_ascii_digit() {
                    word.end(&mut words);
                    is_number = c.is_ascii_digit();
                }
                c.to_lowercase().for_each(|c| word.push(c));
            } else if c != '\'' && c != '’' {
                word.end(&mut words);
            }
            if words.len() >= MAX_WORDS {
                break;
            }
        }
        word.end(&mut words);
        words.sort_unstable();
        Self(words)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u64> + Clone {
        self.0.iter().copied()
    }
}

struct Hash {
    value: u64,
    is_empty: bool,
}

impl Hash {
    const START: u64 = 0xcbf2_9ce4_8422_2325;

    fn new() -> Self {
        Self { value: Self::START, is_empty: true }
    }

    fn push(&mut self, c: char) {
        self.value = (self.value ^ u64::from(u32::from(c))).wrapping_mul(0x100_0000_01b3);
        self.is_empty = false;
    }

    fn end(&mut self, words: &mut Vec<u64>) {
        if !self.is_empty {
            words.push(self.value);
            *self = Self::new();
        }
    }
}

/// Returns numerator and denominator as single digits; `None` for `⅒`: its denominator has two digits.
fn fraction(c: char) -> Option<(char, char)> {
    let (numerator, denominator) = recipe::vulgar_fraction(c)?;
    Some((char::from_digit(numerator, 10)?, char::from_digit(denominator, 10)?))
}

#[derive(Debug, Default)]
pub(super) struct Bag {
    counts: HashMap<u64, u32>,
    total: usize,
}

impl Bag {
    pub(super) fn of<'a>(lines: impl IntoIterator<Item = &'a Words>) -> Self {
        let mut bag = Self::default();
        for word in lines.into_iter().flat_map(Words::iter) {
            *bag.counts.entry(word).or_default() += 1;
            bag.total += 1;
        }
        bag
    }

    pub(super) fn total(&self) -> usize {
        self.total
    }

    pub(super) fn count(&self, word: u64) -> u32 {
        self.counts.get(&word).copied().unwrap_or_default()
    }

    pub(super) fn holds(&self, word: u64) -> bool {
        self.counts.contains_key(&word)
    }

    pub(super) fn shared(&self, other: &Self) -> usize {
        self.counts.iter().map(|(word, count)| (*count).min(other.count(*word)) as usize).sum()
    }
}

pub(super) fn shared(one: &Words, other: &Words) -> usize {
    let (mut at_one, mut at_other, mut count) = (0, 0, 0);
    while let (Some(word), Some(against)) = (one.0.get(at_one), other.0.get(at_other)) {
        match word.cmp(against) {
            Ordering::Less => at_one += 1,
            Ordering::Greater => at_other += 1,
            Ordering::Equal => {
                count += 1;
                at_one += 1;
                at_other += 1;
            }
        }
    }
    count
}
