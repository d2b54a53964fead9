use std::collections::BTreeMap;

use recipe::adapt::{Proposal, choices, for_diet, for_servings, in_units, instead_of};
use recipe::{Content, Language, line};
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::figures::Known;
use crate::ids::QuestionId;
use crate::library::{LibraryError, RecipeLibrary};
use crate::message::ToolUse;
use crate::tools::arguments::{Call, ConvertUnits, ImportRecipe, ShoppingLink, Substitute};
use crate::tools::catalogue::{PROPOSE_EDIT, PROPOSE_IMPORT, PROPOSE_SHOPPING};
use crate::tools::clock::states_time;
use crate::tools::edits::{Allowed, edit};
use crate::tools::plan::{minutes_of, plan};
use crate::tools::{translation::translate, view};
use zest_core::RecipeId;

const MAX_FOUND: usize = 10;
const LONGEST_QUERY: usize = 200;
const LONGEST_URL: usize = 2_000;
const MAX_RECIPES_TO_SHOP: usize = 20;
const MAX_SERVINGS: u32 = 1_000;
const MAX_LINES_TO_CONVERT: usize = 20;

/// Maximum size of all proposals in bytes. Published messages are limited to 240 KB, with JSON escaped twice.
const MAX_PROPOSED_BYTES: usize = 100_000;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ToolOutcome {
    Did(Value),
    Refused(String),
}

pub(crate) struct ToolRunner<'k, K> {
    library: &'k K,
    shown: Option<RecipeId>,
    language: Language,
    user_text: String,
    known: Known,
    drafts: BTreeMap<RecipeId, Draft>,
    offers: Vec<(&'static str, Value)>,
}

impl<'k, K: RecipeLibrary> ToolRunner<'k, K> {
    pub(crate) fn new(library: &'k K, shown: Option<RecipeId>, language: Language) -> Self {
        let user_text = String::new();
        Self {
            library,
            shown,
            language,
            user_text,
            known: Known::default(),
            drafts: BTreeMap::new(),
            offers: Vec::new(),
        }
    }

    pub(crate) fn add_user_text(&mut self, text: &str) {
        self.known.learn(text, None);
        self.user_text.push_str(text);
        self.user_text.push('\n');
    }

    /// Records a text that was sent but not typed, such as a file. Its figures have a source; its URLs may
    /// not be imported.
    pub(crate) fn see(&mut self, text: &str) {
        self.known.learn(text, None);
    }

    pub(crate) fn known(&self) -> &Known {
        &self.known
    }

    pub(crate) fn known_mut(&mut self) -> &mut Known {
        &mut self.known
    }

    pub(crate) async fn shown(&mut self) -> Result<Option<Value>, LibraryError> {
        let Some(id) = self.shown.clone() else { return Ok(None) };
        if !self.open(&id).await? {
            self.shown = None;
        }
        Ok(self.drafts.get(&id).map(view::recipe))
    }

    pub(crate) async fn run(&mut self, call: &Call) -> Result<ToolOutcome, LibraryError> {
        let outcome = match call {
            Call::FindRecipes(wanted) => self.find(&wanted.query).await?,
            Call::ShoppingLink(wanted) => self.shop(wanted).await?,
            Call::ImportRecipe(wanted) => self.import(wanted),
            Call::ConvertUnits(ConvertUnits { text: Some(text), system, .. }) => {
                self.convert_text(text, *system)
            }
            Call::ReadRecipe(of) | Call::Nutrition(of) => self.with(of.recipe_id.as_ref(), call).await?,
            Call::Scale(of) => self.with(of.recipe_id.as_ref(), call).await?,
            Call::ConvertUnits(of) => self.with(of.recipe_id.as_ref(), call).await?,
            Call::Adapt(of) => self.with(of.recipe_id.as_ref(), call).await?,
            Call::Substitute(of) if of.recipe_id.is_none() && self.shown.is_none() => {
                self.substitute_anywhere(&of.food)
            }
            Call::Substitute(of) => self.with(of.recipe_id.as_ref(), call).await?,
            Call::Translate(of) => self.with(of.recipe_id.as_ref(), call).await?,
            Call::PlanTimes(of) => self.with(of.recipe_id.as_ref(), call).await?,
            Call::ProposeEdit(of) => self.with(of.recipe_id.as_ref(), call).await?,
        };
        if let ToolOutcome::Did(value) = &outcome {
            self.known.add_json(value, None);
        }
        Ok(outcome)
    }

    async fn with(&mut self, id: Option<&RecipeId>, call: &Call) -> Result<ToolOutcome, LibraryError> {
        let Some(id) = id.or(self.shown.as_ref()).cloned() else {
            return Ok(refused("No recipe is at hand: ask the cook which one, or find it."));
        };
        if !self.open(&id).await? {
            return Ok(refused("The cook has no recipe of this id."));
        }
        let Some(before) = self.drafts.get(&id).cloned() else { return Ok(refused("The recipe is gone.")) };
        let mut draft = before.clone();
        let allowed = Allowed { known: &self.known, user_text: &self.user_text };
        let outcome = run_on(&mut draft, call, &allowed);
        self.drafts.insert(id.clone(), draft);
        if self.proposed_bytes() > MAX_PROPOSED_BYTES {
            self.drafts.insert(id, before);
            return Ok(refused(
                "That is more than one answer can propose: propose a part of it, or less at once.",
            ));
        }
        Ok(outcome.map_or_else(ToolOutcome::Refused, ToolOutcome::Did))
    }

    fn proposed_bytes(&self) -> usize {
        let edits = self.drafts.values().filter_map(Draft::patch).map(|patch| json!(patch).to_string().len());
        let offers = self.offers.iter().map(|(_, input)| input.to_string().len());
        edits.chain(offers).sum()
    }

    /// Loads the recipe once per turn; returns whether it exists.
    async fn open(&mut self, id: &RecipeId) -> Result<bool, LibraryError> {
        if self.drafts.contains_key(id) {
            return Ok(true);
        }
        let Some(recipe) = self.library.recipe(id).await? else { return Ok(false) };
        self.known.add_recipe(&recipe.content);
        self.drafts.insert(id.clone(), Draft::of(recipe));
        Ok(true)
    }

    async fn find(&self, query: &str) -> Result<ToolOutcome, LibraryError> {
        if query.trim().is_empty() || query.len() > LONGEST_QUERY {
            return Ok(refused("Give one to a few words to look for."));
        }
        let found = self.library.find(query.trim(), MAX_FOUND).await?;
        Ok(ToolOutcome::Did(json!({ "recipes": found })))
    }

    async fn shop(&mut self, wanted: &ShoppingLink) -> Result<ToolOutcome, LibraryError> {
        let ids = wanted.recipe_ids.clone().unwrap_or_else(|| self.shown.iter().cloned().collect());
        if ids.is_empty() || ids.len() > MAX_RECIPES_TO_SHOP {
            return Ok(refused("Name one to twenty recipes."));
        }
        if wanted.servings.is_some_and(|servings| servings == 0 || servings > MAX_SERVINGS) {
            return Ok(refused("Servings are 1 to 1,000."));
        }
        for id in &ids {
            if !self.open(id).await? {
                return Ok(refused("The cook has no recipe of one of these ids."));
            }
        }
        self.offer(PROPOSE_SHOPPING, json!({ "recipeIds": ids, "servings": wanted.servings }));
        Ok(ToolOutcome::Did(
            json!({ "offered": true, "next": "The cook is shown a button that opens the shopping list." }),
        ))
    }

    /// Only a URL or text that the user typed is proposed: one from the model could leak data.
    fn import(&mut self, wanted: &ImportRecipe) -> ToolOutcome {
        match (&wanted.url, &wanted.text) {
            (Some(url), None) => {
                let url = url.trim();
                let is_address =
                    (url.starts_with("https://") || url.starts_with("http://")) && url.len() <= LONGEST_URL;
                if !is_address || !self.user_text.split_whitespace().any(|word| is_word_of(word, url)) {
                    return refused("Only an address that the cook has written can be imported.");
                }
                self.offer(PROPOSE_IMPORT, json!({ "url": url }));
            }
            (None, Some(text)) => {
                let blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
                let text_of_words = blanks(text);
                if text_of_words.is_empty() || !blanks(&self.user_text).contains(&text_of_words) {
                    return refused("Only a text that the cook has sent can be imported, word for word.");
                }
                self.offer(PROPOSE_IMPORT, json!({ "text": text.trim() }));
            }
            _ => return refused("Give either the address or the text."),
        }
        ToolOutcome::Did(
            json!({ "offered": true, "next": "The cook is shown a button that imports it. Nothing was read yet." }),
        )
    }

    fn offer(&mut self, name: &'static str, input: Value) {
        if !self.offers.contains(&(name, input.clone())) {
            self.offers.push((name, input));
        }
    }

    /// Converts lines that belong to no recipe; their numbers need a source.
    fn convert_text(&self, text: &str, system: recipe::adapt::System) -> ToolOutcome {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        if lines.is_empty() || lines.len() > MAX_LINES_TO_CONVERT {
            return refused("Give one to twenty lines.");
        }
        // "1 cup" needs no source.
        let is_one = |line: &str| line.trim_start().starts_with("1 ");
        let unknown = lines.iter().filter(|line| !is_one(line));
        let unknown = unknown.flat_map(|line| self.known.unsourced_numbers(line, Some(self.language))).next();
        if let Some(figure) = unknown {
            return ToolOutcome::Refused(format!(
                "Nobody has said \"{}\": convert only what the cook or a recipe says.",
                figure.words
            ));
        }
        let ingredients = lines.iter().map(|text| line::read(text, Some(self.language))).collect();
        let content = Content { ingredients, language: Some(self.language), ..Content::default() };
        let converted = in_units(&content, system);
        let after = converted.applied(&content, |_| true, |_| true);
        let pairs = lines.iter().zip(&after.ingredients);
        ToolOutcome::Did(
            json!({ "lines": pairs.map(|(before, after)| json!({ "before": before, "after": after.text })).collect::<Vec<_>>() }),
        )
    }

    fn substitute_anywhere(&self, food: &str) -> ToolOutcome {
        let content = Content {
            ingredients: vec![line::read(food, Some(self.language))],
            language: Some(self.language),
            ..Content::default()
        };
        let choices = choices(&content, 0);
        let named_choices: Vec<Value> =
            choices.iter().map(|choice| json!({ "name": choice.name, "effect": choice.effect })).collect();
        ToolOutcome::Did(
            json!({ "choices": named_choices, "note": "Without a recipe no amounts are known." }),
        )
    }

    /// Proposals to confirm; their ids are derived from the id of the question.
    pub(crate) fn proposals(&self, question: &QuestionId) -> Vec<ToolUse> {
        let edits = self.drafts.values().filter_map(Draft::patch).map(|patch| (PROPOSE_EDIT, json!(patch)));
        let all = edits.chain(self.offers.iter().cloned());
        all.enumerate()
            .map(|(count, (name, input))| ToolUse {
                tool_use_id: format!("{question}-{count}"),
                name: name.to_owned(),
                input,
            })
            .collect()
    }
}

fn is_word_of(word: &str, url: &str) -> bool {
    let marks =
        |c: char| matches!(c, '<' | '>' | '(' | ')' | '"' | '\'' | ',' | '.' | ';' | '!' | '?' | '«' | '»');
    word == url || word.trim_matches(marks) == url.trim_end_matches(marks)
}

fn refused(why: &str) -> ToolOutcome {
    ToolOutcome::Refused(why.to_owned())
}

fn run_on(draft: &mut Draft, call: &Call, allowed: &Allowed<'_>) -> Result<Value, String> {
    match call {
        Call::ReadRecipe(_) => return Ok(view::recipe(draft)),
        Call::Nutrition(_) => return Ok(view::nutrition(&draft.now())),
        Call::PlanTimes(wanted) => {
            if minutes_of(&wanted.time).is_some_and(|minutes| !states_time(allowed.user_text, minutes)) {
                return Err("The cook has not said this time: ask when it shall be ready.".to_owned());
            }
            let plan = plan(&draft.now(), &wanted.time);
            return plan.map(|plan| json!(plan)).ok_or_else(|| {
                "Give the time as 19:30; the recipe must have steps, and take less than a month.".to_owned()
            });
        }
        Call::Scale(wanted) => {
            let proposal = for_servings(&draft.now(), wanted.servings).ok_or_else(|| {
                "The recipe does not say for how many it is, or nobody cooks for so many: ask the cook."
                    .to_owned()
            })?;
            draft.take(&proposal);
        }
        Call::ConvertUnits(wanted) => draft.take(&in_units(&draft.now(), wanted.system)),
        Call::Adapt(wanted) => draft.take(&for_diet(&draft.now(), wanted.diet)),
        Call::Substitute(wanted) => return substitute(draft, wanted),
        Call::Translate(wanted) => {
            let refused = translate(draft, wanted)?;
            let mut result = view::proposal(draft.patch().as_ref(), draft);
            if let (Some(result), Value::Object(refused)) = (result.as_object_mut(), refused) {
                // The model wrote the translated texts, so they are omitted.
                result.remove("lines");
                result.remove("steps");
                result.extend(refused);
            }
            return Ok(result);
        }
        Call::ProposeEdit(wanted) => edit(draft, wanted, allowed)?,
        Call::FindRecipes(_) | Call::ShoppingLink(_) | Call::ImportRecipe(_) => {}
    }
    Ok(view::proposal(draft.patch().as_ref(), draft))
}

fn substitute(draft: &mut Draft, wanted: &Substitute) -> Result<Value, String> {
    let now = draft.now();
    let place = place_of(&now, &wanted.food).ok_or("The recipe has no line with this food.")?;
    let all = choices(&now, place);
    let first = all.iter().position(|choice| choice.line.verdict != recipe::adapt::Verdict::Cannot);
    let chosen = wanted.choice.or(first).and_then(|choice| all.get(choice));
    let proposal: Option<Proposal> = chosen.map(|choice| instead_of(&now, place, choice));
    proposal.iter().for_each(|proposal| draft.take(proposal));
    let listed_choices: Vec<Value> = all
        .iter()
        .map(|choice| {
            let line = choice.line.after.as_ref().map(|after| &after.text);
            json!({ "name": choice.name, "line": line, "effect": choice.effect })
        })
        .collect();
    let mut value = view::proposal(draft.patch().as_ref(), draft);
    if let Some(fields) = value.as_object_mut() {
        fields.insert("choices".to_owned(), json!(listed_choices));
        fields.insert("proposed".to_owned(), json!(chosen.and_then(|choice| choice.name.clone())));
    }
    Ok(value)
}

/// Index of the line with this food, by food table, else by text.
fn place_of(content: &Content, food: &str) -> Option<usize> {
    let named = recipe::foods_in(food, content.language);
    let is_it = |line: &recipe::Ingredient| {
        recipe::food_of(line, content.language).is_some_and(|food| named.contains(&food))
    };
    let words = food.trim().to_lowercase();
    let contains_words =
        |line: &recipe::Ingredient| !words.is_empty() && line.text.to_lowercase().contains(&words);
    content.ingredients.iter().position(is_it).or_else(|| content.ingredients.iter().position(contains_words))
}
