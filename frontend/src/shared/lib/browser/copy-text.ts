/** Puts a text on the clipboard. Resolves to whether the browser let it: on pages that are not secure it has none. */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard }: Partial<Navigator> = navigator
  if (clipboard === undefined) return false
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
