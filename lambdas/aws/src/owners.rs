//! Owner states in the recipe table: `N#<pseudonym>`/`N`, and `U#<sub>`/`I#<identity id>` for each identity
//! id linked to a member.

use std::collections::BTreeSet;

use app::OwnerId;
use app::owners::{OwnerState, Owners, Seed, State, pseudonym};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, Put, ReturnValue, TransactWriteItem, Update};
use zest_core::{PortError, Timestamp};

use crate::dynamo::DynamoRecipes;
use crate::errors::port_error;
use crate::rows::keys::{Item, SK, key};
use crate::rows::member_pk;

const GENERATION: &str = "generation";
const STATE: &str = "state";
/// Attribute with the member that a guest was linked to.
const MEMBER: &str = "member";
const SEED: &str = "seed";
const EXPIRES_AT: &str = "expiresAt";
const IDENTITY_PREFIX: &str = "I#";

const IS_MEMBER: &str = "MEMBER";
const IS_LEAVING: &str = "LEAVING";
const IS_GONE: &str = "GONE";

fn name_key(name: &OwnerId) -> Item {
    key(format!("N#{}", pseudonym(name)), "N".to_owned())
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

fn number(item: &Item, name: &str) -> Option<u64> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

fn owner_state_of(item: &Item) -> OwnerState {
    let state = match item.get(STATE).map(|state| state.as_s().map(String::as_str)) {
        None => State::Open,
        Some(Ok(IS_MEMBER)) => State::Member,
        Some(Ok(IS_LEAVING)) => State::Leaving,
        // An unknown state gives no access.
        Some(_) => State::Gone,
    };
    OwnerState { generation: number(item, GENERATION).unwrap_or_default(), state }
}

fn broken(error: &impl std::fmt::Display) -> PortError {
    PortError::Broken(error.to_string())
}

pub(crate) fn open_account_check(table: &str, user: &OwnerId) -> Result<TransactWriteItem, PortError> {
    let check = ConditionCheck::builder()
        .table_name(table)
        .set_key(Some(name_key(user)))
        .condition_expression("attribute_not_exists(#s)")
        .expression_attribute_names("#s", STATE)
        .build()
        .map_err(|error| broken(&error))?;
    Ok(TransactWriteItem::builder().condition_check(check).build())
}

impl DynamoRecipes {
    /// Transaction check for every recipe write: the owner's generation matches, and the owner is not being
    /// deleted.
    pub(crate) fn generation_check(
        &self,
        owner: &OwnerId,
        generation: u64,
    ) -> Result<TransactWriteItem, PortError> {
        let check = ConditionCheck::builder()
            .table_name(self.table())
            .set_key(Some(name_key(owner)))
            .condition_expression(
                "(attribute_not_exists(#g) OR #g = :g) AND (attribute_not_exists(#s) OR #s = :member)",
            )
            .expression_attribute_names("#g", GENERATION)
            .expression_attribute_names("#s", STATE)
            .expression_attribute_values(":g", AttributeValue::N(generation.to_string()))
            .expression_attribute_values(":member", text(IS_MEMBER))
            .build()
            .map_err(|error| broken(&error))?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    async fn row_of(&self, name: &OwnerId) -> Result<Item, PortError> {
        let request = self.client().get_item().table_name(self.table()).set_key(Some(name_key(name)));
        let answer =
            request.consistent_read(true).send().await.map_err(|error| port_error("GetItem", &error))?;
        Ok(answer.item.unwrap_or_default())
    }

    fn link_identity_items(
        &self,
        identity: &OwnerId,
        user: &OwnerId,
    ) -> Result<Vec<TransactWriteItem>, PortError> {
        let become_one = Update::builder()
            .table_name(self.table())
            .set_key(Some(name_key(identity)))
            .update_expression("SET #s = :member, #m = :who")
            .condition_expression("attribute_not_exists(#s) OR (#s = :member AND #m = :who)")
            .expression_attribute_names("#s", STATE)
            .expression_attribute_names("#m", MEMBER)
            .expression_attribute_values(":member", text(IS_MEMBER))
            .expression_attribute_values(":who", text(&pseudonym(user)))
            .build()
            .map_err(|error| broken(&error))?;
        let one = Put::builder()
            .table_name(self.table())
            .set_item(Some(key(member_pk(user), format!("{IDENTITY_PREFIX}{}", identity.secret()))))
            .build()
            .map_err(|error| broken(&error))?;
        Ok(vec![
            TransactWriteItem::builder().update(become_one).build(),
            open_account_check(self.table(), user)?,
            TransactWriteItem::builder().put(one).build(),
        ])
    }
}

impl Owners for DynamoRecipes {
    async fn owner_state(&self, name: &OwnerId) -> Result<OwnerState, PortError> {
        Ok(owner_state_of(&self.row_of(name).await?))
    }

    async fn seed(&self, name: &OwnerId) -> Result<Seed, PortError> {
        let read = |item: &Item| item.get(SEED).and_then(|seed| Seed::read(seed.as_s().ok()?));
        if let Some(seed) = read(&self.row_of(name).await?) {
            return Ok(seed);
        }
        let mut random = [0; 32];
        getrandom::fill(&mut random).map_err(|error| broken(&error))?;
        // The first of concurrent writes wins.
        let request = self
            .client()
            .update_item()
            .table_name(self.table())
            .set_key(Some(name_key(name)))
            .update_expression("SET #seed = if_not_exists(#seed, :seed)")
            .expression_attribute_names("#seed", SEED)
            .expression_attribute_values(":seed", text(&Seed::new(random).secret()))
            .return_values(ReturnValue::AllNew);
        let answer = request.send().await.map_err(|error| port_error("UpdateItem", &error))?;
        let kept = answer.attributes.as_ref().and_then(read);
        kept.ok_or_else(|| PortError::Broken("UpdateItem: no seed was kept".to_owned()))
    }

    async fn start_new_generation(&self, name: &OwnerId) -> Result<u64, PortError> {
        let request = self
            .client()
            .update_item()
            .table_name(self.table())
            .set_key(Some(name_key(name)))
            .update_expression("SET #g = if_not_exists(#g, :none) + :one")
            .expression_attribute_names("#g", GENERATION)
            .expression_attribute_values(":none", AttributeValue::N("0".to_owned()))
            .expression_attribute_values(":one", AttributeValue::N("1".to_owned()))
            .return_values(ReturnValue::AllNew);
        let answer = request.send().await.map_err(|error| port_error("UpdateItem", &error))?;
        let begun = answer.attributes.as_ref().and_then(|item| number(item, GENERATION));
        begun.ok_or_else(|| PortError::Broken("UpdateItem: no generation was begun".to_owned()))
    }

    async fn link_identity_to_member(&self, identity: &OwnerId, user: &OwnerId) -> Result<bool, PortError> {
        let parts = self.link_identity_items(identity, user)?;
        let sent = self.client().transact_write_items().set_transact_items(Some(parts)).send().await;
        let Err(error) = sent else { return Ok(true) };
        if let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) =
            error.as_service_error()
        {
            let refused_for =
                |code| cancelled.cancellation_reasons().iter().any(|reason| reason.code() == Some(code));
            if refused_for("ConditionalCheckFailed") {
                return Ok(false);
            }
            // A concurrent write conflicts; the next attempt shows the outcome.
            if refused_for("TransactionConflict") {
                return Err(PortError::Busy("TransactWriteItems: conflict".to_owned()));
            }
        }
        Err(port_error("TransactWriteItems", &error))
    }

    async fn identities_of(&self, user: &OwnerId) -> Result<BTreeSet<OwnerId>, PortError> {
        let (mut identities, mut start) = (BTreeSet::new(), None);
        loop {
            let request = self
                .client()
                .query()
                .table_name(self.table())
                .key_condition_expression("PK = :member AND begins_with(SK, :identities)")
                .expression_attribute_values(":member", AttributeValue::S(member_pk(user)))
                .expression_attribute_values(":identities", text(IDENTITY_PREFIX))
                .set_exclusive_start_key(start)
                .consistent_read(true);
            let answer = request.send().await.map_err(|error| port_error("Query", &error))?;
            for row in answer.items.unwrap_or_default() {
                let sort_key = row.get(SK).and_then(|value| value.as_s().ok());
                identities
                    .extend(sort_key.and_then(|text| text.strip_prefix(IDENTITY_PREFIX)).map(OwnerId::new));
            }
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(identities);
            }
        }
    }

    async fn leave(&self, name: &OwnerId) -> Result<(), PortError> {
        let request = self
            .client()
            .update_item()
            .table_name(self.table())
            .set_key(Some(name_key(name)))
            .update_expression("SET #s = :leaving")
            .condition_expression("attribute_not_exists(#s) OR #s <> :gone")
            .expression_attribute_names("#s", STATE)
            .expression_attribute_values(":leaving", text(IS_LEAVING))
            .expression_attribute_values(":gone", text(IS_GONE));
        match request.send().await {
            Ok(_) => Ok(()),
            // The owner is already deleted.
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(|error| error.is_conditional_check_failed_exception()) =>
            {
                Ok(())
            }
            Err(error) => Err(port_error("UpdateItem", &error)),
        }
    }

    async fn close(&self, name: &OwnerId, expires: Timestamp) -> Result<(), PortError> {
        let mut row = name_key(name);
        row.insert(STATE.to_owned(), text(IS_GONE));
        row.insert(EXPIRES_AT.to_owned(), AttributeValue::N(expires.seconds().to_string()));
        let request = self.client().put_item().table_name(self.table()).set_item(Some(row));
        request.send().await.map(drop).map_err(|error| port_error("PutItem", &error))
    }
}
