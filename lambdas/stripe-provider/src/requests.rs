use std::collections::HashMap;
use std::str::FromStr;

use billing::payments::{Language, Order, ProviderError};
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionAdaptivePricing, CreateCheckoutSessionAutomaticTax,
    CreateCheckoutSessionLineItems, CreateCheckoutSessionLineItemsPriceData,
    CreateCheckoutSessionPaymentIntentData, ProductData,
};
use stripe_shared::{CheckoutSessionLocale, CheckoutSessionMode};
use stripe_types::Currency;

/// Request for a session with one package. Adaptive pricing, tax and promotion codes are off, because they
/// would change the amount, which is verified later.
pub(crate) fn session(order: &Order) -> Result<CreateCheckoutSession, ProviderError> {
    let currency = Currency::from_str(order.price.currency.as_str())
        .map_err(|_| ProviderError::Refused("the currency is not one of Stripe's".into()))?;
    let price = CreateCheckoutSessionLineItemsPriceData {
        unit_amount: Some(i64::from(order.price.cents.get())),
        product_data: Some(ProductData::new(order.name.clone())),
        ..CreateCheckoutSessionLineItemsPriceData::new(currency)
    };
    let item =
        CreateCheckoutSessionLineItems { price_data: Some(price), quantity: Some(1), ..Default::default() };
    // Also set on the payment intent, so that it leads to the purchase.
    let named = HashMap::from([("purchase".to_owned(), order.purchase.to_string())]);
    let payment =
        CreateCheckoutSessionPaymentIntentData { metadata: Some(named.clone()), ..Default::default() };
    Ok(CreateCheckoutSession::new()
        .mode(CheckoutSessionMode::Payment)
        .line_items(vec![item])
        .client_reference_id(order.purchase.as_str())
        .metadata(named)
        .payment_intent_data(payment)
        .success_url(order.success_url.as_str())
        .cancel_url(order.cancel_url.as_str())
        .locale(match order.language {
            Language::English => CheckoutSessionLocale::En,
            Language::Spanish => CheckoutSessionLocale::Es,
            Language::French => CheckoutSessionLocale::Fr,
        })
        .adaptive_pricing(CreateCheckoutSessionAdaptivePricing { enabled: Some(false) })
        .automatic_tax(CreateCheckoutSessionAutomaticTax::new(false))
        .allow_promotion_codes(false))
}
