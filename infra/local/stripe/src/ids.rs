//! Random ids in Stripe's format.

use ring::rand::{SecureRandom, SystemRandom};

const LETTERS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

pub(crate) struct Ids {
    random: SystemRandom,
    last: u64,
}

impl Ids {
    pub(crate) fn new() -> Self {
        Self { random: SystemRandom::new(), last: 0 }
    }

    /// Returns a new id: prefix, an increasing counter, and 24 random characters.
    pub(crate) fn next(&mut self, prefix: &str) -> String {
        self.last += 1;
        format!("{prefix}{:06}{}", self.last, self.letters(24))
    }

    /// Random letters and digits; zeros if the system's random source fails: the counter keeps ids unique.
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
