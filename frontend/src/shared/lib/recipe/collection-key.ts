/** The name of a collection as it is compared, and as the address of the list keeps it: without case. */
export function collectionKey(name: string): string {
  return name.trim().toLowerCase()
}
