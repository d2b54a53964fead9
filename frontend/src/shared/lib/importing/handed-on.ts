/**
 * Query parameters that pass an address or text to the list: `add` from our own pages, the others from share targets
 * and shortcuts (`/my-recipes?url=…`, `?text=…`).
 */
export const HAND_ON = ['add', 'url', 'text', 'title'] as const

/** The text to put in the import box; null if no parameter is present. Many programs share an address as `text`. */
export function handedOnBy(parameters: Pick<URLSearchParams, 'get'>): string | null {
  const [add, url, text, title] = HAND_ON.map((name) => parameters.get(name)?.trim() ?? '')
  const own = HAND_ON.some((name) => parameters.get(name) !== null) ? '' : null
  return [add, url, text, title].find((words) => words !== undefined && words !== '') ?? own
}
