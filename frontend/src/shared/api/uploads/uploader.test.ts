import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CREATE_UPLOAD, DELETE_UPLOAD } from '../../../contract/upload-operations'
import { Problem } from '../../lib/errors'
import type { SubmittedUpload } from '../../lib/importing/upload'
import { ScriptedBackend } from '../test-support'
import { uploader } from './uploader'

const ID = 'a'.repeat(32)
const TWO: SubmittedUpload = {
  kind: 'PICTURE',
  submission: '1f0c2d3e-0000-4000-8000-000000000001',
  parts: [
    { name: 'front.jpg', contentType: 'image/jpeg', size: 6 },
    { name: 'back.png', contentType: 'image/png', size: 4 },
  ],
}
const BLOBS = [new Blob(['front!']), new Blob(['back'])]

/** An upload request with answers set by the test. */
class ScriptedRequest {
  static answers: (number | 'lost' | 'never')[] = []
  static readonly sent: { url: string; fields: [string, string][]; file: Blob }[] = []
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  #url = ''
  open(_: string, url: string) {
    this.#url = url
  }
  send(form: FormData) {
    const entries = [...form.entries()]
    const file = entries.at(-1)?.[1]
    if (!(file instanceof Blob) || entries.at(-1)?.[0] !== 'file') throw new Error('the bytes come last')
    ScriptedRequest.sent.push({ url: this.#url, fields: entries.slice(0, -1) as [string, string][], file })
    const answer = ScriptedRequest.answers.shift() ?? 204
    // The form fields add to the file's size.
    this.upload.onprogress?.({ loaded: file.size + 300 })
    queueMicrotask(() => {
      if (answer === 'lost') this.onerror?.()
      else if (answer !== 'never') {
        this.status = answer
        this.onload?.()
      }
    })
  }
  abort() {
    queueMicrotask(() => this.onabort?.())
  }
}

let backend: ScriptedBackend
let kept: Map<string, readonly Blob[]>
const memory = {
  put: async (id: string, parts: readonly Blob[]) => void kept.set(id, parts),
  get: async (id: string) => kept.get(id) ?? null,
  drop: async (id: string) => void kept.delete(id),
  keepOnly: async (isWanted: (id: string) => boolean) => {
    for (const id of kept.keys()) if (!isWanted(id)) kept.delete(id)
  },
}

beforeEach(() => {
  backend = new ScriptedBackend()
  kept = new Map()
  ScriptedRequest.answers = []
  ScriptedRequest.sent.length = 0
  vi.stubGlobal('XMLHttpRequest', ScriptedRequest)
  backend.answer(CREATE_UPLOAD, ({ input }: { input: { position: number } }) => ({
    createUpload: { url: `/store/${input.position}`, fields: [{ name: 'policy', value: 'p' }] },
  }))
  backend.answer(DELETE_UPLOAD, () => ({ deleteUpload: { submission: TWO.submission } }))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function sending() {
  const abort = new AbortController()
  const progress: number[] = []
  return { abort, progress, options: { signal: abort.signal, onProgress: (part: number) => progress.push(part) } }
}

it('sends each part with its own form, in order, and reports total progress', async () => {
  const { options, progress } = sending()
  await uploader(backend, () => true, memory).send(ID, TWO, BLOBS, options)
  expect(backend.sent.map(({ variables }) => variables)).toEqual(
    TWO.parts.map((part, position) => ({
      input: { ...part, position, kind: 'PICTURE', submission: TWO.submission },
    })),
  )
  expect(ScriptedRequest.sent.map(({ url, fields }) => [url, fields])).toEqual([
    ['/store/0', [['policy', 'p']]],
    ['/store/1', [['policy', 'p']]],
  ])
  expect(progress.at(0)).toBe(0.6)
  expect(progress.at(-1)).toBe(1)
})

it('resumes after a network failure with the stored bytes', async () => {
  const uploads = uploader(backend, () => true, memory)
  await uploads.keep(ID, BLOBS)
  ScriptedRequest.answers = [204, 'lost']
  await expect(uploads.send(ID, TWO, null, sending().options)).rejects.toMatchObject({ code: 'UPLOAD_INTERRUPTED' })
  await uploads.send(ID, TWO, null, sending().options)
  expect(ScriptedRequest.sent.map(({ url }) => url)).toEqual(['/store/0', '/store/1', '/store/1'])
})

it('sends everything again after the caller has changed', async () => {
  const uploads = uploader(backend, () => true, memory)
  ScriptedRequest.answers = [204, 'lost']
  await expect(uploads.send(ID, TWO, BLOBS, sending().options)).rejects.toThrow()
  uploads.forgetSent()
  await uploads.send(ID, TWO, BLOBS, sending().options)
  expect(ScriptedRequest.sent.slice(2).map(({ url }) => url)).toEqual(['/store/0', '/store/1'])
})

it.each([
  [[403], 3, null],
  [[403, 403], 2, 'UPLOAD_REFUSED'],
  [[400], 1, 'UPLOAD_REFUSED'],
  [[503], 1, 'UPLOAD_INTERRUPTED'],
] as const)('answers %j of the store are %s requests and the problem %s', async (answers, requests, problem) => {
  ScriptedRequest.answers = [...answers]
  const sent = uploader(backend, () => true, memory).send(ID, TWO, BLOBS, sending().options)
  if (problem === null) await sent
  else await expect(sent).rejects.toMatchObject({ code: problem })
  expect(ScriptedRequest.sent).toHaveLength(requests)
})

it('treats UPLOAD_USED as sent, because the answer was lost', async () => {
  backend.answer(CREATE_UPLOAD, () => {
    throw new Problem('UPLOAD_USED')
  })
  await uploader(backend, () => true, memory).send(ID, TWO, BLOBS, sending().options)
  expect(ScriptedRequest.sent).toHaveLength(0)
})

it('reports UPLOAD_INTERRUPTED when no form can be requested', async () => {
  backend.offline = true
  const sent = uploader(backend, () => true, memory).send(ID, TWO, BLOBS, sending().options)
  await expect(sent).rejects.toMatchObject({ code: 'UPLOAD_INTERRUPTED' })
})

it('reports UPLOAD_MISSING when the bytes were not stored', async () => {
  const sent = uploader(backend, () => true, memory).send(ID, TWO, null, sending().options)
  await expect(sent).rejects.toMatchObject({ code: 'UPLOAD_MISSING' })
  expect(backend.countOf(CREATE_UPLOAD)).toBe(0)
})

it('aborts at once and deletes what the server has', async () => {
  const uploads = uploader(backend, () => true, memory)
  const { abort, options } = sending()
  ScriptedRequest.answers = [204, 'never']
  const sent = uploads.send(ID, TWO, BLOBS, options)
  await vi.waitFor(() => expect(ScriptedRequest.sent).toHaveLength(2))
  abort.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  await uploads.discard(ID, TWO)
  expect(backend.sent.at(-1)).toMatchObject({ operation: DELETE_UPLOAD, variables: { submission: TWO.submission } })
})

it('sends two uploads at a time and starts the next when one is done', async () => {
  const uploads = uploader(backend, () => true, memory)
  const one: SubmittedUpload = { ...TWO, parts: TWO.parts.slice(0, 1) }
  const { abort, options } = sending()
  ScriptedRequest.answers = ['never', 'never', 204]
  const all = ['a', 'b', 'c'].map((id) => uploads.send(id, { ...one, submission: id }, BLOBS.slice(0, 1), options))
  for (const sent of all) sent.catch(() => undefined)
  await vi.waitFor(() => expect(ScriptedRequest.sent).toHaveLength(2))
  expect(backend.countOf(CREATE_UPLOAD)).toBe(2)
  abort.abort()
  await expect(Promise.all(all)).rejects.toMatchObject({ name: 'AbortError' })
})

it('deletes stored bytes of former users', async () => {
  kept.set('somebody else’s', BLOBS)
  kept.set(ID, BLOBS)
  uploader(backend, (id) => id === ID, memory)
  await vi.waitFor(() => expect([...kept.keys()]).toEqual([ID]))
})
