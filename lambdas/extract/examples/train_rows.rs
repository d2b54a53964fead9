//! Trains the row labeller: `train_rows PAGES.jsonl OUT.bin`, or `train_rows PAGES.jsonl --folds N
//! PREDICTIONS.jsonl` to label each site with weights from other sites.
//!
//! Input objects have `id`, `site`, `weight`, `text`, `title`, `ingredients`, `groups` and `instructions`.
//! The result is deterministic.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::io::Write;

use extract::labeller::training::{self, Fields, ObservedText};
use extract::labeller::{LabelSet, Model};
use extract::{Text, TextLine};
use serde::Deserialize;
use serde_json::json;

#[path = "train_rows/align.rs"]
mod align;
#[path = "train_rows/field.rs"]
mod field;

use field::{ConditionalRandomField, TrainingExample};

const MIN_SITES: usize = 3;
const MAX_FEATURES: usize = 16_000;
const EPOCHS: u64 = 5;
const SETTLING_EPOCHS: u64 = 2;
const RATE: f64 = 0.1;
const DECAY: f64 = 2e-5;
const DROPOUT: f64 = 0.5;
const BONUSES: [f32; 6] = [0.0, 1.0, 2.0, 3.0, 4.0, 6.0];
const MAX_ROWS: usize = 1_500;

#[derive(Deserialize)]
pub(crate) struct LabelledPage {
    id: String,
    site: String,
    weight: f64,
    text: String,
    title: String,
    ingredients: Vec<String>,
    groups: Vec<String>,
    instructions: Vec<String>,
    /// Whether the page is only labelled, not used for training.
    #[serde(default)]
    is_kept: bool,
}

struct Observed {
    page: LabelledPage,
    text: Text,
    observed: ObservedText,
    labels: Option<Vec<LabelSet>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (input, folds, out) = match args.as_slice() {
        [input, out] => (input, 0, out),
        [input, flag, folds, out] if flag == "--folds" => (input, folds.parse()?, out),
        _ => return Err("usage: train_rows PAGES.jsonl [--folds N] OUT".into()),
    };
    let pages: Vec<Observed> = std::fs::read_to_string(input)?
        .lines()
        .map(|line| Ok(observe(serde_json::from_str(line)?)))
        .collect::<Result<_, serde_json::Error>>()?;
    let aligned = pages.iter().filter(|page| page.labels.is_some()).count();
    report(&format!("{} pages, {aligned} aligned", pages.len()))?;
    if folds == 0 {
        let own: Vec<&Observed> = pages.iter().filter(|page| !page.page.is_kept).collect();
        let bytes = train(&own)?;
        std::fs::write(out, &bytes)?;
        return Ok(());
    }
    let mut sites: Vec<&str> = pages.iter().map(|page| page.page.site.as_str()).collect();
    sites.sort_unstable();
    sites.dedup();
    let fold: HashMap<&str, usize> = sites.iter().enumerate().map(|(at, site)| (*site, at % folds)).collect();
    let mut predictions = std::io::BufWriter::new(std::fs::File::create(out)?);
    for number in 0..folds {
        let is_in = |page: &&Observed| fold.get(page.page.site.as_str()) == Some(&number);
        let others: Vec<&Observed> = pages.iter().filter(|page| !is_in(page) && !page.page.is_kept).collect();
        let bytes = train(&others)?;
        let model = Model::from_bytes(&bytes).ok_or("these are no weights")?;
        for page in pages.iter().filter(|page| is_in(page)) {
            let both = training::read_both(&page.text, &model, &BONUSES);
            let fields = |fields: &Fields| json!({"title": fields.title, "ingredients": fields.ingredients, "instructions": fields.instructions});
            let line = json!({
                "id": page.page.id,
                "rules": fields(&both.rules),
                "labeller": both.labeller.iter().map(|read| json!({"fields": fields(&read.fields), "comparisons": read.comparisons, "chances": read.chances})).collect::<Vec<_>>(),
                "is_aligned": page.labels.is_some(),
            });
            writeln!(predictions, "{line}")?;
        }
    }
    Ok(())
}

fn observe(page: LabelledPage) -> Observed {
    let text = text_of(&page.text);
    let observed = training::observe(&text);
    let labels = align::labels(&observed.rows, &page).filter(|_| observed.rows.len() <= MAX_ROWS);
    Observed { page, text, observed, labels }
}

/// Converts blank lines to space above.
fn text_of(plain: &str) -> Text {
    let mut lines: Vec<TextLine> = Vec::new();
    let mut blanks = 0.0;
    for raw in plain.split('\n') {
        if raw.trim().is_empty() {
            blanks += 1.0;
            continue;
        }
        let space_above = if lines.is_empty() { 0.0 } else { f32::min(blanks, 4.0) };
        lines.push(TextLine { text: raw.trim().to_owned(), space_above, ..TextLine::default() });
        blanks = 0.0;
    }
    Text { lines, name: Some(String::from("copied")), ..Text::default() }
}

fn train(pages: &[&Observed]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut sites: HashMap<u32, HashSet<&str>> = HashMap::new();
    let aligned = || pages.iter().filter_map(|page| Some((*page, page.labels.as_ref()?)));
    for (page, _) in aligned() {
        for hash in page.observed.features.rows().flatten() {
            let seen = sites.entry(*hash).or_default();
            if seen.len() < MIN_SITES {
                seen.insert(page.page.site.as_str());
            }
        }
    }
    let mut hashes: Vec<u32> =
        sites.into_iter().filter(|(_, seen)| seen.len() >= MIN_SITES).map(|(hash, _)| hash).collect();
    hashes.sort_unstable();
    let numbers: HashMap<u32, u32> = hashes.iter().copied().zip(0..).collect();
    let examples: Vec<TrainingExample> = aligned()
        .map(|(page, labels)| {
            let rows = page.observed.features.rows();
            TrainingExample {
                rows: rows
                    .map(|row| row.iter().filter_map(|hash| numbers.get(hash).copied()).collect())
                    .collect(),
                contexts: page
                    .observed
                    .features
                    .contexts()
                    .iter()
                    .map(|context| usize::from(*context))
                    .collect(),
                labels: labels.clone(),
                weight: page.page.weight,
            }
        })
        .collect();
    let mut field = ConditionalRandomField::new(hashes.len(), DROPOUT);
    for epoch in 0..EPOCHS {
        let loss = field.learn(&examples, RATE, DECAY, epoch);
        report(&format!("epoch {epoch}: loss {loss:.4}"))?;
    }
    field.keep_top_features(MAX_FEATURES);
    for epoch in 0..SETTLING_EPOCHS {
        let loss = field.learn(&examples, RATE / 3.0, DECAY, EPOCHS + epoch);
        report(&format!("epoch {}: loss {loss:.4}", EPOCHS + epoch))?;
    }
    let bytes = field.pack(&hashes);
    report(&format!("{} examples, {} features, {} bytes", examples.len(), hashes.len(), bytes.len()))?;
    Ok(bytes)
}

fn report(text: &str) -> std::io::Result<()> {
    writeln!(std::io::stderr(), "{text}")
}
