//! The one format in which something short, such as JSON, goes together with bytes: frames one after the other, each its
//! length (four bytes, little-endian) and so many bytes. Artifacts are written so, and what a process that opens uploads
//! answers.

use std::io::{self, Write};

use serde::Serialize;

/// Writes bytes as one frame: their number, then themselves.
///
/// # Errors
/// As the output has them, and [`io::ErrorKind::InvalidData`] for 4 GiB or more.
pub fn write_frame(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::InvalidData)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(bytes)
}

/// Writes a value as one frame of JSON.
///
/// # Errors
/// As [`write_frame`] has them, and [`io::ErrorKind::InvalidData`] for a value that JSON cannot hold.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_frame(out, &serde_json::to_vec(value)?)
}

/// Frames in the order in which they were written.
#[derive(Clone, Copy, Debug)]
pub struct Frames<'a>(&'a [u8]);

impl<'a> Frames<'a> {
    /// Over all that was written.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = &'a [u8];

    /// `None` at the end, and where a frame was cut off.
    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (frame, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_in_order_and_one_that_is_cut_off_does_not() {
        let mut written = Vec::new();
        write_json(&mut written, &("soup", 4)).unwrap();
        write_frame(&mut written, b"").unwrap();
        write_frame(&mut written, b"\0\n{").unwrap();
        let read: Vec<_> = Frames::new(&written).collect();
        assert_eq!(read, [&b"[\"soup\",4]"[..], b"", b"\0\n{"]);
        for (cut, whole) in [(written.len() - 1, 2), (15, 1), (3, 0)] {
            assert_eq!(Frames::new(&written[..cut]).count(), whole, "{cut} bytes");
        }
    }
}
