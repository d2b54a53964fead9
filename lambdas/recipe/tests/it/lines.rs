use proptest::prelude::*;
use recipe::{Language, line};

fn check(language: Option<Language>, rows: &[(&str, &str, &str, &str)]) {
    let mut wrong = String::new();
    for (text, quantity, unit, name) in rows {
        let read = line::read(text, language);
        assert_eq!(read.text, text.trim());
        let got = (read.quantity.as_str(), read.unit.as_str(), read.name.as_str());
        if got != (*quantity, *unit, *name) {
            wrong.push_str(&format!("{text:?}: {got:?}, wanted {:?}\n", (quantity, unit, name)));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn english_line_is_parsed() {
    check(
        Some(Language::En),
        &[
            ("2 cups flour", "2", "cups", "flour"),
            ("1 1/2 cups sugar", "1 1/2", "cups", "sugar"),
            ("1½ tsp. salt", "1½", "tsp.", "salt"),
            ("1 ½ Tbsp olive oil", "1 ½", "Tbsp", "olive oil"),
            ("½ cup of milk", "½", "cup", "milk"),
            ("1/2 lb butter", "1/2", "lb", "butter"),
            ("1⁄2 cup rice", "1⁄2", "cup", "rice"),
            ("200g dark chocolate", "200", "g", "dark chocolate"),
            ("1.5 kg potatoes, peeled", "1.5", "kg", "potatoes"),
            ("1,000 g plums", "1,000", "g", "plums"),
            ("2-3 cloves garlic", "2-3", "cloves", "garlic"),
            ("2 – 3 sprigs thyme", "2 – 3", "sprigs", "thyme"),
            ("2 to 3 tablespoons water", "2 to 3", "tablespoons", "water"),
            ("1 or 2 carrots", "1 or 2", "", "carrots"),
            ("½-¾ cup stock", "½-¾", "cup", "stock"),
            ("3 eggs", "3", "", "eggs"),
            ("2 large eggs", "2", "", "eggs"),
            ("2 heaped tbsp cocoa", "2", "heaped tbsp", "cocoa"),
            ("4 fl oz cream", "4", "fl oz", "cream"),
            ("1 (14 oz) can tomatoes", "1", "can", "tomatoes"),
            ("1 cup (240 ml) milk", "1", "cup", "milk"),
            ("10g/½oz fresh tarragon", "10", "g", "fresh tarragon"),
            ("a pinch of salt", "a", "pinch", "salt"),
            ("A few sprigs of mint", "few", "sprigs", "mint"),
            ("one onion, diced", "one", "", "onion"),
            ("Salt and pepper", "", "", "Salt and pepper"),
            ("2% milk", "", "", "2% milk"),
            ("5-spice powder", "", "", "5-spice powder"),
            ("7up", "", "", "7up"),
            ("2 cloves", "2", "", "cloves"),
            ("• 2 cups oats", "2", "cups", "oats"),
            ("- 1 lemon", "1", "", "lemon"),
            ("1 cup, sifted flour", "1", "cup", "flour"),
            ("2 cupcakes", "2", "", "cupcakes"),
            ("  3 tbsp honey  ", "3", "tbsp", "honey"),
            ("", "", "", ""),
            ("12", "", "", "12"),
        ],
    );
}

#[test]
fn spanish_line_is_parsed() {
    check(
        Some(Language::Es),
        &[
            ("2 cucharadas soperas de azúcar", "2", "cucharadas soperas", "azúcar"),
            ("1 cucharada sopera de aceite", "1", "cucharada sopera", "aceite"),
            ("1 cucharadita de sal", "1", "cucharadita", "sal"),
            ("2 cdas. de harina", "2", "cdas.", "harina"),
            ("1,5 kg de patatas", "1,5", "kg", "patatas"),
            ("1/2 taza de leche", "1/2", "taza", "leche"),
            ("250 ml de nata", "250", "ml", "nata"),
            ("200g de arroz", "200", "g", "arroz"),
            ("3 dientes de ajo", "3", "dientes", "ajo"),
            ("2 a 3 tomates maduros", "2 a 3", "", "tomates maduros"),
            ("2 o 3 hojas de laurel", "2 o 3", "hojas", "laurel"),
            ("una pizca de sal", "una", "pizca", "sal"),
            ("un chorrito de vinagre", "un", "chorrito", "vinagre"),
            ("dos huevos", "dos", "", "huevos"),
            ("media cebolla", "media", "", "cebolla"),
            ("1 lata de atún", "1", "lata", "atún"),
            ("Sal al gusto", "", "", "Sal"),
            ("1 puñado de perejil", "1", "puñado", "perejil"),
            ("4 huevos grandes", "4", "", "huevos"),
            ("½ vaso del caldo", "½", "vaso", "caldo"),
        ],
    );
}

#[test]
fn french_line_is_parsed() {
    check(
        Some(Language::Fr),
        &[
            ("2 cuillères à soupe de sucre", "2", "cuillères à soupe", "sucre"),
            ("1 cuillère à café de sel", "1", "cuillère à café", "sel"),
            ("3 cuillère(s) à soupe d'huile d'olive", "3", "cuillère(s) à soupe", "huile d'olive"),
            ("2 c. à soupe de miel", "2", "c. à soupe", "miel"),
            ("2 c.à.s. de crème", "2", "c.à.s.", "crème"),
            ("1 càc de cannelle", "1", "càc", "cannelle"),
            ("200 g d’épinards", "200", "g", "épinards"),
            ("25 cl de lait", "25", "cl", "lait"),
            ("1,5 l d'eau", "1,5", "l", "eau"),
            ("2 à 3 gousses d'ail", "2 à 3", "gousses", "ail"),
            ("2 ou 3 brins de thym", "2 ou 3", "brins", "thym"),
            ("1 bonne pincée de sel", "1", "bonne pincée", "sel"),
            ("une pincée de muscade", "une", "pincée", "muscade"),
            ("trois œufs", "trois", "", "œufs"),
            ("1 sachet de levure", "1", "sachet", "levure"),
            ("½ botte de persil", "½", "botte", "persil"),
            ("1 oignon", "1", "", "oignon"),
            ("1 pot de yaourt", "1", "pot", "yaourt"),
            ("Sel, poivre", "", "", "Sel, poivre"),
            ("1 1/2 tasse de farine", "1 1/2", "tasse", "farine"),
        ],
    );
}

#[test]
fn foreign_unit_is_recognised_after_an_amount() {
    check(
        None,
        &[
            ("2 EL Rapsöl", "2", "EL", "Rapsöl"),
            ("1/2 TL Paprika", "1/2", "TL", "Paprika"),
            ("3 Zehen Knoblauch", "3", "Zehen", "Knoblauch"),
            ("1 Bund Petersilie", "1", "Bund", "Petersilie"),
            ("2 Päckchen Vanillezucker", "2", "Päckchen", "Vanillezucker"),
            ("1 Dose Mais", "1", "Dose", "Mais"),
            ("2 el boter", "2", "el", "boter"),
            ("3 eetlepels honing", "3", "eetlepels", "honing"),
            ("2 teentjes knoflook", "2", "teentjes", "knoflook"),
            ("2 msk smör", "2", "msk", "smör"),
            ("1 tsk kanel", "1", "tsk", "kanel"),
            ("2 spsk mel", "2", "spsk", "mel"),
            ("3 cucchiai di farina", "3", "cucchiai", "farina"),
            ("2 colheres de sopa de mel", "2", "colheres de sopa", "mel"),
        ],
    );
    check(Some(Language::Es), &[("el zumo de 1 limón", "1", "", "limón")]);
}

#[test]
fn unusual_amount_notation_is_parsed() {
    check(
        Some(Language::En),
        &[
            ("2, 15 oz cans chickpeas", "2", "cans", "chickpeas"),
            ("6- to 8-ounce salmon fillet", "6 to 8", "ounce", "salmon fillet"),
            ("15-ounce jar olives", "15", "ounce jar", "olives"),
            ("40ml-60ml milk", "40-60", "ml", "milk"),
            ("1 cup, plus 1 teaspoon honey", "1", "cup", "honey"),
            ("1½, teaspoon of salt", "1½", "teaspoon", "salt"),
            ("5 ¾-inch-thick slices rye bread", "5", "slices", "rye bread"),
            ("10 to12 shallots", "10 to12", "", "shallots"),
            ("1 batch pie dough", "1", "batch", "pie dough"),
            ("1 block firm tofu", "1", "block", "firm tofu"),
            ("2 tbsp fresh-squeezed orange juice", "2", "tbsp", "orange juice"),
            ("3 medium sized potatoes", "3", "", "potatoes"),
        ],
    );
    check(Some(Language::Fr), &[("Une trentaine de cerises", "Une trentaine", "", "cerises")]);
    check(Some(Language::Es), &[("Media docena de huevos", "Media docena", "", "huevos")]);
}

#[test]
fn rest_of_a_line_becomes_its_note() {
    for (language, text, name, note) in [
        (Language::En, "2 onions, finely chopped", "onions", "finely chopped"),
        (Language::En, "Salt, to taste", "Salt", "to taste"),
        (Language::En, "1 cup (240 ml) milk", "milk", "240 ml"),
        (Language::En, "200g/7oz plain flour", "plain flour", "7oz"),
        (Language::En, "3 large eggs", "eggs", "large"),
        (Language::En, "2 cups flour", "flour", ""),
        (Language::En, "2 lb beef, cut into pieces", "beef", "cut into pieces"),
        (Language::En, "3 plums, ripe (not soft!)", "plums", "ripe (not soft!)"),
        (Language::Es, "Perejil picado", "Perejil", "picado"),
        (Language::Es, "500 g de calabaza (pelada)", "calabaza", "pelada"),
        (Language::Fr, "70 g de beurre, fondu", "beurre", "fondu"),
        (Language::Fr, "Sel au goût", "Sel", "au goût"),
    ] {
        let read = line::read(text, Some(language));
        assert_eq!((read.name.as_str(), read.note.as_str()), (name, note), "{text:?}");
    }
}

#[test]
fn amount_after_the_name_is_parsed() {
    check(
        Some(Language::En),
        &[
            ("Flour 200 g", "200", "g", "Flour"),
            ("Butter: 50g", "50", "g", "Butter"),
            ("2 x 400 g tins tomatoes", "2", "tins", "tomatoes"),
            ("2 lbs potatoes", "2", "lbs", "potatoes"),
        ],
    );
    check(Some(Language::Fr), &[("Farine : 250 g", "250", "g", "Farine")]);
}

#[test]
fn doubled_unit_or_trailing_half_is_parsed() {
    check(
        Some(Language::Fr),
        &[
            ("2 pièce(s) Gousse d'ail", "2", "Gousse", "ail"),
            ("1 càc et demie de cannelle", "1 1/2", "càc", "cannelle"),
        ],
    );
    check(Some(Language::Es), &[("2count Dientes de ajo", "2", "Dientes", "ajo")]);
}

#[test]
fn hyphen_without_spaces_separates_name_and_amount() {
    check(
        Some(Language::En),
        &[
            ("Cinnamon sticks-1", "1", "", "Cinnamon sticks"),
            ("Rice-2cups", "2", "cups", "Rice"),
            ("Onions-2 finely chopped", "2", "", "Onions"),
            ("Salt-as per requirement", "", "", "Salt"),
        ],
    );
    check(Some(Language::Es), &[("Perejil-al gusto", "", "", "Perejil")]);
}

#[test]
fn fraction_after_the_unit_is_added_to_the_amount() {
    check(Some(Language::Es), &[("1 kilo 1/2 de papas", "1 1/2", "kilo", "papas")]);
    check(
        Some(Language::Fr),
        &[
            ("1 litre ½ d'eau", "1 ½", "litre", "eau"),
            ("2 verres 1/2 de lait", "2 1/2", "verres", "lait"),
            ("2 tasses et ½ de farine", "2 ½", "tasses", "farine"),
            ("2 tasses 3 de lait", "2", "tasses", "lait"),
        ],
    );
}

#[test]
fn fraction_of_one_is_not_one() {
    check(
        Some(Language::Fr),
        &[
            ("la moitié d'un citron", "moitié d'un", "", "citron"),
            ("Le quart d’une gousse de vanille", "quart d’une", "gousse", "vanille"),
        ],
    );
    check(Some(Language::Es), &[("la mitad de una cebolla", "mitad de una", "", "cebolla")]);
    assert_eq!(line::read("la moitié d'un citron", Some(Language::Fr)).note, "");
}

#[test]
fn abbreviated_unit_is_recognised() {
    check(
        Some(Language::En),
        &[
            ("1 tbls honey", "1", "tbls", "honey"),
            ("2 Tbles honey", "2", "Tbles", "honey"),
            ("2 tspn salt", "2", "tspn", "salt"),
            ("Tomatoes - 4 nos", "4", "nos", "Tomatoes"),
            ("3 strands saffron", "3", "strands", "saffron"),
            ("5 green chillies slit", "5", "", "green chillies"),
        ],
    );
    check(
        Some(Language::Es),
        &[
            ("2 1/2 k de carne", "2 1/2", "k", "carne"),
            ("1 pote de yogur", "1", "pote", "yogur"),
            ("1 atadito de albahaca", "1", "atadito", "albahaca"),
            ("2 bastones de apio", "2", "bastones", "apio"),
            ("Aceite vegetal lo necesario", "", "", "Aceite vegetal"),
            ("5 uni. pimientos", "5", "uni.", "pimientos"),
            ("Harina 0000 2 tazas", "2", "tazas", "Harina 0000"),
            ("1 cucharadita de polvo para hornear", "1", "cucharadita", "polvo para hornear"),
        ],
    );
    check(
        Some(Language::Fr),
        &[
            ("Éventuellement 1 sachet de sucre vanillé", "1", "sachet", "sucre vanillé"),
            ("2 cuillers de sucre", "2", "cuillers", "sucre"),
            ("3 cuillerées à table d'huile", "3", "cuillerées à table", "huile"),
            ("1 bte de thon", "1", "bte", "thon"),
            ("1 c. à s. rase de farine", "1", "c. à s.", "farine"),
            ("Massalé env 10 feuilles", "10", "feuilles", "Massalé"),
        ],
    );
}

#[test]
fn word_or_bare_number_after_the_name_is_the_amount() {
    check(
        Some(Language::En),
        &[
            ("Turmeric powder - a pinch", "a", "pinch", "Turmeric powder"),
            ("Sugar: a pinch (optional)", "a", "pinch", "Sugar"),
            ("Turmeric powder - half tsp", "half", "tsp", "Turmeric powder"),
            ("Coconut oil – half litre", "half", "litre", "Coconut oil"),
            ("Curry leaves: handful", "", "handful", "Curry leaves"),
            ("Curry leaves, a handful", "a", "handful", "Curry leaves"),
            ("Haldi a pinch", "a", "pinch", "Haldi"),
            ("Curry leaves - few", "", "", "Curry leaves"),
            ("Mint leaves a few", "", "", "Mint leaves"),
            ("Plantain (1 inch cubes) - 12 pieces", "12", "pieces", "Plantain"),
            ("6 no. eggs", "6", "no.", "eggs"),
            ("Onion - 1 no", "1", "no", "Onion"),
            ("Cloves 4 nos", "4", "nos", "Cloves"),
            ("Ginger - 1\" piece", "1", "\" piece", "Ginger"),
            ("Ginger -1 inch piece", "1", "inch piece", "Ginger"),
            ("Cloves 5 to 6", "5 to 6", "", "Cloves"),
            ("Dry chilly 2", "2", "", "Dry chilly"),
            ("Stuffing - one of the above", "", "", "Stuffing"),
            ("Flour type 2", "", "", "Flour"),
            ("Almonds 25", "25", "", "Almonds"),
            ("Chocolate cake, cut into 1-inch cubes", "", "", "Chocolate cake"),
        ],
    );
}

#[test]
fn plain_line_is_not_marked_as_uncertain() {
    let plain = ["2 cups flour", "1 tsp salt", "3 eggs", "200 g sugar", "1 onion, chopped", "100g butter"];
    assert!(plain.iter().all(|line| line::read(line, Some(Language::En)).doubt.is_none()));
}

#[test]
fn line_is_uncertain_if_its_amount_is_but_not_if_only_the_end_of_its_name_is() {
    let is_uncertain = |line| line::read(line, Some(Language::En)).doubt.is_some();
    assert!(is_uncertain("plum jam 3 of the small jars or 1 big"));
    assert!(!is_uncertain("600 g ripe tomatoes in several colours"));
}

#[test]
fn too_long_line_is_kept_as_a_name() {
    let long = "1 cup ".repeat(100_000);
    let read = line::read(&long, None);
    assert_eq!((read.name.as_str(), read.quantity.as_str()), (long.trim(), ""));
    assert_eq!(line::measures(&long, None), []);
}

#[test]
fn line_without_a_language_uses_all_lexicons() {
    check(
        None,
        &[
            ("2 cucharadas soperas de azúcar", "2", "cucharadas soperas", "azúcar"),
            ("2 cuillères à soupe de sucre", "2", "cuillères à soupe", "sucre"),
            ("2 tbsp sugar", "2", "tbsp", "sugar"),
        ],
    );
}

fn kitchen_line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("1"),
        Just("½"),
        Just("1/2"),
        Just("1,5"),
        Just("2-3"),
        Just(" "),
        Just("  "),
        Just("cups"),
        Just("cuillère(s) à soupe"),
        Just("c. à s."),
        Just("de"),
        Just("d'"),
        Just("d’"),
        Just("(240 ml)"),
        Just("("),
        Just("/"),
        Just("oz"),
        Just("a"),
        Just("to"),
        Just("à"),
        Just("large"),
        Just("%"),
        Just("-"),
        Just("•"),
        Just("é"),
        Just("œuf"),
        Just("."),
        Just(","),
        Just("\u{a0}"),
        Just("二"),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

fn is_in_order(part: &str, text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphanumeric());
    part.chars().filter(|c| c.is_alphanumeric()).all(|c| letters.any(|letter| letter == c))
}

fn nothing_is_invented(text: &str, language: Option<Language>) -> Result<(), TestCaseError> {
    let read = line::read(text, language);
    prop_assert_eq!(&read.text, text.trim());
    // "2 c. ½ à soupe" has a split unit.
    prop_assert!(is_in_order(&read.unit, text), "{:?} is not in {:?}", read.unit, text);
    // "1 càc et demie" has the fraction in words.
    let quantity = read.quantity.strip_suffix(" 1/2").unwrap_or(&read.quantity);
    // "6- to 8-ounce" loses its hyphen.
    let is_cut =
        ["-", "‐", "‑"].iter().any(|hyphen| text.replace(&format!("{hyphen} "), " ").contains(quantity));
    // "40ml-60ml" repeats the unit; in "1 kilo 1/2", the unit is inside the number.
    let is_joined = quantity.contains(['-', ' ']) && is_in_order(quantity, text);
    prop_assert!(text.contains(quantity) || is_cut || is_joined, "{:?} is not in {:?}", read.quantity, text);
    for part in [&read.name, &read.note] {
        prop_assert!(is_in_order(part, text), "{:?} is not in {:?}", part, text);
    }
    if text.chars().any(char::is_alphanumeric) {
        prop_assert!(!read.name.is_empty(), "{:?} has no name", text);
    }
    Ok(())
}

proptest! {
    #[test]
    fn parsed_fields_are_part_of_any_text(text in any::<String>()) {
        nothing_is_invented(&text, None)?;
    }

    #[test]
    fn parsed_fields_are_part_of_the_kitchen_line(text in kitchen_line()) {
        for language in [None, Some(Language::En), Some(Language::Es), Some(Language::Fr)] {
            nothing_is_invented(&text, language)?;
        }
    }
}
