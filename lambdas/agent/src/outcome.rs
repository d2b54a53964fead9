//! Outcome of a turn and its effect on the credit.

use recipe::Language;
use serde::{Deserialize, Serialize};

use crate::model::ModelError;
use crate::part::PartError;

/// Outcome of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Outcome {
    /// Answered.
    Finished,
    /// Cancelled by the user.
    Stopped {
        /// Whether text was published before.
        #[serde(rename = "said_something")]
        has_text: bool,
    },
    /// The turn failed.
    Failed(Failure),
    /// Another run holds the lease, or the question was deleted.
    Superseded,
}

/// Reason for a failed turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Failure {
    /// Rate limit of the model.
    Throttled,
    /// Refused by the model.
    Refused,
    /// The model failed otherwise, or the budget could not be charged.
    Broken,
    /// Request rejected by the model: a programming error.
    Invalid,
    /// Deadline exceeded.
    TooSlow,
    /// Too many model or tool calls.
    Endless,
    /// Too many refused tool calls, or an unusable answer.
    Nonsense,
    /// Answer too long.
    TooLong,
    /// The conversation's turns are used up.
    TurnsUsedUp,
    /// The daily budget is used up.
    DayUsedUp,
    /// The previous run died.
    Died,
    /// The recipe library could not be read.
    Library,
}

/// Action on the conversation's credit hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Credit {
    /// Settle the hold.
    Settle,
    /// Release the hold.
    GiveBack,
    /// Leave it as is.
    Keep,
}

impl Outcome {
    /// Action on the credit: settled by the first answer, released if the first turn fails.
    #[must_use]
    pub fn credit(self, answered_before: u32) -> Credit {
        match self {
            Self::Superseded => Credit::Keep,
            Self::Finished | Self::Stopped { has_text: true } => Credit::Settle,
            Self::Stopped { has_text: false } | Self::Failed(_) if answered_before == 0 => Credit::GiveBack,
            Self::Stopped { has_text: false } | Self::Failed(_) => Credit::Keep,
        }
    }

    /// Whether the turn counts towards the limit of the conversation.
    #[must_use]
    pub fn counts_as_turn(self) -> bool {
        matches!(self, Self::Finished | Self::Stopped { has_text: true })
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Throttled => Self::Throttled,
            ModelError::Refused => Self::Refused,
            ModelError::TooSlow => Self::TooSlow,
            ModelError::Broken(_) => Self::Broken,
            ModelError::Invalid(_) => Self::Invalid,
        }
    }
}

impl Failure {
    /// Stable error code for the app.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Throttled => "AGENT_THROTTLED",
            Self::Refused => "AGENT_REFUSED",
            Self::Broken => "AGENT_BROKEN",
            Self::Invalid => "AGENT_INVALID",
            Self::TooSlow => "AGENT_TOO_SLOW",
            Self::Endless => "AGENT_ENDLESS",
            Self::Nonsense => "AGENT_NONSENSE",
            Self::TooLong => "AGENT_TOO_LONG",
            Self::TurnsUsedUp => "AGENT_TURNS_USED_UP",
            Self::DayUsedUp => "AGENT_DAY_USED_UP",
            Self::Died => "AGENT_DIED",
            Self::Library => "AGENT_LIBRARY",
        }
    }

    /// Error part for clients.
    #[must_use]
    pub fn error(self, language: Language) -> PartError {
        PartError { message: self.sentence(language).to_owned(), error_type: self.code().to_owned() }
    }

    /// Sentence for the user.
    #[must_use]
    pub fn sentence(self, language: Language) -> &'static str {
        let [en, es, fr] = match self {
            Self::Throttled => [
                "The assistant is very busy right now. Try again in a minute.",
                "El asistente está muy ocupado ahora mismo. Inténtalo de nuevo en un minuto.",
                "L'assistant est très sollicité en ce moment. Réessayez dans une minute.",
            ],
            Self::Refused => [
                "The assistant can't help with that. Try a question about your recipes.",
                "El asistente no puede ayudarte con eso. Pregúntale algo sobre tus recetas.",
                "L'assistant ne peut pas vous aider sur ce sujet. Posez-lui une question sur vos recettes.",
            ],
            Self::Broken | Self::Died => [
                "The answer was cut short. Nothing in your recipes changed; ask again.",
                "La respuesta se ha interrumpido. Tus recetas no han cambiado; vuelve a preguntar.",
                "La réponse a été interrompue. Vos recettes n'ont pas changé ; reposez votre question.",
            ],
            Self::Invalid => [
                "We couldn't send that message. Start a new conversation.",
                "No hemos podido enviar ese mensaje. Empieza una conversación nueva.",
                "Nous n'avons pas pu envoyer ce message. Commencez une nouvelle conversation.",
            ],
            Self::TooSlow => [
                "The answer took too long. Ask again, or ask for less at once.",
                "La respuesta ha tardado demasiado. Vuelve a preguntar o pide menos de una vez.",
                "La réponse a pris trop de temps. Reposez votre question ou demandez moins de choses à la fois.",
            ],
            Self::Endless | Self::Nonsense => [
                "The assistant couldn't finish. Try asking in other words.",
                "El asistente no ha podido terminar. Pregúntalo con otras palabras.",
                "L'assistant n'a pas pu terminer. Reformulez votre question.",
            ],
            Self::TooLong => [
                "The answer got too long. Ask for less at once.",
                "La respuesta era demasiado larga. Pide menos de una vez.",
                "La réponse était trop longue. Demandez moins de choses à la fois.",
            ],
            Self::TurnsUsedUp => [
                "This conversation reached its limit of 20 answers. Start a new one.",
                "Esta conversación ha llegado al límite de 20 respuestas. Empieza otra.",
                "Cette conversation a atteint la limite de 20 réponses. Commencez-en une nouvelle.",
            ],
            Self::DayUsedUp => [
                "You've reached today's limit for the assistant. Try again tomorrow.",
                "Has alcanzado el límite de hoy del asistente. Inténtalo de nuevo mañana.",
                "Vous avez atteint la limite du jour pour l'assistant. Réessayez demain.",
            ],
            Self::Library => [
                "We couldn't load your recipes. Try again in a minute.",
                "No hemos podido cargar tus recetas. Inténtalo de nuevo en un minuto.",
                "Nous n'avons pas pu charger vos recettes. Réessayez dans une minute.",
            ],
        };
        match language {
            Language::En => en,
            Language::Es => es,
            Language::Fr => fr,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_TURNS_PER_CONVERSATION;

    #[test]
    fn credit_is_settled_by_an_answer_and_released_without_one() {
        let silent = Outcome::Stopped { has_text: false };
        for (outcome, answered_before, credit, counts) in [
            (Outcome::Finished, 0, Credit::Settle, true),
            (Outcome::Finished, 5, Credit::Settle, true),
            (Outcome::Stopped { has_text: true }, 0, Credit::Settle, true),
            (silent, 0, Credit::GiveBack, false),
            (silent, 1, Credit::Keep, false),
            (Outcome::Failed(Failure::Died), 0, Credit::GiveBack, false),
            (Outcome::Failed(Failure::Throttled), 3, Credit::Keep, false),
            (Outcome::Superseded, 0, Credit::Keep, false),
        ] {
            assert_eq!(outcome.credit(answered_before), credit, "{outcome:?} after {answered_before}");
            assert_eq!(outcome.counts_as_turn(), counts, "{outcome:?}");
        }
    }

    #[test]
    fn turns_used_up_sentence_names_the_turn_limit() {
        for language in [Language::En, Language::Es, Language::Fr] {
            let sentence = Failure::TurnsUsedUp.sentence(language);
            assert!(sentence.contains(&MAX_TURNS_PER_CONVERSATION.to_string()), "{sentence}");
        }
    }
}
