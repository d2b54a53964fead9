//! URLs refused without a request: ranges, notations, names, ports and schemes.

use app::addresses::guard::{MAX_ADDRESS_BYTES, check_url, is_global};
use app::fetching::{FetchError, Fetcher, Wanted};

use super::site::{Site, answer};

const INVALID: FetchError = FetchError::InvalidUrl;
const PRIVATE: FetchError = FetchError::NotAllowed;

#[rustfmt::skip]
pub(super) const REFUSED: &[(&str, FetchError)] = &[
    ("http://0.0.0.0/", PRIVATE),
    ("http://0.255.255.255/", PRIVATE),
    ("http://10.0.0.1/", PRIVATE),
    ("http://10.255.255.255/", PRIVATE),
    ("http://100.64.0.1/", PRIVATE),
    ("http://100.100.100.200/latest/meta-data/", PRIVATE),
    ("http://100.127.255.255/", PRIVATE),
    ("http://127.0.0.1/", PRIVATE),
    ("http://127.255.255.254/", PRIVATE),
    ("http://168.63.129.16/", PRIVATE),
    ("http://169.254.0.1/", PRIVATE),
    ("http://169.254.169.254/latest/meta-data/iam/", PRIVATE),
    ("http://169.254.170.2/v2/credentials", PRIVATE),
    ("http://172.16.0.1/", PRIVATE),
    ("http://172.31.255.255/", PRIVATE),
    ("http://192.0.0.8/", PRIVATE),
    ("http://192.0.2.1/", PRIVATE),
    ("http://192.88.99.1/", PRIVATE),
    ("http://192.168.0.1/", PRIVATE),
    ("http://192.168.255.255/", PRIVATE),
    ("http://198.18.0.1/", PRIVATE),
    ("http://198.19.255.255/", PRIVATE),
    ("http://198.51.100.7/", PRIVATE),
    ("http://203.0.113.7/", PRIVATE),
    ("http://224.0.0.1/", PRIVATE),
    ("http://239.255.255.250/", PRIVATE),
    ("http://240.0.0.1/", PRIVATE),
    ("http://255.255.255.255/", PRIVATE),
    ("http://[::]/", PRIVATE),
    ("http://[::1]/", PRIVATE),
    ("http://[0:0:0:0:0:0:0:1]/", PRIVATE),
    ("http://[::ffff:127.0.0.1]/", PRIVATE),
    ("http://[::ffff:a9fe:a9fe]/", PRIVATE),
    ("http://[::ffff:8.8.8.8]/", PRIVATE),
    ("http://[::127.0.0.1]/", PRIVATE),
    ("http://[64:ff9b::169.254.169.254]/", PRIVATE),
    ("http://[64:ff9b:1::1]/", PRIVATE),
    ("http://[100::1]/", PRIVATE),
    ("http://[2001::1]/", PRIVATE),
    ("http://[2001:0:7f00:1::]/", PRIVATE),
    ("http://[2001:20::1]/", PRIVATE),
    ("http://[2001:1ff:ffff::1]/", PRIVATE),
    ("http://[2001:db8::1]/", PRIVATE),
    ("http://[2002:7f00:1::]/", PRIVATE),
    ("http://[2002:a9fe:a9fe::1]/", PRIVATE),
    ("http://[3fff::1]/", PRIVATE),
    ("http://[3fff:fff::1]/", PRIVATE),
    ("http://[4000::1]/", PRIVATE),
    ("http://[5f00::1]/", PRIVATE),
    ("http://[fc00::1]/", PRIVATE),
    ("http://[fd00:ec2::254]/latest/meta-data/", PRIVATE),
    ("http://[fe80::1]/", PRIVATE),
    ("http://[fe80::1%25eth0]/", INVALID),
    ("http://[fe80::1%eth0]/", INVALID),
    ("http://[fec0::1]/", PRIVATE),
    ("http://[ff02::1]/", PRIVATE),
    ("http://2130706433/", PRIVATE),
    ("http://2852039166/", PRIVATE),
    ("http://017700000001/", PRIVATE),
    ("http://0177.0.0.1/", PRIVATE),
    ("http://0x7f000001/", PRIVATE),
    ("http://0x7f.0.0.1/", PRIVATE),
    ("http://0xA9.0xFE.0xA9.0xFE/", PRIVATE),
    ("http://127.1/", PRIVATE),
    ("http://127.0.1/", PRIVATE),
    ("http://0/", PRIVATE),
    ("http://0x/", PRIVATE),
    ("http://192.168.257/", PRIVATE),
    ("http://169.254.43518/", PRIVATE),
    ("http://127.0.0.1./", PRIVATE),
    ("http://１２７.０.０.１/", PRIVATE),
    ("http://①②⑦.⓪.⓪.①/", PRIVATE),
    ("http://127。0。0。1/", PRIVATE),
    ("http://%31%32%37.0.0.1/", PRIVATE),
    ("http://127.0.0.256/", INVALID),
    ("http://4294967296/", INVALID),
    ("http://1.2.3.4.5/", INVALID),
    ("http://localhost/", PRIVATE),
    ("http://LOCALHOST/", PRIVATE),
    ("http://localhost./", PRIVATE),
    ("http://a.localhost/", PRIVATE),
    ("http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", PRIVATE),
    ("http://loc%61lhost/", PRIVATE),
    ("http://localhost.localdomain/", PRIVATE),
    ("http://metadata/", PRIVATE),
    ("http://metadata.google.internal/computeMetadata/v1/", PRIVATE),
    ("http://metadata.google.internal./", PRIVATE),
    ("http://instance-data.ec2.internal/", PRIVATE),
    ("http://printer.local/", PRIVATE),
    ("http://router.lan/", PRIVATE),
    ("http://nas.home.arpa/", PRIVATE),
    ("http://1.0.0.127.in-addr.arpa/", PRIVATE),
    ("http://wiki.corp/", PRIVATE),
    ("http://hidden.onion/", PRIVATE),
    ("http://service.test/", PRIVATE),
    ("http://example..com/", INVALID),
    ("http://.example.com/", INVALID),
    ("http://xn--/", INVALID),
    ("http://xn--a.example.com/", INVALID),
    ("http://a_very_long_label_that_goes_on_and_on_until_no_name_server_takes_it.example.com/", INVALID),
    ("http://user:secret@example.com/", INVALID),
    ("http://example.com@169.254.169.254/", INVALID),
    ("http://example.com:80@127.0.0.1/", INVALID),
    ("http://example.com%2f@127.0.0.1/", INVALID),
    ("http://127.0.0.1%2f@example.com/", INVALID),
    ("http://@127.0.0.1/", PRIVATE),
    ("http://127.0.0.1#@example.com/", PRIVATE),
    ("http://127.0.0.1?@example.com/", PRIVATE),
    ("http://example.com\\@127.0.0.1/", INVALID),
    ("http:\\\\127.0.0.1\\", INVALID),
    ("http://exam\tple.com/", INVALID),
    ("http://127.0.0.1\r\nHost: example.com/", INVALID),
    ("ht\ntp://example.com/", INVALID),
    ("http://example.com/\0", INVALID),
    ("http://example.com\u{85}/", INVALID),
    ("http://exa mple.com/", INVALID),
    ("http://[127.0.0.1]/", INVALID),
    ("http://[::1/", INVALID),
    ("http://[[::1]]/", INVALID),
    ("http://example.com]/", INVALID),
    ("http://127.0.0.1%00.example.com/", INVALID),
    ("http:127.0.0.1", PRIVATE),
    ("http:/127.0.0.1/", PRIVATE),
    ("http:///127.0.0.1/", PRIVATE),
    ("http://example.com:0/", PRIVATE),
    ("http://example.com:22/", PRIVATE),
    ("http://example.com:25/", PRIVATE),
    ("http://example.com:6379/", PRIVATE),
    ("http://example.com:8080/", PRIVATE),
    ("http://example.com:9001/2018-06-01/runtime/invocation/next", PRIVATE),
    ("https://example.com:8443/", PRIVATE),
    ("http://example.com:65536/", INVALID),
    ("http://example.com:-1/", INVALID),
    ("http://example.com:８０８０/", INVALID),
    ("file:///etc/passwd", INVALID),
    ("file://example.com/share", INVALID),
    ("ftp://example.com/", INVALID),
    ("gopher://example.com:6379/_INFO", INVALID),
    ("data:text/html,<h1>Soup</h1>", INVALID),
    ("javascript:alert(1)", INVALID),
    ("blob:https://example.com/1", INVALID),
    ("view-source:http://127.0.0.1/", INVALID),
    ("ws://example.com/", INVALID),
    ("//example.com/soup", INVALID),
    ("/demo/soup.html", INVALID),
    ("example.com/soup", INVALID),
    ("http://", INVALID),
    ("http://?", INVALID),
    ("", INVALID),
    (" \n\t", INVALID),
];

#[test]
fn non_public_addresses_are_refused_at_parsing() {
    for (address, expected) in REFUSED {
        assert_eq!(check_url(address).err(), Some(*expected), "{address:?}");
    }
}

#[test]
fn public_addresses_pass_and_keep_their_meaning() {
    for (address, read_as) in [
        ("https://example.com", "https://example.com/"),
        (" https://example.com/soup\n", "https://example.com/soup"),
        ("HTTP://Example.COM:80/Soup?q=a\\b#top", "http://example.com/Soup?q=a\\b#top"),
        ("https://example.com:443/a/../b", "https://example.com/b"),
        ("http://8.8.8.8/", "http://8.8.8.8/"),
        ("http://172.32.0.1/", "http://172.32.0.1/"),
        ("http://100.128.0.1/", "http://100.128.0.1/"),
        ("http://[2606:4700::6810:84e5]/", "http://[2606:4700::6810:84e5]/"),
        ("http://[2001:200::1]/", "http://[2001:200::1]/"),
        ("https://crème.example.org/tarte", "https://xn--crme-6oa.example.org/tarte"),
        ("https://localhost.example.org/", "https://localhost.example.org/"),
    ] {
        assert_eq!(check_url(address).map(String::from), Ok(read_as.to_owned()), "{address:?}");
    }
}

#[test]
fn url_length_limit_is_exact() {
    let longest = format!("https://example.com/{}", "a".repeat(MAX_ADDRESS_BYTES - 20));
    assert!(check_url(&longest).is_ok());
    assert_eq!(check_url(&(longest + "a")).err(), Some(INVALID));
    let long_name = format!("https://{}com/", "abcdefghi.".repeat(26));
    assert_eq!(check_url(&long_name).err(), Some(INVALID));
}

#[test]
fn the_edges_of_the_reserved_ranges_are_exact() {
    for (address, global) in [
        ("1.0.0.0", true),
        ("9.255.255.255", true),
        ("11.0.0.0", true),
        ("100.63.255.255", true),
        ("126.255.255.255", true),
        ("128.0.0.0", true),
        ("169.253.255.255", true),
        ("169.255.0.0", true),
        ("172.15.255.255", true),
        ("192.0.1.0", true),
        ("192.167.255.255", true),
        ("192.169.0.0", true),
        ("198.17.255.255", true),
        ("198.20.0.0", true),
        ("223.255.255.255", true),
        ("224.0.0.0", false),
        ("1fff:ffff::", false),
        ("2000::", true),
        ("2001:1ff::", false),
        ("2001:db7::", true),
        ("2001:db9::", true),
        ("2003::", true),
        ("3ffe::1", true),
        ("3fff:1000::", true),
    ] {
        assert_eq!(is_global(address.parse().unwrap()), global, "{address}");
    }
}

#[tokio::test]
async fn refused_address_is_never_connected_to() {
    let site = Site::saying(answer("200 OK", &[], b"secret")).await;
    let own = format!("http://127.0.0.1:{}/", site.address.port());
    let reason = site.visitor().fetch(&own, Wanted::Page).await.unwrap_err();
    assert_eq!(reason, PRIVATE);
    assert!(site.requests().is_empty());
}
