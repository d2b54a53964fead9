import { StoredCollection } from '../../../shared/lib/browser/stored-value'
import { KEPT_LIST, type KeptList } from '../model/shared-list'

/** Shared lists that were opened on this device; cleared on sign-out. */
export const keptLists = new StoredCollection<KeptList>('zest.shared-list.', KEPT_LIST)
