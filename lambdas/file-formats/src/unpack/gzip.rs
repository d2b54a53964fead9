use std::io::Read;

use flate2::read::MultiGzDecoder;

use crate::unpack::UnpackError;

/// Unpacks at most `max_bytes` of a gzip file.
///
/// # Errors
/// `TooLarge` above `max_bytes`, `Broken` if invalid or truncated.
pub fn gunzip(bytes: &[u8], max_bytes: u64) -> Result<Vec<u8>, UnpackError> {
    read_bounded(MultiGzDecoder::new(bytes), max_bytes)
}

pub(crate) fn read_bounded(reader: impl Read, max_bytes: u64) -> Result<Vec<u8>, UnpackError> {
    let mut out = Vec::new();
    let read = reader.take(max_bytes.saturating_add(1)).read_to_end(&mut out);
    // Check the size first: a decompression bomb may also be truncated.
    if out.len() as u64 > max_bytes {
        return Err(UnpackError::TooLarge);
    }
    read.map_err(|_| UnpackError::Broken)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn unpacking_stops_at_its_limit() {
        let packed = gzip(&[0; 100_000]);
        assert_eq!(gunzip(&packed, 100_000).map(|out| out.len()), Ok(100_000));
        assert_eq!(gunzip(&packed, 99_999), Err(UnpackError::TooLarge));
    }

    #[test]
    fn truncated_file_is_broken() {
        let packed = gzip(b"two cups of flour");
        assert_eq!(gunzip(&packed[..packed.len() - 9], 1000), Err(UnpackError::Broken));
        assert_eq!(gunzip(b"flour", 1000), Err(UnpackError::Broken));
    }
}
