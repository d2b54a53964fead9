//! What the parent asks a child: a frame that says what follows, then a file's bytes.

use std::io::{self, Read};

use app::frames::write_json;
use app::upload::{ReadAs, Uploaded};
use serde::{Deserialize, Serialize};

/// Comes before a file's bytes.
#[derive(Debug, Serialize, Deserialize)]
struct Question {
    read_as: ReadAs,
    name: Option<String>,
    /// How many bytes follow.
    length: u64,
}

/// A question's frame; the file's bytes follow it.
pub(super) fn question(read_as: ReadAs, file: &Uploaded) -> io::Result<Vec<u8>> {
    let question = Question { read_as, name: file.name.clone(), length: file.bytes.len() as u64 };
    let mut frame = Vec::new();
    write_json(&mut frame, &question)?;
    Ok(frame)
}

/// Reads a question and the bytes that follow it, of which there may be no more than `most`.
pub(super) fn read_question(input: &mut impl Read, most: u64) -> io::Result<(ReadAs, Uploaded)> {
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
    Ok((question.read_as, Uploaded { name: question.name, bytes }))
}
