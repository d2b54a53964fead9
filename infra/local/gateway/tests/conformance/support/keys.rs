//! The pool's key pair, made once by Python's cryptography, so that no private key lies in the repository.

use std::sync::OnceLock;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::rsa::KeyPair;
use ring::signature::{RSA_PKCS1_SHA256, RsaPublicKeyComponents};
use serde_json::{Value, json};

use super::python;

const MAKE_KEY: &str = "
import base64
from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric import rsa
key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
print(base64.b64encode(key.private_bytes(s.Encoding.DER, s.PrivateFormat.PKCS8, s.NoEncryption())).decode())
";

/// A key pair and its id.
pub(crate) struct SigningKey {
    pub(crate) id: &'static str,
    pair: KeyPair,
}

/// The key that the scripted pool publishes.
pub(crate) fn pool() -> &'static SigningKey {
    static KEY: OnceLock<SigningKey> = OnceLock::new();
    KEY.get_or_init(|| make("pool-key"))
}

/// A key that nobody publishes, under the id of the one that is.
pub(crate) fn stranger() -> &'static SigningKey {
    static KEY: OnceLock<SigningKey> = OnceLock::new();
    KEY.get_or_init(|| make("pool-key"))
}

fn make(id: &'static str) -> SigningKey {
    let made = python().args(["-c", MAKE_KEY]).output().expect("a Python that runs");
    let text = String::from_utf8(made.stdout).expect("base64");
    let der = STANDARD.decode(text.trim()).expect("ZEST_PYTHON's environment has the package cryptography");
    SigningKey { id, pair: KeyPair::from_pkcs8(&der).expect("a key pair") }
}

impl SigningKey {
    /// The public key as a JWK.
    pub(crate) fn public(&self) -> Value {
        let public = self.components();
        let encoded = |number: &[u8]| URL_SAFE_NO_PAD.encode(number);
        json!({
            "kty": "RSA", "alg": "RS256", "use": "sig", "kid": self.id,
            "n": encoded(&public.n),
            "e": encoded(&public.e),
        })
    }

    /// The modulus, which a forger uses as the key of a MAC.
    pub(crate) fn modulus(&self) -> Vec<u8> {
        self.components().n
    }

    fn components(&self) -> RsaPublicKeyComponents<Vec<u8>> {
        self.pair.public().into()
    }

    /// A token with these claims.
    pub(crate) fn sign(&self, claims: &Value) -> String {
        self.sign_as(&json!({ "alg": "RS256", "kid": self.id }), claims)
    }

    /// The same with another header.
    pub(crate) fn sign_as(&self, header: &Value, claims: &Value) -> String {
        let signed = unsigned(header, claims);
        let mut signature = vec![0; self.pair.public().modulus_len()];
        self.pair
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), signed.as_bytes(), &mut signature)
            .expect("a signature");
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

/// The first two parts of a token.
pub(crate) fn unsigned(header: &Value, claims: &Value) -> String {
    let encoded = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    format!("{}.{}", encoded(header), encoded(claims))
}

/// The claims of an access token that is valid now, for a member of these groups.
pub(crate) fn claims(groups: &[&str]) -> Value {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a time").as_secs();
    json!({
        "iss": "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_pool",
        "sub": "sub-1", "username": "ana", "token_use": "access", "client_id": "web1",
        "exp": now + 3600, "iat": now, "cognito:groups": groups,
    })
}

/// A member's token.
pub(crate) fn member(groups: &[&str]) -> String {
    pool().sign(&claims(groups))
}
