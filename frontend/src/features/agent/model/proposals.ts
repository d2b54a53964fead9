/** Proposals of the assistant that need the user's confirmation: the tools of lambdas/agent/src/tools/catalogue.rs. */
import {
  arrayOf,
  checked,
  either,
  nullable,
  number,
  objectOf,
  type Schema,
  text,
} from '../../../shared/lib/browser/schema'
import { safeLink } from '../../../shared/lib/recipe/address'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import type { ToolUse } from './part'
import { type Patch, readPatch } from './patch'

export type Proposal =
  | { readonly kind: 'edit'; readonly patch: Patch }
  | { readonly kind: 'import'; readonly url: string }
  | { readonly kind: 'importText'; readonly text: string }
  /** `servings` is null to use each recipe's own. */
  | { readonly kind: 'shopping'; readonly recipeIds: readonly string[]; readonly servings: number | null }

const maybe =
  <T>(schema: Schema<T>): Schema<T | null> =>
  (value) =>
    value === undefined ? null : nullable(schema)(value)
const IMPORT = either(objectOf({ url: checked(text, (url) => safeLink(url) !== null) }), objectOf({ text }))
const SHOPPING = objectOf({ recipeIds: arrayOf(checked(text, isRecipeId)), servings: maybe(number) })

/** The proposal of a tool use; null if this build cannot show it. */
export function proposalOf({ name, input }: ToolUse): Proposal | null {
  const given = parsed(input)
  switch (name) {
    case 'proposeEdit': {
      const patch = readPatch(given)
      return patch === null ? null : { kind: 'edit', patch }
    }
    case 'proposeImport': {
      const wanted = IMPORT(given)
      if (wanted === undefined) return null
      return 'url' in wanted ? { kind: 'import', url: wanted.url } : { kind: 'importText', text: wanted.text }
    }
    case 'proposeShopping': {
      const wanted = SHOPPING(given)
      return wanted === undefined || wanted.recipeIds.length === 0 ? null : { kind: 'shopping', ...wanted }
    }
    default:
      return null
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
