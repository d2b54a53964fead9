//! Markdown of a recipe, with special characters escaped.

use recipe::{Language, line_groups, step_groups};

use super::Recipe;

/// Labels in the recipe's language, or English.
struct Names {
    servings: &'static str,
    makes: &'static str,
    prep: &'static str,
    cook: &'static str,
    total: &'static str,
    nutrition: &'static str,
    /// Calories, fat, carbohydrates, protein.
    nutrients: [&'static str; 4],
    tags: &'static str,
    author: &'static str,
    source: &'static str,
    ingredients: &'static str,
    steps: &'static str,
    notes: &'static str,
}

const ENGLISH: Names = Names {
    servings: "Servings",
    makes: "Makes",
    prep: "Prep time",
    cook: "Cook time",
    total: "Total time",
    nutrition: "Nutrition per serving",
    nutrients: ["Calories", "Fat", "Carbs", "Protein"],
    tags: "Tags",
    author: "Author",
    source: "Source",
    ingredients: "Ingredients",
    steps: "Steps",
    notes: "Notes",
};
const SPANISH: Names = Names {
    servings: "Raciones",
    makes: "Para",
    prep: "Tiempo de preparación",
    cook: "Tiempo de cocción",
    total: "Tiempo total",
    nutrition: "Información nutricional por ración",
    nutrients: ["Calorías", "Grasas", "Hidratos de carbono", "Proteínas"],
    tags: "Etiquetas",
    author: "Autor",
    source: "Fuente",
    ingredients: "Ingredientes",
    steps: "Pasos",
    notes: "Notas",
};
const FRENCH: Names = Names {
    servings: "Portions",
    makes: "Pour",
    prep: "Temps de préparation",
    cook: "Temps de cuisson",
    total: "Temps total",
    nutrition: "Valeurs nutritionnelles par portion",
    nutrients: ["Calories", "Lipides", "Glucides", "Protéines"],
    tags: "Étiquettes",
    author: "Auteur",
    source: "Source",
    ingredients: "Ingrédients",
    steps: "Étapes",
    notes: "Notes",
};

pub(crate) fn write(recipe: &Recipe) -> String {
    let content = recipe.content;
    let names = match content.language {
        Some(Language::Es) => &SPANISH,
        Some(Language::Fr) => &FRENCH,
        _ => &ENGLISH,
    };
    let title = heading(content.title.as_deref().unwrap_or_default());
    let mut blocks = vec![format!("# {title}").trim().to_owned()];
    blocks.extend(content.description.as_deref().map(|text| paragraphs(text, "\\\n")));
    blocks.push(facts(recipe, names));
    if !content.ingredients.is_empty() {
        blocks.push(format!("## {}", names.ingredients));
        for (index, group) in line_groups(&content.ingredients).into_iter().enumerate() {
            match group.heading {
                Some(name) => blocks.push(format!("### {}", heading(name))),
                // A thematic break separates a group without a heading.
                None if index > 0 => blocks.push(String::from("* * *")),
                None => {}
            }
            let lines = group.lines.iter().map(|line| format!("- {}", at_start(&inline(line))));
            blocks.push(lines.collect::<Vec<_>>().join("\n"));
        }
    }
    if !content.instructions.is_empty() {
        blocks.push(format!("## {}", names.steps));
        for group in step_groups(content) {
            blocks.extend(group.heading.map(|name| format!("### {}", heading(name))));
            let steps = (group.first + 1..).zip(group.steps).map(|(number, text)| step(number, text));
            blocks.push(steps.collect::<Vec<_>>().join("\n"));
        }
    }
    if let Some(notes) = recipe.notes {
        blocks.push(format!("## {}", names.notes));
        blocks.push(paragraphs(notes, "\\\n"));
    }
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n\n") + "\n"
}

fn facts(recipe: &Recipe, names: &Names) -> String {
    let content = recipe.content;
    let parts = &content.nutrition;
    let nutrients = [&parts.calories, &parts.fat, &parts.carbs, &parts.protein];
    let nutrition = names.nutrients.iter().zip(nutrients);
    let nutrition: Vec<String> =
        nutrition.filter_map(|(name, value)| Some(format!("{name} {}", value.as_deref()?))).collect();
    let rows = [
        (names.servings, content.servings.map(|servings| servings.to_string())),
        (names.makes, content.yields.clone()),
        (names.prep, content.prep_minutes.map(in_words)),
        (names.cook, content.cook_minutes.map(in_words)),
        (names.total, content.total_minutes.map(in_words)),
        (names.nutrition, Some(nutrition.join(", "))),
        (names.tags, Some(content.tags.join(", "))),
        (names.author, content.author.clone()),
        (names.source, recipe.url.map(str::to_owned)),
    ];
    let rows = rows.iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
    let rows = rows.filter(|(_, value)| !value.is_empty());
    rows.map(|(name, value)| format!("- **{name}:** {}", inline(value))).collect::<Vec<_>>().join("\n")
}

fn in_words(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, rest) => format!("{rest} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, rest) => format!("{hours} h {rest} min"),
    }
}

fn step(number: usize, text: &str) -> String {
    let number = format!("{number}. ");
    let indent = " ".repeat(number.len());
    // A line break within a step continues the paragraph.
    let text = paragraphs(text, "\n");
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let rest =
        lines.map(|line| if line.is_empty() { String::from("\n") } else { format!("\n{indent}{line}") });
    format!("{number}{first}{}", rest.collect::<String>())
}

/// A single line break becomes `line_break`.
fn paragraphs(text: &str, line_break: &str) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let paragraphs = text.trim().split("\n\n").map(|paragraph| {
        let lines = paragraph.split('\n').map(|line| at_start(&inline(line)));
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(line_break)
    });
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn inline(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_entity = || {
            let behind = text.get(at + 1..).unwrap_or_default().trim_start_matches('#');
            let name = behind.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
            name.len() < behind.len() && name.starts_with(';')
        };
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '~' | '|')
            || (c == '&' && is_entity())
        {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn heading(text: &str) -> String {
    let text = inline(text);
    let bare = text.trim_end_matches('#');
    let signs = text.len() - bare.len();
    format!("{bare}{}", "\\#".repeat(signs))
}

/// Escapes the start of a line where Markdown would read a heading, list or thematic break.
fn at_start(line: &str) -> String {
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    let behind_signs = line.trim_start_matches('#');
    if (1..=6).contains(&(line.len() - behind_signs.len())) && ends_word(behind_signs) {
        return format!("\\{line}");
    }
    if let Some(rest) = line.strip_prefix(['-', '+', '='])
        && (ends_word(rest) || rest.starts_with(['-', '+', '=']))
    {
        return format!("\\{line}");
    }
    let behind_digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - behind_digits.len();
    if (1..=9).contains(&digits)
        && let Some(rest) = behind_digits.strip_prefix(['.', ')'])
        && ends_word(rest)
    {
        let (number, sign) = line.split_at_checked(digits).unwrap_or((line, ""));
        return format!("{number}\\{sign}");
    }
    line.to_owned()
}
