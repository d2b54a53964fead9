//! Removes the parts of an email outside the recipe: headers, quotation marks, greetings.

use super::ConvertedText;
use super::words::WORDS;
use crate::cues;
use crate::text_layout::{Text, TextLine};

const MAX_WORDS_OF_A_GREETING: usize = 5;
const LONGEST_LABEL_BYTES: usize = 20;
const MIN_HEADERS: usize = 2;
const LONGEST_DIVIDER_BYTES: usize = 60;

/// Removes ">" if most lines have it; otherwise drops a quoted mail at the end.
pub(super) fn without_quote_markers(text: &Text) -> Option<ConvertedText> {
    let is_quoted = |line: &&TextLine| line.text.starts_with('>');
    if text.lines.iter().filter(is_quoted).count() * 2 <= text.lines.len() {
        return without_quotation(text);
    }
    let mut space = 0.0_f32;
    let lines = (1..).zip(&text.lines).filter_map(|(number, line)| {
        let words = line.text.trim_start_matches(['>', ' ']);
        if words.is_empty() {
            space = 1.0;
            return None;
        }
        let space_above = line.space_above.max(std::mem::take(&mut space));
        Some((number, TextLine { text: words.to_owned(), space_above, ..line.clone() }))
    });
    Some(ConvertedText::new(text, lines))
}

/// Removes a quotation at the end, and the line above it: "On 3 March Ana wrote:".
fn without_quotation(text: &Text) -> Option<ConvertedText> {
    let is_quoted = |line: &TextLine| line.text.starts_with('>');
    let first = text.lines.iter().rposition(|line| !is_quoted(line)).map_or(0, |last| last + 1);
    let above = first.checked_sub(1)?;
    let names_sender = |line: &TextLine| {
        let folded = cues::folded(&line.text);
        line.text.ends_with(':') && WORDS.wrote.iter().any(|wrote| folded.ends_with(wrote.as_str()))
    };
    let is_answer = first < text.lines.len() && text.lines.get(above).is_some_and(names_sender);
    is_answer.then(|| ConvertedText::new(text, (1..).zip(text.lines.iter().take(above).cloned())))
}

/// Drops the headers; the subject becomes the title if there is no other.
pub(super) fn without_headers(text: &Text) -> Option<ConvertedText> {
    let headers: Vec<Option<Header<'_>>> = text.lines.iter().map(|line| header(&line.text)).collect();
    let mut is_gone = vec![false; text.lines.len()];
    let mut subject = None;
    let mut first = 0;
    for run in headers.chunk_by(|one, two| one.is_some() == two.is_some()) {
        let found: Vec<&Header<'_>> = run.iter().flatten().collect();
        let is_mail_header = |header: &&Header<'_>| header.subject.is_some() || header.has_address;
        let is_mail = found.len() >= MIN_HEADERS && found.iter().any(is_mail_header)
            || found.iter().any(|header| header.is_divider);
        for gone in is_gone.iter_mut().skip(first).take(run.len()).filter(|_| is_mail) {
            *gone = true;
        }
        subject = subject.or(found.iter().filter(|_| is_mail).find_map(|header| header.subject));
        first += run.len();
    }
    if !is_gone.contains(&true) {
        return None;
    }
    let mut shown = ConvertedText::without(text, &is_gone);
    shown.text.name = subject.map(|subject| without_answer(subject).to_owned()).or(shown.text.name);
    Some(shown)
}

struct Header<'a> {
    subject: Option<&'a str>,
    has_address: bool,
    /// Whether the line is a divider such as "---------- Forwarded message ---------".
    is_divider: bool,
}

fn header(line: &str) -> Option<Header<'_>> {
    if line.len() <= LONGEST_DIVIDER_BYTES && WORDS.dividers.contains(&cues::folded(line)) {
        return Some(Header { subject: None, has_address: false, is_divider: true });
    }
    let (label, value) = line.split_once(':').filter(|(label, _)| label.len() <= LONGEST_LABEL_BYTES)?;
    let label = cues::folded(label);
    let is_subject = WORDS.subjects.contains(&label);
    (is_subject || WORDS.headers.contains(&label)).then(|| Header {
        subject: is_subject.then(|| value.trim()),
        has_address: value.contains('@'),
        is_divider: false,
    })
}

fn without_answer(subject: &str) -> &str {
    let mut rest = subject;
    while let Some((_, words)) =
        rest.split_once(':').filter(|(label, _)| WORDS.answers.contains(&cues::folded(label)))
    {
        rest = words.trim_start();
    }
    rest
}

const MAX_LAST_LINES: usize = 3;
const LONGEST_FAREWELL_BYTES: usize = 60;

/// Drops a farewell at the end: "Un abrazo!!", "Would you like a vegan version?"
pub(super) fn without_farewell(text: &Text) -> Option<ConvertedText> {
    let first = text.lines.len().saturating_sub(MAX_LAST_LINES).max(1);
    let at = first + text.lines.iter().skip(first).position(|line| is_farewell(&line.text))?;
    Some(ConvertedText::new(text, (1..).zip(text.lines.iter().take(at).cloned())))
}

fn is_farewell(line: &str) -> bool {
    let folded = cues::folded(line);
    // Words may follow longer phrases: "Enjoy and let me know!"
    let starts = |phrase: &String| {
        folded.strip_prefix(phrase.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            || phrase.contains(' ') && format!(" {folded} ").contains(&format!(" {phrase} "))
    };
    line.len() <= LONGEST_FAREWELL_BYTES
        && line.starts_with(|c: char| !c.is_numeric())
        && WORDS.farewells.iter().any(starts)
}

pub(crate) fn is_greeting(line: &str) -> bool {
    let folded = cues::folded(line);
    let first = folded.split(' ').next().unwrap_or_default();
    let two = folded.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
    let greets = line.ends_with([',', '!', '.', ':'])
        && folded.split(' ').count() <= MAX_WORDS_OF_A_GREETING
        && (WORDS.greetings.contains(first) || WORDS.greetings.contains(&two));
    greets || WORDS.introductions.contains(&folded)
}
