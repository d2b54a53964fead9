//! What whole texts become: layouts drawn with words, in three languages, and what is no recipe.

use super::{Role, Text, TextLine, Wrapping, read_text};
use crate::extraction::{Code, Extraction, Field, Place, Reader, Verdict};
use proptest::prelude::*;
use recipe::{Doubt, Language};

/// Widths and heights of print of size 1, in ten-thousandths of the page.
const LETTER: f32 = 85.0;
const HEIGHT: f32 = 120.0;
const PITCH: f32 = 180.0;

/// A page that is set in columns and boxes.
#[derive(Default)]
struct Paper {
    text: Text,
    block: u32,
    page: u16,
}

impl Paper {
    fn new() -> Self {
        let text = Text { wrapping: Wrapping::Printed, is_recognised: true, ..Text::default() };
        Self { text, ..Self::default() }
    }

    fn turn(mut self) -> Self {
        self.page += 1;
        self
    }

    /// Lines of print below each other. An empty line is blank space, blanks set a line in.
    fn print(mut self, left: f32, top: f32, size: f32, lines: &str) -> Self {
        self.block += 1;
        let mut top = top;
        for line in lines.lines() {
            let words = line.trim_start();
            let indent = (line.len() - words.len()) as f32;
            if !words.is_empty() {
                let start = left + indent * LETTER * size;
                let end = start + words.chars().count() as f32 * LETTER * size;
                self.text.lines.push(TextLine {
                    text: words.to_owned(),
                    block: self.block,
                    place: Some(Place {
                        page: self.page,
                        left: start as u16,
                        top: top as u16,
                        right: (end as u16).min(10_000),
                        bottom: (top + HEIGHT * size) as u16,
                    }),
                    size,
                    indent,
                    confidence: 95,
                    ..TextLine::default()
                });
            }
            top += PITCH * size;
        }
        self
    }

    fn read(&self) -> Extraction {
        let mut all = read_text(&self.text);
        assert_eq!(all.len(), 1);
        all.remove(0)
    }
}

/// Lines as a text file has them.
fn file(source: &str) -> Text {
    let mut text = Text::default();
    let mut space_above = 0.0;
    for line in source.lines() {
        let words = line.trim();
        if words.is_empty() {
            space_above += 1.0;
            continue;
        }
        text.lines.push(TextLine { text: words.to_owned(), space_above, ..TextLine::default() });
        space_above = 0.0;
    }
    text
}

fn ingredients(extraction: &Extraction) -> Vec<&str> {
    extraction.content.ingredients.iter().map(|line| line.text.as_str()).collect()
}

fn groups(extraction: &Extraction) -> Vec<Option<&str>> {
    extraction.content.ingredients.iter().map(|line| line.group.as_deref()).collect()
}

fn steps(extraction: &Extraction) -> Vec<&str> {
    extraction.content.instructions.iter().map(String::as_str).collect()
}

#[test]
fn headings_are_known_in_many_wordings() {
    for (list, method) in [
        ("Ingredients", "Method"),
        ("INGREDIENTS:", "DIRECTIONS"),
        ("What you need", "What to do"),
        ("You will need:", "Steps:"),
        ("* Ingredients *", "* Instructions *"),
        ("Ingredients (for 4 people)", "How to make it"),
        ("Ingredientes", "Elaboración"),
        ("Ingredientes para 4 personas", "Modo de preparación"),
        ("Necesitas:", "Pasos"),
        ("INGREDIENTES", "PREPARACIÓN PASO A PASO"),
        ("Ingrédients", "Préparation"),
        ("Ingrédients :", "Étapes :"),
        ("Il vous faut", "Réalisation"),
        ("LES INGRÉDIENTS", "PRÉPARATION DE LA RECETTE"),
        ("Ingrédients pour 6 personnes", "Progression"),
    ] {
        let source = format!(
            "Leek tart\n\n{list}\n200 g flour\n3 leeks\nsalt\n\n{method}\n1. Rub the butter into the flour.\n2. Bake it."
        );
        let all = read_text(&file(&source));
        assert_eq!(ingredients(&all[0]), ["200 g flour", "3 leeks", "salt"], "{list}");
        assert_eq!(steps(&all[0]), ["Rub the butter into the flour.", "Bake it."], "{method}");
        assert_eq!(all[0].content.title.as_deref(), Some("Leek tart"), "{list}");
    }
}

#[test]
fn ingredients_go_on_in_the_next_line_of_print() {
    for (lines, expected) in [
        // Hanging below a bullet.
        (
            "• 200 g dark chocolate,\n   at least 70% cocoa\n• 3 eggs",
            vec!["200 g dark chocolate, at least 70% cocoa", "3 eggs"],
        ),
        // A bracket that is open.
        (
            "1 tin chopped tomatoes (about\n400 g), drained\n2 onions",
            vec!["1 tin chopped tomatoes (about 400 g), drained", "2 onions"],
        ),
        // A word that something must follow.
        (
            "1 handful of fresh parsley leaves or\n2 tbsp dried thyme\nsalt",
            vec!["1 handful of fresh parsley leaves or 2 tbsp dried thyme", "salt"],
        ),
        // An aside in brackets, though it would have had room above.
        (
            "1 onion\n(about 1 cup)\n2 large carrots, finely diced and rinsed",
            vec!["1 onion (about 1 cup)", "2 large carrots, finely diced and rinsed"],
        ),
        // What is kept together below a word that something must follow.
        (
            "400 g bœuf en cubes de\n25 g\n10 cl de vin rouge de Bourgogne bien corsé",
            vec!["400 g bœuf en cubes de 25 g", "10 cl de vin rouge de Bourgogne bien corsé"],
        ),
        // Lower case, where the line was full.
        (
            "2 cucharadas de aceite de oliva\nvirgen extra de la última cosecha\n1 diente de ajo\nsal",
            vec![
                "2 cucharadas de aceite de oliva virgen extra de la última cosecha",
                "1 diente de ajo",
                "sal",
            ],
        ),
        // A short word that would have had room above is a line of its own.
        (
            "8 brins de persil\nsel\npoivre du moulin\nbasilic",
            vec!["8 brins de persil", "sel", "poivre du moulin", "basilic"],
        ),
        // Each begins with an amount.
        (
            "2 eggs\n1 lemon\n4 cups all-\npurpose flour",
            vec!["2 eggs", "1 lemon", "4 cups all-purpose flour"],
        ),
    ] {
        let extraction = Paper::new()
            .print(800.0, 500.0, 2.0, "Winter supper")
            .print(800.0, 1_500.0, 1.2, "Ingredients")
            .print(800.0, 1_900.0, 1.0, lines)
            .print(3_900.0, 1_500.0, 1.2, "Method")
            .print(
                3_900.0,
                1_900.0,
                1.0,
                "1. Mix it all and leave it to stand for a while.\n2. Bake for 20 minutes.",
            )
            .read();
        assert_eq!(ingredients(&extraction), expected);
    }
}

#[test]
fn headings_within_the_list_name_groups_and_are_no_ingredients() {
    let source = "Rice bowl\n\nIngredients\nFor the rice:\n200 g rice\n1 pinch salt\nSauce\n2 tbsp soy sauce\n1 lime\nTO SERVE\n1 avocado\n\nMethod\nBoil the rice. Stir the sauce. Serve.";
    let all = read_text(&file(source));
    assert_eq!(
        ingredients(&all[0]),
        ["200 g rice", "1 pinch salt", "2 tbsp soy sauce", "1 lime", "1 avocado"]
    );
    let rice = Some("For the rice");
    assert_eq!(groups(&all[0]), [rice, rice, Some("Sauce"), Some("Sauce"), Some("TO SERVE")]);
}

#[test]
fn paragraphs_of_a_document_keep_their_groups_their_title_and_their_facts() {
    let line = |text: &str, block: u32| TextLine { text: text.to_owned(), block, ..TextLine::default() };
    let lines = vec![
        line("Rye bread. With and without a machine, and with little work", 0),
        line("Ingredients", 1),
        line("For Rye Dough", 1),
        line("2 portions of last week's sour dough", 1),
        line("500 g rye flour", 1),
        line("300 ml water", 1),
        line("For Glaze", 1),
        line("1 egg", 1),
        line("salt", 1),
        line("Method", 2),
        line("1. Knead the dough and let it rise for an hour.", 2),
        line("2. Bake for 40 minutes.", 2),
        line("8 servings | Preparation time: 20 minutes | Cook: 40 minutes | Total time: 60 minutes", 3),
    ];
    let all = read_text(&Text { lines, wrapping: Wrapping::Whole, ..Text::default() });
    let (recipe, content) = (&all[0], &all[0].content);
    assert_eq!(content.title.as_deref(), Some("Rye bread. With and without a machine, and with little work"));
    assert_eq!(
        ingredients(recipe),
        ["2 portions of last week's sour dough", "500 g rye flour", "300 ml water", "1 egg", "salt"]
    );
    assert_eq!(
        groups(recipe),
        [
            Some("For Rye Dough"),
            Some("For Rye Dough"),
            Some("For Rye Dough"),
            Some("For Glaze"),
            Some("For Glaze")
        ]
    );
    assert_eq!(steps(recipe), ["Knead the dough and let it rise for an hour.", "Bake for 40 minutes."]);
    assert_eq!(
        (content.servings, content.prep_minutes, content.cook_minutes, content.total_minutes),
        (Some(8), Some(20), Some(40), Some(60))
    );
}

#[test]
fn lines_of_a_list_go_on_where_they_stand_closer() {
    let extraction = Paper::new()
        .print(800.0, 500.0, 2.0, "Pizza")
        .print(800.0, 1_500.0, 1.2, "Ingredients")
        .print(800.0, 1_900.0, 1.0, "1 cup shredded mozzarella")
        .print(800.0, 2_060.0, 1.0, "cheese for the top")
        .print(800.0, 2_300.0, 1.0, "4 slices of bacon")
        .print(800.0, 2_540.0, 1.0, "1/4 teaspoon cayenne pepper")
        .print(800.0, 2_780.0, 1.0, "salt to taste")
        .print(3_600.0, 1_500.0, 1.2, "Method")
        .print(3_600.0, 1_900.0, 1.0, "Spread it all on the dough.\n\nBake for 20 minutes.")
        .read();
    assert_eq!(
        ingredients(&extraction),
        [
            "1 cup shredded mozzarella cheese for the top",
            "4 slices of bacon",
            "1/4 teaspoon cayenne pepper",
            "salt to taste"
        ]
    );
}

#[test]
fn a_recipe_without_a_title_is_called_by_its_first_words_and_says_so() {
    let source = "Ingredients\n2 eggs\n100 g sugar\n\nMethod\nWhisk the eggs with the sugar.";
    let all = read_text(&file(source));
    assert_eq!((all[0].verdict, all[0].content.title.as_deref()), (Verdict::Recipe, Some("2 eggs")));
    assert!(all[0].diagnostics.iter().any(|told| told.code == Code::TitleMissing));
}

#[test]
fn lines_that_overlapping_regions_show_twice_are_read_once() {
    let extraction = Paper::new()
        .print(800.0, 500.0, 2.0, "Stew")
        .print(800.0, 1_500.0, 1.2, "Ingredients")
        .print(800.0, 1_900.0, 1.0, "800 g veal\n3 carrots")
        .print(800.0, 2_900.0, 1.2, "Method")
        .print(800.0, 3_300.0, 1.0, "1. Cover with the stock and simmer until soft.")
        .print(800.0, 3_300.0, 1.0, "1. Cover with the stock and")
        .print(800.0, 3_500.0, 1.0, "2. Serve.")
        .read();
    assert_eq!(steps(&extraction), ["Cover with the stock and simmer until soft.", "Serve."]);
}

#[test]
fn steps_are_joined_from_their_lines_and_told_apart_by_numbers_or_space() {
    for (lines, expected) in [
        (
            "1. Peel the plums and cut them into quar-\n   ters.\n2. Whisk two eggs with the sugar until pa-\n   le and bake for\n   40 minutes.",
            vec![
                "Peel the plums and cut them into quarters.",
                "Whisk two eggs with the sugar until pale and bake for 40 minutes.",
            ],
        ),
        (
            "1 Peel the plums and quarter them\nbefore the oven is hot.\n2 Bake for 40 minutes and then for\n10 minutes more.",
            vec![
                "Peel the plums and quarter them before the oven is hot.",
                "Bake for 40 minutes and then for 10 minutes more.",
            ],
        ),
        (
            "Peel the plums and cut them into small\npieces.\n\nBake for 40 minutes. Leave to cool in\nthe tin.",
            vec![
                "Peel the plums and cut them into small pieces.",
                "Bake for 40 minutes. Leave to cool in the tin.",
            ],
        ),
        (
            "Step 1\nPeel the plums and cut them into small\npieces.\nStep 2\nBake for 40 minutes.",
            vec!["Peel the plums and cut them into small pieces.", "Bake for 40 minutes."],
        ),
        (
            "Peel the plums.\nBake at 180 °C until a skewer comes out\nclean.\nServe warm.",
            vec!["Peel the plums.", "Bake at 180 °C until a skewer comes out clean.", "Serve warm."],
        ),
    ] {
        let extraction = Paper::new()
            .print(800.0, 500.0, 2.0, "Plum cake")
            .print(800.0, 1_500.0, 1.2, "Ingredients")
            .print(800.0, 1_800.0, 1.0, "• 500 g plums\n• 2 eggs\n• 100 g sugar")
            .print(800.0, 3_000.0, 1.2, "Method")
            .print(800.0, 3_400.0, 1.0, lines)
            .read();
        assert_eq!(steps(&extraction), expected);
    }
}

#[test]
fn a_magazine_page_is_read_across_its_columns_and_without_its_boxes() {
    let extraction = Paper::new()
        .print(700.0, 200.0, 0.7, "THE GREEN LADLE — EVERY DAY")
        .print(500.0, 3_800.0, 1.0, "Makes: 12 tacos\nPrep time: 1 hour\nCook time: 25 minutes")
        .print(500.0, 4_800.0, 1.2, "INGREDIENTS")
        .print(500.0, 5_200.0, 1.0, "12 small corn tortillas\n2 ripe avocados, stoned and\nsliced thinly\nFresh coriander\n1 lime")
        .print(3_600.0, 400.0, 3.0, "Street tacos")
        .print(3_600.0, 1_200.0, 1.1, "A plate for a warm evening, ready before the guests are.")
        .print(3_600.0, 1_800.0, 1.2, "METHOD")
        .print(3_600.0, 2_200.0, 1.0, "1. Warm the tortillas in a dry\n   pan, one by one.\n2. Mash half of the avocado and\n   season it with salt.")
        .print(3_600.0, 8_600.0, 1.0, "Cook's note: Read the page once before you light the stove.")
        .print(6_900.0, 2_200.0, 1.0, "3. Fill the tortillas, lay the\n   slices on top.\n4. Serve with lime.")
        .print(500.0, 9_700.0, 0.7, "116 The Green Ladle 07/2023")
        .read();
    assert_eq!(extraction.content.title.as_deref(), Some("Street tacos"));
    assert_eq!(
        extraction.content.description.as_deref(),
        Some("A plate for a warm evening, ready before the guests are.")
    );
    assert_eq!(
        ingredients(&extraction),
        ["12 small corn tortillas", "2 ripe avocados, stoned and sliced thinly", "Fresh coriander", "1 lime"]
    );
    assert_eq!(
        steps(&extraction),
        [
            "Warm the tortillas in a dry pan, one by one.",
            "Mash half of the avocado and season it with salt.",
            "Fill the tortillas, lay the slices on top.",
            "Serve with lime."
        ]
    );
    let content = &extraction.content;
    assert_eq!((content.prep_minutes, content.cook_minutes), (Some(60), Some(25)));
    assert_eq!(content.yields.as_deref(), Some("12 tacos"));
}

#[test]
fn a_screenshot_is_read_without_bars_buttons_and_adverts() {
    let extraction = Paper::new()
        .print(400.0, 50.0, 0.8, "18:15 5G 48%")
        .print(400.0, 300.0, 0.9, "Recetas Cenas Vídeos Tienda")
        .print(400.0, 600.0, 1.7, "Crema de calabaza")
        .print(400.0, 950.0, 0.8, "Por Ana Ruiz 890 valoraciones")
        .print(400.0, 1_150.0, 0.9, "Ir a la receta Imprimir Guardar")
        .print(400.0, 1_400.0, 1.0, "Una crema suave para las noches de otoño, lista en un\nmomento.")
        .print(2_000.0, 1_900.0, 0.6, "PUBLICIDAD")
        .print(1_000.0, 2_050.0, 0.8, "Patrocinado: Cajas frescas en tu puerta. Prueba 2\nsemanas gratis")
        .print(400.0, 2_500.0, 0.8, "Preparación Cocción Tiempo total Raciones\n10 minutos 20 minutos 30 minutos 4")
        .print(400.0, 3_000.0, 1.4, "Ingredientes")
        .print(400.0, 3_300.0, 1.0, "[] 500 g de calabaza\n[] 1 puerro\n[] Sal")
        .print(400.0, 4_200.0, 1.4, "Pasos")
        .print(400.0, 4_500.0, 1.0, "1. Pela la calabaza y córtala en dados.\n2. Cuece todo 20 minutos con un poco de sal y\n   agua.")
        .print(2_000.0, 5_300.0, 0.6, "PUBLICIDAD")
        .print(1_000.0, 5_450.0, 0.8, "Rebajas de verano: hasta el 50% en sartenes.")
        .print(400.0, 5_800.0, 1.0, "3. Tritura y sirve.")
        .print(400.0, 6_200.0, 0.8, "Información nutricional por ración\nCalorías 120 kcal, Grasas 3 g")
        .print(400.0, 6_800.0, 0.9, "Recibe nuestro boletín semanal Suscribirme")
        .print(400.0, 7_100.0, 1.3, "También te puede gustar")
        .print(400.0, 7_400.0, 0.9, "Bizcocho de limón\nFideos en diez minutos")
        .print(400.0, 8_000.0, 0.8, "Usamos cookies para mejorar tu experiencia. Aceptar todo")
        .read();
    assert_eq!(extraction.content.title.as_deref(), Some("Crema de calabaza"));
    assert_eq!(ingredients(&extraction), ["500 g de calabaza", "1 puerro", "Sal"]);
    assert_eq!(
        steps(&extraction),
        [
            "Pela la calabaza y córtala en dados.",
            "Cuece todo 20 minutos con un poco de sal y agua.",
            "Tritura y sirve."
        ]
    );
    let content = &extraction.content;
    assert_eq!(
        (content.prep_minutes, content.cook_minutes, content.total_minutes, content.servings),
        (Some(10), Some(20), Some(30), Some(4))
    );
    assert_eq!(content.language, Some(Language::Es));
}

#[test]
fn a_recipe_goes_on_in_the_second_picture() {
    let extraction = Paper::new()
        .print(800.0, 300.0, 0.7, "FAMILY FAVOURITES")
        .print(800.0, 600.0, 2.0, "Baked ham")
        .print(800.0, 1_400.0, 1.2, "Ingredients")
        .print(800.0, 1_700.0, 1.0, "• 1 ham of 3 kg\n• 100 g brown sugar")
        .print(4_800.0, 9_700.0, 0.7, "166")
        .turn()
        .print(800.0, 500.0, 1.2, "Directions")
        .print(
            800.0,
            900.0,
            1.0,
            "Heat the oven to 160 °C.\n\nBake the ham for two hours and brush it with\nthe sugar.",
        )
        .print(800.0, 9_700.0, 0.7, "Baked ham 167")
        .read();
    assert_eq!(ingredients(&extraction), ["1 ham of 3 kg", "100 g brown sugar"]);
    assert_eq!(
        steps(&extraction),
        ["Heat the oven to 160 °C.", "Bake the ham for two hours and brush it with the sugar."]
    );
    let step = extraction
        .provenance
        .iter()
        .find(|entry| entry.field == Field::Instructions && entry.index == Some(1))
        .unwrap();
    let place = step.place.unwrap();
    assert_eq!((step.reader, place.page), (Reader::Text, 1));
    // It spans both of its lines.
    assert!(place.bottom - place.top > HEIGHT as u16);
}

#[test]
fn recipes_that_follow_each_other_are_told_apart() {
    let source = "Leek soup\n\nServes 4\n\nIngredients\n3 leeks\n1 l stock\n\nMethod\nChop the leeks and fry them.\nPour in the stock and simmer.\n\nOat biscuits\n\nMakes 20\n\nIngredients\n200 g oats\n100 g butter\n\nMethod\nMelt the butter and stir in the oats.\nBake for 15 minutes.\n\nPlum jam\n\nIngredients\n1 kg plums\n500 g sugar\n\nMethod\nBoil both for 30 minutes.";
    let all = read_text(&file(source));
    let told: Vec<(Option<&str>, usize, usize)> = all
        .iter()
        .map(|one| {
            (one.content.title.as_deref(), one.content.ingredients.len(), one.content.instructions.len())
        })
        .collect();
    assert_eq!(told, [(Some("Leek soup"), 2, 2), (Some("Oat biscuits"), 2, 2), (Some("Plum jam"), 2, 1)]);
    assert_eq!(all[0].content.servings, Some(4));
}

#[test]
fn chapters_of_a_book_are_told_apart_by_their_headings() {
    let line = |text: &str, role: Role| TextLine { text: text.to_owned(), role, ..TextLine::default() };
    let chapter = |name: &str| {
        vec![
            line(name, Role::Heading(2)),
            line("2 cups flour", Role::Item),
            line("1 tsp salt", Role::Item),
            line("3 eggs", Role::Item),
            line("Mix it all and fry it in a hot pan.", Role::Numbered(1)),
        ]
    };
    let lines = [vec![line("My book", Role::Heading(1))], chapter("Pancakes"), chapter("Waffles")].concat();
    let all = read_text(&Text { lines, wrapping: Wrapping::Whole, ..Text::default() });
    let titles: Vec<Option<&str>> = all.iter().map(|one| one.content.title.as_deref()).collect();
    assert_eq!(titles, [Some("Pancakes"), Some("Waffles")]);
    assert!(all.iter().all(|one| one.content.ingredients.len() == 3 && one.content.instructions.len() == 1));
}

#[test]
fn a_list_without_headings_is_guessed_and_says_so() {
    let source = "Grandma's pancakes\n\n2 cups flour\n1 tsp salt\n3 eggs\n2 cups milk\n\nMix everything until the batter is smooth.\nFry in a hot pan until golden.";
    let all = read_text(&file(source));
    assert_eq!(all[0].content.title.as_deref(), Some("Grandma's pancakes"));
    assert_eq!(ingredients(&all[0]), ["2 cups flour", "1 tsp salt", "3 eggs", "2 cups milk"]);
    assert_eq!(
        steps(&all[0]),
        ["Mix everything until the batter is smooth.", "Fry in a hot pan until golden."]
    );
    assert!(all[0].content.ingredients.iter().all(|line| line.doubt == Some(Doubt::Guessed)));
}

#[test]
fn a_list_told_in_a_sentence_is_taken_apart() {
    let source = "Lemon curd\n\nIngredients: 3 lemons, 200 g sugar, 100 g butter and 2 eggs.\n\nMethod: Whisk all over steam until it is thick.";
    let all = read_text(&file(source));
    assert_eq!(ingredients(&all[0]), ["3 lemons", "200 g sugar", "100 g butter", "2 eggs"]);
    assert_eq!(steps(&all[0]), ["Whisk all over steam until it is thick."]);
}

#[test]
fn words_on_paper_that_are_no_recipe_are_told_from_recipes() {
    let receipt = "MARKET LANE 4\nTel 555 0100\n21/03/2024 18:22\n2 x MILK 1L 2.38\nFLOUR 1KG 0.89\nEGGS 12 3.20\nBUTTER 250G 2.19\nTOMATO 0.845 kg 2.10\nTOTAL EUR 10.76\nCARD 10.76\nTHANK YOU";
    let newspaper = "Tram line gets the green light\nThe council met on Tuesday evening to discuss the new tram line. Work on the\nbridge will begin in March and is expected to last until the autumn.\n\nNext steps\n1. Survey of the north bank.\n2. Public hearing on 14 May.\n3. Call for tenders in June.";
    let article = "Farmers hope for rain\n\nThe fields around the town have seen no rain for 40 days, and 3 of 4 wells are dry.\n\nRecipes\n\nThe mayor said on Monday that water would be brought in 20 lorries.\n\nComments (12)";
    let list = "Shopping\n\n2 l milk\n1 kg flour\n500 g butter\nbatteries";
    for (name, source) in
        [("receipt", receipt), ("newspaper", newspaper), ("article", article), ("list", list)]
    {
        for wrapping in [Wrapping::Printed, Wrapping::Whole, Wrapping::Unknown] {
            let all = read_text(&Text { wrapping, is_recognised: true, ..file(source) });
            assert_eq!(all.len(), 1, "{name}");
            assert_eq!(all[0].verdict, Verdict::NoRecipe, "{name} {wrapping:?}");
        }
    }
}

#[test]
fn what_says_nothing_is_empty() {
    for text in [Text::default(), file("----\n....\n***")] {
        assert_eq!(read_text(&text)[0].verdict, Verdict::Empty);
    }
}

#[test]
fn the_name_of_the_document_is_the_title_where_the_text_has_none() {
    let source = "Ingredients\n2 eggs\n100 g sugar\n\nMethod\nWhisk the eggs with the sugar.";
    let all = read_text(&Text { name: Some(String::from("Meringue")), ..file(source) });
    assert_eq!(all[0].content.title.as_deref(), Some("Meringue"));
}

#[test]
fn words_with_a_hyphen_of_their_own_keep_it_at_the_end_of_a_line() {
    let extraction = Paper::new()
        .print(800.0, 500.0, 2.0, "Flan")
        .print(800.0, 1_200.0, 1.2, "Ingrédients")
        .print(800.0, 1_500.0, 1.0, "• 4 œufs\n• 1 l de lait")
        .print(800.0, 2_300.0, 1.2, "Étapes")
        .print(800.0, 2_600.0, 1.0, "1. Cassez les œufs et battez-\n   les avec le lait.\n2. Versez le mélange dans un petit mou-\n   le et faites cuire 40 minu-\n   tes.")
        .read();
    assert_eq!(
        steps(&extraction),
        [
            "Cassez les œufs et battez-les avec le lait.",
            "Versez le mélange dans un petit moule et faites cuire 40 minutes."
        ]
    );
}

/// Lines as books, screens and chance make them.
fn any_line() -> impl Strategy<Value = TextLine> {
    let words = prop_oneof![
        Just(String::from("Ingredients")),
        Just(String::from("Préparation :")),
        Just(String::from("Tips")),
        Just(String::from("For the sauce:")),
        Just(String::from("Prep Cook Serves")),
        Just(String::from("PUBLICIDAD")),
        "[0-9]{1,3} (g|cups|ml) [a-z]{3,9}( \\([a-z]{2,6})?",
        "[0-9]{1,2}[.)] [A-Z][a-z]{3,8} the [a-z]{4,9}[-.]",
        "([A-Za-zéñ¿½|\\[\\]-]{1,9} ){0,9}[a-z.:,-]{1,5}",
        "\\PC{0,24}",
    ];
    let role = prop_oneof![
        6 => Just(Role::Plain),
        1 => Just(Role::Item),
        1 => (0..5_u32).prop_map(Role::Numbered),
        1 => (1..4_u8).prop_map(Role::Heading),
        1 => Just(Role::Title),
    ];
    let place = proptest::option::of((0..3_u16, 0..9_000_u16, 0..9_000_u16, 0..3_000_u16).prop_map(
        |(page, left, top, width)| Place { page, left, top, right: left + width, bottom: top + 120 },
    ));
    (words, role, 0..4_u32, place, 0.0..4.0_f32, any::<bool>(), 0..101_u8).prop_map(
        |(text, role, block, place, size, is_bold, confidence)| TextLine {
            text,
            role,
            block,
            place,
            size,
            is_bold,
            confidence,
            indent: size,
            space_above: size / 2.0,
        },
    )
}

proptest! {
    #[test]
    fn every_word_of_a_recipe_stands_in_its_text(
        lines in proptest::collection::vec(any_line(), 0..40),
        wrapping in prop_oneof![Just(Wrapping::Printed), Just(Wrapping::Whole), Just(Wrapping::Unknown)],
        is_recognised in any::<bool>(),
    ) {
        let text = Text { lines, wrapping, is_recognised, ..Text::default() };
        let letters = |text: &str| crate::text::letters(&crate::text::line(text));
        let all: Vec<String> = text.lines.iter().map(|line| letters(&line.text)).collect();
        // A word that was parted ends one line and begins another.
        let is_parted = |word: &str| (1..word.len()).filter(|at| word.is_char_boundary(*at)).any(|at| {
            all.iter().any(|line| line.ends_with(&word[..at])) && all.iter().any(|line| line.contains(&word[at..]))
        });
        let told = |words: &str| words.split(' ').all(|word| {
            let word = letters(word);
            word.is_empty() || all.iter().any(|line| line.contains(&word)) || is_parted(&word)
        });
        for extraction in read_text(&text) {
            let content = &extraction.content;
            for line in &content.ingredients {
                prop_assert!(told(&line.text), "{}", line.text);
            }
            for said in content.instructions.iter().chain(&content.title).chain(&content.description) {
                prop_assert!(!said.is_empty() && said.split(' ').filter(|word| !told(word)).count() == 0, "{said}");
            }
        }
    }
}
