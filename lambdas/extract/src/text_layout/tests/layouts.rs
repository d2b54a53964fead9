use super::super::{Role, Text, TextLine, Wrapping, read_text};
use super::paper::{HEIGHT, Paper, file, ingredients, steps};
use crate::extraction::{Field, Reader, Verdict};
use recipe::Language;

#[test]
fn magazine_page_with_columns_and_boxes_is_read() {
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
fn screenshot_is_read_without_bars_buttons_and_adverts() {
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
fn recipe_continues_on_the_second_photo() {
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
    assert!(place.bottom - place.top > HEIGHT as u16);
}

#[test]
fn consecutive_recipes_are_split() {
    let source = "Leek soup\n\nServes 4\n\nIngredients\n3 leeks\n1 l stock\n\nMethod\nChop the leeks and fry them.\nPour in the stock and simmer.\n\nOat biscuits\n\nMakes 20\n\nIngredients\n200 g oats\n100 g butter\n\nMethod\nMelt the butter and stir in the oats.\nBake for 15 minutes.\n\nPlum jam\n\nIngredients\n1 kg plums\n500 g sugar\n\nMethod\nBoil both for 30 minutes.";
    let all = read_text(&file(source));
    let summaries: Vec<(Option<&str>, usize, usize)> = all
        .iter()
        .map(|one| {
            (one.content.title.as_deref(), one.content.ingredients.len(), one.content.instructions.len())
        })
        .collect();
    assert_eq!(
        summaries,
        [(Some("Leek soup"), 2, 2), (Some("Oat biscuits"), 2, 2), (Some("Plum jam"), 2, 1)]
    );
    assert_eq!(all[0].content.servings, Some(4));
}

#[test]
fn recipes_of_a_book_are_split_by_their_headings() {
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
fn printed_text_without_a_recipe_has_verdict_no_recipe() {
    let receipt = "MARKET LANE 4\nTel 555 0100\n21/03/2024 18:22\n2 x MILK 1L 2.38\nFLOUR 1KG 0.89\nEGGS 12 3.20\nBUTTER 250G 2.19\nTOMATO 0.845 kg 2.10\nTOTAL EUR 10.76\nCARD 10.76\nTHANK YOU";
    let newspaper = "Tram line gets the green light\nThe council met on Tuesday evening to discuss the new tram line. Work on the\nbridge will begin in March and is expected to last until the autumn.\n\nNext steps\n1. Survey of the north bank.\n2. Public hearing on 14 May.\n3. Call for tenders in June.";
    let article = "Farmers hope for rain\n\nThe fields around the town have seen no rain for 40 days, and 3 of 4 wells are dry.\n\nRecipes\n\nThe mayor said on Monday that water would be brought in 20 lorries.\n\nComments (12)";
    let list = "Shopping\n\n2 l milk\n1 kg flour\n500 g butter\nbatteries";
    for (name, source) in
        [("receipt", receipt), ("newspaper", newspaper), ("article", article), ("list", list)]
    {
        for wrapping in [Wrapping::Printed, Wrapping::Whole, Wrapping::Unknown] {
            let all = read_text(&Text { wrapping, is_recognised: true, is_inexact: true, ..file(source) });
            assert_eq!(all.len(), 1, "{name}");
            assert_eq!(all[0].verdict, Verdict::NoRecipe, "{name} {wrapping:?}");
        }
    }
}

#[test]
fn text_without_words_has_verdict_empty() {
    for text in [Text::default(), file("----\n....\n***")] {
        assert_eq!(read_text(&text)[0].verdict, Verdict::Empty);
    }
}
