use aws_sdk_s3::Client;
use aws_sdk_s3::types::{Delete, ObjectIdentifier};
use zest_core::{PortError, Timestamp};

use crate::errors::port_error;

pub(crate) struct Listed {
    pub(crate) key: String,
    /// Size in bytes.
    pub(crate) size: u64,
    pub(crate) created_at: Timestamp,
}

/// Objects under a prefix, up to `pages` list pages (1,000 keys each).
pub(crate) async fn keys_below(
    client: &Client,
    bucket: &str,
    prefix: &str,
    pages: usize,
) -> Result<Vec<Listed>, PortError> {
    let mut paginator = client.list_objects_v2().bucket(bucket).prefix(prefix).into_paginator().send();
    let mut found = Vec::new();
    for _ in 0..pages {
        let Some(page) = paginator.next().await else { break };
        let page = page.map_err(|error| port_error("ListObjectsV2", &error))?;
        found.extend(page.contents.unwrap_or_default().into_iter().filter_map(|object| {
            let modified = object.last_modified?.to_millis().ok()?;
            let size = u64::try_from(object.size?).ok()?;
            Some(Listed { key: object.key?, size, created_at: Timestamp::from_millis(modified) })
        }));
    }
    Ok(found)
}

pub(crate) async fn delete_below(client: &Client, bucket: &str, prefix: &str) -> Result<(), PortError> {
    loop {
        let keys = keys_below(client, bucket, prefix, 1).await?;
        if keys.is_empty() {
            return Ok(());
        }
        let broken = |error: &dyn std::fmt::Display| PortError::Broken(format!("DeleteObjects: {error}"));
        let objects = keys.into_iter().map(|listed| ObjectIdentifier::builder().key(listed.key).build());
        let objects = objects.collect::<Result<Vec<_>, _>>().map_err(|error| broken(&error))?;
        let delete = Delete::builder().set_objects(Some(objects)).quiet(true).build();
        let delete = delete.map_err(|error| broken(&error))?;
        let request = client.delete_objects().bucket(bucket).delete(delete);
        let answer = request.send().await.map_err(|error| port_error("DeleteObjects", &error))?;
        // An object that cannot be deleted ends the loop, which would otherwise be endless.
        if let Some(error) = answer.errors().first() {
            return Err(PortError::Busy(format!("DeleteObjects: {}", error.code().unwrap_or("unknown"))));
        }
    }
}
