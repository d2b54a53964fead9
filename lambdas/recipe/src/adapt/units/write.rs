//! Formats converted amounts: decimals for metric, fractions for US units.

use crate::{Language, Unit, unit};
use num_rational::Ratio;

use crate::adapt::units::convert::{Amount, System, float, system_of};

pub(crate) fn write(amount: Amount, language: Option<Language>) -> (String, String) {
    let Amount { low, high, unit } = amount;
    let number = |value| match system_of(unit) {
        Some(System::Metric) => decimal(value, language),
        _ => mixed(value),
    };
    let quantity = if low == high { number(low) } else { format!("{}–{}", number(low), number(high)) };
    (quantity, unit::agreeing(word(unit, language), high, language))
}

pub(crate) fn has_word(unit: Unit) -> bool {
    !word(unit, None).is_empty()
}

fn word(unit: Unit, language: Option<Language>) -> &'static str {
    let [en, es, fr] = match unit {
        Unit::Gram => ["g"; 3],
        Unit::Kilogram => ["kg"; 3],
        Unit::Millilitre => ["ml"; 3],
        Unit::Litre => ["l"; 3],
        Unit::Millimetre => ["mm"; 3],
        Unit::Centimetre => ["cm"; 3],
        Unit::Ounce => ["oz"; 3],
        Unit::Pound => ["lb"; 3],
        Unit::Teaspoon => ["tsp", "cdta", "c. à c."],
        Unit::Tablespoon => ["tbsp", "cda", "c. à s."],
        Unit::Cup => ["cup", "taza", "tasse"],
        Unit::Quart => ["quart", "cuarto", "pinte"],
        Unit::Inch => ["in", "pulg", "po"],
        _ => [""; 3],
    };
    match language {
        Some(Language::Es) => es,
        Some(Language::Fr) => fr,
        Some(Language::En) | None => en,
    }
}

/// Formats with up to two decimals: `475`, `12.5`, `1.25`.
fn decimal(value: Ratio<u64>, language: Option<Language>) -> String {
    let exact = float(value);
    let text = match exact {
        100.0.. => format!("{exact:.0}"),
        10.0.. => format!("{exact:.1}"),
        _ => format!("{exact:.2}"),
    };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match language {
        Some(Language::Es | Language::Fr) => text.replace('.', ","),
        Some(Language::En) | None => text.to_owned(),
    }
}

fn mixed(value: Ratio<u64>) -> String {
    let (whole, rest) = (value.to_integer(), value.fract());
    let sign = match (rest.numer(), rest.denom()) {
        (0, _) => return whole.to_string(),
        (1, 2) => "½".to_owned(),
        (1, 3) => "⅓".to_owned(),
        (2, 3) => "⅔".to_owned(),
        (1, 4) => "¼".to_owned(),
        (3, 4) => "¾".to_owned(),
        (1, 8) => "⅛".to_owned(),
        (3, 8) => "⅜".to_owned(),
        (5, 8) => "⅝".to_owned(),
        (7, 8) => "⅞".to_owned(),
        _ => rest.to_string(),
    };
    if whole == 0 { sign } else { format!("{whole} {sign}") }
}
