//! Parses the partner's response: `{"products_link_url"}`, or `{"error": {"message", "code"}}`.

use serde_json::Value;
use url::Url;

use crate::grocery::error::PartnerError;
use crate::grocery::partner::PartnerSite;

const TRY_AGAIN: u64 = 2003;
/// Code of a response with several errors, which `errors` lists.
const SEVERAL: u64 = 9999;
const LINK_LIMIT: usize = 2_000;

impl PartnerSite {
    /// The link in a response.
    ///
    /// # Errors
    /// [`PartnerError`] for an error status, or if the response has no link to this partner site.
    pub fn read(&self, status: u16, body: &[u8]) -> Result<Url, PartnerError> {
        let document = serde_json::from_slice::<Value>(body).ok();
        if (200..300).contains(&status) {
            let link = link(&document.ok_or(PartnerError::Unreadable)?).ok_or(PartnerError::NoLink)?;
            return if self.has(&link) { Ok(link) } else { Err(PartnerError::NoLink) };
        }
        let codes = document.as_ref().map(codes).unwrap_or_default();
        Err(match status {
            429 => PartnerError::Busy { status },
            _ if codes.contains(&TRY_AGAIN) => PartnerError::Busy { status },
            401 | 403 => PartnerError::KeyRefused { status },
            408 | 500.. => PartnerError::Unavailable("a status of its own fault"),
            _ => PartnerError::Refused { status, code: codes.last().copied().unwrap_or_default() },
        })
    }
}

fn link(document: &Value) -> Option<Url> {
    let link = document.get("products_link_url")?.as_str()?;
    let link = Url::parse(link).ok().filter(|_| link.len() <= LINK_LIMIT)?;
    (link.username().is_empty() && link.password().is_none()).then_some(link)
}

fn codes(document: &Value) -> Vec<u64> {
    let Some(error) = document.get("error") else { return Vec::new() };
    let own = code(error);
    let inner = match own {
        Some(SEVERAL) => error.get("errors").or_else(|| document.get("errors")).and_then(Value::as_array),
        _ => None,
    };
    let of_one = |one: &Value| code(one).or_else(|| code(one.get("error")?));
    own.into_iter().chain(inner.into_iter().flatten().filter_map(of_one)).collect()
}

fn code(error: &Value) -> Option<u64> {
    let code = error.get("code")?;
    code.as_u64().or_else(|| code.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(status: u16, body: &str) -> Result<Url, PartnerError> {
        PartnerSite::parse("production").unwrap().unwrap().read(status, body.as_bytes())
    }

    #[test]
    fn link_is_read_only_from_a_valid_answer() {
        let link = "https://www.instacart.com/store/recipes/1?retailer_key=x";
        let answer = |link: &str| json!({ "products_link_url": link }).to_string();
        assert_eq!(read(200, &answer(link)).unwrap().as_str(), link);
        assert!(read(201, &answer(link)).is_ok());
        let long = format!("https://www.instacart.com/{}", "x".repeat(2_000));
        for other in [
            "https://evil.example/",
            "javascript:alert(1)",
            "/store/1",
            "https://u@www.instacart.com/",
            &long,
        ] {
            assert_eq!(read(200, &answer(other)), Err(PartnerError::NoLink), "{other}");
        }
        for other in
            ["{}", "[]", "null", r#"{"products_link_url":1}"#, r#"{"url":"https://www.instacart.com/"}"#]
        {
            assert_eq!(read(200, other), Err(PartnerError::NoLink), "{other}");
        }
        for other in ["", "<html>", "{\"products_link_url\":\"https://www.inst"] {
            assert_eq!(read(200, other), Err(PartnerError::Unreadable), "{other}");
        }
        assert_eq!(read(301, &answer(link)), Err(PartnerError::Refused { status: 301, code: 0 }));
    }

    #[test]
    fn errors_are_classified_by_remedy() {
        let error = |code: u64| {
            json!({ "error": { "message": "…", "code": code }, "meta": { "key": "k" } }).to_string()
        };
        let several = |code: u64| {
            json!({ "error": { "code": 9999, "errors": [{ "error": { "code": 1001 } }, { "code": code }] } })
                .to_string()
        };
        let unavailable = || PartnerError::Unavailable("a status of its own fault");
        for (status, body, expected) in [
            (400, error(1001), PartnerError::Refused { status: 400, code: 1001 }),
            (400, several(1002), PartnerError::Refused { status: 400, code: 1002 }),
            (400, several(2003), PartnerError::Busy { status: 400 }),
            (400, error(2003), PartnerError::Busy { status: 400 }),
            (400, r#"{"error":{"code":"2003"}}"#.to_owned(), PartnerError::Busy { status: 400 }),
            (404, String::new(), PartnerError::Refused { status: 404, code: 0 }),
            (401, error(1), PartnerError::KeyRefused { status: 401 }),
            (403, "denied".to_owned(), PartnerError::KeyRefused { status: 403 }),
            (429, String::new(), PartnerError::Busy { status: 429 }),
            (503, error(2003), PartnerError::Busy { status: 503 }),
            (500, error(9999), unavailable()),
            (408, String::new(), unavailable()),
        ] {
            assert_eq!(read(status, &body), Err(expected), "{status} {body}");
        }
    }

    proptest! {
        #[test]
        fn link_never_leaves_the_partner_site(status in 100u16..600, body in "\\PC{0,60}", host in "[a-z.]{1,20}") {
            let with_link = json!({ "products_link_url": format!("https://{host}/{body}") }).to_string();
            for body in [body, with_link] {
                if let Ok(link) = read(status, &body) {
                    let host = link.host_str().unwrap_or_default();
                    prop_assert!(host.ends_with("instacart.com") || host.ends_with("instacart.ca"), "{link}");
                }
            }
        }
    }
}
