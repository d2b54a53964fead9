//! One small export per app. All contain the same one or two recipes, and must be read identically.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use super::common::{content, gzip, lines, read, zip};
use file_formats::exchange::{Entry, ExportError, ExportedLink};

const PICTURE: [u8; 10] = *b"\xff\xd8\xff\xe0\x00\x10JFIF";
const PICTURE_TEXT: &str = "/9j/4AAQSkZJRg==";

fn check(name: &str, entry: &Entry, groups: [&str; 2]) {
    let group =
        |name: &str, line: &str| if name.is_empty() { line.to_owned() } else { format!("[{name}] {line}") };
    let expected =
        [group(groups[0], "200 g flour"), group(groups[0], "1 egg, beaten"), group(groups[1], "3 plums")];
    assert_eq!(lines(entry), expected, "{name}");
    let recipe = content(entry);
    assert_eq!(recipe.title.as_deref(), Some("Plum pie"), "{name}");
    assert_eq!(recipe.instructions, ["Knead the dough.", "Add the plums and bake."], "{name}");
    assert_eq!((recipe.prep_minutes, recipe.servings), (Some(20), Some(4)), "{name}");
}

fn check_rest(name: &str, entry: &Entry) {
    let read = entry.recipe.as_ref().unwrap();
    assert_eq!(read.notes.as_deref(), Some("Freezes well."), "{name}");
    assert_eq!(read.source_url.as_deref(), Some("https://pies.example/plum"), "{name}");
}

const NONE: [&str; 2] = ["", ""];
const BOTH: [&str; 2] = ["Dough", "Filling"];

#[test]
fn json_of_each_app_is_read_by_the_names_of_its_fields() {
    let paprika = r#"{"name": "Plum pie", "ingredients": "Dough:\r\n200 g flour\r\n1 egg, beaten\r\n\r\nFilling:\r\n3 plums", "directions": "Knead the **dough**.\r\n\r\n[photo:1]\r\nAdd the plums and _bake_.",
        "servings": "4", "prep_time": "0:20", "cook_time": "1:15", "notes": "Freezes well.", "source": "Pies", "source_url": "https://pies.example/plum"}"#;
    let mela = r##"{"id": "x", "title": "Plum pie", "text": "Sour.", "yield": "4", "prepTime": "20 min", "link": "https://pies.example/plum", "notes": "Freezes well.",
        "ingredients": "# Dough\n200 g flour\n1 egg, beaten\n# Filling\n3 plums", "instructions": "# Dough\nKnead the *dough*.\n# Filling\nAdd the plums and bake.", "categories": ["Cake"], "images": []}"##;
    let recettetek = r#"[{"title": "Plum pie", "preparationTime": "20", "quantity": "4 persons", "url": "https://pies.example/plum", "notes": "Freezes well.", "tags": [], "categories": [{"id": 1, "title": "Cake"}],
        "ingredients": "200 g flour\n1 egg, beaten\n3 plums", "instructions": "Knead the dough.\nAdd the plums and bake."}]"#;
    let crouton = r#"{"name": "Plum pie", "serves": 4, "duration": 20, "cookingDuration": 75, "webLink": "https://pies.example/plum", "notes": "Freezes well.",
        "ingredients": [{"order": 0, "ingredient": {"name": "flour"}, "quantity": {"amount": 200, "quantityType": "GRAMS"}},
          {"order": 1, "ingredient": {"name": "egg, beaten"}, "quantity": {"amount": 1, "quantityType": "ITEM"}}, {"order": 2, "ingredient": {"name": "plums"}, "quantity": {"amount": 3, "quantityType": "ITEM"}}],
        "steps": [{"order": 0, "step": "Dough", "isSection": true}, {"order": 1, "step": "Knead the dough.", "isSection": false}, {"order": 2, "step": "Add the plums and bake.", "isSection": false}]}"#;
    let recipe_sage = r#"{"recipes": [{"title": "Plum pie", "yield": "4 servings", "activeTime": "20 minutes", "url": "https://pies.example/plum", "notes": "Freezes well.",
        "ingredients": "[Dough]\n200 g flour\n1 egg, beaten\n[Filling]\n3 plums", "instructions": "[Dough]\nKnead the dough.\n[Filling]\nAdd the plums and bake.", "labels": []}]}"#;
    let plain = r#"{"title": "Plum pie", "servings": 4, "prepTime": 20, "sourceUrl": "https://pies.example/plum", "notes": ["Freezes well."],
        "ingredients": [{"name": "flour", "quantity": "200", "unit": "g"}, {"name": "egg", "quantity": 1, "note": "beaten"}, {"name": "plums", "amount": {"value": 3}}],
        "instructions": [{"text": "Knead the dough."}, {"text": "Add the plums and bake."}]}"#;
    let grouped = r#"{"name": "Plum pie", "portions": 4, "prep_time": "20 min", "url": "https://pies.example/plum", "notes": "Freezes well.",
        "ingredients": [{"title": "Dough", "items": ["200 g flour", "1 egg, beaten"]}, {"title": "Filling", "items": ["3 plums"]}], "method": ["Knead the dough.", "Add the plums and bake."]}"#;
    for (name, text, groups) in [
        ("a.paprika.json", paprika, BOTH),
        ("a.melarecipe", mela, BOTH),
        ("a.rtk.json", recettetek, NONE),
        ("a.crumb", crouton, NONE),
        ("sage.json", recipe_sage, BOTH),
        ("plain.json", plain, NONE),
        ("grouped.json", grouped, BOTH),
    ] {
        let entries = read(name, text.as_bytes()).unwrap();
        assert_eq!(entries.len(), 1, "{name}");
        check(name, &entries[0], groups);
        check_rest(name, &entries[0]);
    }
    let paprika = read("a.json", paprika.as_bytes()).unwrap();
    assert_eq!(content(&paprika[0]).cook_minutes, Some(75));
}

#[test]
fn mealie_keeps_notes_source_and_recipes_within_recipes() {
    let recipe = r#"{"slug": "plum-pie", "name": "Plum pie", "orgURL": "https://pies.example/plum", "prepTime": "20 minutes", "recipeServings": 4, "notes": [{"title": "", "text": "Freezes well."}],
        "recipeIngredient": [{"quantity": 200, "unit": {"name": "gram", "abbreviation": "g", "useAbbreviation": true}, "food": {"name": "flour"}, "note": "", "display": ""},
          {"quantity": 1, "unit": null, "food": {"name": "egg"}, "note": "beaten", "display": ""}, {"quantity": 3, "food": {"name": "plum", "pluralName": "plums"}, "display": ""}],
        "recipeInstructions": [{"text": "Knead the dough."}, {"text": "Add the plums and bake."}]}"#;
    let entries = read("a.json", recipe.as_bytes()).unwrap();
    check("mealie", &entries[0], NONE);
    check_rest("mealie", &entries[0]);
    let database = r#"{"recipes": [{"id": "1", "slug": "a", "name": "Pizza", "org_url": "https://pies.example/plum"}, {"id": "2", "slug": "b", "name": "Pizza dough"}],
        "recipes_ingredients": [{"recipe_id": "1", "position": 0, "quantity": 1.0, "referenced_recipe_id": "2"}, {"recipe_id": "2", "position": 0, "note": "500 g flour"}],
        "recipe_instructions": [{"recipe_id": "1", "position": 0, "text": "Bake."}, {"recipe_id": "2", "position": 0, "text": "Knead."}], "notes": [{"recipe_id": "1", "title": "Mine", "text": "Freezes well."}]}"#;
    let entries = read("backup.json", database.as_bytes()).unwrap();
    assert_eq!(lines(&entries[0]), ["1 Pizza dough"]);
    assert_eq!(entries[0].links, [link(0, "2")]);
    assert_eq!(entries[1].id.as_deref(), Some("2"));
    let read = entries[0].recipe.as_ref().unwrap();
    assert_eq!(read.notes.as_deref(), Some("Mine\nFreezes well."));
    assert_eq!(read.source_url.as_deref(), Some("https://pies.example/plum"));
}

#[test]
fn xml_of_each_app_is_read_by_the_names_of_its_elements() {
    let mx2 = r#"<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE mx2 SYSTEM "mx2.dtd"><mx2 source="MasterCook 5.0"><Summ><Nam>Plum pie</Nam></Summ>
        <RcpE name="Plum pie" author="Ann Lee"><Serv qty="4"/><PrpT elapsed="0:20"/><IngR name="Dough" code="S"/><IngR name="flour" unit="g" qty="200"/><IngR name="egg" qty="1"><IPrp>beaten</IPrp></IngR>
        <IngR name="Filling" code="S"/><IngR name="plums" qty="3"/><DirS><DirT>Knead the dough.</DirT><DirT>Add the plums and bake.</DirT></DirS><Note>Freezes well.</Note><Srce>https://pies.example/plum</Srce></RcpE></mx2>"#;
    let fdx = r#"<fdx Source="Living Cookbook 4.0"><Recipes><Recipe Name="Plum pie" Servings="4" PreparationTime="20" WebPage="https://pies.example/plum" Comments="Freezes well."><RecipeIngredients>
        <RecipeIngredient Heading="Y" Ingredient="Dough"/><RecipeIngredient Heading="N" Quantity="200" Unit="g" Ingredient="flour"/><RecipeIngredient Heading="N" Quantity="1" Ingredient="egg, beaten"/>
        <RecipeIngredient Heading="Y" Ingredient="Filling"/><RecipeIngredient Heading="N" Quantity="3" Ingredient="plums"/></RecipeIngredients>
        <RecipeProcedures><RecipeProcedure Heading="N"><ProcedureText>Knead the dough.</ProcedureText></RecipeProcedure><RecipeProcedure Heading="N"><ProcedureText>Add the plums and bake.</ProcedureText></RecipeProcedure></RecipeProcedures></Recipe></Recipes></fdx>"#;
    let gourmet = r#"<?xml version="1.0"?><!DOCTYPE gourmetDoc><gourmetDoc><recipe id="1"><title>Plum pie</title><preptime>20 minutes</preptime><yields>4 servings</yields><link>https://pies.example/plum</link><ingredient-list>
        <inggroup><groupname>Dough</groupname><ingredient><amount>200</amount><unit>g</unit><item>flour</item><key>flour</key></ingredient><ingredient><amount>1</amount><item>egg, beaten</item></ingredient></inggroup>
        <inggroup><groupname>Filling</groupname><ingredient><amount>3</amount><item>plums</item></ingredient></inggroup></ingredient-list><instructions>Knead the dough.

Add the plums and bake.</instructions><modifications>Freezes well.</modifications></recipe></gourmetDoc>"#;
    let cookmate = r#"<?xml version="1.0" encoding="UTF-8"?><cookbook version="1"><recipe><title>Plum pie</title><preptime>20 min</preptime><ingredient><li>200 g flour</li><li>1 egg, beaten</li><li>3 plums</li></ingredient>
        <recipetext><li>Knead the dough.</li><li>Add the plums and bake.</li></recipetext><url>https://pies.example/plum</url><quantity>4</quantity><comments><li>Freezes well.</li></comments></recipe></cookbook>"#;
    let cookml = r#"<?xml version="1.0"?><!DOCTYPE cookml PUBLIC "-" "cookml.dtd"><cookml version="1.0.13" prog="x"><recipe lang="en"><head title="Plum pie" servingqty="4" servingtype="Portionen" timeprepqty="20"><cat>Cake</cat><hint>Freezes well.</hint><sourceline>https://pies.example/plum</sourceline></head>
        <part title="Dough"><ingredient qty="200" unit="g" item="flour"/><ingredient qty="1" unit="" item="egg" preparation="beaten"/></part><part title="Filling"><ingredient qty="3" unit="" item="plums"/></part>
        <preparation><text>Knead the dough.

Add the plums and bake.</text></preparation></recipe></cookml>"#;
    let recipeml = r#"<recipeml version="0.5"><recipe><head><title>Plum pie</title><source>https://pies.example/plum</source><preptime><time><qty>20</qty><timeunit>minutes</timeunit></time></preptime><yield>4</yield></head>
        <ingredients><ing-div><title>Dough</title><ing><amt><qty>200</qty><unit>g</unit></amt><item>flour</item></ing><ing><amt><qty>1</qty></amt><item>egg</item><prep>beaten</prep></ing></ing-div>
        <ing-div><title>Filling</title><ing><amt><qty>3</qty></amt><item>plums</item></ing></ing-div></ingredients><directions><step>Knead the dough.</step><step>Add the plums and bake.</step></directions><note>Freezes well.</note></recipe></recipeml>"#;
    for (name, text, groups) in [
        ("a.mx2", mx2, BOTH),
        ("a.fdx", fdx, BOTH),
        ("a.grmt", gourmet, BOTH),
        ("a.xml", cookmate, NONE),
        ("a.cml", cookml, BOTH),
        ("recipeml.xml", recipeml, BOTH),
    ] {
        let entries = read(name, text.as_bytes()).unwrap();
        assert_eq!(entries.len(), 1, "{name}");
        check(name, &entries[0], groups);
        check_rest(name, &entries[0]);
    }
}

#[test]
fn evernote_keeps_each_note_and_reports_those_without_a_recipe() {
    let note = |title: &str, body: &str| {
        format!(
            "<note><title>{title}</title><content><![CDATA[<?xml version=\"1.0\"?><en-note>{body}</en-note>]]></content><tag>cake</tag>\
            <note-attributes><source-url>https://pies.example/plum</source-url></note-attributes><resource><data encoding=\"base64\">{PICTURE_TEXT}</data><mime>image/jpeg</mime></resource></note>"
        )
    };
    let pie = note(
        "Plum pie",
        "<div>Serves 4</div><div><b>Ingredients</b></div><ul><li>200 g flour</li><li>1 egg, beaten</li><li>3 plums</li></ul><div><b>Method</b></div><ol><li>Knead the dough.</li><li>Add the plums and bake.</li></ol>",
    );
    let text = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE en-export SYSTEM \"x.dtd\"><en-export>{pie}{}</en-export>",
        note("Dentist", "<div>Tuesday at nine</div>")
    );
    let entries = read("notes.enex", text.as_bytes()).unwrap();
    assert_eq!(lines(&entries[0]), ["200 g flour", "1 egg, beaten", "3 plums"]);
    assert_eq!(content(&entries[0]).instructions, ["Knead the dough.", "Add the plums and bake."]);
    assert_eq!(content(&entries[0]).servings, Some(4));
    assert!(content(&entries[0]).tags.contains(&"cake".to_owned()));
    assert_eq!(entries[0].picture.as_deref(), Some(&PICTURE[..]));
    let problem = entries[1].problem.as_ref().unwrap();
    assert_eq!((entries[1].title.as_deref(), problem.error), (Some("Dentist"), ExportError::NoRecipe));
    assert_eq!(problem.text.as_deref(), Some("Tuesday at nine"));
}

#[test]
fn tables_are_read_by_the_names_of_their_columns() {
    let plan_to_eat = "Title,Course,Source,Url,Prep Time,Cook Time,Servings,Yield,Ingredients,Directions,Tags,Rating,Calories\n\
        Plum pie,Dessert,Pies,https://pies.example/plum,20,75,4,,\"200 g flour\n1 egg, beaten\n3 plums\",\"Knead the dough.\nAdd the plums and bake.\",winter,5,310\n";
    let french = "Titre;Portions;Temps de préparation;Lien;Ingrédients;Préparation;Notes\n\
        Plum pie;4;20 min;https://pies.example/plum;200 g flour | 1 egg, beaten | 3 plums;\"Knead the dough.\nAdd the plums and bake.\";Freezes well.\n";
    for (name, text) in [("plan.csv", plan_to_eat), ("recettes.csv", french)] {
        let entries = read(name, text.as_bytes()).unwrap();
        check(name, &entries[0], NONE);
        let source = entries[0].recipe.as_ref().unwrap().source_url.as_deref();
        assert_eq!(source, Some("https://pies.example/plum"), "{name}");
    }
    let entries = read("plan.csv", plan_to_eat.as_bytes()).unwrap();
    assert_eq!(entries[0].marks.rating, Some(5));
    assert_eq!(content(&entries[0]).nutrition.calories.as_deref(), Some("310 kcal"));
}

#[test]
fn texts_with_keys_are_read_recipe_by_recipe() {
    let pepperplate = "Title: Plum pie\nDescription: Sour\nSource: Pies\nOriginal URL: https://pies.example/plum\nYield: 4 servings\nActive Time: 20 minutes\n\
        Ingredients:\n\tDough:\n\t\t200 g flour\n\t\t1 egg, beaten\n\tFilling:\n\t\t3 plums\n\nInstructions:\n\tKnead the dough.\n\tAdd the plums and bake.\n\nNotes:\n\tFreezes well.\n";
    let plan_to_eat = "Title: Plum pie\nServes: 4\nSource: https://pies.example/plum\nPrep Time: 20 Min\nCourse: Cakes\nIngredients:\nDough:\n200 g flour\n1 egg, beaten\nFilling:\n3 plums\n\
        Directions:\nKnead the dough.\nAdd the plums and bake.\nNotes:\nFreezes well.\n\n\nTitle: Tea\nServes: 1\nIngredients:\n1 bag tea\nDirections:\nPour.\n";
    for (name, text, count) in [("pepper.txt", pepperplate, 1), ("plan.txt", plan_to_eat, 2)] {
        let entries = read(name, text.as_bytes()).unwrap();
        assert_eq!(entries.len(), count, "{name}");
        check(name, &entries[0], BOTH);
        check_rest(name, &entries[0]);
    }
}

#[test]
fn yaml_and_recipe_md_are_read() {
    let yaml = "name: Plum pie\nservings: 4 servings\nprep_time: 20 min\nsource_url: https://pies.example/plum\nnotes: Freezes well.\n\
        ingredients: |\n  200 g flour\n  1 egg, beaten\n  3 plums\ndirections: |\n  Knead the dough.\n  Add the plums and bake.\n";
    let entries = read("a.yml", yaml.as_bytes()).unwrap();
    check("yaml", &entries[0], NONE);
    check_rest("yaml", &entries[0]);
    let list = format!("- {}", yaml.replace('\n', "\n  "));
    check("list", &read("a.yaml", list.as_bytes()).unwrap()[0], NONE);
    let markdown = "# Plum pie\n\nSour.\n\n*cake, vegetarian*\n\n**4 servings, 1 pie**\n\n---\n\n## Dough\n\n- *200 g* flour\n- *1* egg, beaten\n\n## Filling\n\n- *3* plums\n\n---\n\nKnead\nthe dough.\n\nAdd the plums and bake.\n";
    let entries = read("a.md", markdown.as_bytes()).unwrap();
    let recipe = content(&entries[0]);
    assert_eq!(lines(&entries[0]), ["[Dough] 200 g flour", "[Dough] 1 egg, beaten", "[Filling] 3 plums"]);
    assert_eq!(recipe.instructions, ["Knead the dough.", "Add the plums and bake."]);
    assert_eq!((recipe.servings, recipe.yields.as_deref()), (Some(4), Some("1 pie")));
    assert_eq!((recipe.description.as_deref(), recipe.tags.len()), (Some("Sour."), 2));
}

#[test]
fn columns_of_master_cook_and_rez_konv_are_read() {
    let mxp = "                     *  Exported from  MasterCook  *\n\n                              Plum pie\n\nRecipe By     : Ann Lee\nServing Size  : 4    Preparation Time :0:20\n\
        Categories    : Desserts                         Fruit\n\n  Amount  Measure       Ingredient -- Preparation Method\n--------  ------------  --------------------------------\n\
        \x20                       ---Dough---\n     200             g  flour\n       1                egg -- beaten\n                        ---Filling---\n       3                plums\n\n\
        Knead the\ndough.\n\nAdd the plums and bake.\n\n                   - - - - - - - - - - - - - - - - - -\n\nNOTES : Freezes well.\n";
    let entries = read("a.mxp", mxp.as_bytes()).unwrap();
    check("mxp", &entries[0], BOTH);
    assert_eq!(entries[0].recipe.as_ref().unwrap().notes.as_deref(), Some("Freezes well."));
    assert_eq!(content(&entries[0]).tags, ["Desserts", "Fruit"]);
    assert_eq!(content(&entries[0]).author.as_deref(), Some("Ann Lee"));
    let rezkonv = "=====  REZKONV-Recipe  RezkonvSuite v1.4\n\n     Titel: Pflaumenkuchen\nKategorien: Kuchen, Obst\n     Menge: 4 Personen\n\n============================== TEIG ==============================\n\
        \x20   250     Gramm  Mehl\n      2            Eier; verquirlt\n      1      Bund  Minze, fein\n                   -- gehackt\n\n============================== QUELLE ==============================\n\
        \x20           Omas Buch\n            -- Erfasst *RK* 01.01.2020\n\nDen Teig\nkneten.\n\nBacken.\n\n=====\n";
    let entries = read("a.rk", rezkonv.as_bytes()).unwrap();
    assert_eq!(
        lines(&entries[0]),
        ["[TEIG] 250 Gramm Mehl", "[TEIG] 2 Eier, verquirlt", "[TEIG] 1 Bund Minze, fein gehackt"]
    );
    assert_eq!(content(&entries[0]).instructions, ["Den Teig kneten.", "Backen."]);
    assert_eq!(content(&entries[0]).servings, Some(4));
    assert_eq!(content(&entries[0]).author.as_deref(), Some("Omas Buch"));
}

#[test]
fn pages_of_several_recipes_are_read() {
    let copy_me_that = r#"<!doctype html><html><body><div class="recipe"><div id="name">Plum pie</div><div id="link"><a id="original_link" href="https://pies.example/plum">pies</a></div><div id="servings">Servings: <a id="recipeYield">4</a></div>
        <ul id="recipeIngredients"><li class="recipeIngredient recipeIngredient_subheader">Dough</li><li class="recipeIngredient">200 g flour</li><li class="recipeIngredient">1 egg, beaten</li>
        <li class="recipeIngredient recipeIngredient_subheader">Filling</li><li class="recipeIngredient">3 plums</li></ul><ol id="recipeInstructions"><li class="instruction">Knead the dough.</li><li class="instruction">Add the plums and bake.</li></ol>
        <ul id="recipeNotes"><li class="recipeNote">Freezes well.</li></ul></div><div class="recipe"><div id="name">Empty</div></div></body></html>"#;
    let entries = read("recipes.html", copy_me_that.as_bytes()).unwrap();
    assert_eq!(lines(&entries[0]), ["[Dough] 200 g flour", "[Dough] 1 egg, beaten", "[Filling] 3 plums"]);
    assert_eq!(content(&entries[0]).instructions, ["Knead the dough.", "Add the plums and bake."]);
    assert_eq!(content(&entries[0]).servings, Some(4));
    check_rest("copy me that", &entries[0]);
    assert_eq!(
        (entries[1].title.as_deref(), entries[1].problem.as_ref().map(|problem| problem.error)),
        (Some("Empty"), Some(ExportError::NoRecipe))
    );
}

#[test]
fn archives_of_pages_texts_and_inner_archives_are_read() {
    let page = r#"<html><body><div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Plum pie</h1><img itemprop="image" src="Images/a%20b.jpg"><span itemprop="prepTime">20 mins</span><span itemprop="recipeYield">4</span>
        <p itemprop="recipeIngredient">200 g flour</p><p itemprop="recipeIngredient">1 egg, beaten</p><p itemprop="recipeIngredient">3 plums</p><div itemprop="recipeInstructions"><p>Knead the dough.</p><p>Add the plums and bake.</p></div></div></body></html>"#;
    let pages = zip(&[
        ("Export/index.html", b"<html><body><a href='Recipes/a.html'>Plum pie</a></body></html>".to_vec()),
        ("Export/Recipes/a.html", page.as_bytes().to_vec()),
        ("Export/Recipes/Images/a b.jpg", PICTURE.to_vec()),
        ("Export/Recipes/Letter.html", b"<html><body><p>Dear Ann</p></body></html>".to_vec()),
    ]);
    let entries = read("pages.zip", &pages).unwrap();
    check("page", &entries[0], NONE);
    let titles: Vec<_> =
        entries.iter().map(|entry| (entry.title.as_deref(), entry.recipe.is_some())).collect();
    assert_eq!(titles, [(Some("Plum pie"), true), (Some("Letter"), false)]);

    let text = "Plum pie\nhttps://pies.example/plum\n\n200 g flour\n1 egg, beaten\n3 plums\n\nDirections\nKnead the dough.\nAdd the plums and bake.\n";
    let entries = read(
        "cheftap.zip",
        &zip(&[("recipes/plum.txt", text.as_bytes().to_vec()), ("readme.txt", b"hello".to_vec())]),
    )
    .unwrap();
    assert_eq!((entries.len(), lines(&entries[0]).len()), (1, 3));

    let short =
        "Cheese toast\n\n2 slices bread\n50 g cheese\n\nInstructions\nTop the bread with cheese and grill.\n";
    let entries = read("cheftap.zip", &zip(&[("recipes/toast.txt", short.as_bytes().to_vec())])).unwrap();
    assert_eq!(lines(&entries[0]), ["2 slices bread", "50 g cheese"]);

    let tandoor = r#"{"name": "Plum pie", "keywords": [{"name": "cake"}], "steps": [{"name": "Dough", "instruction": "Knead the dough.", "show_as_header": true, "ingredients": [{"food": {"name": "flour"}, "unit": {"name": "g"}, "amount": 200.0, "note": "", "is_header": false, "no_amount": false},
        {"food": {"name": "egg"}, "unit": null, "amount": 1.0, "note": "beaten", "no_amount": false}]}, {"name": "Filling", "show_as_header": true, "instruction": "Add the plums and bake.", "ingredients": [{"food": {"name": "plums"}, "unit": null, "amount": 3.0, "note": ""}]}],
        "working_time": 20, "waiting_time": 75, "servings": 4, "servings_text": "pieces", "source_url": "https://pies.example/plum"}"#;
    let inner = zip(&[("recipe.json", tandoor.as_bytes().to_vec()), ("image.jpg", PICTURE.to_vec())]);
    let entries = read("tandoor.zip", &zip(&[("1.zip", inner.clone()), ("2.zip", inner)])).unwrap();
    assert_eq!(entries.len(), 2);
    check("tandoor", &entries[0], BOTH);
    let recipe = content(&entries[0]);
    assert_eq!((recipe.total_minutes, recipe.yields.as_deref()), (Some(95), Some("4 pieces")));
    assert_eq!(entries[0].picture.as_deref(), Some(&PICTURE[..]));
}

fn link(line: usize, recipe: &str) -> ExportedLink {
    ExportedLink { line, recipe: recipe.to_owned() }
}

#[test]
fn recipes_within_recipes_are_linked() {
    let mealie = r#"[{"id": "p", "slug": "pizza", "name": "Pizza", "recipeInstructions": [{"text": "Bake."}], "recipeIngredient": [{"title": "Base", "display": "1 portion Dough", "referencedRecipe": {"id": "d", "name": "Dough"}}, {"display": "100 g cheese", "food": {"name": "cheese"}, "referencedRecipe": null}]},
        {"id": "d", "slug": "dough", "name": "Dough", "recipeInstructions": [{"text": "Knead."}], "recipeIngredient": [{"display": "500 g flour"}]}]"#;
    let entries = read("mealie.json", mealie.as_bytes()).unwrap();
    assert_eq!(lines(&entries[0]), ["[Base] 1 portion Dough", "[Base] 100 g cheese"]);
    assert_eq!(entries[0].links, [link(0, "d")]);
    assert_eq!(entries[1].id.as_deref(), Some("d"));

    let tandoor = r#"[{"id": 7, "name": "Pizza", "servings": 2, "steps": [
            {"id": 1, "name": "", "instruction": "Spread it.", "step_recipe": null, "ingredients": [{"food": {"id": 3, "name": "tomato sauce", "recipe": {"id": 9, "name": "Tomato sauce"}}, "unit": {"name": "cup"}, "amount": 1.0, "note": ""}]},
            {"id": 2, "name": "Dough", "instruction": "", "show_as_header": true, "order": 1, "ingredients": [], "step_recipe": 8, "step_recipe_data": {"id": 8, "name": "Pizza dough", "steps": [{"instruction": "Knead.", "ingredients": []}]}}]},
        {"id": 8, "name": "Pizza dough", "steps": [{"instruction": "Knead.", "ingredients": [{"food": {"name": "flour", "recipe": null}, "unit": {"name": "g"}, "amount": 500.0, "note": ""}]}]}]"#;
    let entries = read("tandoor.json", tandoor.as_bytes()).unwrap();
    assert_eq!(lines(&entries[0]), ["1 cup tomato sauce", "[Dough] Pizza dough"]);
    assert_eq!(content(&entries[0]).instructions, ["Spread it."]);
    assert_eq!(entries[0].links, [link(0, "9"), link(1, "8")]);
    assert_eq!(entries[1].id.as_deref(), Some("8"));
}

#[test]
fn recipes_named_in_lines_are_linked() {
    let cook = zip(&[
        (
            "all/Pizza.cook",
            b"@./Pizza_dough (2){2%portions}[- 2 portions pizza dough -]\n@cheese{}\n\nBake.\n".to_vec(),
        ),
        ("all/Pizza_dough (2).cook", b"Knead the @flour{500%g}.\n".to_vec()),
    ]);
    let pizza = r#"{"uid": "A", "name": "Pizza", "servings": "2", "ingredients": "salt\n**2 portions** [recipe:Pizza dough (2)]\ncheese, see [photo:1]", "directions": "Bake."}"#;
    let dough = r#"{"uid": "B", "name": "Pizza dough (2)", "servings": "4", "ingredients": "500 g flour", "directions": "Knead."}"#;
    let paprika = zip(&[
        ("Pizza.paprikarecipe", gzip(pizza.as_bytes())),
        ("Pizza dough (2).paprikarecipe", gzip(dough.as_bytes())),
    ]);
    for (name, archive, line) in [("recipes.zip", cook, 0), ("All.paprikarecipes", paprika, 1)] {
        let entries = read(name, &archive).unwrap();
        assert_eq!(entries[0].links, [link(line, "Pizza dough (2)")], "{name}");
        assert_eq!(entries[1].id.as_deref(), Some("Pizza dough (2)"), "{name}");
        assert!(entries[1].links.is_empty(), "{name}");
    }
}

#[test]
fn ordinary_files_are_not_taken_for_exports() {
    for (name, text) in [
        ("a.txt", "Title: a novel\n\nIt was a dark night. Ingredients: none."),
        ("a.csv", "Title,Author,Year\nSoup of the day,Ann Lee,2019\n"),
        ("a.md", "# Plum pie\n\n- 3 plums\n\n---\n\nBake."),
        ("a.yml", "name: build\nsteps:\n  - run: make\n"),
        ("a.xml", "<?xml version='1.0'?><note><to>Ann</to></note>"),
        ("a.html", "<html><body class='recipe'><ul id='ingredients'><li>3 plums</li></ul></body></html>"),
    ] {
        assert_eq!(super::common::format(name, text.as_bytes()), None, "{name}");
    }
    let no_recipes = [
        ("a.json", r#"{"name": "settings", "steps": [{"name": "one"}]}"#.to_owned()),
        ("b.xml", "<recipes><index title='All recipes'/></recipes>".to_owned()),
    ];
    for (name, text) in no_recipes {
        assert_eq!(
            read(name, text.as_bytes()).map(|entries| entries.len()),
            Err(ExportError::NoRecipe),
            "{name}"
        );
    }
}
