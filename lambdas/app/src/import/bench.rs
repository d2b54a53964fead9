//! The reading of an upload on the workbench: its entries in pieces that fit into memory many times over, and how far
//! they have been worked through.

use serde::{Deserialize, Serialize};

use crate::error::AppError;
use crate::ids::Job;
use crate::import::lost;
use crate::import::summary::ImportSummary;
use crate::ports::{PortError, Workbench};
use crate::reading::Entry;

/// How many pieces there are, and entries in all.
const HEAD: &str = "reading.json";
/// How far they have been worked through.
const PROGRESS: &str = "progress.json";

/// Entries of a piece.
const PIECE_ENTRIES: usize = 20;
/// Bytes of pictures that a piece holds before it is closed.
const PIECE_BYTES: usize = 4 * 1024 * 1024;

/// What a reading is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// Pieces.
    pub(super) pieces: u32,
    /// Entries of all pieces.
    pub(super) entries: u32,
}

/// Entries that lie next to each other in an upload.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    /// Which entry of the upload the first one is.
    pub(super) from: u32,
    /// In order.
    pub(super) entries: Vec<Entry>,
}

/// How far a reading has been worked through: written after each piece, so that a step that runs again begins with the
/// piece that it was at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Pieces that are done.
    pub(super) pieces: u32,
    /// Entries that are done.
    pub(super) entries: u32,
    /// Whether the recipe that was created with the upload has its content.
    pub(super) has_first: bool,
    /// What has come of them.
    pub(super) summary: ImportSummary,
}

fn piece_name(number: u32) -> String {
    format!("reading-{number}")
}

/// Puts the entries of an upload on the workbench.
pub(super) async fn put_reading(
    workbench: &impl Workbench,
    job: &Job,
    entries: Vec<Entry>,
) -> Result<(), AppError> {
    let all = u32::try_from(entries.len()).map_err(|error| AppError::Internal(error.to_string()))?;
    let (mut pieces, mut from, mut bytes, mut piece) = (0, 0, 0, Vec::new());
    for entry in entries {
        bytes += entry.picture.as_ref().map_or(0, Vec::len);
        piece.push(entry);
        if piece.len() == PIECE_ENTRIES || bytes >= PIECE_BYTES {
            let taken = std::mem::take(&mut piece);
            from = put_piece(workbench, job, pieces, from, &taken).await?;
            (pieces, bytes) = (pieces + 1, 0);
        }
    }
    if !piece.is_empty() {
        put_piece(workbench, job, pieces, from, &piece).await?;
        pieces += 1;
    }
    // Last: without it there is no reading.
    put(workbench, job, HEAD, &Head { pieces, entries: all }).await
}

/// A piece: the length of its JSON, the JSON, then the pictures one after the other.
async fn put_piece(
    workbench: &impl Workbench,
    job: &Job,
    number: u32,
    from: u32,
    entries: &[Entry],
) -> Result<u32, AppError> {
    let pictures: Vec<Option<usize>> =
        entries.iter().map(|entry| entry.picture.as_ref().map(Vec::len)).collect();
    let json = serde_json::to_vec(&(from, entries, pictures)).map_err(|error| internal(&error))?;
    let length = u32::try_from(json.len()).map_err(|error| AppError::Internal(error.to_string()))?;
    let mut bytes = length.to_be_bytes().to_vec();
    bytes.extend_from_slice(&json);
    for picture in entries.iter().filter_map(|entry| entry.picture.as_ref()) {
        bytes.extend_from_slice(picture);
    }
    workbench.put(job, &piece_name(number), bytes).await?;
    Ok(from + u32::try_from(entries.len()).unwrap_or_default())
}

/// What a reading is made of.
pub(super) async fn head(workbench: &impl Workbench, job: &Job) -> Result<Head, AppError> {
    get(workbench, job, HEAD).await?.ok_or_else(|| lost(HEAD))
}

/// One of its pieces.
pub(super) async fn piece(workbench: &impl Workbench, job: &Job, number: u32) -> Result<Piece, AppError> {
    let name = piece_name(number);
    let bytes = workbench.get(job, &name).await?.ok_or_else(|| lost(&name))?;
    let cut_off = || AppError::Internal(format!("{name} is cut off"));
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut_off)?;
    let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| cut_off())?;
    let (json, mut blobs) = rest.split_at_checked(length).ok_or_else(cut_off)?;
    let (from, mut entries, pictures): (u32, Vec<Entry>, Vec<Option<usize>>) =
        serde_json::from_slice(json).map_err(|error| internal(&error))?;
    for (entry, length) in entries.iter_mut().zip(pictures) {
        if let Some(length) = length {
            let (picture, after) = blobs.split_at_checked(length).ok_or_else(cut_off)?;
            entry.picture = Some(picture.to_vec());
            blobs = after;
        }
    }
    Ok(Piece { from, entries })
}

/// How far it has been worked through.
pub(super) async fn progress(workbench: &impl Workbench, job: &Job) -> Result<Progress, AppError> {
    Ok(get(workbench, job, PROGRESS).await?.unwrap_or_default())
}

/// Remembers how far it has been worked through.
pub(super) async fn put_progress(
    workbench: &impl Workbench,
    job: &Job,
    progress: &Progress,
) -> Result<(), AppError> {
    put(workbench, job, PROGRESS, progress).await
}

/// Takes a reading off the workbench, if there is one.
pub(super) async fn clear_reading(workbench: &impl Workbench, job: &Job) -> Result<(), PortError> {
    let Some(bytes) = workbench.get(job, HEAD).await? else { return Ok(()) };
    let head: Head = serde_json::from_slice(&bytes).unwrap_or_default();
    for number in 0..head.pieces {
        workbench.delete(job, &piece_name(number)).await?;
    }
    workbench.delete(job, PROGRESS).await?;
    workbench.delete(job, HEAD).await
}

async fn put<Document: Serialize + Sync>(
    workbench: &impl Workbench,
    job: &Job,
    name: &str,
    document: &Document,
) -> Result<(), AppError> {
    let json = serde_json::to_vec(document).map_err(|error| internal(&error))?;
    Ok(workbench.put(job, name, json).await?)
}

async fn get<Document: for<'de> Deserialize<'de>>(
    workbench: &impl Workbench,
    job: &Job,
    name: &str,
) -> Result<Option<Document>, AppError> {
    let Some(bytes) = workbench.get(job, name).await? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| internal(&error))
}

fn internal(error: &serde_json::Error) -> AppError {
    AppError::Internal(error.to_string())
}
