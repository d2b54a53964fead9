//! Corrects confused letters and signs by context.

use recipe::{Language, Span, Unit};

use crate::{Sheet, Word};

/// Confidence that a corrected word loses, in percentage points.
const LOST: u8 = 15;
const MISREAD_UNITS: [(&str, &str); 43] = [
    ("mi", "ml"),
    ("m1", "ml"),
    ("mI", "ml"),
    ("m|", "ml"),
    ("ci", "cl"),
    ("c1", "cl"),
    ("cI", "cl"),
    ("c|", "cl"),
    ("di", "dl"),
    ("d1", "dl"),
    ("dI", "dl"),
    ("d|", "dl"),
    ("|b", "lb"),
    ("ib", "lb"),
    ("Ib", "lb"),
    ("1b", "lb"),
    ("|bs", "lbs"),
    ("ibs", "lbs"),
    ("Ibs", "lbs"),
    ("1bs", "lbs"),
    ("02", "oz"),
    ("0z", "oz"),
    ("o2", "oz"),
    ("O2", "oz"),
    ("02z", "oz"),
    ("k9", "kg"),
    ("q", "g"),
    ("qg", "g"),
    ("ml1", "ml"),
    ("m11", "ml"),
    ("mll", "ml"),
    ("£", "g"),
    ("¢", "g"),
    ("gy", "g"),
    ("yg", "g"),
    ("eg", "g"),
    ("m9", "mg"),
    ("thsp", "tbsp"),
    ("tosp", "tbsp"),
    ("tbhsp", "tbsp"),
    ("Thsp", "Tbsp"),
    ("Tosp", "Tbsp"),
    ("isp", "tsp"),
];

/// Misread loanwords and their spelling. Tesseract's English data lacks their letters.
const MISREAD_LOANWORDS: [(&str, &str); 12] = [
    ("jalapefio", "jalapeño"),
    ("jalapefo", "jalapeño"),
    ("jalapeiio", "jalapeño"),
    ("jalapeflo", "jalapeño"),
    ("jalapefios", "jalapeños"),
    ("jalapefos", "jalapeños"),
    ("jalapeiios", "jalapeños"),
    ("jalapeflos", "jalapeños"),
    ("créme", "crème"),
    ("gruyére", "gruyère"),
    ("brulée", "brûlée"),
    ("pifia", "piña"),
];

/// Corrects the words of a line; `above` is the last word of the previous line.
pub(super) fn correct(sheet: &Sheet, line: &mut [Word], above: Option<&str>, language: Language) {
    for index in 0..line.len() {
        let before = index.checked_sub(1).and_then(|before| line.get(before)).map(|word| word.text.as_str());
        let after = line.get(index + 1).map(|word| word.text.as_str());
        let Some(word) = line.get(index) else { break };
        let corrected = number(&word.text)
            .or_else(|| one(&word.text, before, after, language))
            .or_else(|| unit(&word.text, before, above, after, language))
            .or_else(|| figures(&word.text, after, language))
            .or_else(|| joined_unit(&word.text))
            .or_else(|| joined_word(&word.text))
            .or_else(|| joined_spoons(&word.text, language))
            .or_else(|| grams(sheet, word, after, language))
            .or_else(|| degrees(&word.text, language))
            .or_else(|| borrowed(&word.text, language));
        let corrected = corrected.filter(|text| *text != word.text);
        if let (Some(text), Some(word)) = (corrected, line.get_mut(index)) {
            word.text = text;
            word.confidence = word.confidence.saturating_sub(LOST);
        }
    }
}

/// Splits into leading brackets, the word, and trailing punctuation.
fn bare(text: &str) -> (&str, &str, &str) {
    let core = text.trim_start_matches(['(', '[', '"', '“']);
    let lead = text.span(..text.len() - core.len());
    let bare = core.trim_end_matches([')', ']', ',', '.', ';', ':', '"', '”']);
    (lead, bare, core.span(bare.len()..))
}

fn is_amount(text: &str) -> bool {
    let (_, core, _) = bare(text);
    // In "g/14" an amount in another unit follows.
    let core = core
        .split_once('/')
        .map_or(core, |(unit, rest)| if unit.chars().all(char::is_alphabetic) { rest } else { core });
    !core.is_empty()
        && core.starts_with(|c: char| c.is_numeric())
        && core
            .chars()
            .all(|c| c.is_numeric() || matches!(c, '/' | '⁄' | '.' | ',' | '-' | '–' | '½' | '¼' | '¾'))
}

fn is_word(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() > 1 && text.starts_with(|c: char| c.is_alphabetic())
}

fn is_unit(text: &str, language: Language) -> bool {
    Unit::find(bare(text).1, Some(language)).is_some()
}

fn is_size_or_unit(text: &str, language: Language) -> bool {
    let sizes = [
        "small", "medium", "large", "whole", "heaping", "ripe", "big", "grande", "pequeña", "pequeño",
        "gros", "petit",
    ];
    is_unit(text, language) || sizes.contains(&text)
}

/// Corrects letters among digits before a unit: "A0 g", "(I5 oz)".
fn figures(text: &str, after: Option<&str>, language: Language) -> Option<String> {
    let (lead, core, end) = bare(text);
    if !end.is_empty()
        || core.len() < 2
        || !core.contains(|c: char| c.is_ascii_digit())
        || !is_unit(after?, language)
    {
        return None;
    }
    let figure = |c: char| match c {
        '0'..='9' => Some(c),
        'A' | 'a' => Some('4'),
        'I' | 'l' | 'i' | '|' => Some('1'),
        'O' | 'o' => Some('0'),
        'S' => Some('5'),
        'Z' => Some('2'),
        'B' => Some('8'),
        _ => None,
    };
    let read: Option<String> = core.chars().map(figure).collect();
    read.filter(|read| read != core).map(|read| format!("{lead}{read}"))
}

/// Corrects letters in numbers: "35O", "1OO", "l/2", "I/4".
fn number(text: &str) -> Option<String> {
    let (lead, core, end) = bare(text);
    let zeros = core.chars().filter(|c| matches!(c, 'O' | 'o')).count();
    let digits = core.chars().filter(char::is_ascii_digit).count();
    if digits > 0
        && zeros > 0
        && digits + zeros == core.len()
        && core.starts_with(|c: char| matches!(c, '1'..='9'))
    {
        // "20o" may be degrees.
        let is_degree = core.ends_with('o') && zeros == 1;
        return (!is_degree).then(|| format!("{lead}{}{end}", core.replace(['O', 'o'], "0")));
    }
    let (above, below) = core.split_once('/')?;
    let is_one = matches!(above, "l" | "I" | "|" | "i" | "!");
    let is_number = matches!(below, "2" | "3" | "4" | "8");
    (is_one && is_number).then(|| format!("{lead}1/{below}{end}"))
}

/// Corrects a stroke read for "1": "l cup", "I ½ cups", "| large egg".
fn one(text: &str, before: Option<&str>, after: Option<&str>, language: Language) -> Option<String> {
    let (lead, core, end) = bare(text);
    let starts_line = before.is_none_or(|before| !before.chars().any(char::is_alphanumeric));
    // "Ismall" is "1 small".
    if starts_line
        && let Some(rest) = core.strip_prefix(['l', 'I', '|', 'i'])
        && is_size_or_unit(rest, language)
        && rest.len() > 2
    {
        return Some(format!("{lead}1 {rest}{end}"));
    }
    if !matches!(core, "l" | "I" | "|" | "i" | "!") || !end.is_empty() {
        return None;
    }
    let after = after?;
    let is_number =
        after.starts_with(['(', '½', '⅓', '⅔', '¼', '¾', '⅛']) || is_amount(after) && after.contains('/');
    let is_number = is_number && after.contains(char::is_numeric);
    ((starts_line || !lead.is_empty()) && (is_number || is_size_or_unit(after, language)))
        .then(|| format!("{lead}1"))
}

/// Corrects a misread unit after an amount: "250 mi", "1 |b.", "(15 02)", "4 9 sel".
fn unit(
    text: &str,
    before: Option<&str>,
    above: Option<&str>,
    after: Option<&str>,
    language: Language,
) -> Option<String> {
    let (lead, core, end) = bare(text);
    if !lead.is_empty() {
        return None;
    }
    // The amount may end the previous line.
    let above = above.filter(|_| core.starts_with(['m', 'c', 't']));
    let before = before.or(above).filter(|before| is_amount(before) && bare(before).2.is_empty())?;
    if let Some((_, unit)) = MISREAD_UNITS.iter().find(|(misread, _)| *misread == core) {
        return Some(format!("{unit}{end}"));
    }
    // "1 1/2 1 de caldo", "500 y de fresas", "2 € à soupe": only a unit fits here.
    let letter = match (core, after, language) {
        ("1" | "|" | "I" | "i" | "!", Some("de"), Language::Es | Language::Fr) => Some("l"),
        ("y" | "9", Some("de"), Language::Es | Language::Fr) => Some("g"),
        ("€" | "e" | "¢", Some("à"), Language::Fr) => Some("c."),
        _ => None,
    };
    if let Some(letter) = letter.filter(|_| end.is_empty()) {
        return Some(letter.to_owned());
    }
    // "el" is a word in Spanish.
    if language == Language::Fr && core == "el" && after.is_some_and(is_word) {
        return Some(format!("cl{end}"));
    }
    // A single 9 or 8 between a number and a word means "g".
    let weighs = bare(before).1.parse::<u32>().is_ok_and(|number| number >= 10 || language != Language::En);
    let after = after.filter(|after| is_word(after) && !is_unit(after, language))?;
    (weighs && matches!(core, "9" | "8") && end.is_empty() && !after.contains('-')).then(|| "g".to_owned())
}

/// Corrects a misread unit joined to its number: "250mi", "14.50z", "1Ib".
fn joined_unit(text: &str) -> Option<String> {
    let (lead, core, end) = bare(text);
    let split = core.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(core.len());
    let (digits, rest) = core.split_at(split);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some((_, unit)) = MISREAD_UNITS
        .iter()
        .find(|(misread, _)| *misread == rest && rest.starts_with(|c: char| !c.is_ascii_digit()))
    {
        return Some(format!("{lead}{digits}{unit}{end}"));
    }
    // "(14.502)" is "14.5oz".
    if rest.is_empty()
        && let Some((whole, "502" | "202" | "802")) = digits.split_once('.')
    {
        return digits
            .strip_suffix("02")
            .filter(|_| whole.len() < 3)
            .map(|amount| format!("{lead}{amount}oz{end}"));
    }
    let amount = digits.strip_suffix('0').filter(|amount| amount.ends_with(|c: char| c.is_ascii_digit()))?;
    (rest == "z").then(|| format!("{lead}{amount}oz{end}"))
}

/// Separates a number from a word: "3cloves", "1oignon".
fn joined_word(text: &str) -> Option<String> {
    let (lead, core, end) = bare(text);
    let split = core.find(|c: char| !c.is_ascii_digit())?;
    let (digits, rest) = core.split_at(split);
    // Units and times may be printed without a space.
    let printed_so = ["gram", "mill", "minu", "hour", "heur", "hora", "second", "pers", "litr", "kilo"];
    let is_word =
        rest.chars().count() >= 5 && rest.chars().skip(1).all(|c| c.is_alphabetic() && c.is_lowercase());
    let starts_word = rest.starts_with(char::is_alphabetic);
    (starts_word
        && (1..=2).contains(&digits.len())
        && is_word
        && !printed_so.iter().any(|start| rest.starts_with(start)))
    .then(|| format!("{lead}{digits} {rest}{end}"))
}

/// Separates the words of a French spoon measure: "1c.àc.", "àc.desel".
fn joined_spoons(text: &str, language: Language) -> Option<String> {
    if language != Language::Fr {
        return None;
    }
    let (before, rest) = text.split_once('à')?;
    let digits = before.strip_suffix("c.").unwrap_or(before);
    if !digits.chars().all(|c| c.is_ascii_digit()) || digits.len() == before.len() && !digits.is_empty() {
        return None;
    }
    let size = rest.chars().next().filter(|size| matches!(size, 'c' | 's'))?;
    let behind = rest.get(1..)?.strip_prefix('.')?;
    let what = match behind.strip_prefix("de") {
        Some(food) if !recipe::foods_in(food, Some(language)).is_empty() => format!("de {food}"),
        _ => behind.to_owned(),
    };
    let spoon = if before.is_empty() { "" } else { "c." };
    let words = [digits, spoon, "à", &format!("{size}."), &what];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    Some(words.join(" "))
}

/// Corrects "1508 mantequilla": an 8 that descends below the line is a g.
fn grams(sheet: &Sheet, word: &Word, after: Option<&str>, language: Language) -> Option<String> {
    let (lead, core, end) = bare(&word.text);
    let amount = core.strip_suffix(['8', '9'])?;
    let number: u32 = amount.parse().ok()?;
    let follows = after.is_some_and(|after| is_word(after) && !is_unit(after, language)) && end.is_empty();
    // An old-style 9 also descends, but so does an old-style 5 beside it. An 8 never descends.
    let is_weight = number > 0
        && number.is_multiple_of(5)
        && number <= 2000
        && (number >= 10 || core.ends_with('8') || amount.contains(['3', '4', '5', '7']));
    (follows && is_weight && has_descender(sheet, word)).then(|| format!("{lead}{amount}g{end}"))
}

fn has_descender(sheet: &Sheet, word: &Word) -> bool {
    let area = word.area;
    let is_ink = |x: u32, y: u32| {
        let at = y as usize * sheet.width as usize + x as usize;
        sheet.grey.get(at).is_some_and(|grey| *grey < 150)
    };
    let (top, bottom) = (area.top, (area.top + area.height + area.height / 6).min(sheet.height));
    let columns: Vec<bool> =
        (area.left..area.left + area.width).map(|x| (top..bottom).any(|y| is_ink(x, y))).collect();
    let Some(end) = columns.iter().rposition(|ink| *ink) else { return false };
    let Some(gap) = columns.span(..end).iter().rposition(|ink| !ink) else { return false };
    let lowest = |from: usize, to: usize| {
        (top..bottom)
            .rev()
            .find(|y| (from..to).any(|x| u32::try_from(x).is_ok_and(|x| is_ink(area.left + x, *y))))
    };
    match (lowest(0, gap), lowest(gap, end + 1)) {
        (Some(others), Some(last)) => last > others + area.height / 8,
        _ => false,
    }
}

/// Restores the degree sign, which tesseract's Spanish data lacks: "350*F", "3509F", "220%".
fn degrees(text: &str, language: Language) -> Option<String> {
    let (lead, core, end) = bare(text);
    // The sign may be read as a quote.
    let (core, end) = match end.strip_prefix(['"', '”']) {
        Some(rest) => (format!("{core}\""), rest),
        None => (core.to_owned(), end),
    };
    let sign = if language == Language::Es { 'º' } else { '°' };
    let digits = core.find(|c: char| !c.is_ascii_digit()).unwrap_or(core.len());
    let (number, rest) = core.split_at(digits);
    let is_heat = |number: &str| {
        number.parse::<u32>().is_ok_and(|heat| (30..=550).contains(&heat) && heat.is_multiple_of(5))
    };
    let is_sign = |c: char| matches!(c, '*' | '\'' | '’' | '‘' | '"' | '”' | '“' | '%' | '^');
    let mut letters = rest.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some(c), Some(scale @ ('C' | 'F')), None) if is_sign(c) && is_heat(number) => {
            Some(format!("{lead}{number}{sign}{scale}{end}"))
        }
        // "200€" is "200°C".
        (Some('€'), None, _) if is_heat(number) && number.len() == 3 && language == Language::Fr => {
            Some(format!("{lead}{number}{sign}C{end}"))
        }
        (Some('%' | '*'), None, _) if is_heat(number) && number.len() == 3 && number != "100" => {
            Some(format!("{lead}{number}{sign}{end}"))
        }
        (Some(scale @ ('C' | 'F')), None, _) if number.len() == 4 => {
            let heat = number.strip_suffix(['0', '9'])?;
            is_heat(heat).then(|| format!("{lead}{heat}{sign}{scale}{end}"))
        }
        _ => None,
    }
}

fn borrowed(text: &str, language: Language) -> Option<String> {
    if language != Language::En {
        return None;
    }
    let (lead, core, end) = bare(text);
    let lower = core.to_lowercase();
    let (_, right) = MISREAD_LOANWORDS.iter().find(|(misread, _)| *misread == lower)?;
    let mut letters = right.chars();
    let first = letters.next()?;
    let first =
        if core.starts_with(char::is_uppercase) { first.to_uppercase().collect() } else { first.to_string() };
    Some(format!("{lead}{first}{}{end}", letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Area;

    fn corrected(text: &str, language: Language) -> String {
        let area = Area { left: 0, top: 0, width: 10, height: 10 };
        let mut line: Vec<_> = text
            .split(' ')
            .map(|text| Word { text: text.to_owned(), area, region: 0, line: 0, confidence: 90 })
            .collect();
        correct(&Sheet::default(), &mut line, None, language);
        line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn unambiguous_misreading_is_corrected() {
        use Language::{En, Es, Fr};
        for (language, read, right) in [
            (En, "1 |b. ground beef", "1 lb. ground beef"),
            (En, "1 1/2 ib. ground beef", "1 1/2 lb. ground beef"),
            (En, "2 Ibs potatoes", "2 lbs potatoes"),
            (En, "1 can tomatoes (15 02)", "1 can tomatoes (15 oz)"),
            (En, "1 can tomatoes (14.50z)", "1 can tomatoes (14.5oz)"),
            (En, "2 thsp butter", "2 tbsp butter"),
            (En, "l cup milk", "1 cup milk"),
            (En, "I ½ cups milk", "1 ½ cups milk"),
            (En, "l/2 cup milk", "1/2 cup milk"),
            (En, "35O g flour", "350 g flour"),
            (En, "Heat to 350*F.", "Heat to 350°F."),
            (En, "Heat to 3509F.", "Heat to 350°F."),
            (En, "1 jalapefio, sliced", "1 jalapeño, sliced"),
            (En, "- i large pepper", "- 1 large pepper"),
            (En, "1 can (I5 oz) peas", "1 can (15 oz) peas"),
            (En, "- Ismall onion", "- 1 small onion"),
            (En, "1 can tomatoes (14.502)", "1 can tomatoes (14.5oz)"),
            (En, "i (12 oz) package", "1 (12 oz) package"),
            (En, "1 can beans (19 02z)", "1 can beans (19 oz)"),
            (En, "400 g/14 0z can", "400 g/14 oz can"),
            (En, "3cloves garlic", "3 cloves garlic"),
            (Es, "200m1 leche", "200ml leche"),
            (Fr, "1oignon jaune", "1 oignon jaune"),
            (Fr, "2Tomates", "2 Tomates"),
            (Fr, "1c.àc. de sucre", "1 c. à c. de sucre"),
            (Fr, "1 c. àc.desel", "1 c. à c. de sel"),
            (Fr, "2c.às. d'huile", "2 c. à s. d'huile"),
            (Fr, "8 c. às. d'huile", "8 c. à s. d'huile"),
            (Fr, "10 el vin rouge", "10 cl vin rouge"),
            (Fr, "2 € à soupe de miel", "2 c. à soupe de miel"),
            (Es, "1 1/2 1 de caldo", "1 1/2 l de caldo"),
            (Es, "500 y de fresas", "500 g de fresas"),
            (En, "75 ¢ sugar", "75 g sugar"),
            (Fr, "100 q sucre", "100 g sucre"),
            (Fr, "A0 g de beurre", "40 g de beurre"),
            (Fr, "30 mi (2 c. à soupe) de beurre", "30 ml (2 c. à soupe) de beurre"),
            (Fr, "10 ci vin rouge", "10 cl vin rouge"),
            (Fr, "250mi de lait", "250ml de lait"),
            (Fr, "4 9 origan séché", "4 g origan séché"),
            (Fr, "four à 200€.", "four à 200°C."),
            (Es, "horno a 220%.", "horno a 220º."),
        ] {
            assert_eq!(corrected(read, language), right);
        }
    }

    #[test]
    fn plausible_text_is_unchanged() {
        use Language::{En, Es, Fr};
        for (language, read) in [
            (En, "I cook it every day"),
            (En, "1 9-inch pie crust"),
            (En, "1 9 inch pie crust"),
            (En, "2 8 oz packages"),
            (En, "100% cocoa"),
            (En, "crème 35 %"),
            (En, "1509 people came"),
            (En, "Heat to 350F"),
            (En, "a 20 minute rest"),
            (En, "the 1st and 2nd day"),
            (En, "2tbsp butter"),
            (En, "20minutes in the oven"),
            (En, "powder and | a line"),
            (Fr, "la 3ème fois"),
            (Fr, "2 càs huile, de 8 à 10"),
            (Es, "1 el agua"),
            (Es, "2 y 1 de queso"),
            (En, "1VANILLA"),
            (Es, "para mi hermana"),
            (Es, "1500 gramos de harina"),
            (Es, "35% de grasa"),
            (Fr, "30 cl de crème à 30%"),
            (Fr, "en 1998 environ"),
        ] {
            assert_eq!(corrected(read, language), read);
        }
    }
}
