//! Compares the food table with its source: `cargo run -p recipe --example check_foods -- SR28.csv`.
//!
//! Columns of `SR28.csv`: `ndb_no`, `description`, `kcal`, `fat_g`, `carbohydrate_g`, `protein_g`, per 100 g.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

type Figures = [f64; 4];

/// Tolerances for rounding to 1 kcal and 0.1 g.
const TOLERANCE: Figures = [0.51, 0.051, 0.051, 0.051];

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: check_foods SR28.csv");
        return ExitCode::FAILURE;
    };
    match check(Path::new(&path)) {
        Ok((foods, wrong)) => {
            let is_written =
                writeln!(io::stdout(), "{foods} foods, {wrong} of them other than their source").is_ok();
            if wrong == 0 && is_written { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn check(source: &Path) -> Result<(u32, u32), String> {
    let read =
        |path: &Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let source: HashMap<String, Figures> =
        read(source)?.lines().filter_map(|line| source_row(&csv_fields(line))).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("foods");
    let (mut foods, mut wrong) = (0, 0);
    let files = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    for file in files {
        let path = file.map_err(|error| error.to_string())?.path();
        if path.extension().is_none_or(|extension| extension != "tsv") {
            continue;
        }
        for line in read(&path)?.lines().skip(1) {
            let row: Vec<&str> = line.split('\t').collect();
            let &[english, .., kcal, fat, carbohydrate, protein, _, _, _, _, _, numbers] = row.as_slice()
            else {
                continue;
            };
            foods += 1;
            let stated = [kcal, fat, carbohydrate, protein].map(|figure| figure.parse().unwrap_or(f64::NAN));
            match mixture(numbers, &source) {
                Some(expected) if agrees(stated, expected) => {}
                expected => {
                    wrong += 1;
                    eprintln!("{english}: {stated:?} but {numbers} has {expected:?}");
                }
            }
        }
    }
    Ok((foods, wrong))
}

fn agrees(stated: Figures, expected: Figures) -> bool {
    (0..4).all(|at| (stated[at] - expected[at]).abs() <= TOLERANCE[at])
}

/// Values of a food number, or of a mixture such as "01053:75+01145:25".
fn mixture(numbers: &str, source: &HashMap<String, Figures>) -> Option<Figures> {
    let mut sum = [0.0; 4];
    for part in numbers.split('+') {
        let (number, grams) = part.split_once(':').unwrap_or((part, "100"));
        let share = grams.parse::<f64>().ok()? / 100.0;
        for (sum, figure) in sum.iter_mut().zip(source.get(number)?) {
            *sum += figure * share;
        }
    }
    Some(sum)
}

fn source_row(fields: &[String]) -> Option<(String, Figures)> {
    let figure = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((fields.first()?.clone(), [figure(2)?, figure(3)?, figure(4)?, figure(5)?]))
}

fn csv_fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => {
                if let Some(field) = fields.last_mut() {
                    field.push(c);
                }
            }
        }
    }
    fields
}
