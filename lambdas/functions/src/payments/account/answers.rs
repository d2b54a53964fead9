use crate::runtime::RestError;
use billing::ledger::{Purchase, Refusal};
use billing::payments::{ProviderError, PurchaseError};
use serde_json::{Value, json};
use zest_core::PortError;

/// A purchase for its buyer: `{id, packageId, credits, amountUsd, status, purchaseDate, expirationDate}`.
#[must_use]
pub fn shown(purchase: &Purchase) -> Value {
    json!({
        "id": purchase.id.as_str(),
        "packageId": purchase.package.as_str(),
        "credits": purchase.credits.get(),
        // `f64` is exact enough for two decimals.
        "amountUsd": f64::from(purchase.price.cents.get()) / 100.0,
        "status": purchase.status,
        "purchaseDate": purchase.purchased_at,
        "expirationDate": purchase.expires_at,
    })
}

/// REST error of a failed purchase operation.
#[must_use]
pub fn purchase_error(error: PurchaseError) -> RestError {
    let refusal = match &error {
        PurchaseError::Unknown => RestError::new(404, "UNKNOWN_PURCHASE", "There is no such purchase."),
        PurchaseError::OtherPurchase => {
            RestError::new(409, "OTHER_PURCHASE", "This purchase is another one: begin a new one.")
        }
        PurchaseError::NoPrice => {
            RestError::new(400, "UNKNOWN_PACKAGE", "This package is not sold in this currency.")
        }
        PurchaseError::Provider(ProviderError::Unavailable(_)) | PurchaseError::Store(PortError::Busy(_)) => {
            RestError::new(
                503,
                "PROVIDER_UNAVAILABLE",
                "The payment provider does not answer just now. Nothing is lost: try again in a moment.",
            )
        }
        PurchaseError::Provider(_) => RestError::new(
            503,
            "PROVIDER_UNAVAILABLE",
            "The payment provider could not be asked. Nothing is lost: try again later.",
        ),
        PurchaseError::Ledger(Refusal::TooMany) => {
            RestError::new(409, "INVALID_INPUT", "That would be more credits than anybody can have.")
        }
        PurchaseError::Store(_) | PurchaseError::Ledger(_) => RestError::new(
            500,
            "INTERNAL",
            "Something went wrong on our side. Nothing is lost: try again later.",
        ),
    };
    refusal.with_cause(error)
}
