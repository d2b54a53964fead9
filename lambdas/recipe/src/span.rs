//! Slicing and indexing without panics.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use std::slice::SliceIndex;

/// Slicing with an empty result when out of range.
pub trait Span {
    /// The slice; empty if the range is reversed, out of range or not on a character boundary.
    fn span(&self, places: impl SliceIndex<Self, Output = Self>) -> &Self;

    /// Like [`Self::span`], but mutable.
    fn get_mut_or_empty(&mut self, places: impl SliceIndex<Self, Output = Self>) -> &mut Self;
}

impl Span for str {
    fn span(&self, places: impl SliceIndex<Self, Output = Self>) -> &Self {
        self.get(places).unwrap_or_default()
    }

    fn get_mut_or_empty(&mut self, places: impl SliceIndex<Self, Output = Self>) -> &mut Self {
        self.get_mut(places).unwrap_or_default()
    }
}

impl<T> Span for [T] {
    fn span(&self, places: impl SliceIndex<Self, Output = Self>) -> &Self {
        self.get(places).unwrap_or_default()
    }

    fn get_mut_or_empty(&mut self, places: impl SliceIndex<Self, Output = Self>) -> &mut Self {
        self.get_mut(places).unwrap_or_default()
    }
}

/// Indexing with a default when out of range.
pub trait Places<T> {
    /// The element, or its default (0, `false`) if out of range.
    fn at(&self, place: usize) -> T;

    /// Sets an element, if in range.
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
    fn out_of_range_access_returns_empty_or_default() {
        let [start, end] = [4, 3];
        let (backwards, beyond) = (start..end, 1..9);
        assert_eq!(["crème".span(0..2), "crème".span(5..)], ["cr", "e"]);
        assert_eq!(["crème".span(backwards), "crème".span(beyond.clone()), "crème".span(3..)], ["", "", ""]);
        let mut counts = [1, 2, 3];
        counts.get_mut_or_empty(1..2).fill(9);
        counts.get_mut_or_empty(beyond.clone()).fill(8);
        assert_eq!(counts, [1, 9, 3]);
        counts.put(9, 8);
        assert_eq!((counts.at(1), counts.at(9)), (9, 0));
        assert_eq!(([1, 2, 3].span(1..), [1, 2, 3].span(beyond)), ([2, 3].as_slice(), [].as_slice()));
    }
}
