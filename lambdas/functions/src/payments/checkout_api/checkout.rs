use crate::runtime::{RestError, RestRequest};
use billing::ledger::{Currency, PurchaseId, UserId};
use billing::payments::{Language, Packages, PurchaseRequest};
use serde::Deserialize;

const MAX_BYTES: usize = 2_000;
const ID_DIGITS: usize = 32;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CheckoutBody {
    purchase_id: String,
    package_id: String,
    language: CheckoutLanguage,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CheckoutLanguage {
    En,
    Es,
    Fr,
}

pub(crate) fn read(request: &RestRequest) -> Result<CheckoutBody, RestError> {
    request.json(MAX_BYTES)
}

pub(crate) fn purchase_id(text: &str) -> Option<PurchaseId> {
    let is_one = text.len() == ID_DIGITS
        && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    PurchaseId::new(text).ok().filter(|_| is_one)
}

impl CheckoutBody {
    pub(crate) fn order<'p>(
        &self,
        packages: &'p Packages,
        member: UserId,
        back: &ReturnOrigin,
    ) -> Result<PurchaseRequest<'p>, RestError> {
        let purchase = purchase_id(&self.purchase_id)
            .ok_or_else(|| RestError::invalid("purchaseId must be 32 hexadecimal digits."))?;
        let package = packages
            .find(&self.package_id)
            .ok_or_else(|| RestError::new(400, "UNKNOWN_PACKAGE", "There is no such package."))?;
        let credits = package.credits;
        let (language, name, prefix) = match self.language {
            CheckoutLanguage::En => (Language::English, format!("Zest: {credits} credits"), ""),
            CheckoutLanguage::Es => (Language::Spanish, format!("Zest: {credits} créditos"), "/es"),
            CheckoutLanguage::Fr => (Language::French, format!("Zest : {credits} crédits"), "/fr"),
        };
        let credits_page = format!("{}{prefix}/credits", back.0);
        Ok(PurchaseRequest {
            success_url: format!("{credits_page}/success?purchase={purchase}"),
            cancel_url: format!("{credits_page}?cancelled={purchase}"),
            purchase,
            member,
            package,
            currency: Currency::USD,
            name,
            language,
        })
    }
}

pub(crate) struct ReturnOrigin(String);

impl ReturnOrigin {
    pub(crate) fn new(configured: Option<&str>, browser_origin: Option<&str>) -> Result<Self, RestError> {
        let origin = crate::runtime::site_origin(configured, browser_origin);
        origin.map(|origin| Self(origin.to_owned())).ok_or_else(|| {
            RestError::invalid(
                "The request does not say which site it comes from: send it from the site itself.",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(language: &str) -> CheckoutBody {
        let id = "0123456789abcdef".repeat(2);
        let body = format!(r#"{{"purchaseId":"{id}","packageId":"small","language":"{language}"}}"#);
        serde_json::from_str(&body).unwrap()
    }

    fn order(wanted: &CheckoutBody) -> Result<(String, String, String), RestError> {
        let packages = Packages::load().unwrap();
        let back = ReturnOrigin::new(Some("https://zest.example"), None).unwrap();
        let order = wanted.order(&packages, UserId::new("ann").unwrap(), &back)?;
        Ok((order.name, order.success_url, order.cancel_url))
    }

    #[test]
    fn return_urls_keep_the_buyers_language() {
        let id = "0123456789abcdef".repeat(2);
        for (language, name, page) in [
            ("en", "Zest: 20 credits", "https://zest.example/credits"),
            ("es", "Zest: 20 créditos", "https://zest.example/es/credits"),
            ("fr", "Zest : 20 crédits", "https://zest.example/fr/credits"),
        ] {
            let expected =
                (name.into(), format!("{page}/success?purchase={id}"), format!("{page}?cancelled={id}"));
            assert_eq!(order(&wanted(language)).unwrap(), expected);
        }
    }

    #[test]
    fn unknown_package_and_invalid_id_have_distinct_errors() {
        let unknown = CheckoutBody { package_id: "huge".into(), ..wanted("en") };
        assert_eq!(order(&unknown).unwrap_err().code, "UNKNOWN_PACKAGE");
        for id in ["", "0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF", &"é".repeat(16)] {
            let bad = CheckoutBody { purchase_id: id.into(), ..wanted("en") };
            assert_eq!(order(&bad).unwrap_err().code, "INVALID_INPUT", "{id}");
        }
    }
}
