//! Stored codes. Their names are separate from the domain types and must never change. An unknown name reads
//! as [`Coded::Unknown`]; each row decides what that means.

use app::feedback::{FeedbackKind, FeedbackStatus, RecipePart};
use app::model::{Assistance, CreditState, Field, NutritionSource};
use app::shared_lists::Aisle;
use app::upload::UploadKind;
use app::{ErrorCode, Language, NutritionStatus, Stage, Status};
use billing::ledger::{GrantType, HoldState, Kind, PurchaseStatus, TransactionType};
use extract::Code;
use recipe::Doubt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A closed set of values with stored names.
pub(super) trait StoredCode: Copy + 'static {
    const ALL: &'static [Self];

    /// The stored name. Must never change.
    fn name(self) -> &'static str;
}

macro_rules! stored_codes {
    ($($type:ty { $($variant:ident = $name:literal),* $(,)? })*) => {$(
        impl StoredCode for $type {
            const ALL: &'static [Self] = &[$(Self::$variant),*];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }
        }
    )*};
}

stored_codes! {
    Status { Pending = "PENDING", Success = "SUCCESS", Failed = "FAILED" }
    Stage {
        Fetching = "FETCHING",
        Reading = "READING",
        Extracting = "EXTRACTING",
        Checking = "CHECKING",
    }
    NutritionStatus { Pending = "PENDING", Success = "SUCCESS", Failed = "FAILED" }
    CreditState { Held = "HELD", Used = "USED", GivenBack = "GIVEN_BACK" }
    NutritionSource { Page = "PAGE", Computed = "COMPUTED" }
    GrantType { Purchase = "PURCHASE", Promotional = "PROMOTIONAL", Adjustment = "ADJUSTMENT" }
    Kind {
        Purchase = "PURCHASE",
        Promotion = "PROMOTION",
        AdjustmentIn = "ADJUSTMENT_IN",
        AdjustmentOut = "ADJUSTMENT_OUT",
        Usage = "USAGE",
        GiveBack = "GIVE_BACK",
        Clawback = "CLAWBACK",
        Return = "RETURN",
        Expiration = "EXPIRATION",
        Merge = "MERGE",
    }
    TransactionType {
        Purchase = "PURCHASE",
        Usage = "USAGE",
        Expiration = "EXPIRATION",
        Adjustment = "ADJUSTMENT",
        Refund = "REFUND",
    }
    HoldState { Held = "HELD", Settled = "SETTLED", Released = "RELEASED" }
    PurchaseStatus {
        Pending = "PENDING",
        Completed = "COMPLETED",
        Failed = "FAILED",
        Refunded = "REFUNDED",
    }
    FeedbackKind {
        FeatureRequest = "FEATURE_REQUEST",
        BugReport = "BUG_REPORT",
        GeneralFeedback = "GENERAL_FEEDBACK",
        Question = "QUESTION",
        Suggestion = "SUGGESTION",
        Other = "OTHER",
    }
    FeedbackStatus { New = "NEW", Answered = "ANSWERED", Closed = "CLOSED" }
    RecipePart {
        Ingredients = "INGREDIENTS",
        Steps = "STEPS",
        Title = "TITLE",
        Times = "TIMES",
        Picture = "PICTURE",
        Other = "OTHER",
    }
    UploadKind { Picture = "PICTURE", File = "FILE", Page = "PAGE" }
    Aisle {
        Produce = "produce",
        Bakery = "bakery",
        Meat = "meat",
        Dairy = "dairy",
        Canned = "canned",
        Pantry = "pantry",
        Spices = "spices",
        Drinks = "drinks",
        Frozen = "frozen",
        Other = "other",
    }
    Language { En = "en", Es = "es", Fr = "fr" }
    Doubt { Mended = "MENDED", Guessed = "GUESSED", Parts = "PARTS" }
    Field {
        Title = "title",
        Description = "description",
        Author = "author",
        Ingredients = "ingredients",
        Instructions = "instructions",
        Times = "times",
        Servings = "servings",
        Tags = "tags",
        Language = "language",
        Nutrition = "nutrition",
        Picture = "picture",
    }
    Code {
        CharsetGuessed = "CHARSET_GUESSED",
        TextGarbled = "TEXT_GARBLED",
        PageCut = "PAGE_CUT",
        JsonMended = "JSON_MENDED",
        JsonUnreadable = "JSON_UNREADABLE",
        SeveralRecipes = "SEVERAL_RECIPES",
        LimitReached = "LIMIT_REACHED",
        ValueRefused = "VALUE_REFUSED",
        TitleMissing = "TITLE_MISSING",
        IngredientsMissing = "INGREDIENTS_MISSING",
        InstructionsMissing = "INSTRUCTIONS_MISSING",
        ReadByAssistant = "READ_BY_ASSISTANT",
        NotInSource = "NOT_IN_SOURCE",
    }
    Assistance { Asked = "ASKED", Given = "GIVEN" }
}

// The API and Step Functions use the same names.
impl StoredCode for ErrorCode {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.as_str()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Coded<T> {
    Known(T),
    /// Null or missing.
    #[default]
    Absent,
    /// A name that this version does not know.
    Unknown,
}

impl<T> Coded<T> {
    pub(super) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub(super) fn known(self) -> Option<T> {
        match self {
            Self::Known(code) => Some(code),
            Self::Absent | Self::Unknown => None,
        }
    }

    pub(super) fn or_unknown(self, unknown: T) -> Option<T> {
        match self {
            Self::Known(code) => Some(code),
            Self::Absent => None,
            Self::Unknown => Some(unknown),
        }
    }
}

impl<T> From<T> for Coded<T> {
    fn from(code: T) -> Self {
        Self::Known(code)
    }
}

impl<T> From<Option<T>> for Coded<T> {
    fn from(code: Option<T>) -> Self {
        code.map_or(Self::Absent, Self::Known)
    }
}

impl<T: StoredCode> Serialize for Coded<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(code) => serializer.serialize_str(code.name()),
            Self::Absent | Self::Unknown => serializer.serialize_none(),
        }
    }
}

impl<'de, T: StoredCode> Deserialize<'de> for Coded<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::Null => Self::Absent,
            serde_json::Value::String(name) => {
                T::ALL.iter().find(|code| code.name() == name).copied().map_or(Self::Unknown, Self::Known)
            }
            _ => Self::Unknown,
        })
    }
}

pub(super) fn known<T>(codes: Vec<Coded<T>>) -> impl Iterator<Item = T> {
    codes.into_iter().filter_map(Coded::known)
}

/// Deserializes an optional part; `None` if it is absent or unreadable.
pub(super) fn optional<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(serde_json::Value::deserialize(deserializer)?).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_code_reads_as_unknown_and_known_code_round_trips() {
        let read = |json: &str| serde_json::from_str::<Coded<Stage>>(json).unwrap();
        for stage in Stage::ALL {
            let json = serde_json::to_string(&Coded::Known(*stage)).unwrap();
            assert_eq!(read(&json), Coded::Known(*stage), "{json}");
        }
        for json in [r#""TRANSLATING""#, r#""fetching""#, "7", "{}", "[]", "true"] {
            assert_eq!(read(json), Coded::Unknown, "{json}");
        }
        assert_eq!(read("null"), Coded::Absent);
        assert_eq!(serde_json::to_string(&Coded::<Stage>::Absent).unwrap(), "null");
    }
}
