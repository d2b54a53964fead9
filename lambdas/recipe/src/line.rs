//! An ingredient line becomes amount, unit and name.

use crate::lexicon::Class;
use crate::measure::{self, Measure};
use crate::token::{self, Kind, Token};
use crate::{Ingredient, Language};

/// Reads one line of plain text.
///
/// Amount, unit and name are stretches of the line as it stands; `text` is always the whole line without the blanks
/// around it. A line that does not start with an amount keeps everything as its name. A second amount ("/½oz",
/// "(240 ml)") stays in `text` only. `language` says whose words count first; the other languages help out.
#[must_use]
pub fn read(line: &str, language: Option<Language>) -> Ingredient {
    let text = line.trim();
    let body = text.trim_start_matches(is_bullet);
    let tokens = token::tokens(body, language);
    let parts = parts(body, &tokens).unwrap_or(Parts { quantity: "", unit: "", name: body });
    Ingredient {
        name: parts.name.to_owned(),
        quantity: parts.quantity.to_owned(),
        unit: parts.unit.to_owned(),
        text: text.to_owned(),
        ..Ingredient::default()
    }
}

/// Every amount that the line states, exact and in order: see [`Measure`].
#[must_use]
pub fn measures(line: &str, language: Option<Language>) -> Vec<Measure> {
    measure::measures(line, language)
}

struct Parts<'a> {
    quantity: &'a str,
    unit: &'a str,
    name: &'a str,
}

fn parts<'a>(body: &'a str, tokens: &[Token]) -> Option<Parts<'a>> {
    let first = tokens.first()?;
    let unit_at = |at: usize| unit_from(tokens, at);
    let is_number = first.is_amount() || (first.is(Class::NUMERAL) && tokens.len() > 1);
    let is_article = first.is(Class::ARTICLE) && unit_at(1).is_some();
    if !is_number && !is_article {
        return None;
    }
    let quantity = &body[first.start..first.end];
    let counted = skip_aside(tokens, 1);
    let name_from = |at: usize| tokens.get(at).map_or("", |token| tidy(&body[token.start..]));
    let without_unit = || {
        let name = name_from(counted);
        (!name.is_empty()).then_some(Parts { quantity, unit: "", name })
    };
    let Some(unit) = unit_at(counted) else { return without_unit() };
    let mut after = skip_second_amount(tokens, unit + 1);
    if tokens.get(after).is_some_and(|token| token.is(Class::LINK)) {
        after += 1;
    }
    let name = name_from(after);
    if name.is_empty() {
        return without_unit();
    }
    Some(Parts { quantity, unit: &body[tokens[counted].start..tokens[unit].end], name })
}

/// Where the unit at `at` ends, a word of size before it included ("heaped tbsp").
fn unit_from(tokens: &[Token], at: usize) -> Option<usize> {
    if tokens.get(at)?.unit.is_some() {
        return Some(at);
    }
    (tokens[at].is(Class::SIZE) && tokens.get(at + 1)?.unit.is_some()).then_some(at + 1)
}

/// Skips a size in brackets before the unit: "1 (14 oz) can".
fn skip_aside(tokens: &[Token], at: usize) -> usize {
    let opens = tokens.get(at).is_some_and(|token| token.kind == Kind::Open);
    if !opens || !tokens.get(at + 1).is_some_and(Token::is_amount) {
        return at;
    }
    tokens[at..].iter().position(|token| token.kind == Kind::Close).map_or(at, |close| at + close + 1)
}

/// Skips the same amount said once more in another unit: "/½oz", "/ 9 fl oz", "(240 ml)".
fn skip_second_amount(tokens: &[Token], at: usize) -> usize {
    let slashed = tokens.get(at).is_some_and(|token| token.kind == Kind::Slash)
        && tokens.get(at + 1).is_some_and(Token::is_amount)
        && tokens.get(at + 2).is_some_and(|token| token.unit.is_some());
    skip_aside(tokens, if slashed { at + 3 } else { at })
}

/// Takes off what is left hanging at both ends when the amount is gone.
fn tidy(name: &str) -> &str {
    let is_loose = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':');
    name.trim_start_matches(|c: char| is_loose(c) || matches!(c, '-' | '–' | '.')).trim_end_matches(is_loose)
}

fn is_bullet(c: char) -> bool {
    c.is_whitespace() || matches!(c, '•' | '·' | '▢' | '□' | '☐' | '◦' | '●' | '○' | '■' | '*' | '-' | '–')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::Unit;

    #[test]
    fn measures_say_the_whole_amount() {
        use Unit::{Can, Cup, Gram, Inch, Millilitre, Ounce, Pound, Tablespoon};
        let check = |line: &str, expected: &[(&str, Option<Unit>)]| {
            let read: Vec<_> = measures(line, Some(Language::En))
                .into_iter()
                .map(|measure| {
                    let range = if measure.low == measure.high {
                        String::new()
                    } else {
                        format!("-{}", measure.high)
                    };
                    let sign = if measure.adds { "+" } else { "" };
                    (format!("{sign}{}{range}", measure.low), measure.unit)
                })
                .collect();
            let expected: Vec<_> = expected.iter().map(|(text, unit)| ((*text).to_owned(), *unit)).collect();
            assert_eq!(read, expected, "{line:?}");
        };
        check("1 cup (240 ml) milk", &[("1", Some(Cup)), ("240", Some(Millilitre))]);
        check("200g/7oz chocolate", &[("200", Some(Gram)), ("7", Some(Ounce))]);
        check("1 (14 oz) can beans", &[("1", Some(Can)), ("14", Some(Ounce))]);
        check("2 (14-ounce) cans beans", &[("2", Some(Can)), ("28", Some(Ounce))]);
        check("One 14.5-ounce can tomatoes", &[("1", Some(Can)), ("29/2", Some(Ounce))]);
        check("2 x 400 g tins beans", &[("2", Some(Can)), ("800", Some(Gram))]);
        check("2x400g/14oz tins beans", &[("2", Some(Can)), ("800", Some(Gram)), ("28", Some(Ounce))]);
        check("a 400 g tin of beans", &[("1", Some(Can)), ("400", Some(Gram))]);
        check("4 chicken thighs (150 g each)", &[("4", None), ("600", Some(Gram))]);
        check("4 chicken thighs (600 g)", &[("4", None), ("600", Some(Gram))]);
        check("1 cup plus 2 tablespoons flour", &[("1", Some(Cup)), ("+2", Some(Tablespoon))]);
        check("2lb 3oz beef", &[("2", Some(Pound)), ("+3", Some(Ounce))]);
        check("1½-2 cups rice", &[("3/2-2", Some(Cup))]);
        check("1 or 2 carrots", &[("1-2", None)]);
        check("one or two carrots", &[("1-2", None)]);
        check("half a cup of rice", &[("1/2", Some(Cup))]);
        check("two dozen clams", &[("24", None)]);
        check("2 heaped tbsp cocoa", &[("2", Some(Tablespoon))]);
        check("Flour, 200 g", &[("200", Some(Gram))]);
        check("Eggs: 2", &[("2", None)]);
        check("1 cup flour, about 125 g, sifted", &[("1", Some(Cup)), ("125", Some(Gram))]);
        check("4 tomatoes or 2 cups canned tomatoes", &[("4", None)]);
        check("2 tbsp purée, diluted in 400ml water", &[("2", Some(Tablespoon))]);
        check("1 tbsp starch mixed with 2 tbsp water", &[("1", Some(Tablespoon))]);
        check("2 tomatoes, cut into 1-inch pieces", &[("2", None)]);
        check("1-inch piece ginger", &[("1", Some(Inch))]);
        check("2% milk", &[]);
        check("1/0 cup", &[]);
        check("salt", &[]);
    }
}
