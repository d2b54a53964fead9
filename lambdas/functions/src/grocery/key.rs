use app::AppError;
use app::grocery::PartnerSite;
use fetcher::Instacart;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Document {
    #[serde(default)]
    api_key: String,
}

/// Parses `{"apiKey": "keys.…"}`; `None` while it is empty. Errors do not contain the secret.
pub(crate) fn read(text: &str, installation: &PartnerSite) -> Result<Option<Instacart>, AppError> {
    let internal = |message: String| AppError::Internal(message);
    let document: Document = serde_json::from_str(text)
        .map_err(|_| internal("the secret of Instacart is not {\"apiKey\"}".to_owned()))?;
    if document.api_key.is_empty() {
        return Ok(None);
    }
    let partner = Instacart::new(installation.clone(), &document.api_key, aws::jitter);
    partner.map(Some).map_err(|error| internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_is_a_key_or_empty_or_an_error_without_it() {
        let site = PartnerSite::parse("development").unwrap().unwrap();
        assert!(read(r#"{"apiKey":"keys.abc"}"#, &site).unwrap().is_some());
        for empty in ["{}", r#"{"apiKey":""}"#] {
            assert!(read(empty, &site).unwrap().is_none(), "{empty}");
        }
        for wrong in ["keys.abc", r#"{"key":"keys.abc"}"#, r#"{"apiKey":"keys.abc\n"}"#, r#"{"apiKey":1}"#] {
            let error = read(wrong, &site).err().unwrap().to_string();
            assert!(!error.contains("keys."), "{wrong}: {error}");
        }
    }
}
