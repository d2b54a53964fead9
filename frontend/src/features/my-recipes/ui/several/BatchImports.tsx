import { useBatch } from '../../api/useBatch'

/** Continues the batch on pages that do not show it. */
export function BatchImports() {
  useBatch()
  return null
}
