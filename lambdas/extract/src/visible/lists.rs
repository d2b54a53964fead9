//! The lines of a section: ingredients with their groups, steps without their numbers.

use super::names::Role;
use super::outline::{BlockKind, Outline};
use super::sections::{Means, Section};
use super::shape;
use super::words;
use crate::text;
use recipe::Doubt;

use crate::draft::Line;
use crate::extraction::Reader;

const MAX_LINES: usize = 300;
/// A line is made of fewer elements.
const MAX_PARTS: usize = 40;
/// The heading of a group is short.
const LONGEST_GROUP_BYTES: usize = 80;

/// What a section gave.
pub(super) struct Lines {
    pub(super) lines: Vec<Line>,
    /// How much it looks like what it is announced as; at most 100 for each line.
    pub(super) score: i32,
    /// How many lines start with an amount.
    pub(super) amounts: usize,
}

/// The ingredient lines of a section.
pub(super) fn ingredients(outline: &Outline<'_>, section: &Section) -> Lines {
    let mut rows = rows(outline, section);
    drop_common_end(&mut rows);
    let with_amount = rows.iter().filter(|row| shape::starts_with_amount(&row.text)).count();
    let bold_items = rows.iter().filter(|row| row.is_bold).count();
    let bold_is_rare = bold_items * 3 < rows.len().max(1);
    let labels = rows.iter().filter(|row| row.kind == BlockKind::Label).count();
    let label_is_line = labels * 2 > rows.len();
    let has_items = rows.iter().any(|row| row.kind == BlockKind::Item);
    let mut lines = Vec::new();
    let mut group: Option<String> = None;
    let (mut score, mut amounts) = (0, 0);
    for (index, row) in rows.iter().enumerate() {
        let text = shape::without_bullet(&row.text).trim();
        if text.is_empty()
            || words::is_noise(text)
            || words::is_portions(text)
            || row.is_button
            || !text.chars().any(char::is_alphanumeric)
        {
            continue;
        }
        let has_amount = shape::starts_with_amount(text);
        let has_next = index + 1 < rows.len();
        let is_group = !has_amount
            && text.len() <= LONGEST_GROUP_BYTES
            && has_next
            && (row.is_group
                || matches!(row.kind, BlockKind::Heading(_))
                || row.kind == BlockKind::Label && !label_is_line
                || text.ends_with(':')
                || row.is_bold && bold_is_rare
                || has_items && row.kind == BlockKind::Plain);
        if is_group {
            group = Some(text.trim_end_matches(':').trim_end().to_owned());
            continue;
        }
        if matches!(row.kind, BlockKind::Heading(_))
            || has_items && row.kind == BlockKind::Plain && !has_amount
        {
            continue;
        }
        amounts += usize::from(has_amount);
        score += match (has_amount, shape::may_be_ingredient(text)) {
            (true, true) => 10,
            (false, true) if !shape::is_sentence(text) => {
                if with_amount > 0 {
                    6
                } else {
                    3
                }
            }
            (true, false) => -3,
            _ => -10,
        };
        if lines.len() < MAX_LINES {
            lines.push(line(section, text, group.clone()));
        }
    }
    Lines { lines, score, amounts }
}

/// The steps of a section.
pub(super) fn steps(outline: &Outline<'_>, section: &Section) -> Lines {
    let blocks = section.ranges.iter().flat_map(|(first, end)| *first..*end).take(MAX_LINES * 4);
    let rows: Vec<Row> =
        inline_row(outline, section).into_iter().chain(blocks.map(|block| Row::of(outline, block))).collect();
    let is_counted = is_counted(&rows);
    let sentences = rows.iter().filter(|row| shape::is_sentence(&row.text)).count();
    let mut lines: Vec<Line> = Vec::new();
    let mut group: Option<String> = None;
    let mut score = 0;
    for row in rows {
        let text = without_number(shape::without_bullet(&row.text), is_counted);
        if text.is_empty()
            || row.is_button
            || words::is_noise(text)
            || !text.chars().any(char::is_alphanumeric)
        {
            continue;
        }
        let is_heading = row.is_group || matches!(row.kind, BlockKind::Heading(_) | BlockKind::Label);
        if text.len() <= LONGEST_GROUP_BYTES
            && (is_heading || text.ends_with(':') && row.kind != BlockKind::Item)
        {
            let name = text.trim_end_matches(':').trim_end();
            group = (!words::is_step_count(name)).then(|| name.to_owned());
            continue;
        }
        let is_sentence = shape::is_sentence(text);
        // What a step needs, listed beside it.
        let is_ingredient = sentences >= 2 && !is_sentence && shape::starts_with_amount(text);
        let is_remark = row.kind == BlockKind::Plain && words::is_remark(text);
        let is_away = row.is_link && row.kind == BlockKind::Plain;
        if words::is_step_count(text) || is_away || is_ingredient || is_remark {
            continue;
        }
        score += if is_sentence { 10 } else { 2 };
        if lines.len() < MAX_LINES {
            lines.push(line(section, text, group.clone()));
        }
    }
    Lines { lines, score, amounts: 0 }
}

/// Whether rows count themselves without a mark: "1 Peel", "2 Chop".
fn is_counted(rows: &[Row]) -> bool {
    let mut next = 1;
    for row in rows {
        let digits = row.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(row.text.len());
        if digits > 0 && row.text[digits..].starts_with(' ') && row.text[..digits].parse() == Ok(next) {
            next += 1;
        }
    }
    next > 2 && (next - 1) * 2 >= rows.len()
}

fn line(section: &Section, text: &str, group: Option<String>) -> Line {
    let (reader, confidence) = match section.means {
        Means::Plugin => (Reader::Plugin, 95),
        Means::Name => (Reader::Visible, 85),
        Means::Heading => (Reader::Visible, 85),
        Means::Guess => (Reader::Visible, 60),
    };
    let doubt = (section.means == Means::Guess).then_some(Doubt::Guessed);
    Line { group, confidence, doubt, ..Line::marked(reader, text.to_owned()) }
}

/// One line of a section, put together from the blocks that show it.
struct Row {
    text: String,
    kind: BlockKind,
    is_bold: bool,
    is_link: bool,
    is_button: bool,
    is_group: bool,
}

impl Row {
    fn of(outline: &Outline<'_>, block: usize) -> Self {
        Self {
            text: amount_first(outline, block).unwrap_or_else(|| outline.text(block).to_owned()),
            kind: outline.blocks[block].kind,
            is_bold: outline.is_bold(block),
            is_link: outline.is_link(block),
            is_button: outline.dom.name(outline.blocks[block].node) == "button",
            is_group: outline.marks.iter().any(|marked| {
                marked.mark.role == Role::Group
                    && marked.first as usize == block
                    && marked.end as usize == block + 1
            }),
        }
    }
}

/// The line with its amount before the name, when the amount stands in an element of its own at the end.
fn amount_first(outline: &Outline<'_>, block: usize) -> Option<String> {
    let line = outline.text(block);
    let tail = line.char_indices().rev().nth(14).map_or(line, |(at, _)| &line[at..]);
    if shape::starts_with_amount(line) || !shape::has_number(tail) {
        return None;
    }
    let dom = outline.dom;
    for id in dom.descendants(outline.blocks[block].node).take(MAX_PARTS) {
        if dom.name(id).is_empty() || id == outline.blocks[block].node {
            continue;
        }
        let part = text::line(&dom.visible_text(id));
        if shape::is_bare_amount(&part)
            && let Some(name) = line.strip_suffix(part.as_str())
            && !name.trim().is_empty()
        {
            return Some(format!("{part} {}", name.trim_end().trim_end_matches([':', '-', '–']).trim_end()));
        }
    }
    None
}

/// What all lines end with is a button beside each of them.
fn drop_common_end(rows: &mut [Row]) {
    let Some((first, others)) = rows.split_first() else { return };
    if others.len() < 3 {
        return;
    }
    let mut common = first.text.as_str();
    for row in others {
        let shared = common.char_indices().find(|(at, _)| row.text.ends_with(&common[*at..]));
        common = shared.map_or("", |(at, _)| &common[at..]);
    }
    // Whole words only.
    let Some(at) = common.find(' ') else { return };
    let end = common[at..].to_owned();
    if end.trim().chars().filter(|c| c.is_alphabetic()).count() < 2 {
        return;
    }
    for row in rows {
        row.text.truncate(row.text.len() - end.len());
    }
}

fn inline_row(outline: &Outline<'_>, section: &Section) -> Option<Row> {
    let head = section.head?;
    let from = head.inline?;
    let text = outline.text(head.block).get(from..)?.to_owned();
    Some(Row {
        text,
        kind: BlockKind::Plain,
        is_bold: false,
        is_link: false,
        is_button: false,
        is_group: false,
    })
}

/// The lines of a section; amounts that stand in an element of their own are joined with what they are amounts of.
fn rows(outline: &Outline<'_>, section: &Section) -> Vec<Row> {
    let blocks: Vec<usize> =
        section.ranges.iter().flat_map(|(first, end)| *first..*end).take(MAX_LINES * 4).collect();
    // An item or a row is a line of its own, whatever it lacks.
    let is_amount = |block: usize| {
        !matches!(outline.blocks[block].kind, BlockKind::Item | BlockKind::Row)
            && shape::is_bare_amount(outline.text(block))
    };
    let mut rows: Vec<Row> = inline_row(outline, section).into_iter().collect();
    if !blocks.iter().any(|block| is_amount(*block)) {
        rows.extend(blocks.into_iter().map(|block| Row::of(outline, block)));
        return rows;
    }
    let mut join_next = false;
    for (at, block) in blocks.iter().copied().enumerate() {
        let row = Row::of(outline, block);
        let bare = is_amount(block) || shape::is_unit(&row.text);
        let next = blocks.get(at + 1).map(|next| distance(outline, block, *next));
        let previous = at.checked_sub(1).map(|previous| distance(outline, block, blocks[previous]));
        match rows.last_mut() {
            Some(last) if join_next => {
                last.text.push(' ');
                last.text.push_str(&row.text);
                last.is_bold = false;
                last.kind = BlockKind::Plain;
                last.is_group = false;
            }
            // An amount behind the name is read before it, as everywhere else.
            Some(last)
                if bare && previous < next.or(Some(usize::MAX)) && !shape::starts_with_amount(&last.text) =>
            {
                last.text = format!("{} {}", row.text, last.text);
                last.is_bold = false;
                last.kind = BlockKind::Plain;
                last.is_group = false;
                continue;
            }
            _ => rows.push(row),
        }
        // A number, then its unit, then the name.
        join_next =
            bare && next.is_some_and(|next| previous.is_none_or(|previous| join_next || next <= previous));
    }
    rows
}

/// How many elements up from one block the other one is found as well.
fn distance(outline: &Outline<'_>, block: usize, other: usize) -> usize {
    let around = std::iter::successors(Some(outline.blocks[block].node), |node| outline.parent(*node));
    around
        .take(MAX_PARTS)
        .position(|node| {
            let (first, end) = outline.span(node);
            (first..end).contains(&other)
        })
        .unwrap_or(MAX_PARTS)
}

/// A step without the number that counts it: "1.", "2)", "Step 3:".
fn without_number(text: &str, is_counted: bool) -> &str {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if (1..=2).contains(&digits) {
        let rest = &text[digits..];
        if let Some(after) = rest
            .strip_prefix(['.', ')', ':', '-'])
            .filter(|after| !after.starts_with(|c: char| c.is_ascii_digit()))
        {
            return after.trim_start();
        }
        if rest.trim().is_empty() || is_counted {
            return rest.trim();
        }
    }
    words::without_step_count(text)
}
