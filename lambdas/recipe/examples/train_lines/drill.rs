//! Generates training lines from patterns (drills) for cases with few labelled lines.

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;

use crate::LabelledLine;

#[derive(Deserialize)]
struct Drill {
    lines: usize,
    patterns: Vec<Pattern>,
    /// Names that contain a participle, which is usually a preparation.
    keep: Vec<String>,
    /// Linking word before a name, and its elided form before a vowel, if it has one.
    de: Vec<String>,
    #[serde(flatten)]
    words: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pattern {
    weight: usize,
    text: String,
    #[serde(default)]
    article: bool,
}

pub(crate) fn lines(path: &str, foods: &str) -> Result<Vec<LabelledLine>, Box<dyn Error>> {
    let drills: BTreeMap<String, Drill> = toml::from_str(&std::fs::read_to_string(path)?)?;
    let mut lines = Vec::new();
    for (language, drill) in &drills {
        let names = names(foods, language, drill)?;
        let mut chance = DrillRng(language.bytes().fold(7, |state, c| state * 31 + u64::from(c)));
        let bag: Vec<&Pattern> =
            drill.patterns.iter().flat_map(|pattern| std::iter::repeat_n(pattern, pattern.weight)).collect();
        for _ in 0..drill.lines {
            let pattern = *chance.of(&bag);
            lines.push(fill(pattern, drill, &names, language, &mut chance)?);
        }
    }
    Ok(lines)
}

fn fill(
    pattern: &Pattern,
    drill: &Drill,
    names: &[String],
    language: &str,
    chance: &mut DrillRng,
) -> Result<LabelledLine, String> {
    let mut gold = LabelledLine { lang: language.to_owned(), ..LabelledLine::default() };
    let mut rest = pattern.text.as_str();
    let mut link = false;
    while let Some(open) = rest.find('{') {
        let close = rest[open..].find('}').map_or(rest.len(), |close| open + close);
        gold.sentence.push_str(&rest[..open]);
        // In the pattern, "{n}" follows the name without a space.
        if rest[open..].starts_with("{n}") {
            gold.sentence.push(' ');
        }
        if !gold.name.is_empty()
            && matches!(&rest[..open], " o " | " ou " | " et " | " y " | ", ")
            && rest[open..].starts_with("{f}")
        {
            gold.name.push_str(&rest[..open]);
        }
        let slot = &rest[open + 1..close.min(rest.len())];
        rest = rest.get(close + 1..).unwrap_or_default();
        let words: &[String] = match slot {
            "2" => {
                let second = format!("{} {}", chance.of(drill.words("g")?), chance.of(drill.words("m")?));
                gold.sentence.push_str(&second);
                continue;
            }
            "de" => {
                link = true;
                continue;
            }
            "f" => names,
            slot => drill.words(slot)?,
        };
        let word: &String = chance.of(words);
        let word = expanded(word, drill, chance)?;
        if std::mem::take(&mut link) {
            let elides = drill.de.len() > 1
                && word.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u', 'é', 'œ', 'h']);
            gold.sentence.push_str(&drill.de[usize::from(elides)]);
        }
        // Capitalize a third of the names, as in shopping lists.
        let capital = matches!(slot, "f") && chance.below(3) == 0 && gold.name.is_empty();
        let word = if capital { capitalised(&word) } else { word };
        gold.sentence.push_str(&word);
        match slot {
            "q" | "x" | "g" | "w" | "v" => gold.quantity = word,
            "a" if pattern.article => gold.quantity = word,
            // In "1 bonne pincée", the size is part of the unit.
            "s" if rest.starts_with(" {u}") => gold.unit = word + " ",
            "m" | "u" => gold.unit.push_str(word.trim_end_matches('.')),
            "f" | "k" | "fruit" => gold.name.push_str(&word),
            // In "comino en polvo", the preparation is part of the name.
            "n" => gold.name.push_str(&format!(" {word}")),
            _ => {}
        }
    }
    gold.sentence.push_str(rest);
    if chance.below(8) == 0 && !gold.sentence.ends_with('.') {
        gold.sentence.push('.');
    }
    Ok(gold)
}

/// Fills slots within a word: "para {meal}".
fn expanded(word: &str, drill: &Drill, chance: &mut DrillRng) -> Result<String, String> {
    let Some((before, (slot, after))) =
        word.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return Ok(word.to_owned());
    };
    let inner: &String = chance.of(drill.words(slot)?);
    let inner = expanded(inner, drill, chance)?;
    Ok(format!("{before}{inner}{}", expanded(after, drill, chance)?))
}

impl Drill {
    fn words(&self, slot: &str) -> Result<&[String], String> {
        self.words
            .get(slot)
            .map(Vec::as_slice)
            .ok_or_else(|| format!("a pattern names the slot {slot:?}, which has no words"))
    }
}

/// Food names of a language, except those that contain an amount or a preparation.
fn names(foods: &str, language: &str, drill: &Drill) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(foods)?.collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(|file| file.path());
    for file in files {
        let text = std::fs::read_to_string(file.path())?;
        let mut rows = text.lines().filter(|line| !line.starts_with('#'));
        let header = rows.next().unwrap_or_default();
        let Some(column) = header.split('\t').position(|title| title == language) else { continue };
        for row in rows {
            let cell = row.split('\t').nth(column).unwrap_or_default();
            names.extend(
                cell.split('|').map(str::trim).filter(|name| is_plain(name, drill)).map(str::to_owned),
            );
        }
    }
    Ok(names)
}

fn is_plain(name: &str, drill: &Drill) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    let is_unit = words.len() > 1 && recipe::Unit::find(words[0], None).is_some() && words[0] != "filet";
    let prepared = |word: &&str| {
        drill.words.get("p").into_iter().flatten().any(|participle| participle == word)
            || recipe::Unit::find(word, None).is_some()
    };
    let has_measure = name.contains(|c: char| c.is_ascii_digit());
    let keeps = drill.keep.iter().any(|kept| kept == name);
    !name.is_empty()
        && !has_measure
        && (keeps || !is_unit && !words.iter().skip(1).any(prepared))
        && !name.contains(" en ")
        && !name.contains(" con ")
        && !name.contains(" sin ")
        && !name.contains(" avec ")
        && !name.contains(" para ")
        && !name.contains(" pour ")
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

struct DrillRng(u64);

impl DrillRng {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn of<'a, T>(&mut self, words: &'a [T]) -> &'a T {
        &words[self.below(words.len())]
    }
}
