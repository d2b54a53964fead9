use recipe::{Language, line, scale};

fn check(language: Language, rows: &[(&str, &str, &str, &str)]) {
    let mut wrong = String::new();
    for (text, quantity, unit, name) in rows {
        let read = line::read(text, Some(language));
        let digits = scale::in_digits(&read.quantity, Some(language));
        let got = (digits.as_str(), read.unit.as_str(), read.name.as_str());
        if got != (*quantity, *unit, *name) {
            wrong.push_str(&format!("{text:?}: {got:?}, wanted {:?}\n", (quantity, unit, name)));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn number_words_are_parsed() {
    check(
        Language::Es,
        &[
            ("cuatro dientes de ajo", "4", "dientes", "ajo"),
            ("ocho hojas de albahaca", "8", "hojas", "albahaca"),
            ("medio litro de leche", "1/2", "litro", "leche"),
            ("una docena de huevos", "12", "", "huevos"),
            ("2 ó 3 tomates", "2-3", "", "tomates"),
        ],
    );
    check(
        Language::Fr,
        &[
            ("quatre gousses d'ail", "4", "gousses", "ail"),
            ("2 tasses et demie de farine", "2 1/2", "tasses", "farine"),
            ("3 ou 4 carottes", "3-4", "", "carottes"),
            ("une dizaine de fraises", "10", "", "fraises"),
        ],
    );
}

#[test]
fn units_and_containers_are_parsed() {
    check(
        Language::Es,
        &[
            ("1 tableta de chocolate negro", "1", "tableta", "chocolate negro"),
            ("1 raja de canela", "1", "raja", "canela"),
            ("2 mazorcas de maíz", "2", "mazorcas", "maíz"),
            ("1 cta. de sal", "1", "cta.", "sal"),
            ("2 tz. de harina", "2", "tz.", "harina"),
            ("1 caja de gelatina", "1", "caja", "gelatina"),
            ("1 medida de un yogur de aceite", "1", "medida de un yogur", "aceite"),
        ],
    );
    check(
        Language::Fr,
        &[
            ("3 c. à .s d'eau", "3", "c. à .s", "eau"),
            ("1 enveloppe de levure", "1", "enveloppe", "levure"),
            ("2 filets de porc", "2", "", "filets de porc"),
            ("1 bouchon de rhum", "1", "bouchon", "rhum"),
            ("1 étoile de badiane", "1", "étoile", "badiane"),
            ("2 volumes de riz", "2", "volumes", "riz"),
            ("3 pots de yaourt de farine", "3", "pots de yaourt", "farine"),
            ("1 pincée de noix de muscade", "1", "pincée", "noix de muscade"),
            ("noix de muscade", "", "", "noix de muscade"),
            ("1 noix de beurre", "1", "noix", "beurre"),
        ],
    );
}

#[test]
fn state_or_purpose_after_the_name_is_not_part_of_it() {
    check(
        Language::Es,
        &[
            ("200 ml de leche tibia", "200", "ml", "leche"),
            ("60 g de mantequilla blanda", "60", "g", "mantequilla"),
            ("3 huevos tamaño L", "3", "", "huevos"),
            ("200 g de harina para la masa", "200", "g", "harina"),
            ("Perejil q.b.", "", "", "Perejil"),
            ("500 g de harina 000", "500", "g", "harina 000"),
        ],
    );
    check(
        Language::Fr,
        &[
            ("100 g d'amandes torréfiées", "100", "g", "amandes"),
            ("20 g de beurre pour le moule", "20", "g", "beurre"),
            ("50 g de sucre pour la décoration", "50", "g", "sucre"),
            ("3 carottes coupées en rondelles", "3", "", "carottes"),
            ("125 g de beurre à température ambiante", "125", "g", "beurre"),
        ],
    );
}

#[test]
fn leading_name_or_condiment_list_is_kept() {
    check(
        Language::Es,
        &[
            ("Laurel, 1 hoja", "1", "hoja", "Laurel"),
            ("Azúcar – 1 taza", "1", "taza", "Azúcar"),
            ("Sal, pimienta y orégano", "", "", "Sal, pimienta y orégano"),
        ],
    );
    check(
        Language::Fr,
        &[("Farine : 200 g", "200", "g", "Farine"), ("Sel, poivre, cumin", "", "", "Sel, poivre, cumin")],
    );
}

#[test]
fn unit_split_by_a_fraction_is_joined() {
    check(
        Language::Fr,
        &[
            ("2 c. ½ à soupe de miel", "2 ½", "c. à soupe", "miel"),
            ("une cuillère et demie à soupe d'huile", "1 1/2", "cuillère à soupe", "huile"),
            ("un demi-litre de lait", "1/2", "litre", "lait"),
        ],
    );
    check(
        Language::Es,
        &[
            ("una taza y media de arroz", "1 1/2", "taza", "arroz"),
            ("litro y medio de leche", "1 1/2", "litro", "leche"),
        ],
    );
    check(
        Language::En,
        &[
            ("two and a half cups oats", "2 1/2", "cups", "oats"),
            ("Rice - one and half cup", "1 1/2", "cup", "Rice"),
        ],
    );
}

#[test]
fn links_list_numbers_and_mojibake_are_removed() {
    check(
        Language::En,
        &[
            ("2 cups cubed [Pizza Dough | https://example.com/dough/]", "2", "cups", "Pizza Dough"),
            ("1Â¼ cups oats", "1¼", "cups", "oats"),
            ("3/4th cup jaggery", "3/4", "cup", "jaggery"),
            ("2) Soy flour – 2 cups", "2", "cups", "Soy flour"),
            ("3.Moong dal/Lentils - 1 cup", "1", "cup", "Moong dal/Lentils"),
            ("1. 4 boiled eggs", "4", "", "eggs"),
        ],
    );
    check(
        Language::Fr,
        &[
            ("1, 250 kg de veau", "1,250", "kg", "veau"),
            ("500 g à 1 kg de pommes", "500-1000", "g", "pommes"),
        ],
    );
}

#[test]
fn size_of_each_item_is_not_the_amount() {
    check(
        Language::Fr,
        &[
            ("1 poulet d'1,5 kg", "1", "", "poulet"),
            ("un chou-fleur d'environ 1 kg", "un", "", "chou-fleur"),
            ("rôti de porc d'1 kg", "1", "kg", "rôti de porc"),
        ],
    );
    check(
        Language::En,
        &[
            ("1 350g block smoked tofu", "1", "block", "smoked tofu"),
            ("1 – 15 oz can corn", "1", "can", "corn"),
            ("Pinch of salt about 1/16 teaspoon", "", "Pinch", "salt"),
        ],
    );
}

#[test]
fn unit_of_an_unsupported_language_is_recognised() {
    for (text, unit, name) in [
        ("2 łyżki cukru", "łyżki", "cukru"),
        ("3 lžíce mouky", "lžíce", "mouky"),
        ("2 evőkanál cukor", "evőkanál", "cukor"),
        ("2 yemek kaşığı şeker", "yemek kaşığı", "şeker"),
        ("2 κουταλιές της σούπας ζάχαρη", "κουταλιές της σούπας", "ζάχαρη"),
        ("200 г муки", "г", "муки"),
        ("2 ruokalusikkaa sokeria", "ruokalusikkaa", "sokeria"),
        ("4 teelusikallista leivinjauhetta", "teelusikallista", "leivinjauhetta"),
        ("1 tlk tomaattimurskaa", "tlk", "tomaattimurskaa"),
        ("2 PL oleja", "PL", "oleja"),
        ("1 ČL soli", "ČL", "soli"),
        ("2 polievkové lyžice múky", "polievkové lyžice", "múky"),
        ("3 c. de sopa azeite", "c. de sopa", "azeite"),
        ("2 spiseskjeer sukker", "spiseskjeer", "sukker"),
    ] {
        let read = line::read(text, None);
        assert_eq!((read.unit.as_str(), read.name.as_str()), (unit, name), "{text:?}");
    }
}
