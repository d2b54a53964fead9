//! Videos with a recipe in their description.

use extract::{Page, Reader, Verdict, read, read_part};
use serde_json::json;
use url::Url;

const RECIPE: &str = "Hello!\n\nIngredients\n2 leeks\n1 l stock\n\nMethod\nCut the leeks.\nSimmer them in the \
                      stock for 20 minutes.\n\nSubscribe: https://video.example/sub";

fn page(address: &str, body: &str) -> Page {
    let bytes = format!("<!doctype html><html><head><title>A video</title></head><body>{body}</body></html>");
    Page { url: Url::parse(address).unwrap(), content_type: None, bytes: bytes.into_bytes() }
}

fn video(player: &serde_json::Value) -> Page {
    page(
        "https://www.youtube.com/watch?v=abc",
        &format!(
            "<script>if (ytInitialPlayerResponse == null) {{}} var ytInitialPlayerResponse = {player};</script>"
        ),
    )
}

fn described(description: &str) -> serde_json::Value {
    json!({ "videoDetails": { "title": "Leek soup", "author": "Ann Leek", "shortDescription": description } })
}

#[test]
fn description_of_a_video_is_read_as_a_recipe() {
    let read = read(&video(&described(RECIPE)));
    assert_eq!(read.verdict, Verdict::Recipe);
    assert_eq!(read.content.title.as_deref(), Some("Leek soup"));
    assert_eq!(read.content.author.as_deref(), Some("Ann Leek"));
    let lines: Vec<&str> = read.content.ingredients.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["2 leeks", "1 l stock"]);
    assert_eq!(read.content.instructions, ["Cut the leeks.", "Simmer them in the stock for 20 minutes."]);
    assert!(read.provenance.iter().any(|entry| entry.reader == Reader::Video));
    assert!(read.provenance.iter().all(|entry| entry.reader != Reader::Text));
}

#[test]
fn description_without_a_recipe_is_no_recipe_of_the_page() {
    for player in [described("Subscribe for more!"), described(""), json!({}), json!([1, "x"]), json!(null)] {
        assert_eq!(read(&video(&player)).verdict, Verdict::VideoWithoutRecipe, "{player}");
    }
    let broken =
        page("https://youtu.be/abc", "<script>var ytInitialPlayerResponse = {\"videoDetails\":</script>");
    assert_eq!(read(&broken).verdict, Verdict::VideoWithoutRecipe);
}

#[test]
fn video_that_needs_a_sign_in_is_a_challenge() {
    let refused = json!({ "playabilityStatus": { "status": "LOGIN_REQUIRED" } });
    assert_eq!(read(&video(&refused)).verdict, Verdict::Challenge);
}

#[test]
fn rendered_page_without_scripts_is_read_too() {
    let shown = format!(
        "<div id=description-inline-expander><yt-attributed-string>Hello! Ingredients…</yt-attributed-string>\
         <yt-attributed-string><span>{RECIPE}</span></yt-attributed-string></div>\
         <yt-attributed-string>A comment: 1 kg nonsense, 2 l noise</yt-attributed-string>"
    );
    let read = read(&page("https://www.youtube.com/watch?v=abc", &shown));
    assert_eq!(read.verdict, Verdict::Recipe);
    assert_eq!(read.content.ingredients.len(), 2);
}

#[test]
fn several_recipes_of_a_description_can_be_read_by_name() {
    let two = "Leek soup\n\nIngredients\n2 leeks\n1 l stock\n\nMethod\nCut the leeks.\nSimmer them in the stock.\
               \n\n\nCorn bread\n\nIngredients\n300 g corn flour\n2 eggs\n\nMethod\nMix flour and eggs.\nBake for \
               30 minutes.";
    let page = video(&described(two));
    let first = read(&page);
    assert_eq!(first.other_recipes, ["Corn bread"]);
    assert_eq!(first.content.title.as_deref(), Some("Leek soup"));
    let other = read_part(&page, "Corn bread");
    assert_eq!(other.content.ingredients.len(), 2);
    assert_eq!(other.content.title.as_deref(), Some("Corn bread"));
    assert_eq!(read_part(&page, "Plum cake").verdict, Verdict::VideoWithoutRecipe);
}

#[test]
fn same_page_at_another_site_is_not_a_video() {
    let elsewhere =
        Page { url: Url::parse("https://green-ladle.example/watch").unwrap(), ..video(&described(RECIPE)) };
    assert_eq!(read(&elsewhere).verdict, Verdict::Empty);
}
