//! Runs the `extract` command.

#![allow(clippy::unwrap_used, reason = "test helpers may panic")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

struct Run {
    text: String,
    objects: Vec<Value>,
    complaints: String,
    code: Option<i32>,
}

fn run(arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_extract"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../extract/tests"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may end without reading its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    Run {
        objects: out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
        text: out,
        complaints: String::from_utf8(done.stderr).unwrap(),
        code: done.status.code(),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn page_is_printed_as_one_json_line() {
    let run = run(&["--jsonl", "pages/en-jsonld.html"], "");
    assert_eq!((run.code, run.complaints.as_str()), (Some(0), ""));
    let [page] = run.objects.as_slice() else { panic!("{:?}", run.objects) };
    assert_eq!(page["id"], "pages/en-jsonld");
    assert_eq!(page["title"], "Lemon lentil soup");
    assert_eq!(page["ingredients"][1], "2 onions, chopped");
    assert_eq!(page["instructions"].as_array().unwrap().len(), 3);
    assert_eq!((&page["prep_minutes"], &page["total_minutes"]), (&json!(10), &json!(35)));
    assert_eq!(page["yields"], "4 servings");
    assert_eq!(page["nutrients"]["fatContent"], "5 g");
    assert_eq!(page["language"], "en");
    assert_eq!(page.get("extraction"), None);
}

#[test]
fn json_line_has_the_author() {
    let run = run(&["pages/en-microdata.html"], "");
    assert_eq!(run.objects.first().map(|page| &page["author"]), Some(&json!("Jo Miller")));
}

#[test]
fn full_extraction_is_printed_on_demand() {
    let run = run(&["--full", "pages/en-jsonld.html"], "");
    assert_eq!(run.objects[0]["extraction"]["verdict"]["kind"], "recipe");
    assert!(!run.objects[0]["extraction"]["provenance"].as_array().unwrap().is_empty());
}

#[test]
fn recipe_is_adapted_and_notes_are_printed() {
    let folder = folder("adapted");
    let page = r#"<script type="application/ld+json">{"@type": "Recipe", "name": "Pancakes", "recipeYield": "2 servings",
        "recipeIngredient": ["1 cup flour", "2 eggs", "1 lobster"], "recipeInstructions": ["Whisk the eggs."]}</script>"#;
    let file = folder.join("pancakes.html");
    std::fs::write(&file, page).unwrap();
    let file = file.to_str().unwrap();
    let wishes = ["--servings", "3", "--diet", "vegan", "--units", "metric", "--format", "markdown", file];
    let run = run(&wishes, "");
    assert_eq!(run.code, Some(0));
    for expected in ["190 g flour", "3 tablespoons ground flaxseed", "Whisk the eggs. (eggs →"] {
        assert!(run.text.contains(expected), "{expected}: {}", run.text);
    }
    for expected in ["1 1/2 lobster: unsuitable, and no substitute", "check every label"] {
        assert!(run.complaints.contains(expected), "{expected}: {}", run.complaints);
    }
    for wrong in [["--diet", "paleo"], ["--units", "stone"], ["--servings", "0"], ["--servings", "3"]] {
        assert_eq!(self::run(&[wrong[0], wrong[1], file], "").code, Some(2), "{wrong:?}");
    }
}

#[test]
fn manifest_pages_have_their_id_and_url() {
    let folder = folder("manifest").join("soup.example");
    std::fs::create_dir_all(&folder).unwrap();
    let page = r#"<meta property="og:image" content="/a.jpg"><h1>Soup</h1>"#;
    std::fs::write(folder.join("one.html"), page).unwrap();
    let manifest = folder.parent().unwrap().join("manifest.jsonl");
    let lines = [
        json!({"id": "first", "file": "soup.example/one.html", "url": "https://pie.example/x/"}).to_string(),
        String::new(),
        json!({"file": "soup.example/one.html"}).to_string(),
        json!({"file": "soup.example/none.html"}).to_string(),
        String::from("no object"),
        json!({"id": "last", "file": "soup.example/one.html"}).to_string(),
    ];
    std::fs::write(&manifest, lines.join("\n")).unwrap();
    let run = run(&["--manifest", manifest.to_str().unwrap()], "");
    let read: Vec<_> = run.objects.iter().map(|page| (&page["id"], &page["image"])).collect();
    assert_eq!(
        json!(read),
        json!([
            ["first", "https://pie.example/a.jpg"],
            ["soup.example/one", "https://soup.example/a.jpg"],
            ["last", "https://soup.example/a.jpg"],
        ])
    );
    assert_eq!(run.code, Some(1));
    assert!(
        run.complaints.contains("none.html") && run.complaints.contains("line 5 of"),
        "{}",
        run.complaints
    );
}

#[test]
fn each_line_gives_one_object() {
    let plain = run(&["--lines", "--language", "es"], "2 tazas de harina\n\n\u{e9}\nsal");
    assert_eq!(plain.objects.len(), 4);
    assert_eq!(plain.objects[0], json!({"name": "harina", "quantity": "2", "unit": "tazas", "note": ""}));
    assert_eq!(plain.objects[1]["name"], "");
    assert_eq!(plain.objects[3]["name"], "sal");
    assert_eq!(plain.code, Some(0));

    let objects = run(
        &["--lines", "--jsonl"],
        "{\"sentence\":\"1 cup rice\",\"lang\":\"en\"}\nrice\n{\"sentence\":\"1 taza de arroz\",\"lang\":\"es\"}\n",
    );
    let names: Vec<_> = objects.objects.iter().map(|parts| &parts["name"]).collect();
    assert_eq!(json!(names), json!(["rice", "", "arroz"]));
    assert_eq!(objects.code, Some(1));
    assert!(objects.complaints.contains("line 2"), "{}", objects.complaints);
}

#[test]
fn failed_input_is_reported_and_the_rest_is_printed() {
    let rows: [(&[&str], usize, i32, &str); 12] = [
        (&[], 0, 2, "no address or file given"),
        (&["--frob"], 0, 2, "unknown option --frob"),
        (&["--url"], 0, 2, "--url needs an address"),
        (&["--url", "pie", "pages/en-jsonld.html"], 0, 2, "pie is not an address"),
        (&["--lines", "--language", "xx"], 0, 2, "xx is not a language"),
        (&["--lines", "pages/en-jsonld.html"], 0, 2, "takes no files"),
        (&["none.html", "pages", "pages/en-jsonld.html"], 1, 1, "cannot read none.html"),
        (&["--", "pages/en-jsonld.html"], 1, 0, ""),
        (&["--format", "yaml", "pages/en-jsonld.html"], 0, 2, "yaml is not a format"),
        (&["http://[", "pages/en-jsonld.html"], 0, 2, "is not an address"),
        (&["http://127.0.0.1/pie", "pages/en-jsonld.html"], 1, 1, "isn't public"),
        (&["../Cargo.toml"], 0, 1, "found no recipe in this file"),
    ];
    for (arguments, pages, code, complaint) in rows {
        let run = run(arguments, "");
        assert_eq!((run.objects.len(), run.code), (pages, Some(code)), "{arguments:?}: {}", run.complaints);
        assert!(run.complaints.contains(complaint), "{arguments:?}: {}", run.complaints);
    }
}

#[test]
fn file_above_the_upload_limit_is_an_error() {
    let file = folder("large").join("large.txt");
    for (bytes, is_above) in [(20 << 20, false), ((20 << 20) + 1, true)] {
        std::fs::File::create(&file).unwrap().set_len(bytes).unwrap();
        let run = run(&[file.to_str().unwrap()], "");
        let complains = run.complaints.contains("large.txt is larger than 20 MiB");
        assert_eq!((complains, run.code), (is_above, Some(i32::from(is_above))), "{}", run.complaints);
    }
}

#[test]
fn help_prints_the_usage() {
    let done = Command::new(env!("CARGO_BIN_EXE_extract")).arg("--help").output().unwrap();
    assert!(done.status.success());
    assert!(String::from_utf8_lossy(&done.stdout).starts_with("usage: extract"));
}

#[test]
fn export_formats_match_the_apps() {
    // An export of the app, imported and exported again.
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../frontend/src/shared/lib/export/golden");
    for name in ["crepes", "stew"] {
        let exported = format!("{golden}/{name}.json");
        for (format, ending) in [("json-ld", "json"), ("markdown", "md")] {
            let run = run(&["--format", format, &exported], "");
            let expected = std::fs::read_to_string(format!("{golden}/{name}.{ending}")).unwrap();
            // The engine adds a missing total time and has no id.
            let is_shared = |line: &&str| {
                !["totalTime", "Temps total", "Tiempo total", "identifier"]
                    .iter()
                    .any(|name| line.contains(name))
            };
            let [written, expected] =
                [&run.text, &expected].map(|text| text.lines().filter(is_shared).collect::<Vec<_>>());
            assert_eq!(written, expected, "{name} as {format}");
            assert_eq!(run.complaints, "");
        }
    }
}

#[test]
fn recipe_with_groups_is_written_in_each_format() {
    let page = folder("formats").join("tart.html");
    let data = json!({
        "@type": "Recipe", "name": "Tart *of* lemons #", "recipeYield": ["8", "1 tart"], "cookTime": "PT65M",
        "keywords": "sweet, quick", "nutrition": {"calories": "320 kcal"},
        "recipeIngredient": ["1 pinch of salt", "For the pastry:", "200 g flour", "- 100 g cold butter"],
        "recipeInstructions": ["Rub the butter into the flour.", "1980. was a good year: bake the tart."],
    });
    let html = format!("<script type='application/ld+json'>{data}</script><h1>Tart *of* lemons #</h1>");
    std::fs::write(&page, html).unwrap();
    let written = |format| {
        run(&["--format", format, "--url", "https://pie.example/tart", page.to_str().unwrap()], "").text
    };
    let markdown = written("markdown");
    for expected in [
        "# Tart \\*of\\* lemons \\#\n\n- **Servings:** 8\n- **Makes:** 1 tart\n- **Cook time:** 1 h 5 min\n",
        "- **Nutrition per serving:** Calories 320 kcal\n- **Tags:** sweet, quick\n- **Source:** https://pie.example/tart\n",
        "## Ingredients\n\n- 1 pinch of salt\n\n### For the pastry\n\n- 200 g flour\n- 100 g cold butter\n",
        "## Steps\n\n1. Rub the butter into the flour.\n2. 1980\\. was a good year: bake the tart.\n",
    ] {
        assert!(markdown.contains(expected), "{expected} is not in {markdown}");
    }
    let whole: Value = serde_json::from_str(&written("json")).unwrap();
    assert_eq!(whole["url"], "https://pie.example/tart");
    assert_eq!(
        (&whole["ingredients"][1]["quantity"], &whole["ingredients"][1]["unit"]),
        (&json!("200"), &json!("g"))
    );
    let document: Value = serde_json::from_str(&written("json-ld")).unwrap();
    assert_eq!(document["ingredientGroups"][1]["name"], "For the pastry");
    assert_eq!(
        (&document["cookTime"], &document["recipeYield"]),
        (&json!("PT1H5M"), &json!(["8", "1 tart"]))
    );
}

#[test]
fn document_kind_is_detected_by_bytes() {
    let file = folder("documents").join("soup");
    std::fs::write(
        &file,
        "Leek soup\n\nIngredients\n2 leeks\n1 l stock\n\nMethod\n1. Cook the leeks in the stock.\n",
    )
    .unwrap();
    let run = run(&[file.to_str().unwrap(), "pages/en-jsonld.html"], "");
    let titles: Vec<_> = run.objects.iter().map(|recipe| &recipe["title"]).collect();
    assert_eq!((json!(titles), run.complaints), (json!(["Leek soup", "Lemon lentil soup"]), String::new()));
}
