use super::*;
use crate::draft::Line;
use crate::parse;

fn recipe_with_lists_only() -> Draft {
    let line = |text: &str| Line::marked(Reader::JsonLd, text.to_owned());
    Draft {
        lines: ["500 g plums", "1 l water"].into_iter().map(line).collect(),
        steps: vec![line("Boil the plums in the water.")],
        ..Draft::default()
    }
}

const LIST: &str = "<ul><li>500 g plums</li><li>1 l water</li></ul>";
const STEPS: &str = "<ol><li>Boil the plums in the water.</li></ol>";

type ExpectedFacts<'a> = (Option<u32>, Option<u32>, Option<u32>, Option<u32>, Option<&'a str>);

fn read(page: &str) -> Draft {
    let mut draft = recipe_with_lists_only();
    fill(&parse::parse(page), &mut draft);
    draft
}

fn check(page: &str, expected: ExpectedFacts<'_>) {
    let Draft { content, .. } = read(page);
    let facts = (
        content.prep_minutes,
        content.cook_minutes,
        content.total_minutes,
        content.servings,
        content.yields.as_deref(),
    );
    assert_eq!(facts, expected, "{page}");
}

fn check_above(between: &str, expected: ExpectedFacts<'_>) {
    check(&format!("<h1>Plum soup</h1>{between}{LIST}{STEPS}"), expected);
}

#[test]
fn time_before_its_label_is_found() {
    for (between, prep, cook) in [
        ("<p>10 min de préparation / 20 min de cuisson</p>", Some(10), Some(20)),
        ("<p>20 min de prépa, 1h de cuisson</p>", Some(20), Some(60)),
        ("<ul><li>15min prep</li><li>1 hour cooking time</li></ul>", Some(15), Some(60)),
        ("<p>25 minutos de cocción, 5 de reposo</p>", None, Some(25)),
        ("<p>After 20 minutes of cooking the plums are soft.</p>", None, None),
        ("<p>20 minutes of cooking make them soft.</p>", None, None),
    ] {
        check_above(between, (prep, cook, None, None, None));
    }
}

#[test]
fn time_next_to_its_label_is_found() {
    for (between, prep, cook, total) in [
        ("<p>Prep time: 10 min</p>", Some(10), None, None),
        ("<p>Prep 10 min | Cook 25 min | Total 35 min</p>", Some(10), Some(25), Some(35)),
        ("<p>Prep time: 10 min Cook time: 1 hour 5 minutes</p>", Some(10), Some(65), None),
        ("<p>Preptime: 10 min Cook: 25 min Total: 35 min</p>", Some(10), Some(25), Some(35)),
        (
            "<p><b>Prep time:</b><br>10 minutes</p><p><b>Cook time:</b><br>5<b> </b>minutes</p>",
            Some(10),
            Some(5),
            None,
        ),
        ("<div><span>Prep Time</span><span>35 minutes</span></div>", Some(35), None, None),
        ("<dl><dt>Prep</dt><dd>10 min</dd><dt>Cook</dt><dd>20 min</dd></dl>", Some(10), Some(20), None),
        ("<table><tr><th>Prep</th><td>10 min</td></tr></table>", Some(10), None, None),
        (
            "<table><tr><th>Prep</th><th>Cook</th><th>Total</th></tr><tr><td>5 min</td><td>10 min</td><td>15 min</td></tr></table>",
            Some(5),
            Some(10),
            Some(15),
        ),
        (
            "<div><p><b>20 min</b><i>Prep</i></p><p><b>30 min</b><i>Cook</i></p></div>",
            Some(20),
            Some(30),
            None,
        ),
        ("<p>Prep time <time datetime=PT20M>20 minutes</time></p><p>Cook: -</p>", Some(20), None, None),
        ("<h6>Prep Time:</h6><h6>15</h6><h6>Cooking Time:</h6><h6>45</h6>", Some(15), Some(45), None),
        ("<p>Prep time: 2</p>", None, None, None),
        ("<p>Prep time (min): 15</p>", Some(15), None, None),
        ("<p>Total time about 30-40 mins</p>", None, None, Some(40)),
        ("<p>Active time plus cooling</p><p>20 minutes, plus cooling</p>", Some(20), None, None),
        ("<p><b>Prep time =</b> 10 mins</p>", Some(10), None, None),
        ("<p>Prep &amp; Cook Time: 1 h 20</p>", None, None, Some(80)),
        ("<p><img src=clock.png alt=time> 30mins</p>", None, None, Some(30)),
        ("<p>Zubereitungszeit 30 Min.</p>", None, None, Some(30)),
        ("<p>Vorbereitungszeit 10 Min.</p><p>Zubereitungszeit 30 Min.</p>", Some(10), Some(30), None),
        (
            "<p>Arbeitszeit: ca. 20 Minuten</p><p>Koch-/Backzeit: ca. 1 Stunde 10 Minuten</p>",
            Some(20),
            Some(70),
            None,
        ),
        ("<p>Tiempo total 1 h 20</p><p>Cocción: 40 minutos</p>", None, Some(40), Some(80)),
        ("<p>Preparación: media hora</p><p>Tiempo total: 1 hora y media</p>", Some(30), None, Some(90)),
        ("<p>Prep time: half an hour</p><p>Cook time: 2 hours and a quarter</p>", Some(30), Some(135), None),
        (
            "<p>Temps total</p><p>1 h 05</p><p>Préparation</p><p>20 min</p><p>Cuisson</p><p>45 min</p>",
            Some(20),
            Some(45),
            Some(65),
        ),
        ("<p>Tempo di preparazione: 15 minuti</p><p>Cottura: 1 ora</p>", Some(15), Some(60), None),
        ("<p>Tempo de preparo: 40 minutos</p>", None, None, Some(40)),
        ("<p>Voorbereidingstijd: 10 minuten</p><p>Bereidingstijd: 1 uur</p>", Some(10), Some(60), None),
        ("<p>Tid i alt</p><p>40 min.</p>", None, None, Some(40)),
        ("<p>Czas przygotowania: 1 godz. 20 minut</p>", None, None, Some(80)),
        ("<p>Čas na prípravu: 20 minút</p><p>Čas varenia: 1 hodinu</p>", Some(20), Some(60), None),
        ("<p>Valmisteluaika 15 min</p><p>Kokkausaika: 1 tunti</p>", Some(15), Some(60), None),
        ("<p>Συνολικός χρόνος: 1 ώρα και 15 λεπτά</p>", None, None, Some(75)),
        ("<div class='item cooking_time'><h2>25 min</h2></div>", None, Some(25), None),
        ("<p>20 min</p>", None, None, Some(20)),
    ] {
        check_above(between, (prep, cook, total, None, None));
    }
}

#[test]
fn several_facts_without_separators_are_found() {
    for (line, prep, total, servings, yields) in [
        ("2 personnes Temps total : 50 minutes", None, Some(50), Some(2), Some("2 personnes")),
        (
            "Para 6 personas Preparación: 45 min Tiempo total: 60 min",
            Some(45),
            Some(60),
            Some(6),
            Some("6 personas"),
        ),
        ("Servings: 4 Prep: 5 min Total time: 15 min", Some(5), Some(15), Some(4), None),
    ] {
        check_above(&format!("<p>{line}</p>"), (prep, None, total, servings, yields));
    }
}

#[test]
fn amount_next_to_its_label_is_found() {
    for (between, servings, yields) in [
        ("<p>Serves 4</p>", Some(4), None),
        ("<p>Serves <b>5</b></p>", Some(5), None),
        ("<p>SERVINGS:&nbsp; 8</p>", Some(8), None),
        ("<p>Serves 4-6</p>", Some(4), Some("4-6")),
        ("<p>Serves four</p>", Some(4), None),
        ("<p><b>Makes</b></p><p>4 to 6 servings</p>", Some(4), Some("4 to 6 servings")),
        ("<p>Makes 12 cookies</p>", None, Some("12 cookies")),
        ("<p>Makes: 1</p>", None, Some("1")),
        ("<p>Yield: 2 1/2 cups</p>", None, Some("2 1/2 cups")),
        ("<p>Servings</p><p>-</p><p>6</p><p>+</p><p>1x 2x 3x</p>", Some(6), None),
        ("<p>Serves 12 Prep time</p>", Some(12), None),
        ("<p>Servings: 16 Serving size: 1 slice</p>", Some(16), None),
        ("<p>4 servings — hot or cold</p>", Some(4), Some("4 servings")),
        ("<h2>Ingredients (serves 4)</h2>", Some(4), None),
        ("<h2>Ingredients for 4 people</h2>", Some(4), Some("4 people")),
        ("<h2>Zutaten für 4 Portionen</h2>", Some(4), Some("4 Portionen")),
        ("<h2>Ingrédients pour 6 personnes</h2>", Some(6), Some("6 personnes")),
        ("<h2>Ingredientes (para 4 personas)</h2>", Some(4), Some("4 personas")),
        ("<p>2 Portionen als Hauptgericht</p>", Some(2), Some("2 Portionen als Hauptgericht")),
        ("<p>Pour 4 personnes</p>", Some(4), Some("4 personnes")),
        ("<p>Ración: 6</p>", Some(6), None),
        ("<p>Personen: 4</p>", Some(4), None),
        ("<p>Personnes</p><p>6/8</p>", Some(6), Some("6/8")),
        ("<p>Dosi per 4 persone</p>", Some(4), Some("4 persone")),
        ("<p>Rendimento: 8 porções</p>", Some(8), Some("8 porções")),
        ("<p>8 os.</p>", Some(8), Some("8 os")),
        ("<p>4 porce</p>", Some(4), Some("4 porce")),
        ("<ul><li class=person-amount>4</li></ul>", Some(4), None),
        ("<p>Serves <input class=recipe-servings value=3></p>", Some(3), None),
        ("<div class=recipe-card data-servings=4>A card</div>", Some(4), None),
    ] {
        check_above(between, (None, None, None, servings, yields));
    }
}

#[test]
fn ingredient_counted_in_portions_is_not_a_yield() {
    let mut draft = recipe_with_lists_only();
    draft.lines.insert(0, Line::marked(Reader::JsonLd, "2 portions of smoked fish".to_owned()));
    let list = LIST.replace("<ul>", "<ul><li>2 portions of smoked fish</li>");
    fill(&parse::parse(&format!("<h1>Plum soup</h1><p>For 4 people</p>{list}{STEPS}")), &mut draft);
    assert_eq!((draft.content.servings, draft.content.yields.as_deref()), (Some(4), Some("4 people")));
}

#[test]
fn text_without_label_and_value_yields_no_fact() {
    for between in [
        "<p>Prep the plums.</p>",
        "<p>Time to cook!</p>",
        "<p>Cook 25 min until soft.</p>",
        "<p>Total 40 comments</p>",
        "<p>This makes a soup for cold days.</p>",
        "<p>Serving size: 1 bowl</p>",
        "<p>Servings per container 4</p>",
        "<p>2 people like this soup</p>",
        "<p>4492 people</p>",
        "<p>Serves 50% more</p>",
        "<p>4 min</p>",
        "<p>20 min</p><p>45 min</p>",
        "<p>Rest time: 2 hours</p>",
        "<p><a href=/other>Serves 4</a></p>",
        "<div class=related-recipes><p>Serves 4</p><p>Prep time: 10 min</p></div>",
        "<nav>Serves 4</nav>",
        "<div class=nutrition-serving-size>4</div>",
    ] {
        check_above(between, (None, None, None, None, None));
    }
}

#[test]
fn facts_nearest_to_the_recipe_are_used() {
    let other = "<a href=/pears>Pear soup</a><p>Serves 9</p><p>Prep time: 50 min</p>";
    check(
        &format!("<h1>Plum soup</h1><p>Serves 4</p>{LIST}{STEPS}{other}"),
        (None, None, None, Some(4), None),
    );
    check(&format!("<h1>Plum soup</h1>{LIST}{STEPS}{other}"), (None, None, None, None, None));
    check(
        &format!("<h1>Plum soup</h1>{LIST}{STEPS}<p>Makes 8 servings</p>"),
        (None, None, None, Some(8), Some("8 servings")),
    );
    check(
        &format!(
            "<h1>Soups</h1><h2>Pear soup</h2><p>Serves 9</p><p>Boil pears.</p><h2>Plum soup</h2><p>Serves 4</p>{LIST}{STEPS}"
        ),
        (None, None, None, Some(4), None),
    );
    check(
        &format!("<h1>Plum soup</h1>{LIST}<ol><li>Boil the plums in the water.</li><li>Cook 5 min</li></ol>"),
        (None, None, None, None, None),
    );
}

#[test]
fn structured_values_are_not_overwritten() {
    let page = format!("<h1>Plum soup</h1><p>Prep time: 10 min</p><p>Total: 90 min</p><p>Serves 4</p>{LIST}");
    let mut draft = recipe_with_lists_only();
    draft.content.total_minutes = Some(30);
    draft.content.servings = Some(2);
    fill(&parse::parse(&page), &mut draft);
    let content = &draft.content;
    assert_eq!(
        (content.prep_minutes, content.total_minutes, content.servings),
        (Some(10), Some(30), Some(2))
    );
}

#[test]
fn hours_are_corrected_if_the_page_shows_minutes() {
    let page = format!("<h1>Plum soup</h1><p>Prep in <b>10 min</b></p><p>Cooks in <b>12 hours</b></p>{LIST}");
    let mut draft = recipe_with_lists_only();
    (draft.content.prep_minutes, draft.content.cook_minutes) = (Some(600), Some(720));
    fill(&parse::parse(&page), &mut draft);
    assert_eq!((draft.content.prep_minutes, draft.content.cook_minutes), (Some(10), Some(720)));
}

#[test]
fn total_shorter_than_a_part_is_replaced() {
    for (stated, expected) in [(20, 60), (50, 50)] {
        let page = format!("<h1>Plum soup</h1><p>Total time: 60 min</p>{LIST}");
        let mut draft = recipe_with_lists_only();
        (draft.content.total_minutes, draft.content.cook_minutes) = (Some(stated), Some(40));
        fill(&parse::parse(&page), &mut draft);
        assert_eq!(draft.content.total_minutes, Some(expected));
    }
}

#[test]
fn fact_has_its_provenance() {
    let page = format!("<h1>Plum soup</h1><dl><dt>Prep time</dt><dd>10 min</dd></dl>{LIST}");
    let entry = &read(&page).provenance[0];
    assert_eq!((entry.field, entry.reader, entry.confidence), (Field::PrepMinutes, Reader::Visible, 85));
    assert_eq!(entry.path, "dt[Prep time]");
}

#[test]
fn malformed_values_do_not_panic() {
    for between in [
        "<p>Serves ½</p>",
        "<p>Prep time: ½ h</p>",
        "<p>Total: 99999999 min</p>",
        "<p>Serves \u{301}4\u{301}</p>",
        "<p>Prep time: １０ min</p>",
        "<p>Für 4</p><p>Für</p><p>für … 4 Pérsonen</p>",
        "<p>Prep time:</p>",
    ] {
        read(&format!("<h1>Plum soup</h1>{between}{LIST}"));
    }
    read(&"<p>Serves</p>".repeat(5_000));
    read(&format!("<h1>x</h1>{}{LIST}", "<i>Prep</i>".repeat(5_000)));
}

#[test]
fn consecutive_separators_split_a_line_once() {
    let mut draft = recipe_with_lists_only();
    let origin = |_, field| Provenance {
        field,
        index: None,
        reader: Reader::Text,
        path: String::new(),
        confidence: 50,
        instead_of: None,
        place: None,
    };
    fill_from_lines(&["Pour 1 personne -— Total : 7 min"], &mut draft, &origin);
    assert_eq!((draft.content.servings, draft.content.total_minutes), (Some(1), Some(7)));
}
