#![allow(dead_code, reason = "each test file uses only a part")]

use std::io::{Cursor, Write};

use file_formats::exchange::{Entry, ExportError, Format};
use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zip<N: AsRef<str>>(members: &[(N, Vec<u8>)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(name.as_ref(), SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<Vec<Entry>, ExportError> {
    file_formats::exchange::read(format(name, bytes).unwrap(), Some(name), bytes)
}

pub(crate) fn format(name: &str, bytes: &[u8]) -> Option<Format> {
    file_formats::exchange::format(Some(name), bytes)
}

pub(crate) fn lines(entry: &Entry) -> Vec<String> {
    let line = |line: &recipe::Ingredient| match &line.group {
        Some(group) => format!("[{group}] {}", line.text),
        None => line.text.clone(),
    };
    entry.recipe.as_ref().unwrap().content.ingredients.iter().map(line).collect()
}

pub(crate) fn content(entry: &Entry) -> &recipe::Content {
    &entry.recipe.as_ref().unwrap().content
}
