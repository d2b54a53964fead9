/**
 * What a transaction tells besides its amount, as texts by name: who has acted and why, for instance. What is no text
 * is left out, and what cannot be read counts as nothing.
 *
 * @param json an object as JSON, from a ledger that every version of the server has written to.
 */
export function readMetadata(json: string | null): Readonly<Record<string, string>> {
  if (json === null) return {}
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
