//! Recipe tables: CSV with named columns, such as exports of Plan to Eat and spreadsheets.

use csv::{ReaderBuilder, StringRecord};

use crate::exchange::entries::Entries;
use crate::exchange::field::{Field, normalized};
use crate::exchange::{ExportError, mapped, names};

const DELIMITERS: [u8; 3] = *b",;\t";
const MIN_COLUMNS: usize = 2;
const MAX_COLUMNS: usize = 500;

/// The delimiter, if the first row has columns for title, ingredients, and steps or address.
fn delimiter(text: &str) -> Option<u8> {
    let header = text.lines().find(|line| !line.trim().is_empty())?;
    DELIMITERS.into_iter().find(|delimiter| {
        let mut reader = ReaderBuilder::new().delimiter(*delimiter).from_reader(header.as_bytes());
        let Ok(columns) = reader.headers() else { return false };
        let columns: Vec<String> = columns.iter().map(normalized).collect();
        let has = |names: &[&str]| columns.iter().any(|column| names.contains(&column.as_str()));
        columns.len() > MIN_COLUMNS
            && columns.len() <= MAX_COLUMNS
            && has(&names::TITLE)
            && has(&names::INGREDIENTS)
            && (has(&names::STEPS) || has(&names::ADDRESS))
    })
}

pub(crate) fn is_table(text: &str) -> bool {
    delimiter(text.trim_start_matches('\u{feff}')).is_some()
}

pub(crate) fn read(
    bytes: &[u8],
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let text = crate::unpack::decode(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start_matches(['\n', '\r']);
    let delimiter = delimiter(text).ok_or(ExportError::Unreadable)?;
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut rows = reader.records();
    let Some(Ok(columns)) = rows.next() else { return Err(ExportError::Unreadable) };
    for (number, row) in rows.enumerate() {
        let Ok(row) = row else {
            entries.add_bad(None, ExportError::Unreadable, "")?;
            continue;
        };
        if row.iter().any(|cell| !cell.trim().is_empty()) {
            mapped::add(&field(&columns, &row), format!("row[{number}]"), file, entries)?;
        }
    }
    Ok(())
}

fn field<'a>(columns: &StringRecord, row: &'a StringRecord) -> Field<'a> {
    let parts = columns.iter().zip(row.iter()).map(|(column, cell)| Field::of_text(column, cell)).collect();
    Field { parts, ..Field::default() }
}
