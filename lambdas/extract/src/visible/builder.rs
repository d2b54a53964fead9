use super::buttons::Buttons;
use super::elements::{begins_line, is_checked, is_dialog, is_heading_row, is_unread, keeps_breaks};
use super::inline_boundaries::{Boundary, begins_fraction};
use super::outline::{Block, BlockKind, Marked, Outline};
use super::tabs::Tabs;
use super::units::Units;
use crate::cues;
use crate::dom::{Dom, Kind, NodeId, Step};
use crate::names::{self, Role};
use recipe::{Places, Span};

/// Bytes of the outline above which further elements are dropped.
const MAX_TEXT_BYTES: usize = 1024 * 1024;
const MAX_BLOCKS: usize = 30_000;
/// Maximum elements with roles; real pages have about 100.
const MAX_MARKS: usize = 4_000;
const MAX_BREAKS_IN_ITEM: u16 = 2;
const MAX_LINES_OF_HEADING: usize = 3;

pub(super) fn outline(dom: &Dom) -> Outline<'_> {
    let mut builder = Builder {
        outline: Outline {
            dom,
            text: String::with_capacity(16 * 1024),
            blocks: Vec::with_capacity(512),
            marks: Vec::new(),
            groups: Vec::new(),
            spans: vec![(0, 0); dom.nodes.len()],
        },
        open: None,
        lines: Vec::new(),
        whole: Vec::new(),
        open_marks: Vec::new(),
        bold: 0,
        linked: 0,
        preformatted: 0,
        kinds: Vec::new(),
        left: None,
        units: Units::default(),
        boundary: Boundary::None,
        buttons: Buttons::of(dom),
        tabs: Tabs::of(dom),
    };
    builder.walk();
    let mut outline = builder.outline;
    // The last block may have been dropped because it is empty.
    let count = outline.blocks.len() as u32;
    // Text outside of elements belongs to the document.
    outline.spans.put(Dom::ROOT.0 as usize, (0, count));
    for end in outline
        .spans
        .iter_mut()
        .map(|span| &mut span.1)
        .chain(outline.marks.iter_mut().map(|marked| &mut marked.end))
    {
        *end = count.min(*end);
    }
    let named = outline
        .marks
        .iter()
        .filter(|marked| marked.mark.role == Role::Group && marked.end == marked.first + 1);
    outline.groups = named.map(|marked| marked.first).collect();
    outline.groups.sort_unstable();
    outline
}

struct Builder<'a> {
    outline: Outline<'a>,
    open: Option<Block>,
    /// Elements around the current position that begin lines.
    lines: Vec<NodeId>,
    /// List items and table rows around the current position.
    whole: Vec<Whole>,
    open_marks: Vec<usize>,
    bold: u32,
    linked: u32,
    /// Number of elements around the current position that keep line breaks.
    preformatted: u32,
    kinds: Vec<(NodeId, BlockKind)>,
    left: Option<NodeId>,
    units: Units,
    /// Boundary between inline elements since the last text.
    boundary: Boundary,
    buttons: Buttons,
    tabs: Tabs<'a>,
}

/// A list item or table row. It becomes one line, unless it contains several.
struct Whole {
    node: NodeId,
    first_block: usize,
    first_mark: usize,
    breaks: u16,
    cells: u16,
    holds_more: bool,
}

impl Builder<'_> {
    fn walk(&mut self) {
        let dom = self.outline.dom;
        let mut walk = dom.walk(Dom::ROOT);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(id) => match &dom.node(id).kind {
                    Kind::Text(piece) if self.preformatted > 0 => self.push_lines(piece),
                    Kind::Text(piece) => self.push(piece),
                    Kind::Element { name, .. } => {
                        let is_over = self.outline.text.len() > MAX_TEXT_BYTES
                            || self.outline.blocks.len() >= MAX_BLOCKS;
                        if is_over || is_unread(&name.local) || self.enter(id, &name.local) == Entered::Skip {
                            self.outline.spans.put(id.0 as usize, (u32::MAX, 0));
                            walk.skip_below(id);
                        }
                    }
                    Kind::Document => {}
                },
                Step::Leave(id) => {
                    if let Kind::Element { name, .. } = &dom.node(id).kind {
                        self.leave(id, &name.local);
                    }
                }
            }
        }
        self.flush();
    }

    fn enter(&mut self, id: NodeId, name: &str) -> Entered {
        let mark = names::mark(self.outline.dom, id);
        if mark.is_some_and(|mark| mark.role == Role::Aside)
            && !name.starts_with('h')
            && !matches!(name, "body" | "main" | "article")
        {
            return Entered::Skip;
        }
        if is_dialog(self.outline.dom, id) || matches!(name, "li" | "tr") && self.outline.dom.is_hidden(id) {
            return Entered::Skip;
        }
        if !self.whole.is_empty()
            && (self.outline.dom.is_hidden_inline(id) || self.buttons.is_in_each_item(self.outline.dom, id))
        {
            return Entered::Skip;
        }
        let is_in_heading =
            matches!(self.kinds.last(), Some((_, BlockKind::Heading(_)))) && self.open.is_some();
        if is_in_heading && name == "button" {
            return Entered::Skip;
        }
        if self.outline.text.ends_with(|c: char| c.is_ascii_digit()) && begins_fraction(self.outline.dom, id)
        {
            self.blank();
        }
        if begins_line(name) {
            self.flush();
        }
        let previous = self.outline.dom.node(id).previous;
        if let Some(left) = previous.filter(|_| previous == self.left) {
            self.boundary = self.boundary.max(Boundary::between(self.outline.dom, left, id));
        }
        self.units.enter(self.outline.dom, id, self.outline.text.len());
        let at = self.outline.blocks.len();
        if let Some((first, _)) = self.outline.spans.get_mut(id.0 as usize) {
            *first = at as u32;
        }
        if let Some(mark) = mark
            && self.outline.marks.len() < MAX_MARKS
        {
            if mark.role == Role::Part {
                self.blank();
            }
            self.open_marks.push(self.outline.marks.len());
            let at = at as u32;
            self.outline.marks.push(Marked { node: id, mark, first: at, end: at });
        }
        self.preformatted += u32::from(keeps_breaks(self.outline.dom, id));
        match name {
            "br" => {
                self.count_break();
                return Entered::Goes;
            }
            "b" | "strong" | "em" | "i" | "u" => self.bold += 1,
            "a" => self.linked += 1,
            // A cell with several lines ends before the next cell.
            "td" | "th" if self.whole.last().is_some_and(|row| row.breaks > MAX_BREAKS_IN_ITEM) => {
                self.flush()
            }
            "td" | "th" => {
                if let Some(row) = self.whole.last_mut() {
                    row.cells = row.cells.saturating_add(1);
                }
                self.blank();
            }
            "ul" | "ol" | "table" | "dl" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                if let Some(whole) = self.whole.last_mut() {
                    whole.holds_more = true;
                }
            }
            "li" | "tr" | "label" if name != "label" || is_checked(self.outline.dom, id) => {
                // The enclosing item contains this one, or its end tag is missing.
                if let Some(whole) = self.whole.last_mut() {
                    whole.holds_more = true;
                }
                // Unlike other labels, the label of a check box begins a line.
                self.flush();
                self.whole.push(Whole {
                    node: id,
                    first_block: self.outline.blocks.len(),
                    first_mark: self.outline.marks.len(),
                    breaks: 0,
                    cells: 0,
                    holds_more: false,
                });
            }
            _ => {}
        }
        if begins_line(name) {
            self.lines.push(id);
            let kind = match name {
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                    Some(BlockKind::Heading(name.as_bytes().at(1).saturating_sub(b'0')))
                }
                "dt" | "legend" | "summary" | "caption" | "button" => Some(BlockKind::Label),
                _ => None,
            };
            if let Some(kind) = kind {
                self.kinds.push((id, kind));
            }
        }
        self.push_label_of_tab(id);
        Entered::Goes
    }

    fn push_label_of_tab(&mut self, panel: NodeId) {
        let Some(label) = self.tabs.label(self.outline.dom, panel) else { return };
        self.flush();
        let text = &mut self.outline.text;
        let start = text.len() as u32;
        text.push_str(&label);
        let end = text.len() as u32;
        text.push(' ');
        let kind = BlockKind::Label;
        self.outline.blocks.push(Block { start, end, node: panel, kind, bold: end - start, linked: 0 });
    }

    fn leave(&mut self, id: NodeId, name: &str) {
        self.left = Some(id);
        self.preformatted -= u32::from(keeps_breaks(self.outline.dom, id));
        self.units.leave(self.outline.dom, id, &self.outline.text);
        if begins_line(name) {
            self.flush();
        }
        if self.lines.last() == Some(&id) {
            self.lines.pop();
        }
        if self.kinds.last().is_some_and(|(node, _)| *node == id) {
            let kind = self.kinds.pop().map(|(_, kind)| kind);
            // A long heading is body text in large letters. The text of its buttons does not count.
            let (first, _) = self.outline.span(id);
            let blocks = self.outline.blocks.get_mut_or_empty(first..);
            if blocks.iter().filter(|block| Some(block.kind) == kind).count() > MAX_LINES_OF_HEADING {
                for block in blocks {
                    block.kind = BlockKind::Plain;
                }
            }
        }
        if self.whole.last().is_some_and(|whole| whole.node == id) {
            self.flush();
            self.close_whole(name);
        }
        match name {
            "b" | "strong" | "em" | "i" | "u" => self.bold -= 1,
            "a" => self.linked -= 1,
            "td" | "th" => self.blank(),
            _ => {}
        }
        let at = self.outline.blocks.len() as u32;
        if let Some((_, end)) = self.outline.spans.get_mut(id.0 as usize) {
            *end = at;
        }
        if let Some(mark) = self.open_marks.last().and_then(|mark| self.outline.marks.get_mut(*mark))
            && mark.node == id
        {
            self.open_marks.pop();
            // An element within a line covers the whole line.
            let open = u32::from(self.open.is_some());
            mark.end = at + open;
            if mark.mark.role == Role::Part {
                self.blank();
            }
        }
    }

    /// Whether paragraphs are ingredient lines: two have amounts, or one follows a group heading.
    fn holds_lines(&self, first: usize) -> bool {
        let is_line = |text: &str| cues::starts_with_amount(text) && !cues::is_bare_amount(text);
        if self.outline.text(first).ends_with(':') && is_line(self.outline.text(first + 1)) {
            return true;
        }
        let paragraphs = first..self.outline.blocks.len();
        let is_measured = |block: &usize| {
            let text = self.outline.text(*block);
            cues::starts_with_unit_amount(text) || cues::ends_with_amount(text)
        };
        paragraphs.clone().all(|block| self.outline.dom.name(self.outline.node(block)) == "p")
            && paragraphs.filter(is_measured).nth(1).is_some()
    }

    fn close_whole(&mut self, name: &str) {
        let Some(Whole { node, first_block, first_mark, breaks, cells, holds_more }) = self.whole.pop()
        else {
            return;
        };
        let blocks = &self.outline.blocks;
        if holds_more || breaks > MAX_BREAKS_IN_ITEM || first_block >= blocks.len() {
            return;
        }
        // Cells with many paragraphs are columns of the page.
        if name == "tr" && blocks.len() - first_block > cells as usize + MAX_BREAKS_IN_ITEM as usize {
            return;
        }
        if name == "li" && self.holds_lines(first_block) {
            return;
        }
        let blocks = &mut self.outline.blocks;
        let kind = match name {
            "li" | "label" => BlockKind::Item,
            _ if is_heading_row(self.outline.dom, node) => BlockKind::Label,
            _ => BlockKind::Row,
        };
        let Some(last) = blocks.last().copied() else { return };
        let (mut bold, mut linked) = (0, 0);
        for block in blocks.span(first_block..) {
            bold += block.bold;
            linked += block.linked;
        }
        bold += (blocks.len() - first_block - 1) as u32;
        blocks.truncate(first_block + 1);
        let Some(block) = blocks.last_mut() else { return };
        *block = Block { end: last.end, node, kind, bold, linked, ..*block };
        for mark in self.outline.marks.get_mut_or_empty(first_mark..) {
            mark.first = mark.first.min(first_block as u32);
            mark.end = mark.end.min(first_block as u32 + 1);
        }
    }

    fn count_break(&mut self) {
        if let Some(whole) = self.whole.last_mut() {
            whole.breaks = whole.breaks.saturating_add(1);
        }
    }

    fn push_lines(&mut self, piece: &str) {
        for (at, line) in piece.split('\n').enumerate() {
            if at > 0 {
                self.flush();
                self.count_break();
            }
            self.push(line);
        }
    }

    fn push(&mut self, piece: &str) {
        self.separate_number_from_word(piece);
        if let Some(unit) = self.units.missing_before(piece).filter(|_| self.open.is_some()) {
            self.blank();
            self.outline.text.push_str(&unit);
            self.blank();
        }
        if std::mem::take(&mut self.boundary).lacks_blank(&self.outline.text, piece) {
            self.blank();
        }
        let text = &mut self.outline.text;
        for (at, word) in piece.split(is_blank).enumerate() {
            if at > 0
                && let Some(open) = &self.open
                && text.len() > open.start as usize
                && !text.ends_with([' ', '('])
            {
                text.push(' ');
            }
            if word.is_empty() {
                continue;
            }
            let open = self.open.get_or_insert_with(|| Block {
                start: text.len() as u32,
                end: 0,
                node: self.lines.last().copied().unwrap_or(Dom::ROOT),
                kind: self.kinds.last().map_or(BlockKind::Plain, |(_, kind)| *kind),
                bold: 0,
                linked: 0,
            });
            if word.starts_with(')') && text.len() > open.start as usize + 1 && text.ends_with(' ') {
                text.pop();
            }
            let before = text.len();
            if word.chars().any(is_invisible) {
                text.extend(word.chars().filter(|c| !is_invisible(*c)));
            } else {
                text.push_str(word);
            }
            let added = (text.len() - before) as u32 + u32::from(at > 0);
            if self.bold > 0 || self.kinds.last().is_some() {
                open.bold += added;
            }
            if self.linked > 0 {
                open.linked += added;
            }
        }
    }

    /// Inserts a blank between "Step 1" and "Preheat".
    fn separate_number_from_word(&mut self, piece: &str) {
        if self.outline.text.ends_with(|c: char| c.is_ascii_digit()) && piece.starts_with(char::is_uppercase)
        {
            self.blank();
        }
    }

    fn blank(&mut self) {
        if self.open.is_some() && !self.outline.text.ends_with([' ', '(']) {
            self.outline.text.push(' ');
        }
    }

    fn flush(&mut self) {
        let Some(mut open) = self.open.take() else { return };
        let text = &mut self.outline.text;
        let end = text.trim_end().len().max(open.start as usize);
        text.truncate(end);
        if text.len() == open.start as usize {
            return;
        }
        open.end = text.len() as u32;
        text.push(' ');
        self.outline.blocks.push(open);
    }
}

#[derive(PartialEq, Eq)]
enum Entered {
    Goes,
    Skip,
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' | '\u{fffc}')
}
