//! In-memory store of programs' proposals, and the contract of such stores.

use std::collections::BTreeMap;
use std::sync::Mutex;

use app::OwnerId;
use app::error::WriteError;
use app::program_proposals::{MemberProposals, ProgramProposal, ProgramProposals};
use zest_core::PortError;

use crate::locks::lock;
use crate::samples::{at, id};

/// [`ProgramProposals`] in memory.
#[derive(Debug, Default)]
pub struct MemoryProgramProposals {
    stored: Mutex<BTreeMap<String, MemberProposals>>,
    conflicts: Mutex<u32>,
}

impl MemoryProgramProposals {
    /// Makes the next writes fail with a conflict.
    pub fn conflict(&self, times: u32) {
        *lock(&self.conflicts) = times;
    }
}

impl ProgramProposals for MemoryProgramProposals {
    async fn load(&self, owner: &OwnerId) -> Result<MemberProposals, PortError> {
        Ok(lock(&self.stored).get(owner.secret()).cloned().unwrap_or_default())
    }

    async fn replace(&self, owner: &OwnerId, waiting: &MemberProposals, base: u64) -> Result<(), WriteError> {
        let mut conflicts = lock(&self.conflicts);
        if *conflicts > 0 {
            *conflicts -= 1;
            return Err(WriteError::Conflict);
        }
        let mut stored = lock(&self.stored);
        if stored.get(owner.secret()).map_or(0, |waiting| waiting.version) != base {
            return Err(WriteError::Conflict);
        }
        stored.insert(owner.secret().to_owned(), waiting.clone());
        Ok(())
    }
}

/// Contract of the store of programs' proposals.
pub async fn program_proposals(store: &impl ProgramProposals, space: u64) {
    let [ann, bob] = ["ann", "bob"].map(|name| OwnerId::new(format!("{name}-proposals-{space}")));
    let proposal = ProgramProposal {
        id: id(1),
        recipe_id: id(2),
        program: "“Küche”".to_owned(),
        wish: "metric".to_owned(),
        created_at: at(5),
    };
    assert_eq!(store.load(&ann).await, Ok(MemberProposals::default()));
    let first = MemberProposals { proposals: vec![proposal], version: 1 };
    assert_eq!(store.replace(&ann, &first, 1).await, Err(WriteError::Conflict), "there is no version 1");
    assert_eq!(store.replace(&ann, &first, 0).await, Ok(()));
    assert_eq!(store.replace(&ann, &first, 0).await, Err(WriteError::Conflict), "it exists");
    assert_eq!(store.load(&ann).await, Ok(first));
    assert_eq!(store.load(&bob).await, Ok(MemberProposals::default()), "another member's");

    let none = MemberProposals { proposals: Vec::new(), version: 2 };
    assert_eq!(store.replace(&ann, &none, 1).await, Ok(()));
    assert_eq!(store.load(&ann).await, Ok(none.clone()));
    assert_eq!(store.replace(&ann, &none, 1).await, Err(WriteError::Conflict), "an old version");
}
