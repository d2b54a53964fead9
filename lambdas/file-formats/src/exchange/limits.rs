//! How much of an export is read.

use crate::unpack::ArchiveLimits;

/// More recipes than this are no household's.
pub(crate) const MAX_RECIPES: usize = 2_000;
/// One recipe, without its picture.
pub(crate) const MAX_RECIPE_BYTES: u64 = 5 * 1024 * 1024;
/// One picture, as it was taken.
pub(crate) const MAX_PICTURE_BYTES: u64 = 20 * 1024 * 1024;
/// A packed recipe with its picture, which is written in letters there.
pub(crate) const MAX_PACKED_RECIPE_BYTES: u64 = MAX_RECIPE_BYTES + MAX_PICTURE_BYTES / 3 * 4;
/// A file that holds all recipes of an app.
pub(crate) const MAX_LIBRARY_BYTES: u64 = 60 * 1024 * 1024;
/// All that is unpacked of one archive. Each recipe has a file of its own and may have several pictures.
pub(crate) const ARCHIVE: ArchiveLimits = ArchiveLimits { members: 20_000, total_bytes: 200 * 1024 * 1024 };
/// Objects and lists of one JSON text: each takes up to 600 bytes of memory, and a recipe has some 100.
const MAX_CONTAINERS: usize = 400_000;
/// Values of one JSON text.
const MAX_VALUES: usize = 4_000_000;

/// Whether a JSON text has so few values that it can be held in memory, whatever they are.
pub(crate) fn can_be_held(json: &str) -> bool {
    let count = |marks: [u8; 2], max: usize| {
        json.bytes().filter(|b| marks.contains(b)).take(max.saturating_add(1)).count() <= max
    };
    count([b'{', b'['], MAX_CONTAINERS) && count([b',', b':'], MAX_VALUES)
}
