//! `POST agent/propose`: a recipe and a wish become a proposed edit, without a conversation. What our tools understand by themselves
//! needs no model and costs nothing; any other wish is a turn of its own that nobody keeps.

use std::sync::{Mutex, MutexGuard, PoisonError};

use recipe::Language;
use serde_json::json;

use crate::draft::Draft;
use crate::ids::{ConversationId, QuestionId, RecipeId, RunId};
use crate::library::RecipeLibrary;
use crate::limits::Limits;
use crate::message::{Block, Message, Role};
use crate::model::Model;
use crate::moment::Clock;
use crate::outcome::{Failure, Outcome};
use crate::part::Part;
use crate::patch::Patch;
use crate::tools::{PROPOSE_EDIT, is_ours};
use crate::turn::{Budget, Ports, Row, StoreError, Thread, Told, Transcripts, answer};
use crate::validation::{Refused, check};
use crate::wishes::{fulfil, understood};

/// What somebody wishes of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The recipe; one of the library's owner.
    pub recipe_id: RecipeId,
    /// The wish, in the cook's words.
    pub wish: String,
    /// The language in which the app speaks to the cook.
    pub language: Language,
}

/// What comes of a wish.
#[derive(Clone, Debug, PartialEq)]
pub enum Proposed {
    /// Our tools have understood it: what they propose, if that changes anything.
    Reckoned(Option<Patch>),
    /// A model was asked.
    Said {
        /// What it has our tools propose.
        patch: Option<Patch>,
        /// What it says of that, with what must be said behind it.
        words: String,
    },
    /// The recipe does not say for how many it is.
    NoServings,
    /// The owner has no such recipe.
    NoRecipe,
    /// The wish is none.
    Refused(Refused),
    /// It came to nothing.
    Failed(Failure),
}

/// What comes of a wish without a model; `None` where the recipe is there and the wish is a model's work.
pub async fn reckon<K: RecipeLibrary>(library: &K, wish: &Wish) -> Option<Proposed> {
    if let Err(refused) = check(&[Block::Text(wish.wish.clone())], None, None, is_ours) {
        return Some(Proposed::Refused(refused));
    }
    let recipe = match library.recipe(&wish.recipe_id).await {
        Err(_) => return Some(Proposed::Failed(Failure::Library)),
        Ok(None) => return Some(Proposed::NoRecipe),
        Ok(Some(recipe)) => recipe,
    };
    let quick = understood(&wish.wish)?;
    let mut draft = Draft::of(recipe);
    Some(if fulfil(&mut draft, &quick) { Proposed::Reckoned(draft.patch()) } else { Proposed::NoServings })
}

/// Has a model propose what somebody wishes, where [`reckon`] has found the recipe and not understood the wish.
///
/// # Errors
/// As [`answer`]; nothing is kept, so none comes of keeping it.
pub async fn propose<M, K, P, C>(
    ports: &Ports<'_, M, K, (), P, C>,
    limits: &Limits,
    wish: &Wish,
    run: &RunId,
) -> Result<Proposed, StoreError>
where
    M: Model,
    K: RecipeLibrary,
    P: Budget,
    C: Clock,
{
    let content = vec![Block::Text(wish.wish.clone())];
    let (Ok(conversation_id), Ok(question)) = (ConversationId::parse("aside"), QuestionId::parse("wish"))
    else {
        return Ok(Proposed::Failed(Failure::Invalid));
    };
    let asked = Message {
        id: question.message(),
        conversation_id,
        associated_user_message_id: None,
        role: Role::User,
        content,
        ai_context: Some(json!({ "recipeId": wish.recipe_id, "language": wish.language })),
        tool_configuration: None,
    };
    let aside = Aside { asked, row: Mutex::default() };
    let Ports { model, library, budget, clock, .. } = *ports;
    let ended =
        answer(&Ports { model, library, transcripts: &aside, budget, clock }, limits, &question, run).await?;
    Ok(match ended.outcome {
        Outcome::Failed(failure) => Proposed::Failed(failure),
        Outcome::Finished | Outcome::Stopped { .. } | Outcome::Superseded => said(&aside, wish),
    })
}

/// What an answer says, and what it proposes for the recipe.
fn said(aside: &Aside, wish: &Wish) -> Proposed {
    let content = aside.lock().as_ref().map(|row| row.answer.content()).unwrap_or_default();
    let mut texts = Vec::new();
    let mut patch = None;
    for block in content {
        match block {
            Block::Text(text) => texts.push(text),
            Block::ToolUse(tool_use) if tool_use.name == PROPOSE_EDIT => {
                let edit: Option<Patch> = serde_json::from_value(tool_use.input).ok();
                patch = patch.or(edit.filter(|edit| edit.recipe_id == wish.recipe_id));
            }
            _ => {}
        }
    }
    Proposed::Said { patch, words: texts.join("\n") }
}

/// A conversation of one question that nobody keeps.
struct Aside {
    asked: Message,
    row: Mutex<Option<Row>>,
}

impl Aside {
    fn lock(&self) -> MutexGuard<'_, Option<Row>> {
        self.row.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Transcripts for Aside {
    async fn thread(&self, _: &QuestionId) -> Result<Option<Thread>, StoreError> {
        Ok(Some(Thread { messages: vec![self.asked.clone()], answered: 0, answer: None }))
    }

    async fn take(&self, row: &Row, _: Option<&Row>) -> Result<bool, StoreError> {
        *self.lock() = Some(row.clone());
        Ok(true)
    }

    async fn tell(&self, row: &Row, _: &[Part]) -> Result<Told, StoreError> {
        *self.lock() = Some(row.clone());
        Ok(Told::Go)
    }
}
