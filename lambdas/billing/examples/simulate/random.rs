/// SplitMix64 (Steele, Lea and Flood).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5e_ed0f_1ed9)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end).unwrap_or_default()
    }

    /// A number from `first` to `last`, inclusive.
    pub(crate) fn between(&mut self, first: i64, last: i64) -> i64 {
        let span = u64::try_from(last - first + 1).unwrap_or(1);
        first + i64::try_from(self.next() % span).unwrap_or_default()
    }

    pub(crate) fn happens(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    pub(crate) fn one<'t, T>(&mut self, of: &'t [T]) -> Option<&'t T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())) }
    }
}
