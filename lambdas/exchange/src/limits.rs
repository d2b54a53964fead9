use unpack::ArchiveLimits;

pub(crate) const MAX_RECIPES: usize = 2_000;
/// Maximum bytes of a recipe without its photo.
pub(crate) const MAX_RECIPE_BYTES: u64 = 5 * 1024 * 1024;
pub(crate) const MAX_PICTURE_BYTES: u64 = 20 * 1024 * 1024;
/// Maximum bytes of a packed recipe with a base64 photo.
pub(crate) const MAX_PACKED_RECIPE_BYTES: u64 = MAX_RECIPE_BYTES + MAX_PICTURE_BYTES / 3 * 4;
/// Maximum bytes of a file with all recipes of an app.
pub(crate) const MAX_LIBRARY_BYTES: u64 = 60 * 1024 * 1024;
/// Limits of an archive; each recipe has its own file and may have several photos.
pub(crate) const ARCHIVE: ArchiveLimits = ArchiveLimits { members: 20_000, total_bytes: 200 * 1024 * 1024 };
/// Maximum objects and lists in a JSON text: each uses up to 600 bytes of memory, a recipe has about 100.
const MAX_CONTAINERS: usize = 400_000;
/// Maximum values in a JSON text.
const MAX_VALUES: usize = 4_000_000;

/// Whether parsing a JSON text stays within the memory limits.
pub(crate) fn can_be_held(json: &str) -> bool {
    let count = |marks: [u8; 2], max: usize| {
        json.bytes().filter(|b| marks.contains(b)).take(max.saturating_add(1)).count() <= max
    };
    count([b'{', b'['], MAX_CONTAINERS) && count([b',', b':'], MAX_VALUES)
}
