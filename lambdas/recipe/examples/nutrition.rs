//! Compares nutrition estimates with the calories that pages state: `extract --full … | cargo run --release
//! -p recipe --example nutrition [-- --misses | --unknown | --lines | --foods]`
//!
//! `--misses` lists pages with an error above 25 %, `--unknown` lists unknown names by frequency, `--lines`
//! and `--foods` list the food of each line.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use recipe::{Content, nutrition};

fn main() -> io::Result<()> {
    let option = std::env::args().nth(1).unwrap_or_default();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut unknown: BTreeMap<(String, String), u32> = BTreeMap::new();
    let mut languages: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    let (mut pages, mut stating, mut failed, mut close, mut close_10) = (0, 0, 0, 0, 0);
    let mut shares_known = Vec::new();
    for line in io::stdin().lock().lines() {
        let prediction: serde_json::Value = serde_json::from_str(&line?)?;
        let content = &prediction["extraction"]["content"];
        let Ok(content) = serde_json::from_value::<Content>(content.clone()) else { continue };
        if content.ingredients.is_empty() {
            continue;
        }
        pages += 1;
        let language = content.language.map_or("other", |language| language.code()).to_owned();
        if option == "--foods" {
            explain(&mut out, &content)?;
        }
        for (ingredient, share) in content.ingredients.iter().zip(nutrition::shares(&content)) {
            let [all, found] = languages.entry(language.clone()).or_default();
            *all += 1;
            *found += u32::from(share.is_known || share.food.is_some());
            if share.food.is_none() && !share.is_known {
                *unknown.entry((language.clone(), ingredient.name.to_lowercase())).or_default() += 1;
            }
        }
        let estimate = nutrition::per_serving(&content);
        let Some(stated) =
            content.nutrition.calories.as_deref().and_then(first_number).filter(|kcal| *kcal > 0.0)
        else {
            continue;
        };
        stating += 1;
        let computed = estimate.nutrition.as_ref().and_then(|found| first_number(found.calories.as_deref()?));
        let Some(computed) = computed else {
            failed += 1;
            if option == "--misses" {
                let (servings, yields) = (content.servings, &content.yields);
                writeln!(
                    out,
                    "FAILED {} known {:.2} servings {servings:?} {yields:?}",
                    prediction["id"], estimate.known_share
                )?;
                explain(&mut out, &content)?;
            }
            continue;
        };
        let off = computed / stated - 1.0;
        shares_known.push((estimate.known_share, off.abs()));
        close += u32::from(off.abs() <= 0.25);
        close_10 += u32::from(off.abs() <= 0.1);
        if (option == "--misses" && off.abs() > 0.25) || option == "--lines" {
            let (servings, yields) = (content.servings, &content.yields);
            writeln!(
                out,
                "{:+.0} % {} stated {stated} computed {computed} known {:.2} servings {servings:?} {yields:?}",
                off * 100.0,
                prediction["id"],
                estimate.known_share
            )?;
            explain(&mut out, &content)?;
        }
    }
    if option == "--unknown" {
        let mut names: Vec<_> = unknown.into_iter().collect();
        names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for ((language, name), count) in names {
            writeln!(out, "{count}\t{language}\t{name}")?;
        }
    }
    writeln!(
        out,
        "{pages} pages with ingredients; {stating} of them state calories: {close} within 25 %, {close_10} within 10 %, {failed} failed"
    )?;
    for (language, [all, found]) in languages {
        writeln!(
            out,
            "{language}: {found} of {all} lines found ({:.1} %)",
            f64::from(found) * 100.0 / f64::from(all)
        )?;
    }
    for (from, to) in [(0.0, 0.5), (0.5, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.99), (0.99, 1.1)] {
        let of_share: Vec<_> = shares_known.iter().filter(|(known, _)| (from..to).contains(known)).collect();
        let good = of_share.iter().filter(|(_, off)| *off <= 0.25).count();
        writeln!(out, "known share {from}..{to}: {good} of {} within 25 %", of_share.len())?;
    }
    out.flush()
}

fn explain(out: &mut impl Write, content: &Content) -> io::Result<()> {
    for (ingredient, share) in content.ingredients.iter().zip(nutrition::shares(content)) {
        let mark = if share.is_known { ' ' } else { '?' };
        writeln!(
            out,
            "  {mark}{:6.0} g {:6.0} kcal  {:?} <- {}",
            share.grams, share.kcal, share.food, ingredient.text
        )?;
    }
    Ok(())
}

fn first_number(text: &str) -> Option<f32> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let number = &text[start..];
    let end = number.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',')).unwrap_or(number.len());
    number[..end].replace(',', ".").parse().ok()
}
