import { oneOf } from './schema'
import { tabStorage } from './storage'
import { plain, StoredValue } from './stored-value'

const NOTES = ['expired', 'account-deleted'] as const
export type FlashMessage = (typeof NOTES)[number]

/**
 * A message for the next page in the same tab. Not cleared on read, because a page may render twice before it is shown.
 */
export const flashMessage = new StoredValue('zest.flash-message', plain(oneOf(NOTES)), null, tabStorage())
