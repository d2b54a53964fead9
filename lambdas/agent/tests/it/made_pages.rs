use recipe::Language;

pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound.max(1)).unwrap()).unwrap()
    }

    pub(crate) fn one<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    pub(crate) fn some<'w>(&mut self, words: &[&'w str], count: usize) -> Vec<&'w str> {
        let mut left = words.to_vec();
        (0..count.min(words.len())).map(|_| left.remove(self.below(left.len()))).collect()
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}

/// Word lists of one language. In steps `{}` is a food, `#` a number.
pub(crate) struct Words {
    pub(crate) language: Language,
    pub(crate) foods: &'static [&'static str],
    pub(crate) units: &'static [&'static str],
    pub(crate) manners: &'static [&'static str],
    pub(crate) steps: &'static [&'static str],
    pub(crate) warnings: &'static [&'static str],
    pub(crate) heads: [&'static str; 2],
    pub(crate) noise: &'static [&'static str],
    pub(crate) extra: &'static [&'static str],
    pub(crate) decimal: char,
}

pub(crate) const WORDS: [Words; 3] = [
    Words {
        language: Language::En,
        foods: &[
            "flour",
            "butter",
            "brown sugar",
            "rolled oats",
            "milk",
            "cream",
            "honey",
            "carrots",
            "onions",
            "leeks",
            "potatoes",
            "red lentils",
            "chickpeas",
            "rice",
            "olive oil",
            "lemon juice",
            "parsley",
            "chicken thighs",
            "minced beef",
            "cheddar",
            "yoghurt",
            "walnuts",
            "raisins",
            "apples",
            "tomatoes",
            "spinach",
        ],
        units: &["g", "kg", "ml", "tbsp", "tsp", "cups", "oz", "lb"],
        manners: &["chopped", "melted", "at room temperature", "peeled and diced", "sifted", "to taste"],
        steps: &[
            "Mix the {} with the {} in a large bowl.",
            "Fry the {} for # minutes.",
            "Bake everything for # minutes at # °C.",
            "Stir in the {} and simmer for # minutes.",
            "Leave the {} to rest for # hours.",
            "Cut the {} into # pieces.",
            "Heat the oven to # °C.",
            "Drain the {}, then add the {}.",
            "Season the {} and serve it with the {}.",
        ],
        warnings: &["Do not open the oven.", "Never boil the sauce.", "Do not stir it any more."],
        heads: ["You need", "How it is done"],
        noise: &[
            "Skip to the recipe",
            "Subscribe to our letter",
            "My grandmother cooked this every Sunday.",
            "12 comments",
            "Share this page",
            "Photo by a friend",
            "Read also: 7 ways with leftovers",
            "Cookies help us",
            "Posted in 2019",
        ],
        extra: &["saffron", "vanilla", "lukewarm", "organic", "gently", "wholemeal"],
        decimal: '.',
    },
    Words {
        language: Language::Es,
        foods: &[
            "harina",
            "mantequilla",
            "azúcar moreno",
            "avena",
            "leche",
            "nata",
            "miel",
            "zanahorias",
            "cebollas",
            "puerros",
            "patatas",
            "lentejas pardinas",
            "garbanzos",
            "arroz",
            "aceite de oliva",
            "zumo de limón",
            "perejil",
            "muslos de pollo",
            "carne picada",
            "queso curado",
            "yogur",
            "nueces",
            "pasas",
            "manzanas",
            "tomates",
            "espinacas",
        ],
        units: &["g de", "kg de", "ml de", "cucharadas de", "cucharaditas de", "tazas de", "dl de"],
        manners: &["picadas", "derretida", "a temperatura ambiente", "en dados", "al gusto"],
        steps: &[
            "Mezcla {} con {} en un bol grande.",
            "Sofríe {} durante # minutos.",
            "Hornea todo # minutos a # °C.",
            "Añade {} y cuece # minutos más.",
            "Deja reposar {} durante # horas.",
            "Corta {} en # trozos.",
            "Calienta el horno a # °C.",
            "Escurre {}, luego agrega {}.",
            "Sazona {} y sírvelo con {}.",
        ],
        warnings: &["No abras el horno.", "No dejes que hierva la salsa.", "No lo remuevas más."],
        heads: ["Necesitas", "Cómo se hace"],
        noise: &[
            "Ir a la receta",
            "Suscríbete a nuestra carta",
            "Mi abuela lo cocinaba cada domingo.",
            "12 comentarios",
            "Comparte esta página",
            "Foto de una amiga",
            "Lee también: 7 ideas con sobras",
            "Publicado en 2019",
        ],
        extra: &["azafrán", "vainilla", "tibia", "ecológica", "suavemente", "integral"],
        decimal: ',',
    },
    Words {
        language: Language::Fr,
        foods: &[
            "farine",
            "beurre",
            "sucre roux",
            "flocons d'avoine",
            "lait",
            "crème",
            "miel",
            "carottes",
            "oignons",
            "poireaux",
            "pommes de terre",
            "lentilles corail",
            "pois chiches",
            "riz",
            "huile d'olive",
            "jus de citron",
            "persil",
            "cuisses de poulet",
            "bœuf haché",
            "comté",
            "yaourt",
            "noix",
            "raisins secs",
            "pommes",
            "tomates",
            "épinards",
        ],
        units: &["g de", "kg de", "ml de", "c. à soupe de", "c. à café de", "cl de", "tasses de"],
        manners: &["hachés", "fondu", "à température ambiante", "en dés", "selon le goût"],
        steps: &[
            "Mélangez {} et {} dans un grand saladier.",
            "Faites revenir {} pendant # minutes.",
            "Enfournez le tout # minutes à # °C.",
            "Ajoutez {} et laissez mijoter # minutes.",
            "Laissez reposer {} pendant # heures.",
            "Coupez {} en # morceaux.",
            "Préchauffez le four à # °C.",
            "Égouttez {}, puis ajoutez {}.",
            "Assaisonnez {} et servez avec {}.",
        ],
        warnings: &["N'ouvrez pas le four.", "Ne laissez pas bouillir la sauce.", "Ne remuez plus."],
        heads: ["Il faut", "Comment faire"],
        noise: &[
            "Aller à la recette",
            "Abonnez-vous à notre lettre",
            "Ma grand-mère le cuisinait chaque dimanche.",
            "12 commentaires",
            "Partagez cette page",
            "Photo d'un ami",
            "À lire aussi : 7 idées de restes",
            "Publié en 2019",
        ],
        extra: &["safran", "vanille", "tiède", "biologique", "doucement", "complète"],
        decimal: ',',
    },
];

#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) amount: String,
    pub(crate) unit: String,
    pub(crate) food: String,
    pub(crate) manner: String,
}

impl Line {
    pub(crate) fn text(&self) -> String {
        let parts = [&self.amount, &self.unit, &self.food];
        let words: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        let manner = if self.manner.is_empty() { String::new() } else { format!(", {}", self.manner) };
        words.join(" ") + &manner
    }
}

pub(crate) struct Page {
    pub(crate) source: String,
    pub(crate) lines: Vec<Line>,
    pub(crate) steps: Vec<String>,
}

pub(crate) fn amount(chance: &mut Chance, words: &Words) -> String {
    let number = chance.below(900) + 2;
    match chance.below(8) {
        0 => format!("{} 1/2", number % 9 + 1),
        1 => format!("{}½", number % 9 + 1),
        2 => format!("{}{}{}", number % 9, words.decimal, number % 8 + 1),
        3 => format!("{}-{}", number % 6 + 1, number % 6 + 3),
        4 => format!("{}", number % 12 + 1),
        _ => number.to_string(),
    }
}

pub(crate) fn line(chance: &mut Chance, words: &Words, food: &str) -> Line {
    let unit = if chance.below(5) == 0 { "" } else { chance.one(words.units) };
    let manner = if chance.below(3) == 0 { chance.one(words.manners) } else { "" };
    Line {
        amount: amount(chance, words),
        unit: unit.to_owned(),
        food: food.to_owned(),
        manner: manner.to_owned(),
    }
}

pub(crate) fn step(chance: &mut Chance, pattern: &str, foods: &[&str]) -> String {
    let mut step = pattern.to_owned();
    while let Some(at) = step.find("{}") {
        step.replace_range(at..at + 2, chance.one(foods));
    }
    while let Some(at) = step.find('#') {
        step.replace_range(at..=at, &(chance.below(240) + 2).to_string());
    }
    step
}

pub(crate) fn page(chance: &mut Chance, words: &Words) -> Page {
    let (line_count, step_count) = (chance.below(7) + 4, chance.below(5) + 3);
    let foods = chance.some(words.foods, line_count);
    let lines: Vec<Line> = foods.iter().map(|food| line(chance, words, food)).collect();
    let patterns = chance.some(words.steps, step_count);
    let mut steps: Vec<String> = patterns.iter().map(|pattern| step(chance, pattern, &foods)).collect();
    steps.insert(chance.below(steps.len()), chance.one(words.warnings).to_owned());
    let (as_cells, bullet, numbered) = (chance.below(5) == 0, chance.below(3), chance.below(3));
    let mut rows: Vec<String> = chance.some(words.noise, 3).into_iter().map(str::to_owned).collect();
    if chance.below(2) == 0 {
        rows.push(words.heads[0].to_owned());
    }
    for line in &lines {
        let mark = ["", "- ", "• "][bullet];
        let split = as_cells && line.manner.is_empty() && !line.unit.contains(' ');
        if split {
            rows.push(format!("{} {}", line.amount, line.unit).trim().to_owned());
            rows.push(line.food.clone());
        } else {
            rows.push(format!("{mark}{}", line.text()));
        }
    }
    rows.push(words.heads[1].to_owned());
    if numbered == 2 {
        rows.push(steps.join(" "));
    } else {
        for (number, step) in steps.iter().enumerate() {
            rows.push(if numbered == 1 { format!("{}. {step}", number + 1) } else { step.clone() });
        }
    }
    rows.extend(chance.some(words.noise, 4).into_iter().skip(1).map(str::to_owned));
    Page { source: rows.join("\n"), lines, steps }
}
