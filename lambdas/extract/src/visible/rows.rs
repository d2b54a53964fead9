//! Joins the blocks of a section to rows.

use super::containers::{self, Container};

use super::bakers_percentages;
use super::outline::{BlockKind, Outline};
use super::row::Row;
use super::rowless_tables;
use super::sections::Section;
use crate::cues;
use crate::text;
use recipe::Span;

const MAX_BLOCKS: usize = 1_200;
const MAX_PARTS: usize = 40;
const LONGEST_NAME_BYTES: usize = 160;
const LONGEST_TAIL_CHARS: usize = 32;
const MAX_ROWS_OF_PROSE: usize = 2;
const LONGEST_PROSE_BYTES: usize = 2_000;
const MAX_COMMON_SUFFIX_BYTES: usize = 40;

/// One row per block; content on the heading's line is first.
pub(super) fn plain<'a>(outline: &Outline<'a>, section: &Section) -> Vec<Row<'a>> {
    let inline = inline_row(outline, section);
    inline.into_iter().chain(blocks(section).into_iter().map(|block| Row::of(outline, block))).collect()
}

pub(super) fn of_ingredients<'a>(outline: &Outline<'a>, section: &Section) -> Vec<Row<'a>> {
    let mut blocks = blocks(section);
    blocks.retain(|block| !cues::is_noise(outline.text(*block)));
    // List items and table rows are complete lines, so they are never a bare amount.
    let is_amount = |block: usize| !is_whole(outline, block) && cues::is_bare_amount(outline.text(block));
    let mut rows: Vec<Row<'_>> = inline_row(outline, section).into_iter().collect();
    let mut built = containers::containers(outline, &blocks);
    if built.is_empty() {
        built = rowless_tables::rows(outline, &blocks);
    }
    if !built.is_empty() {
        join_containers(outline, &blocks, built, &mut rows);
    } else if !blocks.iter().any(|block| is_amount(*block)) {
        rows.extend(blocks.into_iter().map(|block| of_ingredient(outline, block)));
    } else {
        join_amounts(outline, &blocks, is_amount, &mut rows);
    }
    bakers_percentages::drop_percentages(&mut rows);
    drop_common_suffix(&mut rows);
    split_prose(&mut rows);
    rows
}

fn split_prose(rows: &mut Vec<Row<'_>>) {
    let [first, ..] = rows.as_slice() else { return };
    if rows.len() > MAX_ROWS_OF_PROSE || first.text.len() > LONGEST_PROSE_BYTES {
        return;
    }
    let pieces = cues::pieces(&first.text);
    let amounts = pieces.iter().filter(|piece| cues::starts_with_amount(piece)).count();
    if pieces.len() < 3 || amounts * 2 < pieces.len() {
        return;
    }
    let texts: Vec<String> = pieces.into_iter().map(str::to_owned).collect();
    let row = rows.remove(0);
    let pieces =
        texts.into_iter().map(|text| Row { text, is_prose: true, is_bold: false, is_group: false, ..row });
    rows.splice(0..0, pieces);
}

fn blocks(section: &Section) -> Vec<usize> {
    section.ranges.iter().flat_map(|(first, end)| *first..*end).take(MAX_BLOCKS).collect()
}

fn inline_row<'a>(outline: &Outline<'a>, section: &Section) -> Option<Row<'a>> {
    let head = section.head?;
    let text = outline.text(head.block).get(head.inline?..)?.to_owned();
    Some(Row {
        text,
        kind: BlockKind::Plain,
        is_bold: false,
        is_group: false,
        ..Row::of(outline, head.block)
    })
}

fn join_containers<'a>(
    outline: &Outline<'a>,
    blocks: &[usize],
    built: Vec<Container>,
    rows: &mut Vec<Row<'a>>,
) {
    let mut built = built.into_iter().peekable();
    let mut covered = 0;
    for block in blocks.iter().copied() {
        if block < covered {
            continue;
        }
        let mut row = of_ingredient(outline, block);
        if let Some(container) = built.next_if(|container| container.first == block) {
            covered = container.end;
            row.join(container.text);
            row.is_group = container.is_group;
        }
        rows.push(row);
    }
}

fn join_amounts<'a>(
    outline: &Outline<'a>,
    blocks: &[usize],
    is_amount: impl Fn(usize) -> bool,
    rows: &mut Vec<Row<'a>>,
) {
    let mut join_next = false;
    for (at, block) in blocks.iter().copied().enumerate() {
        let row = of_ingredient(outline, block);
        let is_bare = is_amount(block) || cues::is_unit(&row.text);
        let next = blocks.get(at + 1).map(|next| distance(outline, block, *next));
        let previous = at.checked_sub(1).and_then(|previous| blocks.get(previous));
        let previous = previous.map(|previous| distance(outline, block, *previous));
        match rows.last_mut() {
            Some(last) if join_next && !is_whole(outline, block) => {
                last.join(format!("{} {}", last.text, row.text));
            }
            Some(last) if is_bare && is_closer(previous, next) && !cues::starts_with_amount(&last.text) => {
                last.join(format!("{} {}", row.text, last.text));
                continue;
            }
            _ => rows.push(row),
        }
        let stays = |next| previous.is_none_or(|previous| join_next || next <= previous);
        join_next = is_bare && next.is_some_and(stays);
    }
}

fn is_whole(outline: &Outline<'_>, block: usize) -> bool {
    matches!(outline.kind(block), BlockKind::Item | BlockKind::Row)
}

fn is_closer(previous: Option<usize>, next: Option<usize>) -> bool {
    previous.is_some_and(|previous| next.is_none_or(|next| previous < next))
}

fn distance(outline: &Outline<'_>, block: usize, other: usize) -> usize {
    let around = std::iter::successors(Some(outline.node(block)), |node| outline.parent(*node));
    let is_common = |node| {
        let (first, end) = outline.span(node);
        (first..end).contains(&other)
    };
    around.take(MAX_PARTS).position(is_common).unwrap_or(MAX_PARTS)
}

fn of_ingredient<'a>(outline: &Outline<'a>, block: usize) -> Row<'a> {
    let mut row = Row::of(outline, block);
    if let Some(line) = amount_first(outline, block) {
        row.text = line;
    }
    row
}

/// If a line ends with an amount in its own element, puts the amount before the name.
pub(super) fn amount_first(outline: &Outline<'_>, block: usize) -> Option<String> {
    let line = outline.text(block);
    let tail = line.char_indices().rev().nth(LONGEST_TAIL_CHARS).map_or(line, |(at, _)| line.span(at..));
    if line.len() > LONGEST_NAME_BYTES || cues::starts_with_amount(line) || !cues::has_number(tail) {
        return None;
    }
    let (dom, own) = (outline.dom, outline.node(block));
    let parts = dom.descendants(own).take(MAX_PARTS).filter(|id| *id != own && !dom.name(*id).is_empty());
    parts
        .filter_map(|id| {
            let part = text::line(&dom.brief_text(id, LONGEST_NAME_BYTES)?);
            let name = line.strip_suffix(part.as_str())?;
            let name = name.trim_end().trim_end_matches([':', '-', '–', ',']).trim_end();
            // "160 g, grated": the note stays at the end.
            let (amount, note) = part.split_at(note_start(&part));
            let is_amount = !name.is_empty() && !amount.ends_with('%') && cues::is_bare_amount(amount);
            is_amount.then(|| format!("{amount} {name}{note}"))
        })
        .next()
}

/// Byte offset of the note: "160 g, grated", "2 cups (300 g)".
fn note_start(amount: &str) -> usize {
    [", ", " ("].iter().filter_map(|mark| amount.find(mark)).min().unwrap_or(amount.len())
}

fn drop_common_suffix(rows: &mut [Row<'_>]) {
    let has_items = rows.iter().any(|row| row.kind == BlockKind::Item);
    let mut lines: Vec<&mut Row<'_>> =
        rows.iter_mut().filter(|row| !has_items || row.kind == BlockKind::Item).collect();
    let Some((first, others)) = lines.split_first() else { return };
    if others.len() < 2 {
        return;
    }
    let from = first.text.ceil_char_boundary(first.text.len().saturating_sub(MAX_COMMON_SUFFIX_BYTES));
    let mut common = first.text.span(from..);
    for row in others {
        let shared = common.char_indices().find(|(at, _)| row.text.ends_with(common.span(*at..)));
        common = shared.map_or("", |(at, _)| common.span(at..));
    }
    // Drops a common suffix only at a word boundary, and only if no line becomes empty.
    let Some(at) = common.find(' ') else { return };
    let end = common.span(at..).to_owned();
    let has_words = end.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    if has_words && lines.iter().all(|row| row.text.len() > end.len()) {
        for row in &mut lines {
            row.text.truncate(row.text.len() - end.len());
        }
    }
}
