/**
 * The parameters by which an address or a text is handed on to the list: `add` by our own pages, the others by what shares into
 * an installed app and by shortcuts (`/my-recipes?url=…`, `?text=…`).
 */
export const HAND_ON = ['add', 'url', 'text', 'title'] as const

/** What stands in the box then; null when nothing was handed on. Many programs share an address as a text. */
export function handedOnBy(parameters: Pick<URLSearchParams, 'get'>): string | null {
  const [add, url, text, title] = HAND_ON.map((name) => parameters.get(name)?.trim() ?? '')
  const own = HAND_ON.some((name) => parameters.get(name) !== null) ? '' : null
  return [add, url, text, title].find((words) => words !== undefined && words !== '') ?? own
}
