use serde::Serialize;

use crate::feedback::model::{Feedback, FeedbackKind, FeedbackStatus, RecipePart};
use crate::feedback::reading::Reading;
use crate::ids::{FeedbackId, OwnerId};
use zest_core::{RecipeId, Timestamp};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    Creator,
    Admin { is_creator: bool },
    Stranger,
}

/// `Feedback` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackView {
    id: FeedbackId,
    mine: bool,
    #[serde(rename = "type")]
    kind: FeedbackKind,
    message: Option<String>,
    email: Option<String>,
    recipe_id: Option<RecipeId>,
    wrong_part: Option<RecipePart>,
    reading: Option<Reading>,
    status: Option<FeedbackStatus>,
    answer: Option<String>,
    answered_at: Option<Timestamp>,
    note: Option<String>,
    handled_by: Option<OwnerId>,
    handled_at: Option<Timestamp>,
    created_by: Option<OwnerId>,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl FeedbackView {
    pub(super) fn of(feedback: Feedback, viewer: Viewer) -> Self {
        let (is_admin, mine) = match viewer {
            Viewer::Creator => (false, true),
            Viewer::Admin { is_creator } => (true, is_creator),
            Viewer::Stranger => return Self::public(&feedback),
        };
        let public = Self::public(&feedback);
        let (answer, answered_at) = feedback.answer.map(|answer| (answer.text, answer.at)).unzip();
        let handled = feedback.handled.filter(|_| is_admin);
        let (handled_by, handled_at) = handled.map(|handled| (handled.by, handled.at)).unzip();
        Self {
            mine,
            message: Some(feedback.message),
            email: feedback.email,
            recipe_id: feedback.recipe,
            wrong_part: feedback.wrong_part,
            reading: feedback.reading,
            status: Some(feedback.status),
            answer,
            answered_at,
            note: feedback.note.filter(|_| is_admin),
            handled_by,
            handled_at,
            created_by: Some(feedback.creator).filter(|_| mine || feedback.is_of_member),
            ..public
        }
    }

    fn public(feedback: &Feedback) -> Self {
        Self {
            id: feedback.id.clone(),
            mine: false,
            kind: feedback.kind,
            message: None,
            email: None,
            recipe_id: None,
            wrong_part: None,
            reading: None,
            status: None,
            answer: None,
            answered_at: None,
            note: None,
            handled_by: None,
            handled_at: None,
            created_by: None,
            version: feedback.version,
            created_at: feedback.created_at,
            updated_at: feedback.updated_at,
        }
    }
}
