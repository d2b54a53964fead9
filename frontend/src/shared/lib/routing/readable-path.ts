const LONGEST = 200

/** Decodes a path for display and shortens it. An invalid encoding is kept. */
export function readablePath(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, LONGEST)
  } catch {
    return path.slice(0, LONGEST)
  }
}
