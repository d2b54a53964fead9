use crate::documents::{read_markdown, read_plain};
use crate::unpack::{Archive, ArchiveLimits, Member, UnpackError};
use extract::{Extraction, Verdict};

use crate::exchange::entries::Entries;
use crate::exchange::field::normalized;
use crate::exchange::fields::stem;
use crate::exchange::format::{MAY_BE_RECIPES, ending, is_paprika, of_text};
use crate::exchange::limits::{
    ARCHIVE, MAX_LIBRARY_BYTES, MAX_PACKED_RECIPE_BYTES, MAX_PICTURE_BYTES, MAX_TEXT_CHARS,
};
use crate::exchange::{ExportError, names, packed, page, read_text};

/// Maximum members of an inner archive, which contains one recipe.
const MAX_INNER_MEMBERS: usize = 200;
/// File name in an inner archive (Tandoor).
const INNER_RECIPE: &str = "recipe.json";
/// Minimum lines of an unreadable recipe; shorter texts are remarks.
const MIN_LINES: usize = 4;

/// Reads all recipes of an archive. An unreadable member becomes an entry without a recipe; members without
/// recipes are skipped.
pub(crate) fn read(bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let mut archive = Archive::open(bytes, ARCHIVE).map_err(error)?;
    read_members(&mut archive, entries, true)
}

fn read_members(archive: &mut Archive<'_>, entries: &mut Entries, may_nest: bool) -> Result<(), ExportError> {
    let members = archive.members().to_vec();
    for member in &members {
        let last = member.name.rsplit('/').next().unwrap_or_default();
        // Metadata files of macOS.
        if member.name.starts_with("__MACOSX/") || last.starts_with('.') {
            continue;
        }
        let read = match ending(&member.name).as_str() {
            "zip" if may_nest => read_inner(archive, member, entries),
            "zip" => Ok(()),
            _ => read_member(archive, &members, member, entries),
        };
        let Err(error) = read else { continue };
        if entries.is_full() || archive.is_exhausted() {
            return Err(ExportError::TooLarge);
        }
        let start = archive.start_of(member.index, MAX_TEXT_CHARS as u64).unwrap_or_default();
        let text = zest_core::sniff::is_text(&start).then(|| crate::unpack::decode(&start));
        entries.add_bad(stem(&member.name), error, &text.unwrap_or_default())?;
    }
    Ok(())
}

/// Reads an inner archive. Its bytes count towards the same limit.
fn read_inner(archive: &mut Archive<'_>, member: &Member, entries: &mut Entries) -> Result<(), ExportError> {
    let bytes = archive.read(member.index, MAX_LIBRARY_BYTES).map_err(error)?;
    let left = archive.left_bytes();
    let limits = ArchiveLimits { members: MAX_INNER_MEMBERS, total_bytes: left };
    let mut inner = Archive::open(&bytes, limits).map_err(error)?;
    let read = if inner.has(INNER_RECIPE) { read_members(&mut inner, entries, false) } else { Ok(()) };
    archive.charge(left.saturating_sub(inner.left_bytes()));
    read
}

fn read_member(
    archive: &mut Archive<'_>,
    members: &[Member],
    member: &Member,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let ending = ending(&member.name);
    if !MAY_BE_RECIPES.contains(&ending.as_str()) {
        return Ok(());
    }
    let max_bytes = if ending == "paprikarecipe" { MAX_PACKED_RECIPE_BYTES } else { MAX_LIBRARY_BYTES };
    let bytes = archive.read(member.index, max_bytes).map_err(error)?;
    if ending == "paprikarecipe" || is_paprika(&bytes) {
        return packed::read(&bytes, entries);
    }
    let before = entries.len();
    let folder = member.name.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let mut file = |name: &str| {
        let found = beside_page(members, &folder, name)?;
        archive.read(found.index, MAX_PICTURE_BYTES).ok()
    };
    match of_text(&ending, &bytes) {
        Some(format) => read_text(format, Some(&member.name), &bytes, &mut file, entries)?,
        None if !zest_core::sniff::is_text(&bytes) => return Ok(()),
        None => match ending.as_str() {
            "html" | "htm" | "xhtml" => page::read_saved(&member.name, &bytes, &mut file, entries)?,
            "txt" | "text" | "md" | "markdown" => read_document(&ending, member, &bytes, entries)?,
            _ => {}
        },
    }
    // The only recipe of a file may have its photo next to the file.
    if entries.len().checked_sub(before) == Some(1)
        && let Some(picture) = beside(members, member)
        && let Ok(picture) = archive.read(picture.index, MAX_PICTURE_BYTES)
    {
        entries.give_picture(picture);
    }
    Ok(())
}

/// Reads a text in natural language, including ChefTap's form: title, web address, ingredients without a
/// heading, steps below a heading.
fn read_document(
    ending: &str,
    member: &Member,
    bytes: &[u8],
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let name = member.name.rsplit('/').next();
    let read = if ending.starts_with('m') { read_markdown } else { read_plain };
    let recipes = |bytes: &[u8]| -> Result<Vec<Extraction>, ExportError> {
        let text = read(bytes, name).map_err(|_| ExportError::Unreadable)?;
        let found = extract::read_text(&text).into_iter();
        Ok(found.filter(|read| read.verdict == Verdict::Recipe).collect())
    };
    let text = crate::unpack::decode(bytes);
    let mut found = recipes(bytes)?;
    if found.is_empty()
        && let Some(text) = with_heading(&text)
    {
        found = recipes(text.as_bytes())?;
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    if found.is_empty() {
        let is_remark = lines.count() < MIN_LINES;
        return if is_remark {
            Ok(())
        } else {
            entries.add_bad(stem(&member.name), ExportError::NoRecipe, &text)
        };
    }
    let address = lines.nth(1).and_then(extract::web_address);
    for mut read in found {
        read.source_url = read.source_url.or_else(|| address.clone());
        entries.add(read, None, String::new)?;
    }
    Ok(())
}

/// Adds a heading for the ingredients if only the steps have one.
fn with_heading(text: &str) -> Option<String> {
    let is_named = |line: &&str, names: &[&str]| names.contains(&normalized(line).as_str());
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let steps = lines.iter().position(|line| is_named(line, &names::STEPS))?;
    if lines.iter().any(|line| is_named(line, &names::INGREDIENTS)) {
        return None;
    }
    let title = lines.iter().position(|line| !line.is_empty())?;
    let head = lines.get(title..steps)?.iter().take_while(|line| !line.is_empty()).count();
    let (above, below) = lines.split_at_checked(title.checked_add(head)?)?;
    Some([above, &["", "Ingredients"], below].concat().join("\n"))
}

/// Finds the member that a page or recipe refers to: in the same folder, otherwise anywhere. A reference that
/// ends with a dot lacks the file extension.
fn beside_page<'a>(members: &'a [Member], folder: &str, name: &str) -> Option<&'a Member> {
    let name = name.trim_start_matches("./").replace('\\', "/");
    if name.is_empty() {
        return None;
    }
    let whole = format!("{folder}{name}");
    let tail = format!("/{name}");
    let is_named = |member: &&Member| member.name == name || member.name.ends_with(&tail);
    members
        .iter()
        .find(|member| member.name == whole)
        .or_else(|| members.iter().find(is_named))
        .or_else(|| members.iter().find(|member| name.ends_with('.') && member.name.contains(&name)))
}

/// Finds the photo of a recipe's file: same file name, or in the folder of a JSON file that is the only one
/// there.
fn beside<'a>(names: &'a [Member], recipe: &Member) -> Option<&'a Member> {
    let stem = recipe.name.rsplit_once('.').map_or(recipe.name.as_str(), |(stem, _)| stem);
    let folder =
        |name: &str| name.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let is_picture =
        |member: &&Member| matches!(ending(&member.name).as_str(), "jpg" | "jpeg" | "png" | "webp" | "gif");
    let pictures = || names.iter().filter(is_picture);
    let of_name =
        pictures().find(|picture| picture.name.rsplit_once('.').is_some_and(|(name, _)| name == stem));
    of_name.or_else(|| {
        if ending(&recipe.name) != "json" {
            return None;
        }
        let folder = folder(&recipe.name);
        let recipes =
            names.iter().filter(|member| member.name.starts_with(&folder) && ending(&member.name) == "json");
        let is_alone = recipes.count() == 1;
        // Mealie calls the largest size "original".
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
