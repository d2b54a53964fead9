use agent::RecipeLibrary;
use app::OwnerId;
use app::agent_library::AgentLibrary;
use app::recipe_store::RecipeStore;
use test_support::fakes::MemoryRecipes;
use test_support::samples::{at, finished, id, submitted};

async fn library_of_ann(store: &MemoryRecipes) -> AgentLibrary<'_, MemoryRecipes> {
    let (ann, bob) = (OwnerId::new("ann"), OwnerId::new("bob"));
    for (number, title, lines) in [
        (1, "Tomato soup", &["500 g tomatoes"][..]),
        (2, "Crème brûlée", &["4 eggs"]),
        (3, "Omelette", &["3 eggs", "1 tomato"]),
    ] {
        let mut recipe = finished(id(number), &ann, at(i64::try_from(number).unwrap()));
        recipe.content.title = Some(title.to_owned());
        recipe.content.ingredients = lines.iter().map(|line| recipe::line::read(line, None)).collect();
        store.create(&recipe).await.unwrap();
    }
    store.create(&finished(id(7), &bob, at(7))).await.unwrap();
    store.create(&submitted(id(8), &ann, at(8))).await.unwrap();
    AgentLibrary::new(store, ann)
}

#[tokio::test]
async fn an_owner_s_finished_recipes_are_there_and_no_other() {
    let store = MemoryRecipes::default();
    let library = library_of_ann(&store).await;
    for (number, is_there) in [(1, true), (7, false), (8, false), (9, false)] {
        let wanted = id(number);
        let read = library.recipe(&wanted).await.unwrap();
        assert_eq!(read.is_some(), is_there, "{number}");
        assert!(read.is_none_or(|recipe| recipe.id == wanted && recipe.version == 1));
    }
    assert_eq!(library.recipe(&id(99)).await, Ok(None));
}

#[tokio::test]
async fn words_find_titles_before_ingredients_and_new_before_old() {
    let store = MemoryRecipes::default();
    let library = library_of_ann(&store).await;
    for (words, most, expected) in [
        ("tomatoes", 5, &["Tomato soup", "Omelette"][..]),
        ("tomato", 1, &["Tomato soup"]),
        ("creme BRULEE", 5, &["Crème brûlée"]),
        ("egg", 5, &["Omelette", "Crème brûlée"]),
        ("leek", 5, &[]),
        ("  ", 5, &[]),
    ] {
        let titles: Vec<String> =
            library.find(words, most).await.unwrap().into_iter().map(|card| card.title).collect();
        assert_eq!(titles, expected, "{words}");
    }
}
