import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CREATE_RECIPE, DELETE_RECIPE } from '../../../contract/operations'
import { Problem } from '../../lib/errors'
import { asAnswer, ScriptedBackend } from '../test-support'
import type { NewUpload, Sending, Uploader } from '../uploads/upload-queue'
import { RecipeStore } from './recipe-store'

const UPLOAD: NewUpload = {
  kind: 'PICTURE',
  submission: '1f0c2d3e-0000-4000-8000-000000000001',
  parts: [{ name: 'card.jpg', contentType: 'image/jpeg', size: 4 }],
  blobs: [new Blob(['card'])],
  thumbnail: 'data:card',
}

/** An uploader that sends on request of the test. */
class ScriptedUploader implements Uploader {
  readonly under: { id: string; blobs: readonly Blob[] | null; sending: Sending; end: (problem?: Problem) => void }[] =
    []
  readonly keep = vi.fn(async () => undefined)
  readonly forget = vi.fn(async () => undefined)
  readonly discard = vi.fn(async () => undefined)
  readonly forgetSent = vi.fn()

  send(id: string, _: unknown, blobs: readonly Blob[] | null, sending: Sending): Promise<void> {
    return new Promise((resolve, reject) => {
      sending.signal.addEventListener('abort', () => reject(sending.signal.reason as Error))
      this.under.push({ id, blobs, sending, end: (problem) => (problem === undefined ? resolve() : reject(problem)) })
    })
  }

  get last() {
    const last = this.under.at(-1)
    if (last === undefined) throw new Error('nothing is being sent')
    return last
  }
}

let backend: ScriptedBackend
let uploader: ScriptedUploader
let store: RecipeStore
const settle = () => vi.waitFor(() => undefined)
const cards = () => store.getSnapshot().recipes.map(({ card }) => card)

beforeEach(() => {
  localStorage.clear()
  backend = new ScriptedBackend()
  uploader = new ScriptedUploader()
  backend.answer(CREATE_RECIPE, ({ input: { id } }: { input: { id: string } }) => ({
    createRecipe: asAnswer({ id, status: 'PENDING', stage: 'READING', title: null, url: null }),
  }))
  store = newStore()
})

function newStore() {
  return new RecipeStore(backend, { loadUploader: async () => uploader })
}

describe('upload', () => {
  it('is in the list at once, reports progress and becomes a recipe when sent', async () => {
    const id = store.submitUpload(UPLOAD, 'es')
    expect(cards()).toMatchObject([
      { id, status: 'PENDING', sourceName: 'card.jpg', pictureSubmissionUUID: UPLOAD.submission, url: null },
    ])
    expect(store.uploads.faceOf(id)).toEqual({ name: 'card.jpg', thumbnail: 'data:card' })
    const listener = vi.fn()
    store.uploads.subscribe(listener)
    await vi.waitFor(() => uploader.last)
    uploader.last.sending.onProgress(0.404)
    uploader.last.sending.onProgress(0.405)
    expect(listener).toHaveBeenCalledOnce()
    expect(store.uploads.progressOf(id)).toBe(0.404)
    expect(backend.countOf(CREATE_RECIPE)).toBe(0)
    uploader.last.end()
    await vi.waitFor(() => expect(cards()).toMatchObject([{ id, stage: 'READING' }]))
    expect(backend.sent.at(-1)?.variables).toEqual({
      input: { id, language: 'es', pictureSubmissionUUID: UPLOAD.submission },
    })
    expect(store.uploads.progressOf(id)).toBeNull()
    expect(localStorage).toHaveLength(0)
    await vi.waitFor(() => expect(uploader.forget).toHaveBeenCalledExactlyOnceWith(id))
  })

  it('of a file is named after the file', async () => {
    store.submitUpload({ ...UPLOAD, kind: 'FILE' }, 'en')
    await vi.waitFor(() => uploader.last)
    uploader.last.end()
    await vi.waitFor(() => expect(backend.countOf(CREATE_RECIPE)).toBe(1))
    expect(backend.sent.at(-1)?.variables).toMatchObject({ input: { fileSubmissionUUID: UPLOAD.submission } })
  })

  it('of copied text names the page, also on the next visit', async () => {
    store.submitUpload({ ...UPLOAD, kind: 'FILE', url: 'https://cook.example/soup' }, 'en')
    await vi.waitFor(() => uploader.last)
    const next = newStore()
    next.start()
    await vi.waitFor(() => expect(uploader.last.blobs).toBeNull())
    uploader.last.end()
    await vi.waitFor(() => expect(backend.countOf(CREATE_RECIPE)).toBe(1))
    expect(backend.sent.at(-1)?.variables).toMatchObject({
      input: { url: 'https://cook.example/soup', fileSubmissionUUID: UPLOAD.submission },
    })
    next.stop()
  })

  it('is resumed on the next visit with the stored bytes', async () => {
    const id = store.submitUpload(UPLOAD, 'en')
    await vi.waitFor(() => expect(uploader.keep).toHaveBeenCalledExactlyOnceWith(id, UPLOAD.blobs))
    const next = newStore()
    next.start()
    await vi.waitFor(() => expect(uploader.last).toMatchObject({ id, blobs: null }))
    next.stop()
  })

  it('interrupted by the network is kept and resumed on reconnection', async () => {
    const id = store.submitUpload(UPLOAD, 'en')
    store.start()
    await vi.waitFor(() => uploader.last)
    uploader.last.end(new Problem('UPLOAD_INTERRUPTED'))
    await vi.waitFor(() => expect(cards()).toMatchObject([{ id, status: 'FAILED', errorCode: 'UPLOAD_INTERRUPTED' }]))
    await vi.waitFor(() => backend.live.onAcknowledged())
    await vi.waitFor(() => expect(uploader.under).toHaveLength(2))
    expect(uploader.last.blobs).toBe(UPLOAD.blobs)
    store.stop()
  })

  it('is retried on request', async () => {
    const id = store.submitUpload(UPLOAD, 'en')
    await vi.waitFor(() => uploader.last)
    uploader.last.end(new Problem('UPLOAD_REFUSED'))
    await vi.waitFor(() => expect(cards()).toMatchObject([{ status: 'FAILED' }]))
    void store.retry(id)
    await vi.waitFor(() => expect(uploader.under).toHaveLength(2))
    expect(cards()).toMatchObject([{ status: 'PENDING' }])
  })

  it('when cancelled leaves no data in the browser or on the server', async () => {
    const id = store.submitUpload(UPLOAD, 'en')
    await vi.waitFor(() => uploader.last)
    store.cancelUpload(id)
    expect(uploader.last.sending.signal.aborted).toBe(true)
    await vi.waitFor(() => expect(uploader.discard).toHaveBeenCalledOnce())
    await settle()
    expect(cards()).toEqual([])
    expect(localStorage).toHaveLength(0)
    expect(backend.countOf(CREATE_RECIPE)).toBe(0)
  })

  it('that never became a recipe is removed without a call to the server', async () => {
    const id = store.submitUpload(UPLOAD, 'en')
    await vi.waitFor(() => uploader.last)
    uploader.last.end(new Problem('UPLOAD_INTERRUPTED'))
    await vi.waitFor(() => expect(cards()).toMatchObject([{ status: 'FAILED' }]))
    store.remove(id, null)
    expect(store.getSnapshot().deletions).toEqual([])
    expect(cards()).toEqual([])
    expect(backend.countOf(DELETE_RECIPE)).toBe(0)
  })

  it('in progress is sent again for the next user who signs in', async () => {
    store.start()
    const id = store.submitUpload(UPLOAD, 'en')
    await vi.waitFor(() => uploader.last)
    const { sending } = uploader.last
    store.restart('other')
    expect(sending.signal.aborted).toBe(true)
    await vi.waitFor(() => expect(uploader.under).toHaveLength(2))
    expect(uploader.forgetSent).toHaveBeenCalled()
    uploader.last.end()
    await vi.waitFor(() => expect(backend.countOf(CREATE_RECIPE)).toBe(1))
    expect(backend.sent.filter(({ operation }) => operation === CREATE_RECIPE)).toMatchObject([
      { variables: { input: { id } } },
    ])
    store.stop()
  })

  it('is deleted on sign-out', async () => {
    store.submitUpload(UPLOAD, 'en')
    await vi.waitFor(() => uploader.last)
    await store.leave()
    expect(uploader.last.sending.signal.aborted).toBe(true)
    expect(localStorage).toHaveLength(0)
  })
})

describe('stored form of a submission', () => {
  it.each([
    ['an address of a build before there were uploads', { url: 'https://example.com/soup' }, true],
    ['an address', { source: 'https://example.com/soup' }, true],
    ['no source', {}, false],
    ['no parts', { source: { kind: 'PICTURE', submission: UPLOAD.submission, parts: [] } }, false],
    ['a part without a size', { source: { ...UPLOAD, parts: [{ name: null, contentType: 'x' }] } }, false],
    ['another kind', { source: { ...UPLOAD, kind: 'FILM' } }, false],
  ])('%s is read for what it is', (_, source, isThere) => {
    const id = 'b'.repeat(32)
    const stored = { id, language: 'en', createdAt: '2026-11-21T08:00:00Z', ...source }
    localStorage.setItem(`zest.submission.${id}`, JSON.stringify(stored))
    expect(newStore().getSnapshot().recipes).toHaveLength(isThere ? 1 : 0)
  })
})

describe('a page sent by the browser', () => {
  const PAGE: NewUpload = {
    kind: 'PAGE',
    submission: '1f0c2d3e-0000-4000-8000-000000000002',
    url: 'https://example.com/soup',
    parts: [{ name: null, contentType: 'text/html', size: 4 }],
    blobs: [new Blob(['page'])],
    thumbnail: null,
  }

  it('keeps its address, also after a reload', async () => {
    const id = store.submitUpload(PAGE, 'en')
    expect(cards()).toMatchObject([{ id, url: PAGE.url, pictureSubmissionUUID: null, fileSubmissionUUID: null }])
    store = newStore()
    expect(cards()).toMatchObject([{ id, url: PAGE.url }])
    void store.retry(id)
    await vi.waitFor(() => uploader.last)
    uploader.last.end()
    await vi.waitFor(() => expect(backend.countOf(CREATE_RECIPE)).toBe(1))
    expect(backend.sent.at(-1)?.variables).toMatchObject({
      input: { id, url: PAGE.url, pageSubmissionUUID: PAGE.submission },
    })
  })
})
