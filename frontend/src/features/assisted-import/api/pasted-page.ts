import type { NewUpload } from '../../../shared/api/uploads/upload-queue'
import { MAX_PAGE_BYTES } from '../../../shared/lib/importing/sent-page-terms'
import { PASTED_TEXT } from '../../../shared/lib/importing/upload'

/** Content copied from a page: its markup, which browsers add to the text, or text only. */
export interface Pasted {
  readonly html: string
  readonly text: string
}

/**
 * The upload of a pasted page; null if nothing usable was pasted. The text is read as a file if there is no markup, or
 * too much of it.
 * @param url address of the page
 */
export function uploadOfPasted({ html, text }: Pasted, url: string, submission: string): NewUpload | null {
  const page = new Blob([html], { type: 'text/html' })
  if (html.trim() !== '' && page.size <= MAX_PAGE_BYTES) {
    const part = { name: null, contentType: 'text/html', size: page.size }
    return { kind: 'PAGE', submission, url, parts: [part], blobs: [page], thumbnail: null }
  }
  if (text.trim() === '') return null
  const file = new Blob([text], { type: 'text/plain' })
  const part = { name: PASTED_TEXT, contentType: 'text/plain', size: file.size }
  return { kind: 'FILE', submission, url, parts: [part], blobs: [file], thumbnail: null }
}
