import type { CreateUploadMutation } from '../../../contract/operations'
import { Problem } from '../../lib/errors'

/** Where the bytes go: a form of `fields` in their order, and the bytes last, as `file`. */
export type UploadForm = NonNullable<CreateUploadMutation['createUpload']>

export interface PostOptions {
  readonly signal: AbortSignal
  /** @param sent bytes of the part that have left, at most its size. */
  readonly onProgress: (sent: number) => void
}

/** How the store has answered: `expired` means that a new form may help. */
export type PostAnswer = 'stored' | 'expired'

/** Milliseconds without a byte after which a way is taken for dead. */
const SILENT_MS = 60_000

/**
 * Posts bytes with a form that the server has signed. An XMLHttpRequest, because `fetch` does not tell how much of
 * a body has left. Rejects with UPLOAD_INTERRUPTED or UPLOAD_REFUSED, and with the signal's reason when that aborts.
 */
export function postForm(
  { url, fields }: UploadForm,
  part: Blob,
  { signal, onProgress }: PostOptions,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const form = new FormData()
    for (const { name, value } of fields) form.append(name, value)
    form.append('file', part)
    const request = new XMLHttpRequest()
    let silence: ReturnType<typeof setTimeout>
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(() => request.abort(), SILENT_MS)
    }
    const onAbort = () => request.abort()
    const end = (settle: () => void) => {
      clearTimeout(silence)
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const lost = () => end(() => reject(signal.aborted ? (signal.reason as Error) : new Problem('UPLOAD_INTERRUPTED')))
    request.upload.onprogress = ({ loaded }) => {
      heard()
      // The form around the bytes counts as well.
      onProgress(Math.min(loaded, part.size))
    }
    request.onload = () => {
      const { status } = request
      if (status >= 200 && status < 300) end(() => resolve('stored'))
      else if (status === 403) end(() => resolve('expired'))
      else end(() => reject(new Problem(status >= 500 || status === 0 ? 'UPLOAD_INTERRUPTED' : 'UPLOAD_REFUSED')))
    }
    request.onerror = lost
    request.onabort = lost
    signal.addEventListener('abort', onAbort)
    request.open('POST', url)
    heard()
    request.send(form)
  })
}
