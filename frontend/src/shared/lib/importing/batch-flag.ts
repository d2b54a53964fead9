import { number } from '../browser/schema'
import { json, StoredValue } from '../browser/stored-value'
import { BATCH_KEY } from '../recipe/personal-data'

/**
 * How many addresses of the batch wait to be sent; null without a batch. Removing it, as a sign-out does, cancels the
 * batch: its queue is in IndexedDB, which is deleted later.
 */
export const batchFlag = new StoredValue<number, null>(BATCH_KEY, json(number), null)
