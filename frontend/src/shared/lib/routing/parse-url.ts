/**
 * The address that a text is, or null where it is none. Not by `URL.canParse`: browsers before 2023 lack it, and node 20
 * refuses letters beyond ASCII in it once the call is optimised.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
