use recipe::{Nutrition, Span, duration};
use serde_json::{Map, Value};

pub(crate) type Object = Map<String, Value>;

pub(crate) fn text(node: &Object, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| match node.get(*name)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

pub(crate) fn objects<'a>(node: &'a Object, name: &str) -> impl Iterator<Item = &'a Object> {
    node.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

pub(crate) fn names(value: Option<&Value>) -> Vec<&str> {
    match value {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(items)) => items
            .iter()
            .filter_map(|item| match item {
                Value::Object(node) => {
                    let inner = node.get("label").and_then(Value::as_object).unwrap_or(node);
                    ["name", "title"].iter().find_map(|name| inner.get(*name)?.as_str())
                }
                other => other.as_str(),
            })
            .collect(),
        _ => Vec::new(),
    }
}

pub(crate) fn minutes(text: Option<String>) -> Option<u32> {
    duration::minutes(&text?).filter(|minutes| *minutes > 0)
}

/// Parses values separated by line breaks, commas, `;`, `|` or `•`: `Calories: 156 kcal`, `Grasas 2 g`, `320
/// kcal`. The second value has the parts that are none of the four facts.
pub(crate) fn nutrition(text: &str) -> (Nutrition, Vec<&str>) {
    let mut facts = Nutrition::default();
    let mut others = Vec::new();
    for piece in text.split(['\n', ';', '|', '•']).flat_map(|line| line.split(", ")) {
        let piece = piece.trim();
        let Some(at) = piece.find(|c: char| c.is_ascii_digit()) else {
            others.extend((!piece.is_empty()).then_some(piece));
            continue;
        };
        let label = piece.span(..at).trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        let value = piece.span(at..).trim().to_owned();
        let is = |starts: &[&str]| starts.iter().any(|start| label.starts_with(start));
        let is_energy = label.is_empty() && value.to_lowercase().contains("kcal");
        let fact = if is_energy || is(&["calor", "energ", "énerg", "valor energ", "kcal"]) {
            &mut facts.calories
        } else if is(&["fat", "total fat", "gras", "grasa", "lipid", "matières grasses"]) {
            &mut facts.fat
        } else if is(&["carb", "total carb", "hidratos", "glucid"]) {
            &mut facts.carbs
        } else if is(&["prot"]) {
            &mut facts.protein
        } else {
            others.push(piece);
            continue;
        };
        fact.get_or_insert(value);
    }
    (facts, others)
}

/// Formats a number as in recipes: 1.5 is `1 1/2`. Values that are not simple fractions stay decimal.
pub(crate) fn amount(number: f64) -> String {
    const PARTS: [(f64, &str); 7] = [
        (0.25, "1/4"),
        (0.5, "1/2"),
        (0.75, "3/4"),
        (1.0 / 3.0, "1/3"),
        (2.0 / 3.0, "2/3"),
        (0.125, "1/8"),
        (0.375, "3/8"),
    ];
    let whole = number.trunc();
    let part = PARTS.iter().find(|(part, _)| (number - whole - part).abs() < 0.005).map(|(_, words)| *words);
    match part {
        Some(words) if whole == 0.0 => words.to_owned(),
        Some(words) => format!("{whole} {words}"),
        None => format!("{}", (number * 1000.0).round() / 1000.0),
    }
}

/// File name without folder and extension, with spaces for `_` and `-`.
pub(crate) fn stem(name: &str) -> Option<String> {
    let last = name.rsplit('/').next().unwrap_or(name);
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem).replace(['_', '-'], " ");
    let stem = stem.split_whitespace().collect::<Vec<_>>().join(" ");
    (!stem.is_empty()).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_simple_fractions() {
        for (number, words) in [
            (2.0, "2"),
            (0.5, "1/2"),
            (1.75, "1 3/4"),
            (0.333, "1/3"),
            (2.667, "2 2/3"),
            (1.2, "1.2"),
            (350.0, "350"),
        ] {
            assert_eq!(amount(number), words);
        }
    }

    #[test]
    fn typed_nutrition_is_parsed_in_three_languages() {
        for text in [
            "Calories: 156 kcal\nFat: 2 g\nCarbohydrates: 27 g\nProtein: 6 g",
            "Calorías 156 kcal, Grasas: 2 g, Hidratos de carbono: 27 g, Proteínas 6 g",
            "Énergie : 156 kcal; Lipides : 2 g; Glucides : 27 g; Protéines : 6 g; Sel : 1 g",
        ] {
            let (facts, others) = nutrition(text);
            assert!(others.is_empty() || others == ["Sel : 1 g"], "{text}");
            let facts = [facts.calories, facts.fat, facts.carbs, facts.protein];
            assert_eq!(facts.map(Option::unwrap_or_default), ["156 kcal", "2 g", "27 g", "6 g"], "{text}");
        }
        assert_eq!(nutrition("Very healthy"), (Nutrition::default(), vec!["Very healthy"]));
        assert_eq!(nutrition("320 kcal a slice").0.calories.as_deref(), Some("320 kcal a slice"));
    }

    #[test]
    fn names_of_files_become_titles() {
        assert_eq!(stem("a/b/leek_soup-2.cook").as_deref(), Some("leek soup 2"));
        assert_eq!(stem("../../..").as_deref(), Some("."));
    }
}
