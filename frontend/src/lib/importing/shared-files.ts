import { MOST_BYTES, MOST_PICTURES } from './upload'

/**
 * What another program shares with the installed app on its way to the list: the service worker takes the form in, the list
 * takes the files out. Between the two they lie in a cache of their own, for as long as it takes to open the list.
 */

/** Where the installed app is shared to, as its manifest says, and what the list is opened with then. */
export const SHARE_PATH = '/share'
export const SHARED = 'shared'

const CACHE = 'zest-shared'
/** Under which names the parts of a form come, as the manifest says. */
const WORDS = ['url', 'text', 'title'] as const
const FILES = 'files'
const NAME = 'x-name'
const KEY = /^\/share\/(\d+)$/

type Caches = Pick<CacheStorage, 'open' | 'delete'>

/**
 * Keeps the files of a form and answers with which parameters the list is to be opened. Files beyond what an import takes are
 * left out; the list says what it thinks of the others.
 */
export async function keepShared(form: FormData, caches: Caches): Promise<URLSearchParams> {
  // What was shared before and never looked at is not somebody else's surprise.
  await caches.delete(CACHE)
  const parameters = new URLSearchParams()
  for (const name of WORDS) {
    const words = form.get(name)
    if (typeof words === 'string' && words !== '') parameters.set(name, words)
  }
  const files = form.getAll(FILES).filter((file) => file instanceof File)
  const taken = files.filter(({ size }) => size > 0 && size <= MOST_BYTES).slice(0, MOST_PICTURES)
  if (taken.length === 0) return parameters
  const cache = await caches.open(CACHE)
  for (const [place, file] of taken.entries()) {
    const headers = { 'Content-Type': file.type || 'application/octet-stream', [NAME]: encodeURIComponent(file.name) }
    await cache.put(`${SHARE_PATH}/${place}`, new Response(await file.arrayBuffer(), { headers }))
  }
  parameters.set(SHARED, String(taken.length))
  return parameters
}

/** The files that were shared, in order and once: they are forgotten with the reading. */
export async function takeShared(caches: Caches): Promise<File[]> {
  const cache = await caches.open(CACHE)
  const found: { place: number; file: File }[] = []
  for (const request of await cache.keys()) {
    const place = KEY.exec(new URL(request.url).pathname)?.[1]
    const answer = await cache.match(request)
    if (place === undefined || answer === undefined) continue
    const type = answer.headers.get('Content-Type') ?? ''
    const name = decodeURIComponent(answer.headers.get(NAME) ?? '')
    found.push({ place: Number(place), file: new File([await answer.arrayBuffer()], name, { type }) })
  }
  await caches.delete(CACHE)
  return found.sort((one, other) => one.place - other.place).map(({ file }) => file)
}
