//! What was opened, as frames and back.

use std::io::{self, Write};

use app::ErrorCode;
use app::frames::{Frames, write_frame, write_json};
use app::reading::Entry;
use ocr::Sheet;
use serde::{Deserialize, Serialize};

use crate::open::Part;
use crate::opener::Opened;

/// What a frame of JSON says.
#[derive(Debug, Serialize, Deserialize)]
enum Message {
    /// A frame with its picture follows, empty where it has none.
    Entry(Box<Entry>),
    /// A frame with its pixels and one with the picture to show follow.
    Sheet(Sheet),
    /// A frame with the picture follows, a JPEG.
    Picture,
    /// All was said, or this is why there is nothing.
    End(Option<ErrorCode>),
}

/// Writes a part as soon as it is there, so that the child need not keep it.
pub(super) fn say(out: &mut impl Write, part: Part) -> io::Result<()> {
    match part {
        Part::Entry(mut entry) => {
            let picture = entry.picture.take().unwrap_or_default();
            write_json(out, &Message::Entry(entry))?;
            write_frame(out, &picture)
        }
        Part::Sheet(mut sheet) => {
            let (grey, shown) = (std::mem::take(&mut sheet.grey), std::mem::take(&mut sheet.shown));
            write_json(out, &Message::Sheet(sheet))?;
            write_frame(out, &grey)?;
            write_frame(out, &shown)
        }
    }
}

/// Writes a picture that was painted.
pub(super) fn say_picture(out: &mut impl Write, picture: &[u8]) -> io::Result<()> {
    write_json(out, &Message::Picture)?;
    write_frame(out, picture)
}

/// Writes the end, without which an answer does not count.
pub(super) fn end(out: &mut impl Write, error: Option<ErrorCode>) -> io::Result<()> {
    write_json(out, &Message::End(error))
}

/// What an answer says; `None` where it makes no sense. The child may have been taken over by what it read, so nothing in
/// it is believed that can be checked.
pub(super) fn opened(answer: &[u8]) -> Option<Result<Opened, ErrorCode>> {
    let mut frames = Frames::new(answer);
    let (mut entries, mut sheets) = (Vec::new(), Vec::new());
    loop {
        match serde_json::from_slice(frames.next()?).ok()? {
            Message::Entry(entry) => {
                let picture = frames.next()?;
                let picture = (!picture.is_empty()).then(|| picture.to_vec());
                entries.push(Entry { picture, ..*entry });
            }
            Message::Sheet(sheet) => {
                let (grey, shown) = (frames.next()?.to_vec(), frames.next()?.to_vec());
                let pixels = usize::try_from(u64::from(sheet.width) * u64::from(sheet.height)).ok()?;
                let is_within = |area: &ocr::Area| {
                    area.left.checked_add(area.width).is_some_and(|right| right <= sheet.width)
                        && area.top.checked_add(area.height).is_some_and(|bottom| bottom <= sheet.height)
                };
                let are_within = sheet.regions.iter().all(is_within)
                    && sheet.lines.iter().all(|line| is_within(&line.area));
                if grey.len() != pixels || !are_within {
                    return None;
                }
                sheets.push(Sheet { grey, shown, ..sheet });
            }
            Message::End(Some(code)) => return Some(Err(code)),
            Message::End(None) => break,
            Message::Picture => return None,
        }
    }
    match (entries.is_empty(), sheets.is_empty()) {
        (false, true) => Some(Ok(Opened::Entries(entries))),
        (true, false) => Some(Ok(Opened::Sheets(sheets))),
        _ => None,
    }
}

/// The picture that an answer holds; `None` where it makes no sense. As the rest it is not believed: what is no JPEG is none.
pub(super) fn painted(answer: &[u8]) -> Option<Result<Vec<u8>, ErrorCode>> {
    let mut frames = Frames::new(answer);
    let picture = match serde_json::from_slice(frames.next()?).ok()? {
        Message::Picture => frames.next()?,
        Message::End(Some(code)) => return Some(Err(code)),
        Message::Entry(_) | Message::Sheet(_) | Message::End(None) => return None,
    };
    let Ok(Message::End(None)) = serde_json::from_slice(frames.next()?) else { return None };
    picture.starts_with(JPEG).then(|| Ok(picture.to_vec()))
}

/// How a JPEG begins.
const JPEG: &[u8] = b"\xff\xd8\xff";
