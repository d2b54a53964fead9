import { arrayOf, nullable, objectOf, oneOf, type Schema, text, textUpTo } from '../browser/schema'
import { SHARED_THINGS } from '../offline/kept-names'
import { handedOnBy } from './handed-on'
import { MOST_BYTES, MOST_PICTURES } from './upload'

/**
 * What another program shares with the installed app on its way to the list: the service worker takes the form in, the list
 * takes out what was in it. Between the two it lies in a cache of its own, for as long as it takes to open the list. Nothing of
 * it stands in an address, which the history would keep.
 */

/** Where the installed app is shared to, behind the language, and what the list is opened with then; the manifest says the same. */
export const SHARE_PATH = '/share'
export const SHARED = 'shared'

/** Under which names the parts of a form come, as the manifest says. */
export const WORDS = ['url', 'text', 'title'] as const
export const FILES = 'files'

/** Files that are taken at a time: the pictures of three recipes. */
export const MOST_FILES = 3 * MOST_PICTURES
/** Bytes of one file: large pictures are made smaller before they are sent, so more than an upload takes. */
export const MOST_FILE_BYTES = 5 * MOST_BYTES
/** Bytes of all of them. */
export const MOST_SHARED_BYTES = 10 * MOST_BYTES
/** UTF-16 units of an address or a text. */
export const LONGEST_WORDS = 200_000

const NAME = 'x-name'
const KEY = new RegExp(`^${SHARE_PATH}/(\\d+)$`)
const ABOUT = `${SHARE_PATH}/about`

const REASONS = ['tooLarge', 'tooMany', 'noRoom', 'longText'] as const

/** Something that was shared and is not handed on. */
export interface LeftOut {
  /** The file's; null for words. */
  readonly name: string | null
  readonly reason: (typeof REASONS)[number]
}

export interface Shared {
  /** An address or a text; null when there was none. */
  readonly words: string | null
  /** In the order in which they were shared. */
  readonly files: readonly File[]
  readonly leftOut: readonly LeftOut[]
}

type About = Omit<Shared, 'files'>

const ABOUT_SHARED: Schema<About> = objectOf({
  words: nullable(textUpTo(LONGEST_WORDS)),
  leftOut: arrayOf(objectOf({ name: nullable(text), reason: oneOf(REASONS) })),
})

type Caches = Pick<CacheStorage, 'open' | 'delete'>

/** Keeps what a form holds, in place of what was shared before. Rejects where the browser keeps nothing. */
export async function keepShared(form: Pick<FormData, 'get' | 'getAll'>, caches: Caches): Promise<void> {
  // What was shared before and never looked at is not somebody else's surprise.
  await caches.delete(SHARED_THINGS)
  const leftOut: LeftOut[] = []
  const handedOn = handedOnBy({ get: (name) => wordsOf(form, name) }) || null
  const words = handedOn !== null && handedOn.length > LONGEST_WORDS ? null : handedOn
  if (words !== handedOn) leftOut.push({ name: null, reason: 'longText' })

  const cache = await caches.open(SHARED_THINGS)
  let room = MOST_SHARED_BYTES
  let count = 0
  for (const file of form.getAll(FILES).filter((one) => one instanceof File)) {
    // A form's field for files that was left empty holds one without a name.
    if (file.size === 0 && file.name === '') continue
    const reason =
      file.size > MOST_FILE_BYTES ? 'tooLarge' : count === MOST_FILES || file.size > room ? 'tooMany' : null
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

/** Whether there was room. */
async function isPut(cache: Cache, place: number, file: File): Promise<boolean> {
  try {
    const headers = { 'Content-Type': file.type || 'application/octet-stream', [NAME]: encodeURIComponent(file.name) }
    await cache.put(`${SHARE_PATH}/${place}`, new Response(file, { headers }))
    return true
  } catch {
    return false
  }
}

/** What was shared, once: it is forgotten with the reading. Null when nothing has arrived. */
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
