mod counted_steps;
mod headings_by_language;
mod lists;
mod parts;
mod rival_steps;
mod unannounced_steps;
mod unknown_languages;

use url::Url;

use crate::draft::{Draft, Line};
use crate::parse;

fn drafts(page: &str) -> Vec<Draft> {
    super::read(&parse::parse(page), &Url::parse("https://green-ladle.example/").unwrap())
}

fn shown(lines: &[Line]) -> Vec<String> {
    let show = |line: &Line| match &line.group {
        Some(group) => format!("{group}| {}", line.text),
        None => line.text.clone(),
    };
    lines.iter().map(show).collect()
}

pub(super) fn check(page: &str, lines: &[&str], steps: &[&str]) {
    let drafts = drafts(page);
    let [draft] = drafts.as_slice() else { panic!("{} drafts: {page}", drafts.len()) };
    assert_eq!(shown(&draft.lines), lines, "{page}");
    assert_eq!(shown(&draft.steps), steps, "{page}");
}

#[test]
fn section_headings_are_recognised_in_many_languages() {
    for (ingredients, steps) in [
        ("Ingredients", "Method"),
        ("INGREDIENTS:", "Directions"),
        ("What you'll need", "Instructions"),
        ("Ingredients for the cake", "How to make it"),
        ("Ingredients (serves 4)", "Preparation"),
        ("Plum soup ingredients", "Step-by-step"),
        ("Ingredientes", "Elaboración"),
        ("Ingredientes para 4 personas", "Preparación"),
        ("Qué necesitas", "Paso a paso"),
        ("Ingredientes", "Proceso"),
        ("Ingrédients", "Préparation"),
        ("Ingrédients pour 6 personnes :", "Étapes"),
        ("Il vous faut", "Réalisation"),
        ("Zutaten", "Zubereitung"),
        ("Zutaten für 4 Personen", "So geht's"),
        ("Ingredienti", "Procedimento"),
        ("Ingredientes", "Modo de preparo"),
        ("Ingrediënten", "Bereidingswijze"),
        ("Dit heb je nodig", "Zo maak je het"),
        ("Ingredienser", "Gör så här"),
        ("Składniki", "Sposób przygotowania"),
        ("Suroviny na cesto", "Postup prípravy"),
        ("Potrebujeme:", "Príprava jedla"),
        ("Čo budete potrebovať", "Krok za krokom"),
        ("Ainekset", "Valmistusohje"),
        ("Tarvitset:", "Valmistusvaiheet"),
        ("Mitä tarvitset", "Vaihe vaiheelta"),
        ("Hozzávalók", "Elkészítés"),
        ("Υλικά", "Εκτέλεση"),
        ("Ингредиенты", "Приготовление"),
        ("材料", "作り方"),
    ] {
        let page = format!(
            "<h1>Soup</h1><h2>{ingredients}</h2><ul><li>2 plums</li><li>1 l water</li></ul>\
             <h2>{steps}</h2><ol><li>Boil the water with the plums for ten minutes.</li><li>Serve it hot in bowls.</li></ol>\
             <h2>Comments</h2><p>I boiled it for a whole hour and it was good.</p>"
        );
        check(
            &page,
            &["2 plums", "1 l water"],
            &["Boil the water with the plums for ten minutes.", "Serve it hot in bowls."],
        );
    }
}

pub(super) const STEPS: &str =
    "<h3>Method</h3><p>Boil the water with the plums for ten minutes.</p><p>Serve it hot in bowls.</p>";
pub(super) const STEP_LINES: [&str; 2] =
    ["Boil the water with the plums for ten minutes.", "Serve it hot in bowls."];

#[test]
fn ingredient_lists_are_read_in_many_shapes() {
    let two = ["2 plums", "1 l water"];
    for (shape, lines) in [
        ("<h3>Ingredients</h3><ul><li>2 plums</li><li>1 l water</li></ul>", &two[..]),
        ("<h3>Ingredients</h3><p>2 plums<br>1 l water</p>", &two),
        ("<h3>Ingredients</h3><p>• 2 plums</p><p>• 1 l water</p>", &two),
        ("<p><strong>Ingredients</strong></p><p>2 plums</p><p>1 l water</p>", &two),
        ("<p><b>Ingredients</b><br>2 plums<br>1 l water<br></p>", &two),
        ("<div>Ingredients</div><div><div>2 plums</div><div>1 l water</div></div>", &two),
        (
            "<h3>Ingredients</h3><div><span>2</span> <span>plums</span></div><div><span>1 l</span> <span>water</span></div>",
            &two,
        ),
        (
            "<h3>Ingredients</h3><table><tr><td>2</td><td>plums</td></tr><tr><td>1 l</td><td>water</td></tr></table>",
            &two,
        ),
        ("<h3>Ingredients</h3><dl><dt>2</dt><dd>plums</dd><dt>1 l</dt><dd>water</dd></dl>", &two),
        (
            "<h3>Ingredients</h3><dl class='x'><dt><b>plums</b><u>2</u></dt><dt><b>water</b><u>1 l</u></dt></dl>",
            &two,
        ),
        ("<h3>Ingredients</h3><ul><li><b>plums</b> <i>2</i></li><li><b>water</b> <i>1 l</i></li></ul>", &two),
        (
            "<h3>Ingredients</h3><div><div><div>plums</div><div>2</div></div><div><div>water</div><div>1 l</div></div></div>",
            &two,
        ),
        (
            "<h3>Ingredients</h3><h5>2 plums<br>1 l water<br>salt<br>pepper</h5>",
            &["2 plums", "1 l water", "salt", "pepper"],
        ),
        (
            "<h3>Ingredients</h3><p>4 people</p><button>1x</button><div>1x2x3x</div><ul><li>2 plums <a>buy it here</a></li>\
             <li>1 l water <a>buy it here</a></li><li>salt <a>buy it here</a></li><li>1 egg <a>buy it here</a></li></ul>",
            &["2 plums", "1 l water", "salt", "1 egg"],
        ),
        (
            "<h3>Ingredients</h3><ul><li>2 plums</li><li class='hide'>2 prunes</li><li>1 l water</li></ul>",
            &two,
        ),
        ("<div class='RecipePage_ingredientList__x3'><div>2 plums</div><div>1 l water</div></div>", &two),
        ("<section id='zutaten'><span>2 plums</span><br><span>1 l water</span></section>", &two),
    ] {
        check(&format!("<h1>Soup</h1><article>{shape}{STEPS}</article>"), lines, &STEP_LINES);
    }
}

#[test]
fn headings_among_ingredients_are_groups() {
    let grouped = ["Soup| 2 plums", "Soup| 1 l water", "Cream| 1 egg", "Cream| sugar"];
    for shape in [
        "<h2>Ingredients</h2><h3>Soup</h3><ul><li>2 plums</li><li>1 l water</li></ul>\
         <h3>Cream</h3><ul><li>1 egg</li><li>sugar</li></ul>",
        "<h2>Ingredients</h2><p><b>Soup</b></p><ul><li>2 plums</li><li>1 l water</li></ul>\
         <p><b>Cream</b></p><ul><li>1 egg</li><li>sugar</li></ul>",
        "<h2>Ingredients</h2><ul><li>Soup:</li><li>2 plums</li><li>1 l water</li><li>Cream:</li><li>1 egg</li><li>sugar</li></ul>",
        "<h2>Ingredients</h2><ul><li class='sub'>Soup</li><li>2 plums</li><li>1 l water</li>\
         <li class='sub'>Cream</li><li>1 egg</li><li>sugar</li></ul>",
        "<h2>Ingredients</h2><p>Soup:<br>2 plums<br>1 l water</p><p>Cream:<br>1 egg<br>sugar</p>",
        "<h2>Ingredients</h2><table><tr><th colspan=2>Soup</th></tr><tr><td>2</td><td>plums</td></tr><tr><td>1 l</td>\
         <td>water</td></tr><tr><th colspan=2>Cream</th></tr><tr><td>1</td><td>egg</td></tr><tr><td></td><td>sugar</td></tr></table>",
        "<h2>Ingredients</h2><button>1x</button><button>2x</button><h3>Soup</h3><p>2 plums</p><p>1 l water</p><h3>Cream</h3>\
         <p>1 egg</p><p>sugar</p>",
        "<h2>Ingredients</h2><span class='ingredient_heading'>Soup</span><div><p>2 plums</p><p>1 l water</p></div>\
         <span class='ingredient_heading'>Cream</span><div><p>1 egg</p><p>sugar</p></div>",
    ] {
        check(&format!("<h1>Soup</h1><article>{shape}{STEPS}</article>"), &grouped, &STEP_LINES);
    }
}

#[test]
fn part_name_above_an_amount_is_a_group_heading() {
    for (shape, lines) in [
        (
            "<p>For the soup<br>2 plums<br>1 l water<br>For the cream<br>1 egg<br>sugar</p>",
            [
                "For the soup| 2 plums",
                "For the soup| 1 l water",
                "For the cream| 1 egg",
                "For the cream| sugar",
            ],
        ),
        ("<p>2 plums<br>1 l water<br>Cream<br>sugar</p>", ["2 plums", "1 l water", "Cream", "sugar"]),
    ] {
        let page = format!("<h1>Soup</h1><article><h2>Ingredients</h2>{shape}{STEPS}</article>");
        check(&page, &lines, &STEP_LINES);
    }
}

const LIST: &str = "<h3>Ingredients</h3><ul><li>2 plums</li><li>1 l water</li></ul>";
const LIST_LINES: [&str; 2] = ["2 plums", "1 l water"];

#[test]
fn steps_are_read_in_many_shapes() {
    for shape in [
        "<h3>Method</h3><ol><li>Boil the water with the plums for ten minutes.</li><li>Serve it hot in bowls.</li></ol>",
        "<h3>Method</h3><p>1. Boil the water with the plums for ten minutes.</p><p>2) Serve it hot in bowls.</p>",
        "<h3>Method</h3><p>1 Boil the water with the plums for ten minutes.</p><p>2 Serve it hot in bowls.</p>",
        "<h3>Method</h3>Boil the water with the plums for ten minutes.<br><br>Serve it hot in bowls.",
        "<h3>Method</h3><div><h4>Step 1</h4><p>Boil the water with the plums for ten minutes.</p></div>\
         <div><h4>Step 2</h4><p>Serve it hot in bowls.</p></div>",
        "<h3>Method</h3><ol><li><span>Step 1</span>Boil the water with the plums for ten minutes.</li>\
         <li><span>Step 2</span>Serve it hot in bowls.</li></ol>",
        "<h3>Method</h3><div class='s'><div class='n'>1</div><div class='t'><p>Boil the water with the plums for ten minutes.</p></div></div>\
         <div class='s'><div class='n'>2</div><div class='t'><p>Serve it hot in bowls.</p></div></div>",
        "<h3>Method</h3><p>Step 1： Boil the water with the plums for ten minutes.</p><p>：Step 2： Serve it hot in bowls.</p>",
        "<h3>Method</h3><div class='row x1'><p>Boil the water with the plums for ten minutes.</p><ul><li>2 plums</li></ul></div>\
         <figure><img src='a.jpg'><figcaption>Boiling plums, seen from above.</figcaption></figure><div class='ad'>Buy pots</div>\
         <div class='row x2'><p>Serve it hot in bowls.</p></div><p>Tip: Cold bowls make it cold.</p>",
        "<h3>And off we go</h3><p>Boil the water with the plums for ten minutes.</p><p>Serve it hot in bowls.</p>",
        "<div class='recipe-instructions'><p>Boil the water with the plums for ten minutes.</p><p>Serve it hot in bowls.</p></div>",
    ] {
        check(
            &format!(
                "<h1>Soup</h1><article>{LIST}{shape}<h3>You may also like</h3><p>Our other soups are good, too.</p></article>"
            ),
            &LIST_LINES,
            &STEP_LINES,
        );
    }
}

#[test]
fn heading_of_the_same_level_ends_the_steps() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<h2>Method</h2><p>Boil the water with the plums for ten minutes.</p><p>Serve it hot in bowls.</p>\
         <h2>Out of our books</h2><p>This soup and a hundred others stand in our thick new book.</p>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn step_headings_become_groups() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<h2>Instructions</h2><h3>Make the soup</h3><ol><li>Boil the water with the plums for ten minutes.</li></ol>\
         <h3>To serve</h3><ol><li>Serve it hot in bowls.</li></ol>"
    );
    let steps =
        ["Make the soup| Boil the water with the plums for ten minutes.", "To serve| Serve it hot in bowls."];
    check(&page, &LIST_LINES, &steps);
}

#[test]
fn item_before_its_inner_list_of_steps_is_a_heading() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<h2>Instructions</h2><ol><li>Soup<ol><li>Boil the water with the plums for ten minutes.</li></ol></li>\
         <li>To serve<ol><li>Serve it hot in bowls.</li></ol></li></ol>"
    );
    let steps = ["Soup| Boil the water with the plums for ten minutes.", "To serve| Serve it hot in bowls."];
    check(&page, &LIST_LINES, &steps);
    let page = page.replace("<li>To serve", "<li>Let the soup cool for an hour.");
    let steps = [
        "Soup| Boil the water with the plums for ten minutes.",
        "Soup| Let the soup cool for an hour.",
        "Soup| Serve it hot in bowls.",
    ];
    check(&page, &LIST_LINES, &steps);
}

#[test]
fn plugin_cards_are_read_before_the_text() {
    let wprm = "<div class='wprm-recipe-container'><h2 class='wprm-recipe-name'>Plum soup</h2>\
        <div class='wprm-recipe-ingredients-container'><h3>Ingredients</h3><div class='wprm-recipe-ingredient-group'>\
        <h4 class='wprm-recipe-group-name'>Soup</h4><ul><li class='wprm-recipe-ingredient'>\
        <span class='wprm-checkbox-container'><label>x</label></span><span class='wprm-recipe-ingredient-amount'>2</span>\
        <span class='wprm-recipe-ingredient-unit'>lb</span><span class='wprm-recipe-ingredient-name'>plums</span>\
        <span class='wprm-recipe-ingredient-notes'>(ripe)</span></li><li class='wprm-recipe-ingredient'>\
        <span class='wprm-recipe-ingredient-amount'>1</span> <span class='wprm-recipe-ingredient-name'>egg</span></li></ul></div></div>\
        <div class='wprm-recipe-instructions-container'><h3>Instructions</h3><ul><li class='wprm-recipe-instruction'>\
        <div class='wprm-recipe-instruction-text'>Boil the plums for ten minutes.</div>\
        <div class='wprm-recipe-instruction-ingredients'>2 lb plums</div></li></ul></div></div>";
    let tasty = "<div class='tasty-recipes'><h2 class='tasty-recipes-title'>Plum soup</h2><div class='tasty-recipes-ingredients'>\
        <h3>Ingredients</h3><div class='tasty-recipes-units-scale-container'>1x 2x</div><h4>Soup</h4><ul>\
        <li><span data-amount='2'>2</span> lb <strong>plums</strong> (ripe)</li><li>1 egg</li></ul></div>\
        <div class='tasty-recipes-instructions'><h3>Instructions</h3><ol><li>Boil the plums for ten minutes.</li></ol></div></div>";
    let create = "<section class='mv-create-card'><h2 class='mv-create-title'>Plum soup</h2><div class='mv-create-ingredients'>\
        <h3>Ingredients</h3><h4>Soup</h4><ul><li>2 lb plums (ripe)</li><li>1 egg</li></ul></div><div class='mv-create-instructions'>\
        <h3>Instructions</h3><ol><li>Boil the plums for ten minutes.</li></ol></div></section>";
    let easy = "<div class='easyrecipe'><div class='ERSName'>Plum soup</div><div class='ERSIngredients'><div>Ingredients</div>\
        <div class='ERSSectionHead'>Soup</div><ul><li class='ingredient'>2 lb plums (ripe)</li><li class='ingredient'>1 egg</li></ul></div>\
        <div class='ERSInstructions'><div>Instructions</div><ol><li class='instruction'>Boil the plums for ten minutes.</li></ol></div></div>";
    for card in [wprm, tasty, create, easy] {
        let page = format!(
            "<h1>Grandmother's soup</h1><h2>Ingredients you need</h2><ul><li>plums</li><li>an egg, which must be fresh</li></ul>\
             <h2>How to make it</h2><p>First I boil the plums, and I dream of her garden.</p>{card}"
        );
        let drafts = drafts(&page);
        let [draft] = drafts.as_slice() else { panic!("{} drafts: {card}", drafts.len()) };
        assert_eq!(draft.content.title.as_deref(), Some("Plum soup"), "{card}");
        assert_eq!(shown(&draft.lines), ["Soup| 2 lb plums (ripe)", "Soup| 1 egg"], "{card}");
        assert_eq!(shown(&draft.steps), ["Boil the plums for ten minutes."], "{card}");
    }
}

#[test]
fn list_without_a_heading_is_marked_as_guessed() {
    use recipe::Doubt;
    for page in [
        "<h1>Plum soup</h1><p>My soup.</p><ul><li>2 lb plums</li><li>1 l water</li><li>100 g sugar</li><li>salt</li></ul>\
         <p>Boil the water with the plums for ten minutes.</p><p>Serve it hot in bowls.</p>",
        "<h1>Plum soup</h1><p>2 lb plums<br>1 l water<br>100 g sugar<br>salt</p>\
         <p>Boil the water with the plums for ten minutes.</p><p>Serve it hot in bowls.</p>",
    ] {
        check(page, &["2 lb plums", "1 l water", "100 g sugar", "salt"], &STEP_LINES);
        let draft = &drafts(page)[0];
        assert!(draft.lines.iter().all(|line| line.doubt == Some(Doubt::Guessed) && line.confidence < 80));
    }
}

#[test]
fn ingredients_in_a_sentence_are_split() {
    use recipe::Doubt;
    for (sentence, lines) in [
        (
            "<p>You will need 200 g flour (wheat, rye), 1,5 l water, salt and 2 eggs.</p>",
            &["200 g flour (wheat, rye)", "1,5 l water", "salt", "2 eggs"][..],
        ),
        (
            "<p><b>Ingredientes</b>: 200 g de harina; 2 huevos; sal</p>",
            &["200 g de harina", "2 huevos", "sal"],
        ),
        (
            "<h3>Zutaten</h3><p>200 g Mehl, 2 Eier und 1 Prise Salz</p>",
            &["200 g Mehl", "2 Eier", "1 Prise Salz"],
        ),
        (
            "<p>Il vous faut 200 g de farine, 2 œufs et 1 pincée de sel.</p>",
            &["200 g de farine", "2 œufs", "1 pincée de sel"],
        ),
    ] {
        let page = format!("<h1>Dough</h1><article>{sentence}{STEPS}</article>");
        check(&page, lines, &STEP_LINES);
        assert!(drafts(&page)[0].lines.iter().all(|line| line.doubt == Some(Doubt::Guessed)), "{sentence}");
    }
}

#[test]
fn several_recipes_are_separate_drafts() {
    let recipe = |name: &str, fruit: &str| {
        format!(
            "<h2>{name}</h2><h3>Ingredients</h3><ul><li>2 {fruit}</li><li>100 g {name} powder</li></ul>\
             <h3>Method</h3><p>Boil the {fruit} with the powder for ten minutes.</p>"
        )
    };
    let page = format!(
        "<h1>Two soups</h1>{}{}",
        recipe("Strawberry", "strawberries"),
        recipe("Mushroom", "mushrooms")
    );
    let drafts = drafts(&page);
    let lines: Vec<_> = drafts.iter().map(|draft| draft.lines[0].text.as_str()).collect();
    assert_eq!(lines, ["2 strawberries", "2 mushrooms"]);
    assert_eq!(drafts[1].steps[0].text, "Boil the mushrooms with the powder for ten minutes.");
}

#[test]
fn sibling_recipes_take_the_headings_of_their_elements_as_titles() {
    let recipe = |name: &str, fruit: &str| {
        format!(
            "<article class='recipe'><h2>{name}</h2><h3>Ingredients</h3><ul><li>2 {fruit}</li><li>100 g {fruit}-powder</li></ul>\
             <h3>Method</h3><p>Boil the {fruit} with the sugar for ten minutes.</p></article>"
        )
    };
    let titles = |first: &str, second: &str| {
        let soups = [recipe(first, "strawberries"), recipe(second, "mushrooms")].concat();
        let drafts = drafts(&format!("<h1>My soups</h1><main>{soups}</main>"));
        drafts.into_iter().map(|draft| draft.content.title).collect::<Vec<_>>()
    };
    let some = |title: &str| Some(title.to_owned());
    assert_eq!(titles("Red soup", "Brown soup"), [some("Red soup"), some("Brown soup")]);
    assert_eq!(titles("For the sauce", "For the dough"), [None]);
}

#[test]
fn recipe_with_a_single_ingredient_is_read() {
    check(
        "<h1>Ghee</h1><h2>Ingredients</h2><ul><li>500 g butter</li></ul>\
         <h2>Method</h2><ol><li>Melt the butter slowly.</li><li>Skim it and pour the clear fat into a jar.</li></ol>",
        &["500 g butter"],
        &["Melt the butter slowly.", "Skim it and pour the clear fat into a jar."],
    );
}

#[test]
fn short_items_below_their_heading_are_steps() {
    check(
        "<h1>Soup</h1><h2>Ingredients</h2><ul><li>beans</li><li>salt</li><li>noodles</li></ul>\
         <h2>Steps</h2><ol><li>soak the beans</li><li>boil them</li><li>add the noodles</li></ol>",
        &["beans", "salt", "noodles"],
        &["soak the beans", "boil them", "add the noodles"],
    );
}

#[test]
fn pages_without_a_recipe_yield_no_draft() {
    for page in [
        "<h1>Hand cream</h1><h2>Ingredients</h2><p>Aqua, Glycerin, Parfum</p><h2>Directions</h2><p>Apply to dry hands as often as you like.</p>",
        "<h1>Flour</h1><ul><li>500 g 1.29 €</li><li>1 kg 1.99 €</li><li>5 kg 7.49 €</li><li>10 kg 12.00 €</li></ul><p>Delivered within two days to your door.</p>",
        "<h1>Soups</h1><h2>Recipes by ingredient</h2><ul><li><a href='/plums'>Plums</a></li><li><a href='/eggs'>Eggs</a></li></ul>\
         <ul><li><a href='/1'>Plum soup</a></li><li><a href='/2'>10 quick soups</a></li><li><a href='/3'>5 summer soups</a></li></ul>",
        "<h1>The ingredients of success</h1><p>It takes 10 years, 3 friends and 1 idea. Nobody knows which comes first.</p><p>Method matters.</p>",
        "<h1>Training</h1><ul><li>10 minutes of running</li><li>3 sets of 12 squats</li><li>20 push-ups</li></ul><p>Rest between the sets for a minute.</p>",
        "<div id='comments'><h2>Ingredients</h2><ul><li>2 eggs</li><li>1 cup milk</li></ul><h2>Method</h2><p>I mix them in a bowl and wait for an hour.</p></div>",
        "<h1>Shop</h1><h2>Method</h2><p>We deliver your order within two days, wherever you are.</p><h2>Notes</h2><p>Closed on Sundays.</p>",
        "<nav><h2>Ingredients</h2><ul><li>2 eggs</li><li>1 cup milk</li></ul></nav>",
        "",
    ] {
        assert_eq!(drafts(page).len(), 0, "{page}");
    }
}

#[test]
fn lines_marked_as_headings_by_a_page_builder_are_lines() {
    check(
        "<h1>Quince jelly</h1><section><h2>Ingredients</h2><h6>1 kg quinces</h6><h6>700 g sugar</h6><h6>Lemon juice</h6>\
         <h2>Method</h2><h6>Boil the quinces in water until they are soft.</h6><h6>Strain them, add the sugar and boil again.</h6>\
         <h6>Pour it into jars.</h6></section>",
        &["1 kg quinces", "700 g sugar", "Lemon juice"],
        &[
            "Boil the quinces in water until they are soft.",
            "Strain them, add the sugar and boil again.",
            "Pour it into jars.",
        ],
    );
    check(
        "<h1>Quince tart</h1><h2>Ingredients</h2><div><h4>Dough</h4><ul><li>200 g flour</li><li>1 egg</li></ul><h4>Filling</h4>\
         <ul><li>3 quinces</li></ul></div><h2>Method</h2><ol><li>Knead the flour with the egg for a minute.</li></ol>",
        &["Dough| 200 g flour", "Dough| 1 egg", "Filling| 3 quinces"],
        &["Knead the flour with the egg for a minute."],
    );
}
