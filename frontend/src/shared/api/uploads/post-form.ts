import type { CreateUploadMutation } from '../../../contract/operations'
import { Problem } from '../../lib/errors'

/** Target of an upload: a form with `fields` in this order and the bytes last, as `file`. */
export type UploadForm = NonNullable<CreateUploadMutation['createUpload']>

export interface PostOptions {
  readonly signal: AbortSignal
  /** @param sent number of bytes sent, at most the size of the part. */
  readonly onProgress: (sent: number) => void
}

/** `expired`: a new form may succeed. */
export type PostAnswer = 'stored' | 'expired'

/** Abort after this time without progress, in milliseconds. */
const SILENT_MS = 60_000

/**
 * Uploads bytes with a presigned form. Uses XMLHttpRequest, because `fetch` reports no upload progress. Rejects with
 * UPLOAD_INTERRUPTED or UPLOAD_REFUSED, or with the signal's reason after an abort.
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
      // `loaded` includes the form fields.
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
