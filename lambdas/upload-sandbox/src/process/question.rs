//! Request to a child: a frame with the task, then the file's bytes.

use std::io::{self, Read};

use app::frames::write_json;
use app::upload::{ReadAs, Uploaded};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Task {
    /// Extract recipes, texts or page images.
    Open(ReadAs),
    /// Re-encode an image for display.
    Paint,
    /// Make narrower versions of an image.
    Reduce,
}

#[derive(Debug, Serialize, Deserialize)]
struct Question {
    task: Task,
    name: Option<String>,
    /// Number of bytes that follow.
    length: u64,
}

pub(super) fn question(task: Task, file: &Uploaded) -> io::Result<Vec<u8>> {
    let question = Question { task, name: file.name.clone(), length: file.bytes.len() as u64 };
    let mut frame = Vec::new();
    write_json(&mut frame, &question)?;
    Ok(frame)
}

pub(super) fn read_question(input: &mut impl Read, most: u64) -> io::Result<(Task, Uploaded)> {
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
    Ok((question.task, Uploaded { name: question.name, bytes }))
}
