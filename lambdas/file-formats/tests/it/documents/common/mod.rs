#![allow(dead_code, reason = "each test file uses only a part")]

pub(crate) mod pdf;

use std::io::{Cursor, Write};

use extract::{Role, Text};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(crate) fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(crate) fn docx(body: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"w\" xmlns:mc=\"mc\" xmlns:wps=\"wps\"><w:body>{body}</w:body></w:document>"
    );
    let mut members = vec![("[Content_Types].xml", "<Types/>"), ("word/document.xml", document.as_str())];
    members.extend_from_slice(more);
    zip(&members)
}

pub(crate) fn odt(styles: &str, body: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let content = format!(
        "<?xml version=\"1.0\"?><office:document-content xmlns:office=\"o\" xmlns:text=\"t\" xmlns:style=\"s\" xmlns:fo=\"f\" xmlns:table=\"b\" xmlns:draw=\"d\">\
         <office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    );
    let mut members =
        vec![("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", content.as_str())];
    members.extend_from_slice(more);
    zip(&members)
}

/// Formats each line with its block and role: `0 # Title`, `0 - item`, `0 2. numbered`, `0 *bold*`.
pub(crate) fn formatted_lines(text: &Text) -> Vec<String> {
    let line = |line: &extract::TextLine| {
        let words = if line.is_bold { format!("*{}*", line.text) } else { line.text.clone() };
        let mark = match line.role {
            Role::Plain => String::new(),
            Role::Title => String::from("= "),
            Role::Heading(level) => format!("{} ", "#".repeat(usize::from(level))),
            Role::Item => String::from("- "),
            Role::Numbered(number) => format!("{number}. "),
        };
        format!("{} {mark}{words}", line.block)
    };
    text.lines.iter().map(line).collect()
}
