//! Signature Version 4, as browsers sign AppSync requests.

use std::time::{Duration, SystemTime};

use hmac::{Hmac, Mac};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use time::macros::format_description;

#[derive(Clone)]
pub(crate) struct Signer {
    pub(crate) key: String,
    pub(crate) secret: String,
    pub(crate) token: Option<String>,
    pub(crate) region: String,
    pub(crate) service: String,
    pub(crate) skew: i64,
    pub(crate) more: Vec<(String, String)>,
}

impl Signer {
    pub(crate) fn headers(&self, host: &str, path: &str, body: &str) -> Map<String, Value> {
        let now =
            OffsetDateTime::from(SystemTime::now()) + Duration::from_secs(self.skew.max(0).unsigned_abs());
        let now = now - Duration::from_secs(self.skew.min(0).unsigned_abs());
        let stamp =
            now.format(format_description!("[year][month][day]T[hour][minute][second]Z")).expect("a date");
        let day = &stamp[..8];
        let mut headers: Vec<(String, String)> =
            vec![("host".into(), host.into()), ("x-amz-date".into(), stamp.clone())];
        headers.extend(self.token.iter().map(|token| ("x-amz-security-token".into(), token.clone())));
        headers.extend(self.more.iter().cloned());
        headers.sort();
        let names = headers.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(";");
        let canonical: String = headers.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
        let request = format!("POST\n{path}\n\n{canonical}\n{names}\n{}", hex(&Sha256::digest(body)));
        let scope = format!("{day}/{}/{}/aws4_request", self.region, self.service);
        let to_sign = format!("AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{}", hex(&Sha256::digest(request)));
        let start = format!("AWS4{}", self.secret).into_bytes();
        let key = [day, &self.region, &self.service, "aws4_request"]
            .iter()
            .fold(start, |key, part| mac(&key, part));
        let signature = hex(&mac(&key, &to_sign));
        let authorization = format!(
            "AWS4-HMAC-SHA256 Credential={}/{scope}, SignedHeaders={names}, Signature={signature}",
            self.key
        );
        headers.push(("authorization".into(), authorization));
        headers.into_iter().map(|(name, value)| (name, Value::String(value))).collect()
    }
}

pub(crate) fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any key length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

pub(crate) fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
