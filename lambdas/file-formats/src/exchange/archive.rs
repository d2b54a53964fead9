use crate::unpack::{Archive, Member, UnpackError};

use crate::exchange::entries::Entries;
use crate::exchange::fields::stem;
use crate::exchange::format::{Format, ending, is_paprika, of_text};
use crate::exchange::limits::{ARCHIVE, MAX_LIBRARY_BYTES, MAX_PACKED_RECIPE_BYTES, MAX_PICTURE_BYTES};
use crate::exchange::{ExportError, cooklang, json, meal_master, packed, recipe_keeper};

/// Reads all recipes of an archive. An unreadable member becomes an entry without a recipe; members without
/// recipes are skipped.
pub(crate) fn read(bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let mut archive = Archive::open(bytes, ARCHIVE).map_err(error)?;
    let members = archive.members().to_vec();
    for member in &members {
        let last = member.name.rsplit('/').next().unwrap_or_default();
        // Metadata files of macOS.
        if member.name.starts_with("__MACOSX/") || last.starts_with('.') {
            continue;
        }
        let Err(error) = read_member(&mut archive, &members, member, entries) else { continue };
        // A limit is reached: stop.
        if entries.is_full() || archive.is_exhausted() {
            return Err(ExportError::TooLarge);
        }
        entries.add_bad(stem(&member.name), error)?;
    }
    Ok(())
}

fn read_member(
    archive: &mut Archive<'_>,
    members: &[Member],
    member: &Member,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    match ending(&member.name).as_str() {
        "paprikarecipe" => {
            let packed = archive.read(member.index, MAX_PACKED_RECIPE_BYTES).map_err(error)?;
            packed::read(&packed, entries)
        }
        "cook" => {
            let text =
                archive.read(member.index, crate::exchange::limits::MAX_RECIPE_BYTES).map_err(error)?;
            cooklang::read(stem(&member.name).as_deref(), &text, entries)
        }
        "json" => {
            let text = archive.read(member.index, MAX_LIBRARY_BYTES).map_err(error)?;
            read_json(archive, members, member, &text, entries)
        }
        "html" | "htm" | "txt" | "mmf" | "mm" => {
            let text = archive.read(member.index, MAX_LIBRARY_BYTES).map_err(error)?;
            read_text(archive, member, &text, entries)
        }
        _ => Ok(()),
    }
}

fn read_json(
    archive: &mut Archive<'_>,
    names: &[Member],
    member: &Member,
    text: &[u8],
    entries: &mut Entries,
) -> Result<(), ExportError> {
    if is_paprika(text) {
        return packed::read(text, entries);
    }
    let value = json::parse(text)?;
    let before = entries.len();
    let of_backup = |id: &str| {
        let place = format!("recipes/{id}/images/original.");
        let found = names.iter().find(|member| member.name.contains(&place))?;
        archive.read(found.index, MAX_PICTURE_BYTES).ok()
    };
    json::read_value(&value, of_backup, entries)?;
    // A recipe in its own file may have its photo next to it.
    if entries.len().checked_sub(before) == Some(1)
        && let Some(picture) = beside(names, member)
        && let Ok(picture) = archive.read(picture.index, MAX_PICTURE_BYTES)
    {
        entries.give_picture(picture);
    }
    Ok(())
}

fn read_text(
    archive: &mut Archive<'_>,
    member: &Member,
    text: &[u8],
    entries: &mut Entries,
) -> Result<(), ExportError> {
    match of_text(ending(&member.name), text) {
        Some(Format::RecipeKeeper) => {
            let folder =
                member.name.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
            let picture = |address: &str| {
                let name = format!("{folder}{}", address.trim_start_matches("./"));
                archive.read_named(&name, MAX_PICTURE_BYTES).ok()
            };
            recipe_keeper::read(text, picture, entries)
        }
        Some(Format::MealMaster) => meal_master::read(text, entries),
        _ => Ok(()),
    }
}

/// The photo of a recipe's file: with the same name, or in the folder of the only recipe.
fn beside<'a>(names: &'a [Member], recipe: &Member) -> Option<&'a Member> {
    let stem = recipe.name.rsplit_once('.').map_or(recipe.name.as_str(), |(stem, _)| stem);
    let folder = recipe.name.rsplit_once('/').map(|(folder, _)| folder);
    let is_picture =
        |member: &&Member| matches!(ending(&member.name).as_str(), "jpg" | "jpeg" | "png" | "webp" | "gif");
    let pictures = || names.iter().filter(is_picture);
    let of_name =
        pictures().find(|picture| picture.name.rsplit_once('.').is_some_and(|(name, _)| name == stem));
    of_name.or_else(|| {
        let folder = format!("{}/", folder?);
        let recipes =
            names.iter().filter(|member| member.name.starts_with(&folder) && ending(&member.name) == "json");
        let is_alone = recipes.count() == 1;
        // Mealie names the largest size "original".
        let mut within: Vec<&Member> =
            pictures().filter(|picture| picture.name.starts_with(&folder)).collect();
        within.sort_by_key(|picture| !picture.name.contains("/original."));
        within.first().copied().filter(|_| is_alone)
    })
}

fn error(error: UnpackError) -> ExportError {
    match error {
        UnpackError::TooLarge => ExportError::TooLarge,
        UnpackError::Broken | UnpackError::Encrypted | UnpackError::Missing => ExportError::Unreadable,
    }
}
