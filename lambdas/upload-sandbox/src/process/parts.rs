use std::io::{self, Write};

use app::ErrorCode;
use app::frames::{Frames, write_frame, write_json};
use app::media::{REDUCED_WIDTHS, Reduced};
use app::reading::Entry;
use ocr::Sheet;
use serde::{Deserialize, Serialize};

use crate::open::Part;
use crate::opener::Opened;

#[derive(Debug, Serialize, Deserialize)]
enum Message {
    /// A frame with the photo follows, possibly empty.
    Entry(Box<Entry>),
    /// Frames with the pixels and with the display image follow.
    Sheet(Sheet),
    Picture,
    /// Size of a photo and widths of its versions; a frame with each version follows.
    Reduced {
        width: u32,
        height: u32,
        widths: Vec<u32>,
    },
    /// End of the response, with an error if it failed.
    End(Option<ErrorCode>),
}

/// Writes a part immediately, to save memory in the child.
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

pub(super) fn say_picture(out: &mut impl Write, picture: &[u8]) -> io::Result<()> {
    write_json(out, &Message::Picture)?;
    write_frame(out, picture)
}

pub(super) fn say_reduced(out: &mut impl Write, reduced: Reduced) -> io::Result<()> {
    let Reduced { width, height, versions } = reduced;
    let widths = versions.iter().map(|(width, _)| *width).collect();
    write_json(out, &Message::Reduced { width, height, widths })?;
    versions.iter().try_for_each(|(_, version)| write_frame(out, version))
}

/// Writes the end of a response. Without it, the response is invalid.
pub(super) fn end(out: &mut impl Write, error: Option<ErrorCode>) -> io::Result<()> {
    write_json(out, &Message::End(error))
}

/// Decodes a response; `None` if invalid. Sizes and areas are checked, because the child may be compromised.
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
                    && sheet.lines.iter().all(|line| is_within(&line.area))
                    && sheet.bullets.iter().all(is_within);
                if grey.len() != pixels || !are_within {
                    return None;
                }
                sheets.push(Sheet { grey, shown, ..sheet });
            }
            Message::End(Some(code)) => return Some(Err(code)),
            Message::End(None) => break,
            Message::Picture | Message::Reduced { .. } => return None,
        }
    }
    match (entries.is_empty(), sheets.is_empty()) {
        (false, true) => Some(Ok(Opened::Entries(entries))),
        (true, false) => Some(Ok(Opened::Sheets(sheets))),
        _ => None,
    }
}

/// Decodes a photo; `None` if invalid or not a JPEG.
pub(super) fn painted(answer: &[u8]) -> Option<Result<Vec<u8>, ErrorCode>> {
    let mut frames = Frames::new(answer);
    let picture = match serde_json::from_slice(frames.next()?).ok()? {
        Message::Picture => frames.next()?,
        Message::End(Some(code)) => return Some(Err(code)),
        Message::Entry(_) | Message::Sheet(_) | Message::Reduced { .. } | Message::End(None) => return None,
    };
    let Ok(Message::End(None)) = serde_json::from_slice(frames.next()?) else { return None };
    picture.starts_with(JPEG).then(|| Ok(picture.to_vec()))
}

/// Decodes narrower versions; `None` if invalid or one is not a JPEG.
pub(super) fn reduced(answer: &[u8]) -> Option<Result<Reduced, ErrorCode>> {
    let mut frames = Frames::new(answer);
    let (width, height, widths) = match serde_json::from_slice(frames.next()?).ok()? {
        Message::Reduced { width, height, widths } => (width, height, widths),
        Message::End(Some(code)) => return Some(Err(code)),
        Message::Entry(_) | Message::Sheet(_) | Message::Picture | Message::End(None) => return None,
    };
    if !widths.iter().copied().eq(REDUCED_WIDTHS.into_iter().filter(|reduced| *reduced < width)) {
        return None;
    }
    let mut versions = Vec::new();
    for width in widths {
        versions.push((width, frames.next().filter(|version| version.starts_with(JPEG))?.to_vec()));
    }
    let Ok(Message::End(None)) = serde_json::from_slice(frames.next()?) else { return None };
    Some(Ok(Reduced { width, height, versions }))
}

const JPEG: &[u8] = b"\xff\xd8\xff";

#[cfg(test)]
mod tests {
    use ocr::{Area, PrintedLine};

    use super::*;

    fn answer(sheet: Sheet) -> Vec<u8> {
        let mut answer = Vec::new();
        say(&mut answer, Part::Sheet(sheet)).unwrap();
        end(&mut answer, None).unwrap();
        answer
    }

    #[test]
    fn sheet_with_an_area_outside_is_refused() {
        let sheet = || Sheet { width: 20, height: 10, grey: vec![255; 200], ..Sheet::default() };
        let inside = Area { left: 10, top: 5, width: 10, height: 5 };
        for (area, is_valid) in [
            (inside, true),
            (Area { left: 11, ..inside }, false),
            (Area { height: 6, ..inside }, false),
            (Area { left: u32::MAX, ..inside }, false),
            (Area { width: u32::MAX, ..inside }, false),
            (Area { top: u32::MAX, ..inside }, false),
        ] {
            for sheet in [
                Sheet { regions: vec![area], ..sheet() },
                Sheet { lines: vec![PrintedLine { region: 0, area, is_large: false }], ..sheet() },
                Sheet { bullets: vec![inside, area], ..sheet() },
            ] {
                assert_eq!(opened(&answer(sheet.clone())).is_some(), is_valid, "{sheet:?}");
            }
        }
    }
}
