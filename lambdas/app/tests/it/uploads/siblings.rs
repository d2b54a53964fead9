use super::*;

#[tokio::test]
async fn links_between_recipes_of_a_file_are_kept_with_their_new_ids() {
    let world = World::default();
    let (own, others) =
        (finished(id(7), &OwnerId::new("ann"), at(0)), finished(id(8), &OwnerId::new("bob"), at(0)));
    for recipe in [&own, &others] {
        world.store.create(recipe).await.unwrap();
    }
    // The linked recipes are in other chunks, or are not in the file.
    let mut parts: Vec<_> = (0..45).map(|number| part(&format!("Soup {number:02}"))).collect();
    let pizza = ["Soup 44", "Pizza", "Nothing", own.id.as_str(), others.id.as_str()];
    let lines = pizza.iter().map(|title| format!("- 1 portion of {title} -> {title}")).collect::<Vec<_>>();
    parts[0] = "!Broken".to_owned();
    parts[1] = format!("Pizza\n{}\nBake.", lines.join("\n"));
    parts[43] = "Calzone\n- 1 slice -> Pizza\n- 1 soup -> Soup 02\n- 1 none -> !Broken\nFold.".to_owned();
    let pending = world.with_file(&parts).await;
    world.process(&pending).await.unwrap();

    let links = |recipe: &Recipe| -> Vec<Option<String>> {
        recipe.content.ingredients.iter().map(|line| line.recipe.clone()).collect()
    };
    let of_entry = async |entry| Some(sibling(&world, &pending, entry).await.to_string());
    let pizza = world.stored(&pending).await;
    assert_eq!(links(&pizza), [of_entry(44).await, None, None, Some(own.id.to_string()), None]);
    assert_eq!(pizza.content.ingredients[0].text, "1 portion of Soup 44");
    let calzone = world.store.get(&sibling(&world, &pending, 43).await).await.unwrap().unwrap();
    assert_eq!(links(&calzone), [Some(pizza.id.to_string()), of_entry(2).await, None]);
    for recipe in [pizza, calzone] {
        assert!(!recipe.raw_extraction.unwrap().contains("\"recipe\":\""), "not in what others may see");
    }
}

#[tokio::test]
async fn siblings_created_after_a_transfer_belong_to_the_new_owner() {
    let world = World::default();
    let parts: Vec<_> = (0..45).map(|number| part(&format!("Soup {number:02}"))).collect();
    let pending = world.with_file(&parts).await;
    world.read(&pending).await.unwrap();
    assert_eq!(world.extract(&pending).await, Ok(Slice::More));
    let before = world.stored(&pending).await;
    let mut moved = before.clone();
    moved.owner = OwnerId::new("member");
    moved.owners = [moved.owner.clone()].into();
    moved.version += 1;
    world.store.transfer(&moved, &before).await.unwrap();
    while world.extract(&pending).await.unwrap() == Slice::More {}
    assert_eq!(world.titles("member").await.len(), 1 + 25, "from then on they are the member's");
}
