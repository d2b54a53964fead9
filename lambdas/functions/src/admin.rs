//! The admin API. API Gateway admits every member, so each call checks the admin group. Each action is a
//! ledger transaction with admin, reason and key.

mod account;
mod act;

use crate::payments::account::{Payments, now, purchase_error, retry_policy, shown};
use crate::runtime::{Bearer, RestAnswer, RestError, RestRequest};
use app::AppError;
use app::caller::ADMINS;
use aws::{Clients, MemberDirectory};
use billing::ledger::{
    Applied, Failure, Grant, Key, Lookups, MemberRows, Operation, PURCHASED_FOR, PurchaseId, Refusal, Scope,
    UserId, Withdraw, audit, perform,
};
use billing::payments::{ProviderError, PurchaseError};
use serde_json::{Value, json};
use zest_core::PortError;

use act::{AdminAction, Change};

const LONGEST_EMAIL: usize = 254;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function {
    payments: Payments,
    members: MemberDirectory,
}

impl Function {
    /// Reads `USER_POOL` and the settings of [`Payments`].
    pub async fn from_env() -> Result<Self, AppError> {
        let members =
            MemberDirectory::new(&Clients::from_env().await, crate::runtime::required("USER_POOL")?);
        Ok(Self { payments: Payments::from_env().await?, members })
    }

    /// Answers an admin request.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        let admin = admin(&request)?;
        self.payments.on()?;
        let answer = match request.route() {
            ["GET", "/admin/members"] => self.find(&request).await,
            ["GET", "/admin/members/{id}/credits"] => self.account(&request).await,
            ["POST", "/admin/members/{id}/grants"] => self.give(&admin, &request).await,
            ["POST", "/admin/members/{id}/adjustments"] => self.take(&admin, &request).await,
            ["POST", "/admin/purchases/{id}/refund"] => self.refund(&admin, &request).await,
            _ => Err(RestError::no_route()),
        };
        answer.map(|document| RestAnswer::json(&document))
    }

    async fn find(&self, request: &RestRequest) -> Result<Value, RestError> {
        let found = match (request.query("email").map(str::trim), request.query("id").map(str::trim)) {
            (Some(email), None) if email.contains('@') && email.len() <= LONGEST_EMAIL => {
                self.members.by_email(email).await.map_err(AppError::from)?
            }
            (None, Some(id)) => self.members.by_id(id).await.map_err(AppError::from)?.into_iter().collect(),
            _ => return Err(RestError::invalid("Ask with either an email address or an id.")),
        };
        let members: Vec<Value> =
            found.iter().filter_map(|member| serde_json::to_value(member).ok()).collect();
        Ok(json!({ "members": members }))
    }

    async fn account(&self, request: &RestRequest) -> Result<Value, RestError> {
        let member = member(request)?;
        let mut rows = self.rows(&member).await?;
        let mut damages = audit(&rows, now());
        if !damages.is_empty() {
            // Concurrent writes may look like damage, so the audit is repeated.
            rows = self.rows(&member).await?;
            damages = audit(&rows, now());
        }
        Ok(account::account_json(&rows, &damages, now()))
    }

    async fn give(&self, admin: &Bearer, request: &RestRequest) -> Result<Value, RestError> {
        let (change, member) = (Change::read(request, 1..=10_000)?, self.existing(request).await?);
        let grant = Grant {
            member: member.clone(),
            key: key(Scope::Grant, &change.act)?,
            is_present: false,
            credits: change.credits,
            lasts: PURCHASED_FOR,
            note: change.act.note.clone(),
            metadata: change.act.metadata(admin),
        };
        self.done(&grant).await?;
        Ok(json!({ "balance": self.balance(&member).await? }))
    }

    async fn take(&self, admin: &Bearer, request: &RestRequest) -> Result<Value, RestError> {
        let (change, member) = (Change::read(request, -10_000..=-1)?, self.existing(request).await?);
        let withdraw = Withdraw {
            member: member.clone(),
            key: key(Scope::Withdraw, &change.act)?,
            credits: change.credits,
            note: change.act.note.clone(),
            metadata: change.act.metadata(admin),
        };
        // Withdraws at most what the member has.
        let taken = self.done(&withdraw).await?.map_or(0, |applied| applied.receipt.amount.get().abs());
        Ok(json!({ "taken": taken, "balance": self.balance(&member).await? }))
    }

    async fn refund(&self, admin: &Bearer, request: &RestRequest) -> Result<Value, RestError> {
        let act = AdminAction::read(request)?;
        let unknown = || purchase_error(PurchaseError::Unknown);
        let id = PurchaseId::new(request.path_parameter("id")).map_err(|_| unknown())?;
        let account = self.payments.account().await?;
        let mut service = self.payments.service(&account);
        service.metadata = act.metadata(admin);
        let refunded = service.refund(&id, &act.key, now(), &mut retry_policy()).await;
        let purchase = refunded.map_err(|error| match &error {
            PurchaseError::Provider(ProviderError::Refused(_)) => RestError::new(
                409,
                "REFUND_REFUSED",
                "The payment provider does not refund this payment: it is disputed, or was refunded otherwise.",
            )
            .with_cause(error),
            _ => purchase_error(error),
        })?;
        Ok(json!({ "purchase": shown(&purchase) }))
    }

    /// Performs an operation; `None` if there are no credits to withdraw.
    async fn done(
        &self,
        operation: &impl Operation<Outcome = Applied>,
    ) -> Result<Option<Applied>, RestError> {
        match perform(&self.payments.ledger, operation, now(), &mut retry_policy()).await {
            Ok(applied) => Ok(Some(applied)),
            Err(Failure::Refused(Refusal::Insufficient { .. })) => Ok(None),
            Err(Failure::Refused(Refusal::OtherBody)) => {
                Err(RestError::new(409, "OTHER_ACT", "Something else was done under this key: begin anew."))
            }
            Err(Failure::Refused(Refusal::TooMany)) => {
                Err(RestError::invalid("That would be more credits than anybody can have."))
            }
            Err(Failure::Refused(refusal)) => Err(AppError::Internal(refusal.to_string()).into()),
            Err(Failure::Store(error)) => Err(store_error(error)),
        }
    }

    async fn balance(&self, member: &UserId) -> Result<Value, RestError> {
        Ok(account::balance(&self.rows(member).await?, now()))
    }

    async fn rows(&self, member: &UserId) -> Result<MemberRows, RestError> {
        self.payments.ledger.rows(member).await.map_err(store_error)
    }

    async fn existing(&self, request: &RestRequest) -> Result<UserId, RestError> {
        let member = member(request)?;
        let found = self.members.by_id(member.as_str()).await.map_err(AppError::from)?;
        found.map(|_| member).ok_or_else(no_member)
    }
}

/// Admits only admins: 401 without a member, 404 for other members.
fn admin(request: &RestRequest) -> Result<Bearer, RestError> {
    let bearer = request.bearer().ok_or_else(RestError::unauthorized)?;
    if bearer.groups.iter().any(|group| group == ADMINS) { Ok(bearer) } else { Err(RestError::forbidden()) }
}

fn member(request: &RestRequest) -> Result<UserId, RestError> {
    UserId::new(request.path_parameter("id")).map_err(|_| no_member())
}

fn no_member() -> RestError {
    RestError::new(404, "NOT_FOUND", "There is no such member.")
}

/// Prefixed, because promotions use the same scope.
fn key(scope: Scope, act: &AdminAction) -> Result<Key, RestError> {
    Key::new(scope, format!("admin-{}", act.key)).map_err(|_| act::bad_key())
}

fn store_error(error: PortError) -> RestError {
    match error {
        PortError::Busy(_) => RestError::from(AppError::Busy).with_cause(error),
        PortError::Broken(message) | PortError::Unreadable(message) => AppError::Internal(message).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(groups: Option<&str>) -> RestRequest {
        let claims = match groups {
            Some(groups) => json!({ "claims": { "sub": "ann", "cognito:groups": groups } }),
            None => Value::Null,
        };
        let event = json!({
            "httpMethod": "GET", "resource": "/admin/members", "requestContext": { "authorizer": claims },
        });
        serde_json::from_value(event).unwrap()
    }

    #[test]
    fn only_members_of_the_admin_group_are_admins() {
        assert_eq!(admin(&of(Some("Cooks,Admin"))).unwrap().sub, "ann");
        assert_eq!(admin(&of(None)).unwrap_err().status, 401);
        for groups in ["", "admin", "Admins", "Not Admin", "Admin "] {
            assert_eq!(admin(&of(Some(groups))).unwrap_err().status, 404, "{groups}");
        }
    }
}
