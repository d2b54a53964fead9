//! Attribute names that differ between microdata and RDFa.

use crate::extraction::Reader;

pub(crate) struct Syntax {
    pub(crate) reader: Reader,
    /// Attribute with the item's type.
    pub(crate) kind: &'static str,
    /// Attribute that makes an element an item.
    pub(crate) scope: &'static str,
    /// Attribute that names the property.
    pub(crate) property: &'static str,
}
