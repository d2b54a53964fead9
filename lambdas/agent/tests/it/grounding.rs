use agent::grounding::{Answer, Grounded, Place, ground};
use proptest::prelude::*;
use recipe::Language;

const PAGE: &str = "Grandma's lemon cake
By Ada – 12 March
Serves 8 · 20 min prep · Baking: 1 h 10 min
You need
1-2 lemons, zest and juice
200 g sugar
1 ½ cups flour (not self-raising)
4
eggs
50 g
butter, melted
1. Do not beat the eggs for too long. Stir in the sugar.
2. Bake at 180 °C for 70 minutes; keep at -18 °C for up to
3 months.
Eggs Benedict is another of our favourites.";

fn grounded(answer: Answer) -> Grounded {
    ground(PAGE, &answer, Some(Language::En))
}

fn ingredient(text: &str) -> Option<Place> {
    grounded(Answer { ingredients: vec![text.to_owned()], ..Answer::default() }).ingredient_places.pop()
}

fn step(text: &str) -> Option<Place> {
    grounded(Answer { instructions: vec![text.to_owned()], ..Answer::default() }).instruction_places.pop()
}

#[test]
fn line_in_the_source_is_kept_with_its_position() {
    for (text, first, last) in [
        ("200 g sugar", 5, 5),
        ("200g Sugar", 5, 5),
        ("1 1/2 cups flour", 6, 6),
        ("1 ½ cups flour (not self-raising)", 6, 6),
        ("1–2 lemons, zest and juice", 4, 4),
        ("4 eggs", 7, 8),
        ("50 g butter, melted", 9, 10),
    ] {
        assert_eq!(ingredient(text), Some(Place { first, last }), "{text}");
    }
    for (text, first, last) in [
        ("Do not beat the eggs for too long.", 11, 11),
        ("Stir in the sugar.", 11, 11),
        ("Bake at 180 °C for 70 minutes; keep at -18 °C for up to 3 months.", 12, 13),
    ] {
        assert_eq!(step(text), Some(Place { first, last }), "{text}");
    }
}

#[test]
fn line_not_in_the_source_is_dropped() {
    for text in [
        "250 g sugar",
        "200 g brown sugar",
        "200 ml sugar",
        "2 lemons, zest and juice",
        "2 cups flour",
        "½ cups flour",
        "8 eggs",
        "8 Eggs Benedict",
        "1 tsp vanilla",
        "sugar 200 g",
        "g sugar",
        "50",
        "",
        "4 50 g",
    ] {
        assert_eq!(ingredient(text), None, "{text}");
    }
    for text in [
        "Beat the eggs for too long.",
        "Do not beat the eggs.",
        "Do not beat the eggs for too long. Stir in the flour.",
        "Bake at 350 °F for 70 minutes",
        "keep at 18 °C for up to 3 months",
        "Bake at 180 °C",
    ] {
        assert_eq!(step(text), None, "{text}");
    }
}

#[test]
fn fact_in_a_short_line_is_kept() {
    let answer = Answer {
        title: Some("Grandma's Lemon Cake".to_owned()),
        servings: Some(8),
        prep_minutes: Some(20),
        cook_minutes: Some(70),
        ..Answer::default()
    };
    let kept = grounded(answer.clone()).content;
    assert_eq!(kept.title, answer.title);
    assert_eq!((kept.servings, kept.prep_minutes, kept.cook_minutes), (Some(8), Some(20), Some(70)));
    let answer = Answer {
        title: Some("Lemon drizzle".to_owned()),
        servings: Some(6),
        total_minutes: Some(90),
        ..Answer::default()
    };
    let Grounded { content, dropped, .. } = grounded(answer);
    assert_eq!(
        (content.title, content.servings, content.total_minutes, dropped.facts),
        (None, None, None, 3)
    );
}

#[test]
fn source_word_is_used_once() {
    let twice = Answer {
        ingredients: vec!["200 g sugar".to_owned(), "200 g sugar".to_owned()],
        instructions: vec!["200 g sugar".to_owned()],
        ..Answer::default()
    };
    let Grounded { content, dropped, .. } = grounded(twice);
    assert_eq!((content.ingredients.len(), content.instructions.len()), (1, 0));
    assert_eq!((dropped.ingredients, dropped.instructions), (1, 1));
    assert!(!grounded(Answer::default()).is_recipe());
}

const AMOUNTS: [&str; 9] = ["200 g", "2", "1 ½ cups", "3-4", "50 ml", "½ l", "1 (400 g) tin", "12", "1,5 kg"];
const NUMBERS: [u32; 10] = [1, 2, 3, 10, 12, 25, 180, 200, 400, 2026];
const FOODS: [&str; 10] = [
    "plain flour",
    "brown sugar",
    "salted butter",
    "œufs frais",
    "leche entera",
    "azúcar moreno",
    "crème fraîche",
    "harina de trigo",
    "vanilla extract",
    "olive oil",
];
const STEPS: [&str; 6] = [
    "Do not stir the dough for 10 minutes.",
    "Bake at 180 °C until golden, about 25 minutes.",
    "No mezcles la harina con los huevos.",
    "Ne pas battre les œufs plus de 3 minutes.",
    "Serve cold, never warm.",
    "Add half of the sugar and keep the rest.",
];

fn page() -> impl Strategy<Value = (String, Vec<String>, Vec<String>)> {
    let foods = proptest::sample::subsequence(FOODS.to_vec(), 1..=FOODS.len());
    let amounts = proptest::collection::vec(proptest::sample::select(AMOUNTS.to_vec()), FOODS.len());
    let steps = proptest::sample::subsequence(STEPS.to_vec(), 1..=STEPS.len());
    (foods, amounts, steps, 2..9_u32).prop_map(|(foods, amounts, steps, servings)| {
        let lines: Vec<String> = foods.iter().zip(amounts).map(|(food, amount)| format!("{amount} {food}")).collect();
        let steps: Vec<String> = steps.into_iter().map(str::to_owned).collect();
        let page = format!(
            "A dish for {servings}\nMore of our {servings} favourites: pies, tarts\n{}\nHow to\n{}\nAll rights reserved 2026",
            lines.join("\n"),
            steps.join("\n")
        );
        (page, lines, steps)
    })
}

fn inventions(line: &str, other: &str, number: u32) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let all = 0..words.len();
    let with = |at: usize, word: &str| {
        let mut changed = words.clone();
        changed[at] = word;
        changed.join(" ")
    };
    let mut made: Vec<String> = all.clone().map(|at| with(at, &number.to_string())).collect();
    made.extend(all.clone().map(|at| with(at, "saffron")));
    made.extend(all.clone().map(|at| [&words[..at], &["finely"], &words[at..]].concat().join(" ")));
    made.extend(all.clone().map(|at| [&words[..at], &words[at + 1..]].concat().join(" ")));
    made.extend(all.skip(1).map(|at| [&words[at..], &words[..at]].concat().join(" ")));
    made.push(format!("{line} {other}"));
    made.push(format!("{} {}", words[0], other.split(' ').next_back().unwrap_or_default()));
    made
}

/// Lower case without brackets, which grounding ignores.
fn plain(text: &str) -> String {
    text.to_lowercase().replace(['(', ')'], "").split_whitespace().collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn verbatim_answer_is_kept((page, lines, steps) in page()) {
        let answer = Answer { ingredients: lines.clone(), instructions: steps.clone(), ..Answer::default() };
        let Grounded { content, dropped, .. } = ground(&page, &answer, None);
        prop_assert_eq!(content.ingredients.len(), lines.len(), "{:?}", dropped);
        prop_assert_eq!(&content.instructions, &steps);
        prop_assert_eq!(dropped, agent::grounding::Dropped::default());
    }

    /// Half of the invented numbers are taken from the page, so they often occur elsewhere on it.
    #[test]
    fn invented_line_is_dropped(
        (page, lines, steps) in page(),
        number in prop_oneof![0..2_000_u32, proptest::sample::select(NUMBERS.to_vec())],
    ) {
        let other = lines.last().cloned().unwrap_or_default();
        let page_lines: Vec<String> = page.lines().map(plain).collect();
        for invented in lines.iter().flat_map(|line| inventions(line, &other, number)) {
            // A line without its last words is not an invention.
            let is_on_page = page_lines.iter().any(|line| line.starts_with(&plain(&invented)));
            let answer = Answer { ingredients: vec![invented.clone()], ..Answer::default() };
            prop_assert!(is_on_page || ground(&page, &answer, None).content.ingredients.is_empty(), "{} of {}", invented, page);
        }
        for invented in steps.iter().flat_map(|step| inventions(step, &other, number)) {
            let answer = Answer { instructions: vec![invented.clone()], ..Answer::default() };
            let is_on_page = page_lines.contains(&plain(&invented));
            prop_assert!(is_on_page || ground(&page, &answer, None).content.instructions.is_empty(), "{} of {}", invented, page);
        }
    }

    #[test]
    fn any_input_does_not_panic(source in "\\PC{0,80}", line in "\\PC{0,40}", number in any::<u32>()) {
        let answer = Answer {
            title: Some(line.clone()),
            ingredients: vec![line.clone()],
            instructions: vec![line],
            servings: Some(number),
            total_minutes: Some(number),
            ..Answer::default()
        };
        let _ = ground(&source, &answer, None);
    }
}
