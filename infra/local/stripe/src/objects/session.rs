//! A Checkout Session: one purchase on the payment page.

use serde_json::{Value, json};

use super::{Metadata, with_nulls};

/// Whether a session can still be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionStatus {
    /// Payable.
    Open,
    /// Paid, or a delayed payment was started.
    Complete,
    /// Timed out, or ended by the seller.
    Expired,
}

/// A line item of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineItem {
    /// Id, `li_…`.
    pub id: String,
    /// Name of the product, as the buyer sees it.
    pub name: String,
    /// Product description.
    pub description: Option<String>,
    /// Unit price in minor units.
    pub unit_amount: i64,
    /// Number of units.
    pub quantity: i64,
}

/// A Checkout Session in mode `payment`.
#[derive(Debug, Clone)]
pub struct Session {
    /// Id, `cs_test_…`.
    pub id: String,
    /// Creation time in Unix seconds.
    pub created: i64,
    /// Expiry in Unix seconds.
    pub expires_at: i64,
    /// Current status; only an open session can change.
    pub status: SessionStatus,
    /// Whether the payment succeeded.
    pub paid: bool,
    /// Lower-case ISO 4217 code.
    pub currency: String,
    /// The only line item.
    pub item: LineItem,
    /// Redirect after payment; `{CHECKOUT_SESSION_ID}` is replaced by the id.
    pub success_url: String,
    /// Redirect after cancellation.
    pub cancel_url: Option<String>,
    /// The seller's reference.
    pub client_reference_id: Option<String>,
    /// Email address for the receipt.
    pub customer_email: Option<String>,
    /// `auto` or a language.
    pub locale: Option<String>,
    /// Metadata set by the seller.
    pub metadata: Metadata,
    /// Metadata for the payment intent.
    pub intent_metadata: Metadata,
    /// Id of the payment intent, after the first attempt.
    pub intent: Option<String>,
}

const NULLS: [&str; 26] = [
    "after_expiration",
    "allow_promotion_codes",
    "allowed_payment_method_types",
    "billing_address_collection",
    "client_secret",
    "collected_information",
    "consent",
    "consent_collection",
    "currency_conversion",
    "customer",
    "customer_account",
    "integration_identifier",
    "invoice",
    "managed_payments",
    "origin_context",
    "payment_link",
    "payment_method_configuration_details",
    "permissions",
    "recovered_from",
    "saved_payment_method_options",
    "setup_intent",
    "shipping_address_collection",
    "shipping_cost",
    "submit_type",
    "subscription",
    "wallet_options",
];

impl Session {
    /// Total in minor units.
    pub fn amount(&self) -> i64 {
        self.item.unit_amount.saturating_mul(self.item.quantity)
    }

    /// The API object; `page` is the URL of its payment page.
    pub fn shown(&self, page: &str) -> Value {
        let status = match self.status {
            SessionStatus::Open => "open",
            SessionStatus::Complete => "complete",
            SessionStatus::Expired => "expired",
        };
        let open = self.status == SessionStatus::Open;
        let details = (self.status == SessionStatus::Complete).then(|| {
            json!({
                "address": null, "business_name": null, "email": self.customer_email, "individual_name": null, "name": null,
                "phone": null, "tax_exempt": "none", "tax_ids": [],
            })
        });
        let empty_text = json!({
            "after_submit": null, "shipping_address": null, "submit": null, "terms_of_service_acceptance": null,
        });
        with_nulls(
            json!({
                "id": self.id,
                "object": "checkout.session",
                "adaptive_pricing": { "enabled": false },
                "amount_subtotal": self.amount(),
                "amount_total": self.amount(),
                "automatic_tax": { "enabled": false, "liability": null, "provider": null, "status": null },
                "cancel_url": self.cancel_url,
                "client_reference_id": self.client_reference_id,
                "created": self.created,
                "currency": self.currency,
                "custom_fields": [],
                "custom_text": empty_text,
                "customer_creation": "if_required",
                "customer_details": details,
                "customer_email": self.customer_email,
                "discounts": [],
                "expires_at": self.expires_at,
                "invoice_creation": { "enabled": false, "invoice_data": { "account_tax_ids": null, "custom_fields": null, "description": null, "footer": null, "issuer": null, "metadata": {}, "rendering_options": null, }, },
                "livemode": false,
                "locale": self.locale,
                "metadata": self.metadata,
                "mode": "payment",
                "payment_intent": self.intent,
                "payment_method_collection": "if_required",
                "payment_method_options": { "card": { "request_three_d_secure": "automatic" } },
                "payment_method_types": ["card"],
                "payment_status": if self.paid { "paid" } else { "unpaid" },
                "phone_number_collection": { "enabled": false },
                "shipping_options": [],
                "status": status,
                "success_url": self.success_url,
                "total_details": { "amount_discount": 0, "amount_shipping": 0, "amount_tax": 0 },
                "ui_mode": "hosted_page",
                "url": open.then_some(page),
            }),
            &NULLS,
        )
    }

    /// The line item's API object.
    pub fn shown_item(&self) -> Value {
        json!({
            "id": self.item.id, "object": "item",
            "adjustable_quantity": null, "amount_discount": 0, "amount_subtotal": self.amount(), "amount_tax": 0,
            "amount_total": self.amount(), "currency": self.currency, "description": self.item.name,
            "metadata": {}, "price": null, "quantity": self.item.quantity,
        })
    }
}
