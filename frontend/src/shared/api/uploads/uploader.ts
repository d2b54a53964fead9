/** Sends upload bytes to the server. Loaded on first use. */

import { CREATE_UPLOAD, DELETE_UPLOAD } from '../../../contract/upload-operations'
import { Gate } from '../../lib/browser/gate'
import { Problem, problemCode } from '../../lib/errors'
import type { SubmittedUpload } from '../../lib/importing/upload'
import type { Backend } from '../backend'
import { postForm } from './post-form'
import type { Sending, Uploader } from './upload-queue'
import { UploadStorage } from './upload-storage'

/** Limit on concurrent uploads. */
const MAX_AT_ONCE = 2

export function uploader(
  backend: Pick<Backend, 'send'>,
  isWanted: (id: string) => boolean,
  memory: Pick<UploadStorage, 'put' | 'get' | 'drop' | 'keepOnly'> = new UploadStorage(),
): Uploader {
  /** Positions of the parts that the server has, by recipe id. */
  const stored = new Map<string, Set<number>>()
  const gate = new Gate(MAX_AT_ONCE)
  // Delete bytes of former users.
  void memory.keepOnly(isWanted)

  async function sendAll(
    id: string,
    upload: SubmittedUpload,
    blobs: readonly Blob[] | null,
    { signal, onProgress }: Sending,
  ) {
    const parts = blobs ?? (await memory.get(id))
    if (parts?.length !== upload.parts.length) throw new Problem('UPLOAD_MISSING')
    const done = stored.get(id) ?? new Set<number>()
    stored.set(id, done)
    const total = parts.reduce((sum, part) => sum + part.size, 0)
    let before = 0
    for (const [position, part] of parts.entries()) {
      const begunAt = before
      if (!done.has(position)) {
        await sendPart(upload, position, part, { signal, onProgress: (sent) => onProgress((begunAt + sent) / total) })
        done.add(position)
      }
      before += part.size
      onProgress(before / total)
    }
  }

  async function sendPart(upload: SubmittedUpload, position: number, part: Blob, sending: Sending): Promise<void> {
    const { submission, kind, parts } = upload
    const { name = null, contentType = 'application/octet-stream' } = parts[position] ?? {}
    const input = { submission, kind, position, contentType, size: part.size, name }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { createUpload } = await backend.send(CREATE_UPLOAD, { input })
      sending.signal.throwIfAborted()
      if (createUpload === null) throw new Problem('UPLOAD_REFUSED')
      if ((await postForm(createUpload, part, sending)) === 'stored') return
    }
    throw new Problem('UPLOAD_REFUSED')
  }

  return {
    keep: (id, parts) => memory.put(id, parts),

    async send(id, upload, blobs, sending) {
      try {
        await alone(upload.submission, sending.signal, () =>
          gate.pass(async () => {
            sending.signal.throwIfAborted()
            await sendAll(id, upload, blobs, sending)
          }),
        )
      } catch (thrown) {
        sending.signal.throwIfAborted()
        const code = problemCode(thrown)
        // A response was lost, or another tab has sent it: the server has the bytes.
        if (code === 'UPLOAD_USED') return
        throw code === 'OFFLINE' ? new Problem('UPLOAD_INTERRUPTED') : thrown
      }
    },

    async forget(id) {
      stored.delete(id)
      await memory.drop(id)
    },

    async discard(id, upload) {
      const sent = stored.get(id)?.size ?? 0
      await this.forget(id)
      // Unused uploads expire on the server; this deletes them sooner.
      if (sent > 0) await backend.send(DELETE_UPLOAD, { submission: upload.submission }).catch(() => undefined)
    },

    forgetSent() {
      stored.clear()
    },
  }
}

/** Prevents two tabs from sending the same upload; the second one waits. */
async function alone(submission: string, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return act()
  await navigator.locks.request(`zest.upload.${submission}`, { signal }, act)
}
