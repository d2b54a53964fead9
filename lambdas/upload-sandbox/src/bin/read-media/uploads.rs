use std::path::{Path, PathBuf};

use app::upload::UploadKind;
use serde::Deserialize;

use crate::arguments::Wanted;

#[derive(Debug)]
pub(crate) struct Upload {
    pub(crate) kind: UploadKind,
    pub(crate) files: Vec<PathBuf>,
    pub(crate) ids: Vec<(usize, String)>,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    file: Option<PathBuf>,
    #[serde(default)]
    files: Vec<PathBuf>,
    kind: String,
    #[serde(default)]
    layout: String,
    #[serde(default)]
    index: usize,
}

const PICTURES: [&str; 12] =
    ["avif", "bmp", "gif", "heic", "heif", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp"];

pub(crate) fn find(wanted: &Wanted) -> Result<Vec<Upload>, String> {
    let mut uploads: Vec<Upload> = Vec::new();
    for path in &wanted.paths {
        if path.is_dir() {
            of_manifest(&path.join("manifest.jsonl"), wanted, &mut uploads)?;
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            of_manifest(path, wanted, &mut uploads)?;
        } else {
            let kind = match wanted.kind.as_deref() {
                None => kind_of(path),
                Some("picture") => UploadKind::Picture,
                Some("file") => UploadKind::File,
                Some(other) => {
                    return Err(format!("{} is sent as picture or file, not as {other}", path.display()));
                }
            };
            uploads.push(Upload { kind, files: vec![path.clone()], ids: vec![(0, id(path))] });
        }
    }
    let only = wanted.only.as_deref().unwrap_or_default();
    uploads.retain(|upload| upload.ids.iter().any(|(_, id)| id.contains(only)));
    Ok(uploads.into_iter().step_by(wanted.every.get()).collect())
}

fn of_manifest(manifest: &Path, wanted: &Wanted, uploads: &mut Vec<Upload>) -> Result<(), String> {
    let name = manifest.display();
    let folder = manifest.parent().unwrap_or(Path::new(""));
    let text = std::fs::read_to_string(manifest).map_err(|error| format!("cannot read {name}: {error}"))?;
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let entry: Entry = serde_json::from_str(line)
            .map_err(|error| format!("line {number} of {name} describes no upload: {error}"))?;
        let is_wanted = wanted.kind.as_deref().is_none_or(|kind| {
            kind == entry.kind
                || kind == entry.layout
                || (kind == "file" && !["picture", "hostile"].contains(&entry.kind.as_str()))
        });
        if !is_wanted {
            continue;
        }
        let files: Vec<_> = entry.file.into_iter().chain(entry.files).map(|file| folder.join(file)).collect();
        let Some(first) = files.first() else {
            return Err(format!("line {number} of {name} names no file"));
        };
        let id = (entry.index, entry.id);
        // Consecutive manifest lines with the same files are one upload.
        match uploads.last_mut().filter(|last| last.files == files) {
            Some(last) => last.ids.push(id),
            None => {
                let kind = match entry.kind.as_str() {
                    "picture" => UploadKind::Picture,
                    "hostile" => kind_of(first),
                    _ => UploadKind::File,
                };
                uploads.push(Upload { kind, files, ids: vec![id] });
            }
        }
    }
    Ok(())
}

fn kind_of(path: &Path) -> UploadKind {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if PICTURES.contains(&ending.as_str()) { UploadKind::Picture } else { UploadKind::File }
}

fn id(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    match path.parent().and_then(Path::file_name) {
        Some(folder) => format!("{}/{stem}", folder.to_string_lossy()),
        None => stem.into_owned(),
    }
}
