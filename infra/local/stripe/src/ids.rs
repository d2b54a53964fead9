//! Ids as Stripe's look, and the randomness behind them.

use ring::rand::{SecureRandom, SystemRandom};

const LETTERS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Where ids come from.
pub(crate) struct Ids {
    random: SystemRandom,
    last: u64,
}

impl Ids {
    /// Ids of this machine's randomness.
    pub(crate) fn new() -> Self {
        Self { random: SystemRandom::new(), last: 0 }
    }

    /// A new id with this prefix, such as `re_`: a count, so that ids made later sort later, and 24 random letters and digits.
    pub(crate) fn next(&mut self, prefix: &str) -> String {
        self.last += 1;
        format!("{prefix}{:06}{}", self.last, self.letters(24))
    }

    /// So many random letters and digits; zeros where the machine has no randomness, which then is unique by its count alone.
    fn letters(&self, count: usize) -> String {
        let mut bytes = vec![0_u8; count];
        if self.random.fill(&mut bytes).is_err() {
            bytes.fill(0);
        }
        bytes
            .iter()
            .map(|byte| char::from(LETTERS.get(usize::from(byte % 62)).copied().unwrap_or(b'0')))
            .collect()
    }
}
