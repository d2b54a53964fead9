//! `U#<sub>`/`W`: the changes that a member's programs propose.

use app::OwnerId;
use app::program_proposals::{MemberProposals, ProgramProposal};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::rows::keys::{Item, key, member_pk};
use crate::rows::read::{read, write};

const SORT_KEY: &str = "W";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProposalsRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    proposals: Vec<ProposalRow>,
    version: u64,
    /// Time to live, in seconds since 1970: the end of the latest proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProposalRow {
    id: RecipeId,
    recipe_id: RecipeId,
    program: String,
    wish: String,
    created_at: Timestamp,
}

pub(crate) fn proposals_key(owner: &OwnerId) -> Item {
    key(member_pk(owner), SORT_KEY.to_owned())
}

pub(crate) fn proposals_item(owner: &OwnerId, waiting: &MemberProposals) -> Result<Item, PortError> {
    let row = |proposal: &ProgramProposal| ProposalRow {
        id: proposal.id.clone(),
        recipe_id: proposal.recipe_id.clone(),
        program: proposal.program.clone(),
        wish: proposal.wish.clone(),
        created_at: proposal.created_at,
    };
    write(&ProposalsRow {
        pk: member_pk(owner),
        sk: SORT_KEY.to_owned(),
        proposals: waiting.proposals.iter().map(row).collect(),
        version: waiting.version,
        expires_at: waiting.proposals.last().map(|latest| latest.expires_at().seconds()),
    })
}

pub(crate) fn read_proposals(item: Item) -> Result<MemberProposals, PortError> {
    let row: ProposalsRow = read(item.into())?;
    let proposal = |row: ProposalRow| ProgramProposal {
        id: row.id,
        recipe_id: row.recipe_id,
        program: row.program,
        wish: row.wish,
        created_at: row.created_at,
    };
    Ok(MemberProposals { proposals: row.proposals.into_iter().map(proposal).collect(), version: row.version })
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::program_proposals::LIFETIME;
    use aws_sdk_dynamodb::types::AttributeValue;

    #[test]
    fn proposals_row_is_read_back_and_expires_with_its_latest_proposal() {
        let ann = OwnerId::new("ann");
        let created_at = Timestamp::from_millis(1_795_246_680_000);
        let proposal = ProgramProposal {
            id: RecipeId::parse(&"a".repeat(32)).unwrap(),
            recipe_id: RecipeId::parse(&"b".repeat(32)).unwrap(),
            program: "Kitchen robot".to_owned(),
            wish: "metric".to_owned(),
            created_at,
        };
        let waiting = MemberProposals { proposals: vec![proposal], version: 3 };
        let item = proposals_item(&ann, &waiting).unwrap();
        let end = AttributeValue::N(created_at.plus(LIFETIME).seconds().to_string());
        assert_eq!(item.get("expiresAt"), Some(&end));
        assert_eq!(read_proposals(item), Ok(waiting));

        let none = MemberProposals { proposals: Vec::new(), version: 4 };
        let item = proposals_item(&ann, &none).unwrap();
        assert_eq!(item.get("expiresAt"), None);
        assert_eq!(read_proposals(item), Ok(none));
    }
}
