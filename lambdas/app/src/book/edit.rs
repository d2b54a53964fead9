use std::collections::{BTreeSet, HashMap};

use extract::Code;
use recipe::{Content, Ingredient};

use crate::addresses::guard::Guard;
use crate::book::change::{change_own, load_own};
use crate::book::field_change::Change;
use crate::book::input::{RecipeLinkEdit, UpdateRecipe};
use crate::caller::Caller;
use crate::enrich;
use crate::error::AppError;
use crate::import::address::check_address;
use crate::model::{Field, NutritionStatus, Recipe, Status, TransitionRefused, fits};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::view::RecipeView;
use zest_core::{RecipeId, Timestamp};

/// Edits a recipe and records the edited fields. Repeating an edit succeeds with any `version`.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller owns it; [`AppError::Conflict`] for another `version`;
/// [`AppError::InvalidInput`] beyond a limit, or while PENDING except for marks;
/// [`AppError::RefusedAddress`].
pub async fn update(
    store: &impl RecipeStore,
    guard: &Guard,
    caller: &Caller,
    input: UpdateRecipe,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    // Check before validation, so that anonymous callers learn nothing from the error.
    caller.may_change_own()?;
    let mut input = input.tidied();
    input.check(now)?;
    if let Change::To(url) = &input.url {
        input.url = Change::To(check_address(guard, url)?.into());
    }
    if let Some(links) = &mut input.recipe_links {
        drop_others_links(store, caller, &input.id, links).await?;
    }
    let recipe = change_own(store, caller, &input.id, now, |recipe| {
        // Imports do not overwrite marks, so these can be edited while PENDING.
        if recipe.status() == Status::Pending && !input.only_marks() {
            return Err(AppError::InvalidInput(Refusal::StillImporting));
        }
        let before = recipe.clone();
        apply(recipe, &input)?;
        if *recipe != before && input.version.is_some_and(|version| version != before.version) {
            return Err(AppError::Conflict);
        }
        if fits(&mut recipe.content, recipe.notes.as_deref()) {
            Ok(())
        } else {
            Err(AppError::InvalidInput(Refusal::RecipeTooLong))
        }
    })
    .await?;
    Ok(RecipeView::for_owner(recipe))
}

/// Drops new links to recipes that the caller does not own. The recipes of stored links may be deleted by now.
async fn drop_others_links(
    store: &impl RecipeStore,
    caller: &Caller,
    id: &str,
    links: &mut Vec<RecipeLinkEdit>,
) -> Result<(), AppError> {
    let stored = load_own(store, caller, &RecipeId::parse(id)?).await?;
    let mut known: HashMap<String, bool> =
        stored.content.ingredients.into_iter().filter_map(|line| Some((line.recipe?, true))).collect();
    for link in links.iter() {
        if !known.contains_key(&link.recipe) {
            let target = store.get(&RecipeId::parse(&link.recipe)?).await?;
            known.insert(link.recipe.clone(), target.is_some_and(|target| caller.owns(&target)));
        }
    }
    links.retain(|link| known.get(&link.recipe) == Some(&true));
    Ok(())
}

fn apply(recipe: &mut Recipe, input: &UpdateRecipe) -> Result<(), AppError> {
    let before = recipe.content.clone();
    input.url.clone().apply(&mut recipe.url);
    input.notes.clone().apply(&mut recipe.notes);
    input.marks.write_into(&mut recipe.marks);
    input.write_into(&mut recipe.content);
    input.fix_nutrition(&mut recipe.content)?;
    let changed = changed_fields(&before, &recipe.content);
    recipe.edited.extend(&changed);
    recipe.warnings.retain(|code| !is_answered(*code, &recipe.edited));
    let counts_otherwise = before.ingredients != recipe.content.ingredients;
    Ok(follow_up(recipe, &changed, counts_otherwise)?)
}

fn changed_fields(before: &Content, after: &Content) -> BTreeSet<Field> {
    let times = |content: &Content| [content.prep_minutes, content.cook_minutes, content.total_minutes];
    // Corrections of the nutrition are not edits of the lines.
    let lines = |content: &Content| {
        let lines = content.ingredients.iter().cloned();
        lines.map(|line| Ingredient { counted_as: None, ..line }).collect::<Vec<_>>()
    };
    let fields = [
        (Field::Title, before.title != after.title),
        (Field::Description, before.description != after.description),
        (Field::Author, before.author != after.author),
        (Field::Ingredients, lines(before) != lines(after)),
        (
            Field::Instructions,
            before.instructions != after.instructions || before.step_headings != after.step_headings,
        ),
        (Field::Times, times(before) != times(after)),
        (Field::Servings, (before.servings, &before.yields) != (after.servings, &after.yields)),
        (Field::Tags, before.tags != after.tags),
        (Field::Language, before.language != after.language),
        (Field::Nutrition, before.nutrition != after.nutrition),
    ];
    fields.into_iter().filter(|(_, changed)| *changed).map(|(field, _)| field).collect()
}

fn follow_up(
    recipe: &mut Recipe,
    changed: &BTreeSet<Field>,
    counts_otherwise: bool,
) -> Result<(), TransitionRefused> {
    let any = |fields: &[Field]| fields.iter().any(|field| changed.contains(field));
    if any(&[Field::Ingredients, Field::Instructions, Field::Language]) {
        recipe::steps::map(&mut recipe.content);
    }
    if recipe.status() == Status::Failed && any(&[Field::Ingredients, Field::Instructions]) {
        recipe.write_by_hand()?;
    }
    if changed.contains(&Field::Nutrition) {
        recipe.nutrition_status = NutritionStatus::Success;
        recipe.nutrition_source = None;
    } else if (counts_otherwise || any(&enrich::NUTRITION_INPUTS)) && enrich::may_recompute_nutrition(recipe)
    {
        enrich::recompute_nutrition(recipe);
    }
    Ok(())
}

/// Whether an edit supplies the part that a diagnostic reports as missing.
fn is_answered(code: Code, edited: &BTreeSet<Field>) -> bool {
    match code {
        Code::TitleMissing => edited.contains(&Field::Title),
        Code::IngredientsMissing => edited.contains(&Field::Ingredients),
        Code::InstructionsMissing => edited.contains(&Field::Instructions),
        _ => false,
    }
}
