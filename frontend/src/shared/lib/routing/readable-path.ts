const LONGEST = 200

/** A path as somebody typed it, for people to read; one that is not well encoded stays as it is. Long ones are cut. */
export function readablePath(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, LONGEST)
  } catch {
    return path.slice(0, LONGEST)
  }
}
