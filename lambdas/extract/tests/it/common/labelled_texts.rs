use std::fmt;
use std::fs;
use std::path::Path;

use extract::{Text, TextLine, Verdict, read_text};

const LANGUAGES: [&str; 3] = ["en", "es", "fr"];
/// Minimum share of words in order in correct instructions.
const RIGHT_INSTRUCTIONS: f64 = 0.95;

#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) language: &'static str,
    pub(crate) style: String,
    pub(crate) text: Text,
    pub(crate) title: String,
    pub(crate) ingredients: Vec<String>,
    pub(crate) steps: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) is_recipe: bool,
    pub(crate) title: String,
    pub(crate) ingredients: Vec<String>,
    pub(crate) steps: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Correctness {
    pub(crate) is_found: bool,
    pub(crate) title: bool,
    pub(crate) ingredients: bool,
    pub(crate) instructions: bool,
}

impl Correctness {
    pub(crate) fn is_all(self) -> bool {
        self.is_found && self.title && self.ingredients && self.instructions
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub(crate) texts: usize,
    pub(crate) ingredients: f64,
    pub(crate) instructions: f64,
    pub(crate) titles: f64,
    pub(crate) nothing_found: f64,
}

impl Figures {
    pub(crate) fn of(rights: &[Correctness]) -> Self {
        let share = |is: &dyn Fn(&Correctness) -> bool| {
            rights.iter().filter(|right| is(right)).count() as f64 * 100.0 / rights.len().max(1) as f64
        };
        Self {
            texts: rights.len(),
            ingredients: share(&|right| right.ingredients),
            instructions: share(&|right| right.instructions),
            titles: share(&|right| right.title),
            nothing_found: share(&|right| !right.is_found),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "texts {} lists exact {:.1} instructions {:.1} titles {:.1} nothing found {:.1}",
            self.texts, self.ingredients, self.instructions, self.titles, self.nothing_found
        )
    }
}

/// The texts of a set: `opened` or `kept`.
pub(crate) fn samples(part: &str) -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/labelled_texts").join(part);
    let mut samples = Vec::new();
    for language in LANGUAGES {
        let path = folder.join(language).with_extension("txt");
        let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let texts = source.split("### ").skip(1);
        samples.extend(texts.map(|text| sample(language, text)));
    }
    samples
}

fn sample(language: &'static str, source: &str) -> Sample {
    let mut lines = source.lines();
    let style = lines.next().unwrap_or_default().to_owned();
    let is_double = style.starts_with("double:");
    let mut sample = Sample {
        language,
        style,
        text: Text::default(),
        title: String::new(),
        ingredients: Vec::new(),
        steps: Vec::new(),
    };
    let mut blanks = 0;
    for line in lines.filter(|line| !line.is_empty()) {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (written, read) = rest.split_once(" => ").unwrap_or((rest, rest));
        let read: Vec<&str> = if kind.ends_with('>') { read.split(" ¦ ").collect() } else { vec![read] };
        match kind.trim_end_matches('>') {
            "T" if sample.title.is_empty() => sample.title = rest.to_owned(),
            "T" => sample.title = format!("{} {rest}", sample.title),
            "I" => sample.ingredients.extend(read.iter().map(|line| without_bullet(line).to_owned())),
            "S" => sample.steps.extend(read.iter().map(|line| without_number(line).to_owned())),
            "-" => {}
            other => panic!("{other:?} is no kind of line: {line}"),
        }
        if written.is_empty() {
            blanks += 1;
            continue;
        }
        let is_first = sample.text.lines.is_empty();
        sample.text.lines.push(TextLine {
            text: written.to_owned(),
            space_above: if is_first { 0.0 } else { (blanks + usize::from(is_double)) as f32 },
            ..TextLine::default()
        });
        blanks = 0;
    }
    sample
}

fn without_bullet(line: &str) -> &str {
    line.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(')
}

fn without_number(line: &str) -> &str {
    line.trim_start_matches(|c: char| !c.is_alphabetic() && !matches!(c, '¡' | '¿' | '('))
        .trim_start_matches("º. ")
        .trim_start_matches("° ")
}

impl Sample {
    pub(crate) fn read(&self) -> Found {
        let read = read_text(&self.text);
        let Some(recipe) = read.into_iter().find(|extraction| extraction.verdict == Verdict::Recipe) else {
            return Found::default();
        };
        let content = recipe.content;
        Found {
            is_recipe: true,
            title: content.title.unwrap_or_default(),
            ingredients: content.ingredients.into_iter().map(|ingredient| ingredient.text).collect(),
            steps: content.instructions,
        }
    }

    pub(crate) fn judge(&self, found: &Found) -> Correctness {
        let lines = |lines: &[String]| lines.iter().map(|line| words(line).join(" ")).collect::<Vec<_>>();
        let (expected, read) = (words(&self.steps.join(" ")), words(&found.steps.join(" ")));
        let alike =
            2.0 * longest_common(&expected, &read) as f64 / (expected.len() + read.len()).max(1) as f64;
        Correctness {
            is_found: found.is_recipe,
            title: letters(&self.title) == letters(&found.title),
            ingredients: lines(&self.ingredients) == lines(&found.ingredients),
            instructions: alike >= RIGHT_INSTRUCTIONS,
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation() || matches!(c, '¡' | '¿' | '…')))
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty())
        .collect()
}

fn letters(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| word.contains(char::is_alphanumeric)).collect()
}

fn longest_common(one: &[String], two: &[String]) -> usize {
    let mut row = vec![0; two.len() + 1];
    for word in one {
        let mut diagonal = 0;
        for (at, other) in two.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if word == other { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or_default()
}
