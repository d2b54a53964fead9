//! Removes chapters of a video description: "0:00 Intro", "2:10 Cooking".

use super::ConvertedText;
use super::words::WORDS;
use crate::cues;
use crate::text_layout::Text;

const MIN_CHAPTERS: usize = 3;
const SECONDS_OF_A_MINUTE: u32 = 60;

/// Drops chapters and their heading: consecutive lines with increasing times from 0:00.
pub(super) fn without_chapters(text: &Text) -> Option<ConvertedText> {
    let starts: Vec<Option<u32>> = text.lines.iter().map(|line| chapter_start(&line.text)).collect();
    let mut is_chapter = vec![false; starts.len()];
    let mut first = 0_usize;
    for run in starts.chunk_by(|one, two| matches!((one, two), (Some(one), Some(two)) if one < two)) {
        if run.len() >= MIN_CHAPTERS && run.first() == Some(&Some(0)) {
            let above = first.checked_sub(1).filter(|above| {
                text.lines.get(*above).is_some_and(|line| WORDS.chapters.contains(&cues::folded(&line.text)))
            });
            let from = above.unwrap_or(first);
            is_chapter
                .iter_mut()
                .take(first + run.len())
                .skip(from)
                .for_each(|is_chapter| *is_chapter = true);
        }
        first += run.len();
    }
    is_chapter.contains(&true).then(|| ConvertedText::without(text, &is_chapter))
}

fn chapter_start(line: &str) -> Option<u32> {
    let (time, name) = line.split_once(' ')?;
    let time = time.trim_matches(['(', ')', '[', ']']);
    let parts: Vec<&str> = time.split(':').collect();
    let is_time = (2..=3).contains(&parts.len())
        && parts.iter().all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
        && parts.last().is_some_and(|seconds| seconds.len() == 2);
    if !is_time || !name.contains(char::is_alphabetic) {
        return None;
    }
    parts.iter().try_fold(0_u32, |sum, part| {
        sum.checked_mul(SECONDS_OF_A_MINUTE)?.checked_add(part.parse::<u32>().ok()?)
    })
}
