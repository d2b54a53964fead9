/** A file that a browser hands over. */
export interface SavedFile {
  readonly name: string
  readonly type: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/** Hands a file to the browser as a download. */
export function saveFile({ name, type, content }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by then; a second is generous.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
