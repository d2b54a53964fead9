//! Frame format of artifacts and of the sandboxed child process: length (four bytes, little-endian), then the
//! bytes.

use std::io::{self, Write};

use serde::Serialize;

/// Writes the length and the bytes.
pub fn write_frame(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::InvalidData)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(bytes)
}

/// Writes a value as one JSON frame.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_frame(out, &serde_json::to_vec(value)?)
}

/// Iterator over frames.
#[derive(Clone, Copy, Debug)]
pub struct Frames<'a>(&'a [u8]);

impl<'a> Frames<'a> {
    /// Starts at the first frame.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = &'a [u8];

    /// Returns `None` at the end, and for a truncated frame.
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
    fn frames_are_read_in_order_and_a_truncated_one_is_dropped() {
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
