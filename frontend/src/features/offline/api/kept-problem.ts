import { text } from '../../../shared/lib/browser/schema'
import { plain, StoredValue } from '../../../shared/lib/browser/stored-value'

/** Why not everything could be kept the last time: "full" is a disk without room; null when all was. */
export const keptProblem = () => new StoredValue<string, null>('zest.kept.problem', plain(text), null)
