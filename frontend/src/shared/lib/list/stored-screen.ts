import { ownBuild } from '../browser/own-build'
import { deviceStorage, readText, removeText, type StorageArea, writeText } from '../browser/storage'
import { isSessionExpired, ownerHere } from '../recipe/owner'
import { FIRST_CARDS_KEY, MAX_FIRST_CARDS, SCREEN_KEY } from './stored-keys'

/** Marks #root while it shows the stored screen. Stays for some seconds, so that cards do not appear a second time. */
export const STORED_SCREEN = 'data-stored-screen'
/** Maximum size in characters. */
const MAX_LENGTH = 150_000
/** Messages, dialogs and progress, which the next visit must not show. */
const TRANSIENT = '[role="status"], [role="alert"], [role="dialog"], [role="tooltip"], [data-toast], [data-loading]'
/** Attributes of a page that is connected and complete. */
const READY_ATTRIBUTES = ['data-connection', 'data-synced']

interface StoredScreen {
  readonly owner: string
  /** Styles and texts of another build may differ. */
  readonly build: string | null
  readonly path: string
  readonly html: string
}

/**
 * Stores the list as shown, so that the next visit paints it before the app's code runs. It is personal data, which a
 * sign-out deletes together with the first cards; without these, nothing is stored.
 * @param owner of the page; another tab may have signed in another person since
 */
export function storeScreen(root: HTMLElement, owner: string, storage: StorageArea): void {
  if (owner !== ownerHere(storage)) return
  const copy = root.cloneNode(true)
  const isEmpty = root.querySelector('[data-index]') === null
  if (!(copy instanceof HTMLElement) || isEmpty || typeof readText(storage, FIRST_CARDS_KEY) !== 'string') {
    removeText(storage, SCREEN_KEY)
    return
  }
  // A long list that is scrolled down has no first card.
  if (copy.querySelector('[data-index="0"]') === null) return
  for (const element of copy.querySelectorAll(TRANSIENT)) element.remove()
  for (const card of copy.querySelectorAll<HTMLElement>('[data-index]')) {
    if (Number(card.dataset['index']) >= MAX_FIRST_CARDS) card.remove()
  }
  for (const name of READY_ATTRIBUTES) {
    for (const element of copy.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  }
  // Decoded photos belong to the first paint.
  for (const picture of copy.querySelectorAll('img')) picture.decoding = 'sync'
  for (const input of copy.querySelectorAll('input')) input.removeAttribute('value')
  const screen: StoredScreen = {
    owner,
    build: ownBuild(),
    path: location.pathname,
    html: copy.innerHTML,
  }
  const text = JSON.stringify(screen)
  // An older screen must not remain.
  if (text.length > MAX_LENGTH || !writeText(storage, SCREEN_KEY, text)) removeText(storage, SCREEN_KEY)
}

/**
 * Shows the stored screen of this address as soon as the page is parsed, inert until the app replaces it.
 * @returns whether there is one
 */
export function showStoredScreen(page: Document): boolean {
  const storage = deviceStorage()
  const text = readText(storage, SCREEN_KEY)
  if (typeof text !== 'string' || location.search !== '' || isSessionExpired(storage)) return false
  try {
    const { owner, build, path, html }: StoredScreen = JSON.parse(text)
    if (owner !== ownerHere(storage) || build !== ownBuild(page)) return false
    if (path !== location.pathname) return false
    // Before deferred scripts run.
    page.addEventListener('readystatechange', () => replaceRoot(page, html), { once: true })
    return true
  } catch {
    return false
  }
}

function replaceRoot(page: Document, html: string): void {
  const root = page.getElementById('root')
  if (root === null) return
  root.innerHTML = html
  root.setAttribute(STORED_SCREEN, '')
  for (const child of root.children) child.setAttribute('inert', '')
}
