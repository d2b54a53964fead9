//! Trains the line tagger: `train_lines OUT.bin TRAIN.jsonl… [--dev DEV.jsonl --predict PRED.jsonl]`.
//!
//! Input objects have `sentence`, `name`, `quantity`, `unit` and `lang`. The result is deterministic.

use std::collections::HashMap;
use std::error::Error;
use std::io::Write;

use recipe::model::{LABELS, Label, Model};
use recipe::training::{self, FeaturizedLine};
use recipe::{Language, scale};
use serde::Deserialize;

#[path = "train_lines/align.rs"]
mod align;
#[path = "train_lines/drill.rs"]
mod drill;
#[path = "train_lines/field.rs"]
mod field;
#[path = "train_lines/pack.rs"]
mod pack;

#[derive(Default, Deserialize)]
struct LabelledLine {
    sentence: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    quantity: String,
    #[serde(default)]
    unit: String,
    #[serde(default)]
    lang: String,
}

impl LabelledLine {
    fn language(&self) -> Option<Language> {
        Language::from_tag(&self.lang)
    }
}

struct TrainingExample {
    observations: Vec<u32>,
    joints: Vec<u8>,
    labels: Vec<usize>,
}

struct Options {
    out: String,
    train: Vec<String>,
    dev: Option<String>,
    predict: Option<String>,
    epochs: usize,
    rate: f32,
    decay: f32,
    buckets: usize,
    min_count: u32,
    dropout: f32,
    runs: u64,
    oracle: bool,
    weights: Option<String>,
    drills: Option<(String, String)>,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        out: String::new(),
        train: Vec::new(),
        dev: None,
        predict: None,
        epochs: 8,
        rate: 0.1,
        decay: 1e-5,
        buckets: 12_000,
        min_count: 2,
        dropout: 0.35,
        runs: 8,
        oracle: false,
        weights: None,
        drills: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} wants a value"));
        match arg.as_str() {
            "--dev" => options.dev = Some(value()?),
            "--predict" => options.predict = Some(value()?),
            "--epochs" => options.epochs = value()?.parse()?,
            "--rate" => options.rate = value()?.parse()?,
            "--decay" => options.decay = value()?.parse()?,
            "--buckets" => options.buckets = value()?.parse()?,
            "--min-count" => options.min_count = value()?.parse()?,
            "--dropout" => options.dropout = value()?.parse()?,
            "--runs" => options.runs = value()?.parse::<u64>()?.max(1),
            "--drills" => {
                options.drills = Some((value()?, args.next().ok_or("--drills wants PATTERNS and FOODS")?))
            }
            "--weights" => options.weights = Some(value()?),
            "--oracle" => options.oracle = true,
            _ if options.out.is_empty() => options.out = arg,
            _ => options.train.push(arg),
        }
    }
    if options.train.is_empty() && options.weights.is_none() {
        return Err("usage: train_lines OUT.bin TRAIN.jsonl… [--dev DEV.jsonl --predict PRED.jsonl]".into());
    }
    Ok(options)
}

fn read_gold(path: &str) -> Result<Vec<LabelledLine>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let bytes = match &options.weights {
        Some(path) => std::fs::read(path)?,
        None => train(&options)?,
    };
    let model = Model::from_bytes(&bytes).ok_or("these are no weights")?;
    if let (Some(dev), Some(predict)) = (&options.dev, &options.predict) {
        let mut out = std::io::BufWriter::new(std::fs::File::create(predict)?);
        for gold in read_gold(dev)? {
            let mut read = predict_line(&model, &gold, options.oracle);
            read.quantity = scale::in_digits(&read.quantity, gold.language());
            writeln!(out, "{}", serde_json::to_string(&read)?)?;
        }
    }
    Ok(())
}

fn train(options: &Options) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut golds = Vec::new();
    for path in &options.train {
        golds.extend(read_gold(path)?);
    }
    if let Some((patterns, foods)) = &options.drills {
        golds.extend(drill::lines(patterns, foods)?);
    }
    let mut numbers: HashMap<u64, u32> = HashMap::new();
    let mut hashes: Vec<u64> = Vec::new();
    let mut number = |hash: &u64| {
        *numbers.entry(*hash).or_insert_with(|| {
            hashes.push(*hash);
            (hashes.len() - 1) as u32
        })
    };
    let mut lessons = Vec::new();
    for gold in &golds {
        let FeaturizedLine { text, spans, observations } = training::observe(&gold.sentence, gold.language());
        let labels = align::labels(&text, &spans, &gold.name, &gold.quantity, &gold.unit);
        lessons.extend(labels.map(|labels| TrainingExample {
            observations: observations.hashes.iter().map(&mut number).collect(),
            joints: observations.joints,
            labels,
        }));
    }
    let skipped = golds.len() - lessons.len();
    report(&format!(
        "{} lines, {skipped} that could not be aligned, {} observations",
        lessons.len(),
        hashes.len()
    ))?;

    let mut runs = Vec::new();
    for run in 0..options.runs {
        let mut field = field::ConditionalRandomField::new(hashes.len(), options.dropout);
        field.drop_rare_features(&lessons, options.min_count);
        let mut loss = 0.0;
        for epoch in 0..options.epochs {
            loss = field.learn(&lessons, options.rate, options.decay, 100_000 * run + epoch as u64);
        }
        report(&format!("run {run}: loss {loss:.4}"))?;
        runs.push(field);
    }
    let mut mean = field::ConditionalRandomField::mean(&runs);
    let kept = mean.keep_top_features(options.buckets * recipe::model::SLOTS * 85 / 100);
    for (field, run) in runs.iter_mut().zip(0..) {
        field.keep_those_of(&mean);
        field.settle(&lessons, options.rate / 3.0, options.decay, 6, run);
    }
    let field = field::ConditionalRandomField::mean(&runs);
    let bytes = pack::pack(&field, &hashes, options.buckets);
    report(&format!("{kept} observations kept, {} bytes", bytes.len()))?;
    std::fs::write(&options.out, &bytes)?;
    Ok(bytes)
}

/// With `oracle`, uses the labels of the training data, as an upper bound.
fn predict_line(model: &Model<'_>, gold: &LabelledLine, oracle: bool) -> recipe::Ingredient {
    let language = gold.language();
    if oracle {
        let FeaturizedLine { text, spans, .. } = training::observe(&gold.sentence, language);
        if let Some(labels) = align::labels(&text, &spans, &gold.name, &gold.quantity, &gold.unit) {
            let labels: Vec<Label> = labels.iter().map(|label| LABELS[*label]).collect();
            return training::assemble(&gold.sentence, language, &labels);
        }
    }
    training::read_with(model, &gold.sentence, language)
}

fn report(text: &str) -> std::io::Result<()> {
    writeln!(std::io::stderr(), "{text}")
}
