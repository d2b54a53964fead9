use num_rational::Ratio;
use recipe::{Language, line, scale};

use super::random::Random;

const LINES: &[&str] = &[
    "2 cups plain flour, sifted",
    "1 ½ tsp. fine salt",
    "1/2 lb (225 g) cold butter, cut into cubes",
    "2 x 400 g tins of chopped tomatoes",
    "3-4 large eggs, at room temperature",
    "1 (14 oz) can coconut milk",
    "Juice of 1 lemon",
    "a handful of parsley (optional)",
    "Salt & pepper to taste",
    "1 cup plus 2 tablespoons sugar, divided",
    "10g/½oz fresh yeast or 1 sachet dried",
    "1 1/4-inch piece of ginger, peeled",
    "For the sauce:",
    "1 kilo y medio de patatas",
    "2 cucharadas soperas de aceite de oliva",
    "½ taza (120 ml) de leche",
    "3 dientes de ajo picados",
    "sal al gusto",
    "1 c. à soupe d'huile d'olive",
    "250 g de farine (T55), plus un peu pour le plan de travail",
    "2 cuillères à café de levure",
    "une pincée de sel",
    "1 gousse d'ail, hachée",
    "20 cl de crème fraîche épaisse",
];

const PIECES: &[&str] = &[
    "1",
    "2",
    "10",
    "½",
    "¼",
    "1/2",
    "1/0",
    "3/",
    "/",
    "-",
    "–",
    "to",
    "or",
    "x",
    "×",
    "+",
    "(",
    ")",
    "[",
    "]",
    ",",
    ".",
    ";",
    ":",
    " ",
    "\u{a0}",
    "\t",
    "g",
    "kg",
    "ml",
    "cup",
    "cups",
    "tbsp",
    "cucharada",
    "cuillère à soupe",
    "c. à s.",
    "de",
    "d'",
    "d’",
    "of",
    "a",
    "an",
    "une",
    "dozen",
    "heaped",
    "optional",
    "plus",
    "and",
    "et",
    "y",
    "%",
    "°",
    "\"",
    "'",
    "*",
    "•",
    "99999999999999999999",
    "18446744073709551615",
    "0.0000000001",
    "1e9",
    "1,5",
    "1.000",
    "٣",
    "İ",
    "ß",
    "ﬁ",
    "e\u{301}",
    "\u{200d}",
    "\u{feff}",
    "🍋",
    "大さじ",
    "&frac12;",
];

pub(crate) fn try_line(number: u64) -> Result<(), String> {
    let mut random = Random::new(number);
    let line = mutated(&mut random);
    let language = [None, Some(Language::En), Some(Language::Es), Some(Language::Fr)][random.below(4)];
    let read = line::read(&line, language);
    // Joining parts adds commas.
    let longest = 2 * line.len();
    if [&read.name, &read.quantity, &read.unit, &read.note].iter().any(|part| part.len() > longest) {
        return Err(String::from("broken: a part is no longer than its line"));
    }
    if line::measures(&line, language).len() > line.len() {
        return Err(String::from("broken: there are no more measures than letters"));
    }
    let factors = [Ratio::new(1, 3), Ratio::new(5, 2), Ratio::new(u64::MAX, 7), Ratio::new(1, u64::MAX)];
    let factor = factors[random.below(factors.len())];
    let scaled = scale::scale(&read.quantity, factor, language);
    if scaled.is_empty() != read.quantity.is_empty() {
        return Err(format!("broken: a scaled amount is an amount ({scaled:?})"));
    }
    Ok(())
}

fn mutated(random: &mut Random) -> String {
    let mut line: Vec<char> = random.pick(LINES).chars().collect();
    for _ in 0..random.below(6) {
        let at = random.below(line.len() + 1);
        let end = (at + random.below(12)).min(line.len());
        match random.below(8) {
            0..=3 => drop(line.splice(at..at, random.pick(PIECES).chars())),
            4 => drop(line.drain(at..end)),
            5 => {
                let piece = line[at..end].repeat([2, 5, 300][random.below(3)]);
                line.splice(at..at, piece);
            }
            6 => line.truncate(at),
            _ => line.extend(random.pick(LINES).chars()),
        }
    }
    line.into_iter().collect()
}
