//! Converts the front matter of a recipe note to text lines.

use crate::unpack::{Entries, Yaml};
use extract::{Role, TextLine, web_address};
use recipe::Language;

const MAX_DEPTH: usize = 4;
/// Maximum bytes of a time under a key that may also name the steps.
const LONGEST_FACT_BYTES: usize = 40;

#[derive(Default)]
pub(super) struct FrontMatter {
    pub(super) language: Option<Language>,
    pub(super) source: Option<String>,
    pub(super) lines: Vec<TextLine>,
    pub(super) ingredients: Vec<TextLine>,
    pub(super) steps: Vec<TextLine>,
}

impl FrontMatter {
    pub(super) fn of(entries: Entries) -> Self {
        let mut front = Self::default();
        for (key, value) in entries {
            match (Key::of(&key), value) {
                (Some(Key::Ingredients), value @ (Yaml::List(_) | Yaml::Map(_))) => {
                    front.ingredients = vec![heading("Ingredients", 2)];
                    add_ingredients(&mut front.ingredients, &value, 0);
                }
                (Some(Key::Steps), Yaml::List(items)) => {
                    let steps = items.iter().map(Yaml::line).filter(|step| !step.is_empty());
                    front.add_steps((1..).zip(steps).map(|(at, step)| (Role::Numbered(at), step)));
                }
                // "Preparation" is also a key for times.
                (Some(Key::Steps), Yaml::Text(text)) if text.trim().len() > LONGEST_FACT_BYTES => {
                    front.add_steps(lines_of(&text).into_iter().map(|line| (Role::Plain, line)));
                }
                (Some(key), Yaml::Text(text)) if !text.trim().is_empty() => front.tell(key, text.trim()),
                _ => {}
            }
        }
        front
    }

    fn add_steps(&mut self, steps: impl Iterator<Item = (Role, String)>) {
        self.steps = vec![heading("Instructions", 2)];
        self.steps.extend(steps.map(|(role, step)| TextLine { role, ..plain(&step) }));
    }

    fn tell(&mut self, key: Key, value: &str) {
        let label = match key {
            Key::Language => {
                self.language = Language::from_tag(value);
                return;
            }
            Key::Source => {
                // "source" may also be the name of a book.
                self.source = self.source.take().or_else(|| web_address(value));
                return;
            }
            Key::Title => {
                self.lines.push(TextLine { role: Role::Title, ..plain(value) });
                return;
            }
            Key::Description => {
                self.lines.extend(value.lines().filter(|line| !line.trim().is_empty()).map(plain));
                return;
            }
            Key::Servings => "Servings",
            Key::Yield => "Yield",
            Key::PrepTime | Key::Steps => "Prep time",
            Key::CookTime => "Cook time",
            Key::TotalTime => "Total time",
            Key::Ingredients => return,
        };
        if value.bytes().any(|byte| byte.is_ascii_digit()) {
            self.lines.push(plain(&format!("{label}: {value}")));
        }
    }
}

#[derive(Clone, Copy)]
enum Key {
    Title,
    Description,
    Language,
    Source,
    Servings,
    Yield,
    PrepTime,
    CookTime,
    TotalTime,
    Ingredients,
    Steps,
}

impl Key {
    fn of(key: &str) -> Option<Self> {
        Some(match letters(key).as_str() {
            "title" | "name" | "titulo" | "título" | "nombre" | "titre" | "nom" => Self::Title,
            "description" | "summary" | "descripcion" | "descripción" => Self::Description,
            "lang" | "language" | "idioma" | "langue" => Self::Language,
            "url" | "source" | "sourceurl" | "link" | "fuente" | "enlace" | "lien" => Self::Source,
            "servings" | "serves" | "portions" | "raciones" | "porciones" | "personas" | "comensales"
            | "personnes" | "parts" | "convives" => Self::Servings,
            "yield" | "yields" | "makes" | "rendimiento" | "rendement" => Self::Yield,
            "preptime"
            | "prep"
            | "preparationtime"
            | "tiempodepreparacion"
            | "tiempodepreparación"
            | "tiempopreparacion"
            | "tempsdepreparation"
            | "tempsdepréparation"
            | "tempspreparation" => Self::PrepTime,
            "cooktime" | "cook" | "cookingtime" | "tiempodecoccion" | "tiempodecocción" | "tiempococcion"
            | "coccion" | "cocción" | "tempsdecuisson" | "tempscuisson" | "cuisson" => Self::CookTime,
            "totaltime" | "total" | "time" | "duration" | "tiempo" | "tiempototal" | "duracion"
            | "duración" | "temps" | "tempstotal" | "duree" | "durée" => Self::TotalTime,
            "ingredients" | "ingredientes" | "ingrédients" => Self::Ingredients,
            "instructions" | "steps" | "directions" | "method" | "preparation" | "pasos"
            | "instrucciones" | "preparacion" | "preparación" | "elaboracion" | "elaboración" | "etapes"
            | "étapes" | "préparation" => Self::Steps,
            _ => return None,
        })
    }
}

fn letters(key: &str) -> String {
    key.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

fn add_ingredients(lines: &mut Vec<TextLine>, value: &Yaml, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Yaml::List(items) if is_list_of_lines(items) => {
            items.iter().for_each(|item| add_ingredients(lines, item, depth.saturating_add(1)));
        }
        Yaml::Map(entries) if entries.iter().any(|(_, value)| matches!(value, Yaml::List(_))) => {
            let name = of_part(entries, Part::Name);
            for (key, value) in entries.iter().filter(|(_, value)| matches!(value, Yaml::List(_))) {
                lines.push(heading(name.as_deref().unwrap_or(key), 3));
                add_ingredients(lines, value, depth.saturating_add(1));
            }
        }
        item => lines.extend(ingredient(item).map(|line| TextLine { role: Role::Item, ..plain(&line) })),
    }
}

/// Whether the items are separate lines, not the parts of one line: `["Flour", 200, "g"]`.
fn is_list_of_lines(items: &[Yaml]) -> bool {
    let is_number = |item: &Yaml| matches!(item, Yaml::Text(text) if is_number(text));
    !(items.len() <= 3 && items.iter().any(is_number))
}

fn ingredient(item: &Yaml) -> Option<String> {
    let line = match item {
        Yaml::Map(entries) if of_part(entries, Part::Name).is_some() => {
            let part = |part| of_part(entries, part).unwrap_or_default();
            let line = [part(Part::Amount), part(Part::Unit), part(Part::Name)].join(" ");
            let note = part(Part::Note);
            if note.is_empty() { line } else { format!("{line}, {note}") }
        }
        Yaml::List(parts) => match parts.as_slice() {
            [Yaml::Text(name), amount @ ..] if !is_number(name) => {
                let amount: Vec<String> = amount.iter().map(Yaml::line).collect();
                format!("{} {name}", amount.join(" "))
            }
            parts => parts.iter().map(Yaml::line).collect::<Vec<_>>().join(" "),
        },
        item => item.line(),
    };
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Name,
    Amount,
    Unit,
    Note,
}

fn of_part(entries: &Entries, wanted: Part) -> Option<String> {
    let is_wanted = |key: &str| {
        let part = match letters(key).as_str() {
            "name" | "title" | "ingredient" | "item" | "food" | "group" | "section" | "nombre"
            | "ingrediente" | "nom" | "titre" | "ingrédient" => Part::Name,
            "amount" | "quantity" | "qty" | "cantidad" | "quantite" | "quantité" => Part::Amount,
            "unit" | "units" | "unidad" | "unite" | "unité" => Part::Unit,
            "note" | "notes" | "comment" | "nota" | "comentario" | "commentaire" => Part::Note,
            _ => return false,
        };
        part == wanted
    };
    let (_, value) = entries.iter().find(|(key, value)| is_wanted(key) && matches!(value, Yaml::Text(_)))?;
    Some(value.line()).filter(|value| !value.is_empty())
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<f64>().is_ok()
}

/// Lines with their list markers. An indented line without a marker continues the previous line.
fn lines_of(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let goes_on =
            line.starts_with(char::is_whitespace) && line.trim_start().starts_with(char::is_alphabetic);
        match lines.last_mut() {
            Some(last) if goes_on => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push(line.trim().to_owned()),
        }
    }
    lines
}

fn plain(text: &str) -> TextLine {
    TextLine { text: text.to_owned(), space_above: 1.0, ..TextLine::default() }
}

fn heading(text: &str, level: u8) -> TextLine {
    TextLine { role: Role::Heading(level), ..plain(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unpack::yaml_entries;

    fn texts(lines: &[TextLine]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn keys_are_matched_in_three_languages_and_any_case() {
        let facts = |yaml: &str| texts(&FrontMatter::of(yaml_entries(yaml)).lines).join(" | ");
        assert_eq!(
            facts("titulo: Sopa\ntiempo: 60 min\nporciones: 4"),
            "Sopa | Total time: 60 min | Servings: 4"
        );
        assert_eq!(
            facts("nom: Soupe\nduree: 1 h\ncuisson: 40 min"),
            "Soupe | Total time: 1 h | Cook time: 40 min"
        );
        assert_eq!(facts("title: Soup\ncookingTime: 120"), "Soup | Cook time: 120");
        // "cuisson: non" means no cooking.
        assert_eq!(facts("preparation: 20 min\ncuisson: non"), "Prep time: 20 min");
    }

    #[test]
    fn source_is_the_first_web_address() {
        let source = |yaml: &str| FrontMatter::of(yaml_entries(yaml)).source;
        let found =
            source("source: My blue notebook\nurl: https://pie.example/plum\nlink: https://b.example/");
        assert_eq!(found.as_deref(), Some("https://pie.example/plum"));
        assert_eq!(source("source: My blue notebook\ntitle: Plum pie"), None);
    }

    #[test]
    fn ingredients_may_have_parts_and_groups() {
        let ingredients = |yaml: &str| texts(&FrontMatter::of(yaml_entries(yaml)).ingredients).join(" | ");
        for (yaml, lines) in [
            (
                "ingredients:\n  - title: Soup\n    ingredients:\n      - [Leeks, 2, pcs]\n      - [Salt]\n  - title: Toast\n    ingredients:\n      - [Bread, 100, g]",
                "Ingredients | Soup | 2 pcs Leeks | Salt | Toast | 100 g Bread",
            ),
            (
                "ingredients:\n  - nom: Poireaux\n    quantite: 2\n    unite: kg\n    commentaire: lavés\n  - nom: Sel",
                "Ingredients | 2 kg Poireaux, lavés | Sel",
            ),
            (
                "ingredientes:\n  caldo:\n    - 1 l agua\n    - sal\n  guarnición:\n    - perejil",
                "Ingredients | caldo | 1 l agua | sal | guarnición | perejil",
            ),
            ("ingredients:\n  - Salt: 1 tsp\n  - 2 leeks", "Ingredients | Salt: 1 tsp | 2 leeks"),
        ] {
            assert_eq!(ingredients(yaml), lines, "{yaml}");
        }
    }

    #[test]
    fn steps_may_be_one_text() {
        let front = FrontMatter::of(yaml_entries(
            "preparation: |-\n  * Laver les poireaux à grande eau\n    et les couper.\n  2. Les faire revenir dix minutes.\n",
        ));
        assert_eq!(
            texts(&front.steps),
            [
                "Instructions",
                "* Laver les poireaux à grande eau et les couper.",
                "2. Les faire revenir dix minutes."
            ]
        );
        assert!(front.steps.iter().skip(1).all(|line| line.role == Role::Plain));
    }
}
