import { oneOf } from './schema'
import { tabStorage } from './storage'
import { plain, StoredValue } from './stored-value'

const NOTES = ['expired', 'account-deleted'] as const
export type FlashMessage = (typeof NOTES)[number]

/**
 * A word from a page that had to be left, for the page that comes after it in the same tab; without storage it goes
 * unsaid. It stays until it is cleared, because a page may be rendered twice before it is shown.
 */
export const flashMessage = new StoredValue('zest.flash-message', plain(oneOf(NOTES)), null, tabStorage())
