//! `POST agent/propose`: proposes an edit for a wish, without a conversation. Wishes that
//! [`propose_without_model`] understands are free; others start a turn.

use std::sync::{Mutex, MutexGuard, PoisonError};

use recipe::Language;
use serde_json::json;

use crate::clock::Clock;
use crate::draft::Draft;
use crate::ids::{ConversationId, QuestionId, RunId};
use crate::library::RecipeLibrary;
use crate::limits::Limits;
use crate::message::{Block, Message, Role};
use crate::model::Model;
use crate::outcome::{Failure, Outcome};
use crate::part::Part;
use crate::patch::Patch;
use crate::tools::{PROPOSE_EDIT, is_ours};
use crate::turn::{Budget, Ports, Row, Thread, Transcripts, WriteOutcome, answer};
use crate::validation::{Refused, check};
use crate::wishes::{apply_wishes, parse_simple_wish};
use zest_core::{PortError, RecipeId};

/// A requested change to a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The recipe; must belong to the library's owner.
    pub recipe_id: RecipeId,
    /// The wish as typed by the user.
    pub wish: String,
    /// Language of the app.
    pub language: Language,
}

/// Result of a wish.
#[derive(Clone, Debug, PartialEq)]
pub enum Proposed {
    /// Calculated without a model; `None` if nothing changes.
    Calculated(Option<Patch>),
    /// Answered by a model.
    Answered {
        /// Edit proposed through tools.
        patch: Option<Patch>,
        /// Text of the answer, with any notices appended.
        words: String,
    },
    /// The recipe states no servings.
    NoServings,
    /// The owner has no such recipe.
    NoRecipe,
    /// The wish is invalid.
    Refused(Refused),
    /// The turn failed.
    Failed(Failure),
}

/// Fulfils a wish without a model; `None` if it needs one.
pub async fn propose_without_model<K: RecipeLibrary>(library: &K, wish: &Wish) -> Option<Proposed> {
    if let Err(refused) = check(&[Block::Text(wish.wish.clone())], None, None, is_ours) {
        return Some(Proposed::Refused(refused));
    }
    let recipe = match library.recipe(&wish.recipe_id).await {
        Err(_) => return Some(Proposed::Failed(Failure::Library)),
        Ok(None) => return Some(Proposed::NoRecipe),
        Ok(Some(recipe)) => recipe,
    };
    let quick = parse_simple_wish(&wish.wish)?;
    let mut draft = Draft::of(recipe);
    Some(if apply_wishes(&mut draft, &quick) {
        Proposed::Calculated(draft.patch())
    } else {
        Proposed::NoServings
    })
}

/// Fulfils a wish with a model; call it if [`propose_without_model`] returns `None`.
///
/// # Errors
/// Same as [`answer`].
pub async fn propose<M, K, P, C>(
    ports: &Ports<'_, M, K, (), P, C>,
    limits: &Limits,
    wish: &Wish,
    run: &RunId,
) -> Result<Proposed, PortError>
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
        Outcome::Finished | Outcome::Stopped { .. } | Outcome::Superseded => proposed_from(&aside, wish),
    })
}

fn proposed_from(aside: &Aside, wish: &Wish) -> Proposed {
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
    Proposed::Answered { patch, words: texts.join("\n") }
}

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
    async fn thread(&self, _: &QuestionId) -> Result<Option<Thread>, PortError> {
        Ok(Some(Thread { messages: vec![self.asked.clone()], answered: 0, answer: None }))
    }

    async fn take(&self, row: &Row, _: Option<&Row>) -> Result<bool, PortError> {
        *self.lock() = Some(row.clone());
        Ok(true)
    }

    async fn publish(&self, row: &Row, _: &[Part]) -> Result<WriteOutcome, PortError> {
        *self.lock() = Some(row.clone());
        Ok(WriteOutcome::Continue)
    }
}
