use crate::unpack::ArchiveLimits;

pub(crate) const MAX_RECIPES: usize = 2_000;
pub(crate) const MAX_RECIPE_BYTES: u64 = 5 * 1024 * 1024;
pub(crate) const MAX_PICTURE_BYTES: u64 = 20 * 1024 * 1024;
/// Maximum size of a Paprika recipe with a base64 photo, gzipped and unpacked.
pub(crate) const MAX_PACKED_RECIPE_BYTES: u64 = MAX_RECIPE_BYTES + MAX_PICTURE_BYTES / 3 * 4;
pub(crate) const MAX_LIBRARY_BYTES: u64 = 60 * 1024 * 1024;
/// Limits of an archive. Each recipe is a file and may have several photos.
pub(crate) const ARCHIVE: ArchiveLimits = ArchiveLimits { members: 20_000, total_bytes: 200 * 1024 * 1024 };
/// Maximum characters of an entry without a recipe.
pub(crate) const MAX_TEXT_CHARS: usize = 4_000;
/// Maximum objects and lists in a JSON text. Each uses up to 600 bytes of memory; a recipe has
/// about 100.
const MAX_CONTAINERS: usize = 400_000;
const MAX_VALUES: usize = 4_000_000;

pub(crate) fn fits_in_memory(json: &str) -> bool {
    let count = |marks: [u8; 2], max: usize| {
        json.bytes().filter(|b| marks.contains(b)).take(max.saturating_add(1)).count() <= max
    };
    count([b'{', b'['], MAX_CONTAINERS) && count([b',', b':'], MAX_VALUES)
}
