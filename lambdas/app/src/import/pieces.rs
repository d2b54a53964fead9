//! Entries of an upload, stored in chunks that fit into memory, and the progress of their import.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::artifacts::{Artifacts, lost};
use crate::error::AppError;
use crate::frames::{Frames, write_frame, write_json};
use crate::job::Job;
use crate::model::ImportSummary;
use crate::reading::{Entry, Found};
use zest_core::PortError;

const HEAD: &str = "reading.json";
const PROGRESS: &str = "progress.json";

/// Maximum entries of a chunk, the smallest unit that EXTRACTING processes.
const CHUNK_ENTRIES: usize = 20;
const CHUNK_BYTES: usize = 4 * 1024 * 1024;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) pieces: u32,
    pub(super) entries: u32,
    /// Whether chunks are still being written. Cleanup needs the head, which is stored first.
    #[serde(default)]
    is_partial: bool,
    /// Numbers of the linked entries by their id in the exporting app.
    #[serde(default)]
    pub(super) linked: BTreeMap<String, u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chunk {
    pub(super) from: u32,
    pub(super) entries: Vec<Entry>,
}

/// Progress, written after each chunk, so that a repeated step resumes there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    pub(super) pieces: u32,
    pub(super) entries: u32,
    pub(super) has_first: bool,
    /// Index of the entry that became the recipe created with the upload; 0 until `has_first` is true.
    #[serde(default)]
    pub(super) first_entry: u32,
    pub(super) summary: ImportSummary,
}

fn piece_name(number: u32) -> String {
    format!("reading-{number}")
}

pub(super) async fn put_reading(
    artifacts: &impl Artifacts,
    job: &Job,
    entries: Vec<Entry>,
) -> Result<(), AppError> {
    let all = u32::try_from(entries.len()).map_err(|error| AppError::internal(&error))?;
    let linked = linked(&entries);
    let pieces = in_pieces(entries);
    let count = u32::try_from(pieces.len()).map_err(|error| AppError::internal(&error))?;
    let head = Head { pieces: count, entries: all, is_partial: true, linked };
    put(artifacts, job, HEAD, &head).await?;
    let mut from = 0;
    for (number, piece) in (0..).zip(&pieces) {
        from = write_chunk(artifacts, job, number, from, piece).await?;
    }
    put(artifacts, job, HEAD, &Head { is_partial: false, ..head }).await
}

fn linked(entries: &[Entry]) -> BTreeMap<String, u32> {
    let named: HashSet<&str> =
        entries.iter().flat_map(|entry| &entry.links).map(|link| link.recipe.as_str()).collect();
    let mut linked = BTreeMap::new();
    for (number, entry) in (0..).zip(entries) {
        if let (Found::Recipe(_), Some(id)) = (&entry.found, &entry.id)
            && named.contains(id.as_str())
        {
            linked.entry(id.clone()).or_insert(number);
        }
    }
    linked
}

fn in_pieces(entries: Vec<Entry>) -> Vec<Vec<Entry>> {
    let (mut pieces, mut piece, mut bytes) = (Vec::new(), Vec::new(), 0);
    for entry in entries {
        bytes += entry.picture.as_ref().map_or(0, Vec::len);
        piece.push(entry);
        if piece.len() == CHUNK_ENTRIES || bytes >= CHUNK_BYTES {
            pieces.push(std::mem::take(&mut piece));
            bytes = 0;
        }
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    pieces
}

/// Writes a JSON frame, then for each entry a frame with its photo, or an empty frame.
async fn write_chunk(
    artifacts: &impl Artifacts,
    job: &Job,
    number: u32,
    from: u32,
    entries: &[Entry],
) -> Result<u32, AppError> {
    let mut bytes = Vec::new();
    let broken = |error: std::io::Error| AppError::Internal(error.to_string());
    write_json(&mut bytes, &(from, entries)).map_err(broken)?;
    for entry in entries {
        write_frame(&mut bytes, entry.picture.as_deref().unwrap_or_default()).map_err(broken)?;
    }
    artifacts.put(job, &piece_name(number), bytes).await?;
    Ok(from + u32::try_from(entries.len()).unwrap_or_default())
}

pub(super) async fn head(artifacts: &impl Artifacts, job: &Job) -> Result<Head, AppError> {
    let head: Option<Head> = get(artifacts, job, HEAD).await?;
    head.filter(|head| !head.is_partial).ok_or_else(|| lost(HEAD))
}

pub(super) async fn piece(artifacts: &impl Artifacts, job: &Job, number: u32) -> Result<Chunk, AppError> {
    let name = piece_name(number);
    let bytes = artifacts.get(job, &name).await?.ok_or_else(|| lost(&name))?;
    let cut_off = || AppError::Internal(format!("{name} is cut off"));
    let mut frames = Frames::new(&bytes);
    let json = frames.next().ok_or_else(cut_off)?;
    let (from, mut entries): (u32, Vec<Entry>) =
        serde_json::from_slice(json).map_err(|error| internal(&error))?;
    for entry in &mut entries {
        let picture = frames.next().ok_or_else(cut_off)?;
        entry.picture = (!picture.is_empty()).then(|| picture.to_vec());
    }
    Ok(Chunk { from, entries })
}

pub(super) async fn progress(artifacts: &impl Artifacts, job: &Job) -> Result<Progress, AppError> {
    Ok(get(artifacts, job, PROGRESS).await?.unwrap_or_default())
}

pub(super) async fn put_progress(
    artifacts: &impl Artifacts,
    job: &Job,
    progress: &Progress,
) -> Result<(), AppError> {
    put(artifacts, job, PROGRESS, progress).await
}

pub(super) async fn clear_reading(artifacts: &impl Artifacts, job: &Job) -> Result<(), PortError> {
    let Some(bytes) = artifacts.get(job, HEAD).await? else { return Ok(()) };
    let head: Head = serde_json::from_slice(&bytes).unwrap_or_default();
    for number in 0..head.pieces {
        artifacts.delete(job, &piece_name(number)).await?;
    }
    artifacts.delete(job, PROGRESS).await?;
    artifacts.delete(job, HEAD).await
}

async fn put<Document: Serialize + Sync>(
    artifacts: &impl Artifacts,
    job: &Job,
    name: &str,
    document: &Document,
) -> Result<(), AppError> {
    let json = serde_json::to_vec(document).map_err(|error| internal(&error))?;
    Ok(artifacts.put(job, name, json).await?)
}

async fn get<Document: for<'de> Deserialize<'de>>(
    artifacts: &impl Artifacts,
    job: &Job,
    name: &str,
) -> Result<Option<Document>, AppError> {
    let Some(bytes) = artifacts.get(job, name).await? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| internal(&error))
}

fn internal(error: &serde_json::Error) -> AppError {
    AppError::Internal(error.to_string())
}
