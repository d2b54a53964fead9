use crate::unpack::{Archive, ArchiveLimits, Element, UnpackError, parse_xml};

use crate::documents::DocumentError;

/// Limits of an archive of text; images are never unpacked.
const LIMITS: ArchiveLimits = ArchiveLimits { members: 10_000, total_bytes: 64 * 1024 * 1024 };
const MAX_PART_BYTES: u64 = 24 * 1024 * 1024;

impl From<UnpackError> for DocumentError {
    fn from(error: UnpackError) -> Self {
        match error {
            UnpackError::Broken | UnpackError::Missing => Self::Unreadable,
            UnpackError::Encrypted => Self::Encrypted,
            UnpackError::TooLarge => Self::TooLarge,
        }
    }
}

pub(crate) fn open(bytes: &[u8]) -> Result<Archive<'_>, DocumentError> {
    Ok(Archive::open(bytes, LIMITS)?)
}

pub(crate) fn text(archive: &mut Archive<'_>, name: &str) -> Result<String, DocumentError> {
    Ok(crate::unpack::decode(&archive.read_named(name, MAX_PART_BYTES)?))
}

pub(crate) fn xml(archive: &mut Archive<'_>, name: &str) -> Result<Element, DocumentError> {
    Ok(parse_xml(&text(archive, name)?)?)
}

pub(crate) fn optional_xml(archive: &mut Archive<'_>, name: &str) -> Result<Option<Element>, DocumentError> {
    match xml(archive, name) {
        Ok(root) => Ok(Some(root)),
        Err(DocumentError::TooLarge) => Err(DocumentError::TooLarge),
        Err(_) => Ok(None),
    }
}

/// The title, unless it is a program's default.
pub(crate) fn stated_title(properties: Option<&Element>) -> Option<String> {
    const FILLED_IN: [&str; 6] =
        ["untitled", "document", "word document", "microsoft word", "sin título", "sans titre"];
    let title = properties?.find("title")?.text();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = title.to_lowercase();
    let is_filled_in = FILLED_IN.contains(&lower.as_str()) || lower.starts_with("microsoft word - ");
    (!title.is_empty() && !is_filled_in).then_some(title)
}

pub(crate) fn stem(name: Option<&str>) -> Option<String> {
    let name = name?;
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).replace('_', " ");
    let stem = stem.trim();
    (!stem.is_empty()).then(|| stem.to_owned())
}
