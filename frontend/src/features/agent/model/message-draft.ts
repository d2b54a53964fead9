import { textUpTo } from '../../../shared/lib/browser/schema'
import { tabStorage } from '../../../shared/lib/browser/storage'
import { plain, StoredValue } from '../../../shared/lib/browser/stored-value'

/** Nobody writes more by hand; what is longer would fill the tab's storage. */
const LONGEST = 50_000

/**
 * What is written to the assistant and not sent yet: it outlives a reload of the tab, and nothing else.
 *
 * @param place the conversation's id; for one that has not begun "new", with the id of the recipe that it is beside.
 */
export function messageDraft(place: string): StoredValue<string, ''> {
  return new StoredValue(`zest.assistant.draft.${place}`, plain(textUpTo(LONGEST)), '', tabStorage())
}
