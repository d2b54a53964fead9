import { number } from '../browser/schema'
import { json, StoredValue } from '../browser/stored-value'
import { BATCH_KEY } from '../recipe/personal-data'

/**
 * Number of the batch's addresses that are not sent; null without a batch. Removing it, as a sign-out does, cancels the
 * batch: its queue is in IndexedDB, which is deleted later.
 */
export const batchFlag = new StoredValue<number, null>(BATCH_KEY, json(number), null)
