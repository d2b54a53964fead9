/** The case-insensitive key of a collection name, used in comparisons and list addresses. */
export function collectionKey(name: string): string {
  return name.trim().toLowerCase()
}
