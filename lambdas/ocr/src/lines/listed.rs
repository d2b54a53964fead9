//! Marks list items, by detected bullets or bullets recognised as letters.

use extract::Role;

use super::line::Line;
use crate::Area;

/// Characters that OCR reads for list markers. "1", "l" and "I" are not included: they may be amounts.
const MARKER_MISREADINGS: &str = "•·*°●○■□☐▪-–—~=+»«©®¢@[](){}|_eoOCDJLU0";

/// Characters that OCR reads for check boxes, accepted only in line with brackets or detected boxes.
const CHECK_BOX_MISREADINGS: &str = "[](){}|ljcIiJ";

pub(super) fn mark_items(lines: &mut [Line], bullets: &[Area]) {
    for bullet in bullets {
        let middle = bullet.top.saturating_add(bullet.height / 2);
        let right = bullet.left.saturating_add(bullet.width);
        let item = lines
            .iter_mut()
            .filter(|line| {
                let reach = (line.size * 4.0) as u32;
                let is_level =
                    middle >= line.area.top && middle <= line.area.top.saturating_add(line.area.height);
                // OCR boxes are off by up to half a bullet.
                is_level
                    && line.area.left.saturating_add(bullet.width / 2) >= right
                    && line.area.left <= right.saturating_add(reach)
            })
            .min_by_key(|line| line.area.left);
        if let Some(line) = item {
            line.role = Role::Item;
        }
    }
    let starts: Vec<Option<Start>> = lines.iter().map(start).collect();
    let edges: Vec<Start> = lines.iter().filter_map(edge).collect();
    for (index, own) in starts.iter().enumerate() {
        let Some(own) = own else { continue };
        let alike = starts.iter().flatten().filter(|other| other.is_like(own)).count();
        let beside = edges.iter().filter(|edge| edge.is_like(own)).count();
        let boxes = starts.iter().flatten().filter(|other| other.is_like(own) && other.is_bracket).count();
        let seen = bullets.iter().filter(|bullet| own.begins_as(bullet)).count();
        let is_seen = seen >= 2 && (own.is_bracket || own.is_box_only && own.letters > 1);
        if own.is_box_only && boxes < 2 && !is_seen {
            continue;
        }
        // A single occurrence may be a word, such as Spanish "e".
        let is_mark = is_seen || own.is_plain && alike >= 2 || alike >= 3 && alike * 3 >= beside;
        if let Some(line) = lines.get_mut(index).filter(|_| is_mark) {
            line.role = Role::Item;
            line.drop_first();
        }
    }
}

struct Start {
    region: u32,
    left: u32,
    size: f64,
    is_plain: bool,
    is_bracket: bool,
    is_box_only: bool,
    letters: usize,
}

impl Start {
    fn is_like(&self, other: &Self) -> bool {
        let apart = f64::from(self.left.abs_diff(other.left));
        self.region == other.region && apart <= self.size.max(other.size) * 0.35
    }

    fn begins_as(&self, bullet: &Area) -> bool {
        f64::from(self.left.abs_diff(bullet.left)) <= self.size * 0.35
    }
}

fn start(line: &Line) -> Option<Start> {
    let first = line.words.first()?;
    line.words.get(1)?;
    let text = first.text.trim();
    let is_short = text.chars().count() <= 2 && text.chars().all(|c| MARKER_MISREADINGS.contains(c));
    let is_box = text.chars().count() <= 3 && text.chars().all(|c| CHECK_BOX_MISREADINGS.contains(c));
    let edge = edge(line).filter(|_| is_short || is_box)?;
    Some(Start { is_box_only: !is_short, ..edge })
}

fn edge(line: &Line) -> Option<Start> {
    let first = line.words.first()?;
    Some(Start {
        region: line.region,
        left: first.area.left,
        size: line.size,
        is_plain: !first.text.chars().any(char::is_alphanumeric),
        is_bracket: first.text.contains(['[', ']', '(', ')', '{', '}', '|'])
            && first.text.chars().count() <= 3,
        is_box_only: false,
        letters: first.text.chars().count(),
    })
}
