import { textUpTo } from '../../../shared/lib/browser/schema'
import { tabStorage } from '../../../shared/lib/browser/storage'
import { plain, StoredValue } from '../../../shared/lib/browser/stored-value'

/** Maximum number of characters; a longer draft is lost on reload. */
const LONGEST = 50_000

/**
 * Unsent message to the assistant; survives a reload of the tab.
 * @param place conversation id, or "new" and the recipe id
 */
export function messageDraft(place: string): StoredValue<string, ''> {
  return new StoredValue(`zest.assistant.draft.${place}`, plain(textUpTo(LONGEST)), '', tabStorage())
}
