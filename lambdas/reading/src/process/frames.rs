//! What parent and child say to each other: frames of a length (four bytes, little-endian) and so many bytes.

use std::io::{self, Read, Write};

use app::reading::{UploadKind, Uploaded};
use serde::{Deserialize, Serialize};

/// Comes before a file's bytes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Question {
    pub(super) kind: UploadKind,
    pub(super) name: Option<String>,
    /// How many bytes follow.
    pub(super) length: u64,
}

/// A question's frame; the file's bytes follow it.
pub(super) fn question(kind: UploadKind, file: &Uploaded) -> io::Result<Vec<u8>> {
    let question = Question { kind, name: file.name.clone(), length: file.bytes.len() as u64 };
    let mut frame = Vec::new();
    write(&mut frame, &serde_json::to_vec(&question)?)?;
    Ok(frame)
}

/// Reads a question and the bytes that follow it, of which there may be no more than `most`.
pub(super) fn read_question(input: &mut impl Read, most: u64) -> io::Result<(UploadKind, Uploaded)> {
    const LONGEST_QUESTION: u32 = 64 * 1024;
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST_QUESTION {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut head = Vec::new();
    input.by_ref().take(u64::from(length)).read_to_end(&mut head)?;
    let question: Question = serde_json::from_slice(&head)?;
    let mut bytes = Vec::new();
    input.take(most).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != question.length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok((question.kind, Uploaded { name: question.name, bytes }))
}

/// Writes a frame.
pub(super) fn write(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::InvalidData)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(bytes)
}

/// The frames of an answer, one after the other.
#[derive(Debug)]
pub(super) struct Frames<'a>(pub(super) &'a [u8]);

impl<'a> Frames<'a> {
    /// `None` at the end, and where the answer was cut off.
    pub(super) fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk::<4>()?;
        let (frame, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.0 = rest;
        Some(frame)
    }
}
