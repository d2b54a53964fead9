//! Pure: what the files of other programs are made of (ZIP archives, gzip, XML, YAML before texts, old
//! encodings), read within limits.
//!
//! Nothing here believes what a file says of its own size: bytes are counted while they are unpacked. Names of members
//! are compared and shown, never used as paths; entities are the predefined ones and are never expanded further.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing, clippy::arithmetic_side_effects))]

mod archive;
mod front_matter;
mod gzip;
mod legacy;
mod markup;

pub use archive::{Archive, ArchiveLimits, Member};
pub use front_matter::{Entries, Yaml, front_matter, yaml_entries};
pub use gzip::gunzip;
pub use legacy::{decode, decode_dos};
pub use markup::{Element, Node, parse_html, parse_xml};

use thiserror::Error;

/// Why something cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnpackError {
    /// Broken, cut off, or not what it is taken for.
    #[error("broken")]
    Broken,
    /// It needs a password.
    #[error("encrypted")]
    Encrypted,
    /// It unpacks to more than its reader takes.
    #[error("too large")]
    TooLarge,
    /// There is no such member.
    #[error("missing")]
    Missing,
}
