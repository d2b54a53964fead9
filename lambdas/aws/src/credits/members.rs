//! Lists all members that have a row, for the audit.

use app::credits::audit::{MemberPage, MemberPages, SEGMENTS};
use zest_core::PortError;

use crate::credits::lookups::text;
use crate::credits::{DynamoLedger, store_error};
use crate::errors::port_error;
use crate::rows::credits::keys;
use crate::rows::keys::{Item, PK, SK, key};

/// Separator of the two keys in a page token; keys contain no space.
const BETWEEN: char = ' ';

impl MemberPages for DynamoLedger {
    async fn members(&self, segment: u32, after: Option<&str>) -> Result<MemberPage, PortError> {
        let start = after.and_then(|place| place.split_once(BETWEEN));
        let request = self
            .client
            .scan()
            .table_name(&self.table)
            .segment(i32::try_from(segment).unwrap_or(i32::MAX))
            .total_segments(i32::try_from(SEGMENTS).unwrap_or(i32::MAX))
            .projection_expression("#pk, #sk, #member")
            .expression_attribute_names("#pk", PK)
            .expression_attribute_names("#sk", SK)
            .expression_attribute_names("#member", keys::MEMBER)
            .set_exclusive_start_key(start.map(|(pk, sk)| key(pk.to_owned(), sk.to_owned())));
        let answer = request.send().await.map_err(|error| store_error(port_error("Scan", &error)))?;
        let items = answer.items.unwrap_or_default();
        let next = answer.last_evaluated_key.as_ref().and_then(place);
        Ok(MemberPage { members: items.iter().filter_map(member).collect(), next })
    }
}

fn member(item: &Item) -> Option<billing::ledger::UserId> {
    let of_partition = text(item, PK).and_then(keys::read_member);
    of_partition.or_else(|| billing::ledger::UserId::new(text(item, keys::MEMBER)?).ok())
}

fn place(last: &Item) -> Option<String> {
    Some(format!("{}{BETWEEN}{}", text(last, PK)?, text(last, SK)?))
}
