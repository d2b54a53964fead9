//! Parts of texts and lists that are there or empty, never a panic.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

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

/// A list of numbers, flags and the like, which are looked up by their place.
pub trait Places<T> {
    /// What stands there; nothing (0, `false`) beyond the end.
    fn at(&self, place: usize) -> T;

    /// Puts a value there, where there is such a place.
    fn put(&mut self, place: usize, value: T);
}

impl<T: Copy + Default> Places<T> for [T] {
    fn at(&self, place: usize) -> T {
        self.get(place).copied().unwrap_or_default()
    }

    fn put(&mut self, place: usize, value: T) {
        if let Some(there) = self.get_mut(place) {
            *there = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_are_not_there_hold_nothing() {
        let [start, end] = [4, 3];
        let (backwards, beyond) = (start..end, 1..9);
        assert_eq!(["crème".span(0..2), "crème".span(5..)], ["cr", "e"]);
        assert_eq!(["crème".span(backwards), "crème".span(beyond.clone()), "crème".span(3..)], ["", "", ""]);
        let mut counts = [1, 2, 3];
        counts.span_mut(1..2).fill(9);
        counts.span_mut(beyond.clone()).fill(8);
        assert_eq!(counts, [1, 9, 3]);
        counts.put(9, 8);
        assert_eq!((counts.at(1), counts.at(9)), (9, 0));
        assert_eq!(([1, 2, 3].span(1..), [1, 2, 3].span(beyond)), ([2, 3].as_slice(), [].as_slice()));
    }
}
