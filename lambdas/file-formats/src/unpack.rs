//! Reads common containers within limits, without side effects: ZIP, gzip, XML, YAML front matter and legacy
//! encodings.
//!
//! Declared sizes are not trusted: bytes are counted while unpacking. Member names are never used as paths,
//! and custom entities are not expanded.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing, clippy::arithmetic_side_effects))]

mod archive;
mod front_matter;
mod gzip;
mod legacy;
mod markup;

pub use archive::{Archive, ArchiveLimits, Member};
pub use front_matter::{Entries, Yaml, front_matter, yaml, yaml_entries};
pub use gzip::gunzip;
pub use legacy::{decode, decode_dos};
pub use markup::{Element, Node, parse_html, parse_xml};

use thiserror::Error;

/// Why something cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnpackError {
    /// Broken, truncated, or of a different kind.
    #[error("broken")]
    Broken,
    /// A password is required.
    #[error("encrypted")]
    Encrypted,
    /// The unpacked size exceeds the limit.
    #[error("too large")]
    TooLarge,
    /// The member does not exist.
    #[error("missing")]
    Missing,
}
