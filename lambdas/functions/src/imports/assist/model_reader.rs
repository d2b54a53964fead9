//! The assistant for imports: one metered model call within the daily budget.

use crate::agent::model::PaidModel;
use agent::reading::{self, Read};
use agent::{Budget, Clock, Model, RunId, Usage};
use app::import::{AssistError, Assistant};
use app::spending::Spending;
use app::{Language, OwnerId};
use extract::{CopiedLine, CopiedRecipe, NotInSource};
use zest_core::Timestamp;

pub(crate) struct ModelReader<'p, M, Costs, Time> {
    pub(crate) model: PaidModel<'p, M, Costs>,
    pub(crate) clock: &'p Time,
    pub(crate) run: RunId,
    pub(crate) until: Timestamp,
}

impl<M: Model, Costs: Spending, Time: Clock> Assistant for ModelReader<'_, M, Costs, Time> {
    async fn read(
        &self,
        owner: &OwnerId,
        text: &str,
        hint: Option<Language>,
    ) -> Result<Option<CopiedRecipe>, AssistError> {
        let account = self.model.account(owner.clone(), self.clock);
        if !account.charge(Usage::default()).await.map_err(AssistError::Port)? {
            return Err(AssistError::Unavailable("the day's money is spent".to_owned()));
        }
        let read = reading::read(account.model(), text, hint, &self.run, self.until).await;
        let used = account.close_unbooked().await;
        tracing::info!(
            input_tokens = used.usage.input_tokens,
            output_tokens = used.usage.output_tokens,
            micro_dollars = self.model.price.micros(used.usage),
            "asked"
        );
        match read {
            Ok(read) => Ok(copied(read)),
            Err(failure) => Err(AssistError::Unavailable(failure.code().to_owned())),
        }
    }
}

fn copied(read: Read) -> Option<CopiedRecipe> {
    let grounded = read.grounded;
    let dropped = grounded.dropped;
    tracing::info!(
        ingredients = grounded.ingredient_places.len(),
        instructions = grounded.instruction_places.len(),
        dropped = dropped.ingredients + dropped.instructions + dropped.facts,
        "grounded"
    );
    if !grounded.is_recipe() {
        return None;
    }
    let content = grounded.content;
    let ingredients =
        content.ingredients.iter().map(|line| line.text.clone()).zip(&grounded.ingredient_places);
    let instructions = content.instructions.iter().cloned().zip(&grounded.instruction_places);
    Some(CopiedRecipe {
        ingredients: ingredients
            .map(|(text, place)| CopiedLine { text, first: place.first, last: place.last })
            .collect(),
        instructions: instructions
            .map(|(text, place)| CopiedLine { text, first: place.first, last: place.last })
            .collect(),
        left_out: NotInSource {
            ingredients: dropped.ingredients,
            instructions: dropped.instructions,
            facts: dropped.facts,
        },
        content,
    })
}

#[cfg(test)]
mod tests;
