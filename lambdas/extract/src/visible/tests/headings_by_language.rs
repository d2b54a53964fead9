use super::{LIST, LIST_LINES, STEP_LINES, check};

const BOIL: &str = "Boil the water with the plums for ten minutes.";
const SERVE: &str = "Serve it hot in bowls.";

#[test]
fn bold_lines_are_section_headings() {
    for (ingredients, steps) in [
        ("Składniki:", "Sposób wykonania"),
        ("Składniki na ciasto:", "Instrukcja krok po kroku"),
        ("Składniki", "Jak ugotować zupę ze śliwek?"),
        ("Hozzávalók (4 főre):", "Az elkészítés módja:"),
    ] {
        let page = format!(
            "<h1>Soup</h1><p><b>{ingredients}</b></p><p>2 plums<br>1 l water</p><p><b>{steps}</b></p><p>{BOIL}</p><p>{SERVE}</p>"
        );
        check(&page, &LIST_LINES, &STEP_LINES);
    }
}

#[test]
fn heading_after_the_steps_ends_them() {
    for heading in [
        "Rady",
        "Przechowywanie",
        "Jak przechowywać zupę?",
        "Dodatkowe informacje",
        "Zobacz też:",
        "Najczęściej zadawane pytania",
        "Smacznego!",
        "Dobré rady",
        "Jó étvágyat!",
        "Smaklig måltid!",
        "Guten Appetit!",
        "Приятного аппетита!",
    ] {
        let page = format!(
            "<h1>Soup</h1>{LIST}<h2>Method</h2><p>{BOIL}</p><p>{SERVE}</p><p><b>{heading}</b></p>\
             <p>We keep what is left in the cold for three days.</p>"
        );
        check(&page, &LIST_LINES, &STEP_LINES);
    }
}
