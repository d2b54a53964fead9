import { arrayOf, nullable, objectOf, oneOf, type Schema, text, textUpTo } from '../browser/schema'
import { SHARED_THINGS } from '../offline/kept-names'
import { handedOnBy } from './handed-on'
import { MAX_BYTES, MAX_PICTURES } from './upload'

/**
 * Data that another program shares with the installed app. The service worker stores the form in its own cache, from
 * which the list takes it, so that the address and the history do not contain it.
 */

/** Share target path after the language prefix, and the list's query parameter; must match the manifest. */
export const SHARE_PATH = '/share'
export const SHARED = 'shared'

/** Form field names; must match the manifest. */
export const WORDS = ['url', 'text', 'title'] as const
export const FILES = 'files'

/** Maximum number of files: photos of three recipes. */
export const MAX_FILES = 3 * MAX_PICTURES
/** Maximum number of bytes per file. Above the upload limit, because photos are resized before they are sent. */
export const MAX_FILE_BYTES = 5 * MAX_BYTES
export const MAX_SHARED_BYTES = 10 * MAX_BYTES
/** Maximum UTF-16 units of an address or a text. */
export const LONGEST_WORDS = 200_000

const NAME = 'x-name'
const KEY = new RegExp(`^${SHARE_PATH}/(\\d+)$`)
const ABOUT = `${SHARE_PATH}/about`

const REASONS = ['tooLarge', 'tooMany', 'noRoom', 'longText'] as const

export interface LeftOut {
  /** Name of the file; null for text. */
  readonly name: string | null
  readonly reason: (typeof REASONS)[number]
}

export interface Shared {
  /** An address or a text; null if there is none. */
  readonly words: string | null
  /** In the order of sharing. */
  readonly files: readonly File[]
  readonly leftOut: readonly LeftOut[]
}

type About = Omit<Shared, 'files'>

const ABOUT_SHARED: Schema<About> = objectOf({
  words: nullable(textUpTo(LONGEST_WORDS)),
  leftOut: arrayOf(objectOf({ name: nullable(text), reason: oneOf(REASONS) })),
})

type Caches = Pick<CacheStorage, 'open' | 'delete'>

/** Stores the form and replaces older data. Rejects if storage is not available. */
export async function keepShared(form: Pick<FormData, 'get' | 'getAll'>, caches: Caches): Promise<void> {
  // Deleted first, so that data of an earlier share is never shown.
  await caches.delete(SHARED_THINGS)
  const leftOut: LeftOut[] = []
  const handedOn = handedOnBy({ get: (name) => wordsOf(form, name) }) || null
  const words = handedOn !== null && handedOn.length > LONGEST_WORDS ? null : handedOn
  if (words !== handedOn) leftOut.push({ name: null, reason: 'longText' })

  const cache = await caches.open(SHARED_THINGS)
  let room = MAX_SHARED_BYTES
  let count = 0
  for (const file of form.getAll(FILES).filter((one) => one instanceof File)) {
    // An empty file field contains one file without a name.
    if (file.size === 0 && file.name === '') continue
    const reason = file.size > MAX_FILE_BYTES ? 'tooLarge' : count === MAX_FILES || file.size > room ? 'tooMany' : null
    if (reason !== null || !(await isPut(cache, count, file))) {
      leftOut.push({ name: file.name, reason: reason ?? 'noRoom' })
      continue
    }
    room -= file.size
    count += 1
  }
  await cache.put(ABOUT, Response.json({ words, leftOut } satisfies About))
}

function wordsOf(form: Pick<FormData, 'get'>, name: string): string | null {
  const words = WORDS.some((known) => known === name) ? form.get(name) : null
  return typeof words === 'string' ? words : null
}

async function isPut(cache: Cache, place: number, file: File): Promise<boolean> {
  try {
    const headers = { 'Content-Type': file.type || 'application/octet-stream', [NAME]: encodeURIComponent(file.name) }
    await cache.put(`${SHARE_PATH}/${place}`, new Response(file, { headers }))
    return true
  } catch {
    return false
  }
}

/** Returns and deletes the shared data. Null if there is none. */
export async function takeShared(caches: Caches): Promise<Shared | null> {
  const cache = await caches.open(SHARED_THINGS)
  let about: About | undefined
  const found: { place: number; file: File }[] = []
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    const answer = await cache.match(request)
    if (answer === undefined) continue
    if (pathname === ABOUT) about = ABOUT_SHARED(await answer.json())
    const place = KEY.exec(pathname)?.[1]
    if (place === undefined) continue
    const type = answer.headers.get('Content-Type') ?? ''
    const name = decodeURIComponent(answer.headers.get(NAME) ?? '')
    found.push({ place: Number(place), file: new File([await answer.blob()], name, { type }) })
  }
  await caches.delete(SHARED_THINGS)
  if (about === undefined) return null
  return { ...about, files: found.sort((one, other) => one.place - other.place).map(({ file }) => file) }
}
