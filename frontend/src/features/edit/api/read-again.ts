/** Reads a recipe's page again. Loaded with the edit page. */

import { READ_AGAIN } from '../../../contract/read-again-operations'
import type { Backend } from '../../../shared/api/backend'
import { Problem } from '../../../shared/lib/errors'
import type { PageAgain } from '../model/page-changes'

/** Reads the page of one of the caller's recipes, without changing the recipe. Rejects with a `Problem`. */
export async function readAgain({ send }: Pick<Backend, 'send'>, id: string): Promise<PageAgain> {
  const answer = await send(READ_AGAIN, { id })
  if (answer.readAgain === null) throw new Problem('UNKNOWN')
  return answer.readAgain
}
