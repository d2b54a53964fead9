//! Parts of texts and lists that are there or empty, never a panic.

use std::slice::SliceIndex;

/// A text or a list, of which parts are taken by their span.
pub trait Span {
    /// What stands at these places; nothing where they are none of it: backwards, beyond its end, or amid a letter. A place
    /// that was worked out wrongly then costs a word and not the whole reading.
    fn span(&self, places: impl SliceIndex<Self, Output = Self>) -> &Self;

    /// The same, to be changed.
    fn span_mut(&mut self, places: impl SliceIndex<Self, Output = Self>) -> &mut Self;
}

impl Span for str {
    fn span(&self, places: impl SliceIndex<Self, Output = Self>) -> &Self {
        self.get(places).unwrap_or_default()
    }

    fn span_mut(&mut self, places: impl SliceIndex<Self, Output = Self>) -> &mut Self {
        self.get_mut(places).unwrap_or_default()
    }
}

impl<T> Span for [T] {
    fn span(&self, places: impl SliceIndex<Self, Output = Self>) -> &Self {
        self.get(places).unwrap_or_default()
    }

    fn span_mut(&mut self, places: impl SliceIndex<Self, Output = Self>) -> &mut Self {
        self.get_mut(places).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_are_not_there_hold_nothing() {
        let (backwards, beyond) = ((4..3), (1..9));
        assert_eq!(["crème".span(0..2), "crème".span(5..)], ["cr", "e"]);
        assert_eq!(["crème".span(backwards), "crème".span(beyond.clone()), "crème".span(3..)], ["", "", ""]);
        let mut counts = [1, 2, 3];
        counts.span_mut(1..2).fill(9);
        counts.span_mut(beyond.clone()).fill(8);
        assert_eq!(counts, [1, 9, 3]);
        assert_eq!(([1, 2, 3].span(1..), [1, 2, 3].span(beyond)), ([2, 3].as_slice(), [].as_slice()));
    }
}
