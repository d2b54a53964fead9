//! What microdata and RDFa have in common: attributes that make elements items and values.

use crate::extraction::Reader;

/// The attributes in which a page says what its elements are.
pub(crate) struct Syntax {
    pub(crate) reader: Reader,
    /// What kind of item an element is.
    pub(crate) kind: &'static str,
    /// That an element is an item.
    pub(crate) scope: &'static str,
    /// Of which property an element is the value.
    pub(crate) property: &'static str,
}
