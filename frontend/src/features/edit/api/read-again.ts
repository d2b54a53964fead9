/** Has the page of a recipe read once more. Loaded with the page on which recipes are edited. */

import { READ_AGAIN } from '../../../contract/read-again-operations'
import type { Backend } from '../../../shared/api/backend'
import { Problem } from '../../../shared/lib/errors'
import type { PageAgain } from '../model/page-changes'

/** Reads the page of a recipe of the caller's own; nothing is changed by it. Rejects with a `Problem`. */
export async function readAgain({ send }: Pick<Backend, 'send'>, id: string): Promise<PageAgain> {
  const answer = await send(READ_AGAIN, { id })
  if (answer.readAgain === null) throw new Problem('UNKNOWN')
  return answer.readAgain
}
