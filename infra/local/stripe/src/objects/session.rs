//! A Checkout Session: one visit to the payment page, for one purchase.

use serde_json::{Value, json};

use super::{Metadata, with_nulls};

/// Whether the page can still be paid at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionStatus {
    /// The buyer can pay.
    Open,
    /// The buyer has paid, or has chosen to pay later.
    Complete,
    /// Too much time has passed, or the seller has ended it.
    Expired,
}

/// A line of what is bought in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineItem {
    /// The line item's own id, `li_…`.
    pub id: String,
    /// What the page calls it.
    pub name: String,
    /// A line below the name.
    pub description: Option<String>,
    /// Price of one, in the currency's smallest unit.
    pub unit_amount: i64,
    /// How many.
    pub quantity: i64,
}

/// A Checkout Session in mode `payment`.
#[derive(Debug, Clone)]
pub struct Session {
    /// `cs_test_…`.
    pub id: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// When it ends by itself, in seconds since 1970.
    pub expires_at: i64,
    /// Whether it can be paid.
    pub status: SessionStatus,
    /// Whether the money is there.
    pub paid: bool,
    /// The currency: a code of ISO 4217 in small letters.
    pub currency: String,
    /// What is bought: one line.
    pub item: LineItem,
    /// Where the buyer goes afterwards; `{CHECKOUT_SESSION_ID}` stands for the id.
    pub success_url: String,
    /// Where the buyer goes who does not pay.
    pub cancel_url: Option<String>,
    /// The seller's own name for the purchase.
    pub client_reference_id: Option<String>,
    /// Where the receipt goes.
    pub customer_email: Option<String>,
    /// `auto`, or the page's language.
    pub locale: Option<String>,
    /// The metadata: texts that the seller has attached, by their names.
    pub metadata: Metadata,
    /// The seller's texts for the payment.
    pub intent_metadata: Metadata,
    /// The payment, once somebody has tried to pay.
    pub intent: Option<String>,
}

/// What a session has and this one does not.
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
    /// The price of all, in the currency's smallest unit.
    pub fn amount(&self) -> i64 {
        self.item.unit_amount.saturating_mul(self.item.quantity)
    }

    /// The session as the API shows it; `page` is the address of its payment page.
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

    /// The one line of the purchase as the API shows it.
    pub fn shown_item(&self) -> Value {
        json!({
            "id": self.item.id, "object": "item",
            "adjustable_quantity": null, "amount_discount": 0, "amount_subtotal": self.amount(), "amount_tax": 0,
            "amount_total": self.amount(), "currency": self.currency, "description": self.item.name,
            "metadata": {}, "price": null, "quantity": self.item.quantity,
        })
    }
}
