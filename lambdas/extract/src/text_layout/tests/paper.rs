use super::super::{Text, TextLine, Wrapping, read_text};
use crate::extraction::{Extraction, Place};

/// Letter width and height and line distance at size 1, in ten-thousandths of the page.
const LETTER: f32 = 85.0;
pub(super) const HEIGHT: f32 = 120.0;
const PITCH: f32 = 180.0;

#[derive(Default)]
pub(super) struct Paper {
    text: Text,
    block: u32,
    page: u16,
}

impl Paper {
    pub(super) fn new() -> Self {
        let text =
            Text { wrapping: Wrapping::Printed, is_recognised: true, is_inexact: true, ..Text::default() };
        Self { text, ..Self::default() }
    }

    pub(super) fn turn(mut self) -> Self {
        self.page += 1;
        self
    }

    /// Adds a block. Empty lines are blank space, leading blanks an indent.
    pub(super) fn print(mut self, left: f32, top: f32, size: f32, lines: &str) -> Self {
        self.block += 1;
        let mut top = top;
        for line in lines.lines() {
            let words = line.trim_start();
            let indent = (line.len() - words.len()) as f32;
            if !words.is_empty() {
                let start = left + indent * LETTER * size;
                let first_word = words.split(' ').next().unwrap_or_default().chars().count() as f32;
                let end = start + words.chars().count() as f32 * LETTER * size;
                self.text.lines.push(TextLine {
                    text: words.to_owned(),
                    block: self.block,
                    place: Some(Place {
                        page: self.page,
                        left: start as u16,
                        top: top as u16,
                        right: (end as u16).min(10_000),
                        bottom: (top + HEIGHT * size) as u16,
                    }),
                    size,
                    indent,
                    first_word: first_word * LETTER * size,
                    confidence: 95,
                    ..TextLine::default()
                });
            }
            top += PITCH * size;
        }
        self
    }

    pub(super) fn read(&self) -> Extraction {
        let mut all = read_text(&self.text);
        assert_eq!(all.len(), 1);
        all.remove(0)
    }
}

pub(super) fn file(source: &str) -> Text {
    let mut text = Text::default();
    let mut space_above = 0.0;
    for line in source.lines() {
        let words = line.trim();
        if words.is_empty() {
            space_above += 1.0;
            continue;
        }
        text.lines.push(TextLine { text: words.to_owned(), space_above, ..TextLine::default() });
        space_above = 0.0;
    }
    text
}

pub(super) fn ingredients(extraction: &Extraction) -> Vec<&str> {
    extraction.content.ingredients.iter().map(|line| line.text.as_str()).collect()
}

pub(super) fn groups(extraction: &Extraction) -> Vec<Option<&str>> {
    extraction.content.ingredients.iter().map(|line| line.group.as_deref()).collect()
}

pub(super) fn steps(extraction: &Extraction) -> Vec<&str> {
    extraction.content.instructions.iter().map(String::as_str).collect()
}
