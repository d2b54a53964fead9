/** Has the page of a recipe read once more. Loaded with the page on which recipes are edited. */

import { READ_AGAIN } from '../../contract/read-again-operations'
import type { PageAgain } from '../../lib/editing/page-changes'
import { Problem } from '../../lib/recipe/problem'
import type { Backend } from '../backend'

/** Reads the page of a recipe of the caller's own; nothing is changed by it. Rejects with a `Problem`. */
export async function readAgain({ send }: Pick<Backend, 'send'>, id: string): Promise<PageAgain> {
  const answer = await send(READ_AGAIN, { id })
  if (answer.readAgain === null) throw new Problem('UNKNOWN')
  return answer.readAgain
}
