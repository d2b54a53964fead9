/**
 * Parses a URL; null if invalid. Does not use `URL.canParse`: browsers before 2023 lack it, and in node 20 it rejects
 * non-ASCII letters after optimization.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
