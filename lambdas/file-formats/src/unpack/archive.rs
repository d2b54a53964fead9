use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::unpack::UnpackError;
use crate::unpack::gzip::read_bounded;

/// Limits of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// Maximum members, including folders.
    pub members: usize,
    /// Maximum total number of unpacked bytes.
    pub total_bytes: u64,
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Index of the member in the archive.
    pub index: usize,
    /// Name with `/` separators; never used as a path.
    pub name: String,
}

/// A ZIP archive. Its members are unpacked one at a time, within limits.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    members: Vec<Member>,
    left_bytes: u64,
}

impl<'a> Archive<'a> {
    /// Reads the index without unpacking members.
    ///
    /// # Errors
    /// `Broken` if it is not an archive, `TooLarge` if it has too many members.
    pub fn open(bytes: &'a [u8], limits: ArchiveLimits) -> Result<Self, UnpackError> {
        // Check the declared count first, because opening the archive reads the whole index.
        if claimed_members(bytes).is_some_and(|claimed| claimed > limits.members) {
            return Err(UnpackError::TooLarge);
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| UnpackError::Broken)?;
        if zip.len() > limits.members {
            return Err(UnpackError::TooLarge);
        }
        let named = |index| Some(Member { index, name: name_of(zip.name_for_index(index)?.ok()?.as_ref()) });
        let members = (0..zip.len()).filter_map(named).filter(|member| !member.name.ends_with('/')).collect();
        Ok(Self { zip, members, left_bytes: limits.total_bytes })
    }

    /// All files in index order, without folders.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Whether there is a file with this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// Unpacks at most `max_bytes` of the file with this name.
    ///
    /// # Errors
    /// `Missing`, and the errors of [`Self::read`].
    pub fn read_named(&mut self, name: &str, max_bytes: u64) -> Result<Vec<u8>, UnpackError> {
        let found = self.members.iter().find(|member| member.name == name);
        let index = found.ok_or(UnpackError::Missing)?.index;
        self.read(index, max_bytes)
    }

    /// Unpacks at most `max_bytes` of a member.
    ///
    /// # Errors
    /// `TooLarge` if this or the total limit is exceeded; `Encrypted`; `Broken`.
    pub fn read(&mut self, index: usize, max_bytes: u64) -> Result<Vec<u8>, UnpackError> {
        let allowed = max_bytes.min(self.left_bytes);
        let file = self.zip.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(reason) if reason == ZipError::PASSWORD_REQUIRED => {
                UnpackError::Encrypted
            }
            _ => UnpackError::Broken,
        })?;
        let read = read_bounded(file, allowed);
        let used = match &read {
            Ok(out) => out.len() as u64,
            // Upper bound of the bytes unpacked before the failure.
            Err(_) => allowed,
        };
        self.left_bytes = self.left_bytes.saturating_sub(used);
        read
    }

    /// The first `length` bytes of a member. They count towards the total limit.
    ///
    /// # Errors
    /// `Broken`, also for an encrypted member.
    pub fn start_of(&mut self, index: usize, length: u64) -> Result<Vec<u8>, UnpackError> {
        let allowed = length.min(self.left_bytes);
        let file = self.zip.by_index(index).map_err(|_| UnpackError::Broken)?;
        let mut out = Vec::new();
        let read = file.take(allowed).read_to_end(&mut out);
        self.left_bytes = self.left_bytes.saturating_sub(out.len() as u64);
        read.map(|_| out).map_err(|_| UnpackError::Broken)
    }

    /// Number of bytes that may still be unpacked.
    #[must_use]
    pub fn left_bytes(&self) -> u64 {
        self.left_bytes
    }

    /// Adds bytes that were unpacked from an inner archive to the total.
    pub fn charge(&mut self, bytes: u64) {
        self.left_bytes = self.left_bytes.saturating_sub(bytes);
    }

    /// Whether the total limit is reached.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.left_bytes == 0
    }
}

/// Replaces backslashes, which Windows programs write.
fn name_of(raw: &str) -> String {
    raw.replace('\\', "/")
}

/// Declared number of members, from the end-of-central-directory record (22 bytes and a comment).
fn claimed_members(bytes: &[u8]) -> Option<usize> {
    const RECORD: usize = 22;
    const LONGEST_COMMENT: usize = 65_535;
    let start = bytes.len().saturating_sub(RECORD + LONGEST_COMMENT);
    let end = bytes.get(start..)?;
    let at = end.windows(4).rposition(|window| window == b"PK\x05\x06")?;
    let claim = end.get(at..)?.get(10..)?.first_chunk()?;
    Some(usize::from(u16::from_le_bytes(*claim)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    const LIMITS: ArchiveLimits = ArchiveLimits { members: 10, total_bytes: 50_000 };

    fn archive(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn members_are_found_by_name_and_index() {
        let bytes = archive(&[("a.txt", b"one".to_vec()), ("b\\c.txt", b"two".to_vec())]);
        let mut archive = Archive::open(&bytes, LIMITS).unwrap();
        assert_eq!(archive.read_named("a.txt", 10), Ok(b"one".to_vec()));
        assert_eq!(archive.members()[1].name, "b/c.txt");
        assert_eq!(archive.read(1, 10), Ok(b"two".to_vec()));
        assert_eq!(archive.start_of(1, 2), Ok(b"tw".to_vec()));
        assert_eq!(archive.read_named("none", 10), Err(UnpackError::Missing));
    }

    #[test]
    fn unpacked_bytes_are_limited_per_member_and_in_total() {
        let bytes = archive(&[("a", vec![b' '; 30_000]), ("b", vec![b' '; 30_000])]);
        let mut archive = Archive::open(&bytes, LIMITS).unwrap();
        assert_eq!(archive.read(0, 29_999), Err(UnpackError::TooLarge));
        let mut archive = Archive::open(&bytes, LIMITS).unwrap();
        assert_eq!(archive.read(0, 40_000).map(|out| out.len()), Ok(30_000));
        assert_eq!(archive.read(1, 40_000), Err(UnpackError::TooLarge));
        assert!(archive.is_exhausted());
    }

    #[test]
    fn declared_size_is_not_trusted() {
        let mut bytes = archive(&[("a", vec![b' '; 30_000])]);
        let record = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        bytes[record + 24..record + 28].copy_from_slice(&5_u32.to_le_bytes());
        let mut archive = Archive::open(&bytes, LIMITS).unwrap();
        assert!(archive.read(0, 1_000).is_err());
    }

    #[test]
    fn too_many_members_are_rejected_before_reading_the_index() {
        let names: Vec<String> = (0..11).map(|number| number.to_string()).collect();
        let members: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (name.as_str(), Vec::new())).collect();
        assert_eq!(Archive::open(&archive(&members), LIMITS).err(), Some(UnpackError::TooLarge));
        assert_eq!(claimed_members(&archive(&members)), Some(11));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn mutated_archives_stay_within_limits(
            changes in prop::collection::vec((0_usize..400, any::<u8>()), 1..8),
            cut in 0_usize..400,
        ) {
            let mut bytes = archive(&[("a.txt", b"flour".repeat(20)), ("b/c.txt", vec![0; 1000])]);
            for (at, byte) in changes {
                let at = at % bytes.len();
                bytes[at] = byte;
            }
            bytes.truncate(bytes.len().saturating_sub(cut / 4));
            if let Ok(mut archive) = Archive::open(&bytes, LIMITS) {
                for index in 0..archive.members().len() {
                    if let Ok(bytes) = archive.read(index, 900) {
                        prop_assert!(bytes.len() <= 900, "{} bytes", bytes.len());
                    }
                }
            }
        }
    }
}
