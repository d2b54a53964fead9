//! Finds the title of a pasted page with a weighted sum of features (decision 160).

use recipe::Places;
use std::collections::{HashMap, HashSet};

use super::buttons;
use super::chrome;
use super::print::{BLANK, MeasuredText, Row};
use super::rows::is_fact;
use super::titles;
use crate::cues;
use crate::schema::headings;
use crate::text::letters;

const MAX_REPEAT_DISTANCE: usize = 3;
const MAX_WORDS: usize = 18;
const MIN_REPEATED: usize = 8;
/// Number of rows before the list in which a title is likely.
const NEAR: usize = 40;
const MAX_STEM_COUNT: usize = 6;
/// Rows with more copies get a lower score, because they are probably part of a navigation menu.
const MAX_SAME: usize = 4;
const MAX_LOOKED_FOR: usize = 40;
const LONG: usize = 60;
const TITLE_METADATA_ROWS: usize = 4;
/// Number of rows after a title in which a byline raises its score.
const BYLINE: usize = 6;
const LONGEST_FRAME_CHARS: usize = 80;
const MAX_CONTAINING_LINES: usize = 6;
const CARD: usize = 25;
const MIN_CAPITALISED: usize = 3;
const LONGEST_MENU_CHARS: usize = 30;
const LONGEST_TRAIL_CHARS: usize = 120;
const LONGEST_RIGHTS_CHARS: usize = 200;
const CONTAINING_LINES_WEIGHT: f32 = 1.4;
const MAX_ROWS: usize = 4_000;

/// Row of the title for the ingredients at row `list`; `end` is the end of the recipe.
pub(super) fn headline(print: &MeasuredText<'_>, noise: &[bool], list: usize, end: usize) -> Option<usize> {
    ranked(print, noise, list, end).first().copied()
}

pub(super) fn ranked(print: &MeasuredText<'_>, noise: &[bool], list: usize, end: usize) -> Vec<usize> {
    let page = Page::of(print, noise, list, end);
    let mut scored: Vec<(f32, usize)> = (0..list.min(page.lines.len()))
        .filter(|at| !noise.at(*at) && may_be_headline(print, *at))
        .map(|at| (page.score(print, at), at))
        .collect();
    scored.sort_by(|one, two| two.0.total_cmp(&one.0));
    scored.truncate(MAX_LOOKED_FOR);
    let score = |&(score, at): &(f32, usize)| {
        score + CONTAINING_LINES_WEIGHT * ((1 + page.containing_lines(at)) as f32).ln()
    };
    let mut ranked: Vec<(f32, usize)> = scored.iter().map(|found| (score(found), found.1)).collect();
    ranked.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)));
    ranked.into_iter().map(|(_, at)| at).collect()
}

struct Page {
    lines: Vec<String>,
    stems: Vec<HashSet<String>>,
    recipe_stems: HashSet<String>,
    with_stem: HashMap<String, usize>,
    same: HashMap<String, usize>,
    /// Normalised lines just above the list.
    card: HashSet<String>,
    looks: Vec<Look>,
    list: usize,
    /// Row of the first long sentence.
    first_prose: usize,
    rights: String,
}

#[derive(Clone, Copy, Default)]
struct Look {
    is_prose: bool,
    is_short: bool,
    /// Whether the line is noise, a time or amount, a byline or a button.
    is_frame: bool,
    is_byline: bool,
    is_trail: bool,
}

impl Page {
    fn of(print: &MeasuredText<'_>, noise: &[bool], list: usize, end: usize) -> Self {
        let rows = || print.rows.iter().take(MAX_ROWS);
        let lines: Vec<String> = rows().map(|row| letters(&row.text)).collect();
        let stems: Vec<HashSet<String>> = rows().map(|row| titles::stems(&row.text).collect()).collect();
        let recipe_stems = stems.iter().take(end).skip(list).flatten().cloned().collect();
        let card = lines.iter().take(list).skip(list.saturating_sub(CARD)).cloned().collect();
        let looks: Vec<Look> = rows()
            .enumerate()
            .map(|(at, row)| Look {
                is_prose: row.chars > LONGEST_FRAME_CHARS && cues::is_sentence(&row.text),
                is_short: row.chars <= LONGEST_MENU_CHARS,
                is_frame: is_title_metadata(print, noise, at),
                is_byline: cues::is_byline(&row.text) && !cues::is_bare_amount(&row.text),
                is_trail: is_trail(&row.text),
            })
            .collect();
        let first_prose = looks.iter().position(|look| look.is_prose).unwrap_or(looks.len());
        let mut page = Self {
            lines,
            stems,
            recipe_stems,
            with_stem: HashMap::new(),
            same: HashMap::new(),
            card,
            looks,
            list,
            first_prose,
            rights: rights(print),
        };
        for stem in page.stems.iter().flatten() {
            *page.with_stem.entry(stem.clone()).or_default() += 1;
        }
        for line in &page.lines {
            *page.same.entry(line.clone()).or_default() += 1;
        }
        page
    }

    fn look(&self, at: Option<usize>) -> Look {
        at.and_then(|at| self.looks.get(at)).copied().unwrap_or_default()
    }

    fn score(&self, print: &MeasuredText<'_>, at: usize) -> f32 {
        let (Some(stems), Some(line), Some(row)) =
            (self.stems.get(at), self.lines.get(at), print.rows.get(at))
        else {
            return f32::MIN;
        };
        let list = self.list;
        let share = |count: usize| count as f32 / stems.len().max(1) as f32;
        let often = |stem: &String| self.with_stem.get(stem).copied().unwrap_or_default().min(MAX_STEM_COUNT);
        let words = row.text.split_whitespace().count();
        let is_set_off = row.drop >= BLANK || at == 0;
        let is_followed = print.rows.get(at + 1).is_some_and(|next| next.drop >= BLANK);
        let before = |count: usize| self.look(at.checked_sub(count));
        let behind = |count: usize| self.look(Some(at + count));
        let short = (1..=3).flat_map(|near| [before(near), behind(near)]).filter(|look| look.is_short);
        let same = self.same.get(line).copied().unwrap_or_default();
        let known = stems.iter().filter(|stem| self.recipe_stems.contains(*stem)).count();
        let is_in_card = at + CARD >= list;
        let is_above_story = at < self.first_prose && self.first_prose - at <= TITLE_METADATA_ROWS;
        let flag = |is_so: bool| f32::from(u8::from(is_so));
        let signs = [
            (1.25, share(known)),
            (1.0, known.min(4) as f32),
            (-1.5, flag(known == 0)),
            (0.75, stems.len().min(4) as f32),
            (3.75, share(stems.iter().map(often).sum::<usize>()) / MAX_STEM_COUNT as f32),
            (2.0, share_of_capitals(&row.text)),
            (0.75, (same.clamp(1, 3) as f32).ln()),
            (-2.25, flag(same > MAX_SAME)),
            (1.5, flag(self.is_repeated_nearby(at))),
            (1.0, flag(is_set_off)),
            (-1.75, flag(is_set_off && is_followed)),
            (1.25, flag((1..=TITLE_METADATA_ROWS).any(|next| behind(next).is_frame))),
            (0.75, flag(behind(1).is_frame)),
            (0.75, flag((1..=BYLINE).any(|next| behind(next).is_byline))),
            (-2.0, flag(before(1).is_trail || before(2).is_trail)),
            (1.0, flag(behind(1).is_prose)),
            (0.75, flag((1..=2 * TITLE_METADATA_ROWS).any(|next| behind(next).is_prose))),
            (1.0, flag(is_above_story)),
            (1.0, flag(at + 1 == self.first_prose)),
            (0.25, short.count() as f32),
            (1.0, flag(list - at <= NEAR)),
            (1.25, flag(is_in_card)),
            (1.75, flag(!is_in_card && self.card.contains(line))),
            (-2.5, flag(list - at <= 2)),
            (2.0, at as f32 / list.max(1) as f32),
            (-2.5, flag(row.text.ends_with(['.', ':', ',', '?', '!']))),
            (-2.0, flag(cues::has_number(&row.text))),
            (-1.25, flag(words == 1)),
            (-1.0, flag(row.text.contains(['@', '|', '»', '›', '>', '©', '→', '…']))),
            (-1.0, flag(row.chars > LONG)),
            (-0.75, flag(row.text.contains(':'))),
            (-1.0, flag(self.occurs_without_recipe_word(row))),
            (-3.0, flag(!line.is_empty() && self.rights.contains(line.as_str()))),
        ];
        signs.iter().map(|(weight, sign)| weight * sign).sum()
    }

    /// Whether the same line is nearby: titles repeat as breadcrumbs or captions.
    fn is_repeated_nearby(&self, at: usize) -> bool {
        let line_at = |at: Option<usize>| at.and_then(|at| self.lines.get(at));
        let line = line_at(Some(at));
        line.is_some_and(|line| line.chars().count() >= MIN_REPEATED)
            && (1..=MAX_REPEAT_DISTANCE)
                .any(|far| line_at(at.checked_sub(far)) == line || line_at(Some(at + far)) == line)
    }

    fn occurs_without_recipe_word(&self, row: &Row<'_>) -> bool {
        let words = || row.text.split_whitespace();
        let name = || words().filter(|word| !headings::is_kind(word));
        name().count() < words().count()
            && self.same.contains_key(&letters(&name().collect::<Vec<_>>().join(" ")))
    }

    fn containing_lines(&self, at: usize) -> usize {
        let Some(line) = self.lines.get(at).filter(|line| line.chars().count() >= MIN_REPEATED) else {
            return 0;
        };
        let holds = |other: &&String| other.len() > line.len() && other.contains(line.as_str());
        self.lines.iter().filter(holds).take(MAX_CONTAINING_LINES).count()
    }
}

/// The letters and digits of all copyright lines, such as "© 2024 Orchard Kitchen".
fn rights(print: &MeasuredText<'_>) -> String {
    let rows = print.rows.iter().filter(|row| row.chars <= LONGEST_RIGHTS_CHARS && row.text.contains('©'));
    rows.map(|row| letters(&row.text)).collect::<Vec<_>>().join(" ")
}

fn may_be_headline(print: &MeasuredText<'_>, at: usize) -> bool {
    print.rows.get(at).is_some_and(|row| {
        row.text.split_whitespace().nth(MAX_WORDS).is_none()
            && titles::may_be_title(print, at)
            && !is_frame(&row.text)
    })
}

fn is_title_metadata(print: &MeasuredText<'_>, noise: &[bool], at: usize) -> bool {
    print.rows.get(at).is_some_and(|row| {
        row.chars <= LONGEST_FRAME_CHARS
            && (noise.at(at)
                || is_fact(&row.text)
                || cues::is_byline(&row.text)
                || buttons::is_button(&row.text))
    })
}

fn is_trail(line: &str) -> bool {
    line.chars().count() <= LONGEST_TRAIL_CHARS && line.contains(['»', '›', '>', '/', '|', '→'])
}

fn share_of_capitals(line: &str) -> f32 {
    let words = || line.split_whitespace().filter(|word| word.chars().nth(MIN_CAPITALISED).is_some());
    let capitals = words().filter(|word| word.starts_with(char::is_uppercase)).count();
    capitals as f32 / words().count().max(1) as f32
}

/// Whether the line is a byline, time, category, button, heading or sign-off.
fn is_frame(line: &str) -> bool {
    cues::is_byline(line)
        || is_only_time(line)
        || is_only_unit(line)
        || cues::is_category(line)
        || buttons::is_button(line)
        || chrome::is_end(line)
        || cues::is_sign_off(line)
        || cues::is_aside_heading(line)
        || cues::announced(line).is_some_and(|heading| heading.words_after <= 1)
        || cues::ends_with_ingredients(line)
        || cues::mentions_needs(line)
        || chrome::leads_to_others(line)
}

fn is_only_unit(line: &str) -> bool {
    let counted = || format!("1 {line}");
    !line.contains(' ') && (is_only_time(&counted()) || cues::is_portions(&counted()))
}

/// Example: "40 minutes", but not "20 minute noodles".
fn is_only_time(line: &str) -> bool {
    recipe::duration::leading(line).is_some_and(|(_, rest)| rest.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_around_a_title_are_distinguished_from_it() {
        for line in [
            "40 minutes",
            "1 h 30 min",
            "minutes",
            "personnes",
            "Gluten Free",
            "Sin gluten",
            "Sans lactose",
            "Side Dish",
            "More Quince Recipes",
            "Otras recetas de membrillo",
            "Toutes nos recettes",
            "Recipe courtesy of Ida Thorne",
            "What I Love About This Flan",
            "See also: Pear Flan",
        ] {
            assert!(is_frame(line), "{line}");
        }
        for line in
            ["20 Minute Noodles", "Gluten Free Plum Cake", "Quince Flan", "All-Quince Recipe", "Otra tarta"]
        {
            assert!(!is_frame(line), "{line}");
        }
    }
}
