use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::TransactWriteItem;
use zest_core::PortError;

use crate::errors::port_error;

const CONDITION_FAILED: &str = "ConditionalCheckFailed";

/// Returns `None`, or the index of the first item whose condition failed.
pub(crate) async fn transact(
    client: &Client,
    items: Vec<TransactWriteItem>,
) -> Result<Option<usize>, PortError> {
    let request = client.transact_write_items().set_transact_items(Some(items));
    let Err(error) = request.send().await else { return Ok(None) };
    if let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() {
        let reasons = cancelled.cancellation_reasons();
        if let Some(at) = reasons.iter().position(|reason| reason.code() == Some(CONDITION_FAILED)) {
            return Ok(Some(at));
        }
        return Err(PortError::Busy("TransactWriteItems: conflict".to_owned()));
    }
    Err(port_error("TransactWriteItems", &error))
}
