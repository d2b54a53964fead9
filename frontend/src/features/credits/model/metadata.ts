/**
 * Metadata of a transaction as strings by name, such as actor and reason. Values that are not strings are skipped;
 * invalid JSON gives an empty object.
 * @param json JSON object, possibly written by an older server
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
