/** The browser's storage as texts by key. It may be forbidden, full, or changed by anybody: none of that throws here. */
export type StorageArea = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

const NOTHING: StorageArea = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem() {
    throw new Error('no storage')
  },
  removeItem: () => undefined,
}

/** What this browser keeps across visits, shared by its tabs. */
export const deviceStorage = (): StorageArea => opened(() => localStorage)

/** What this browser keeps for as long as the tab is open. */
export const tabStorage = (): StorageArea => opened(() => sessionStorage)

/** Where storage is forbidden, already the asking for it throws. */
function opened(open: () => Storage): StorageArea {
  try {
    return open()
  } catch {
    return NOTHING
  }
}

/** The text under a key; null when there is none, undefined when the browser does not tell. */
export function readText(storage: StorageArea, key: string): string | null | undefined {
  try {
    return storage.getItem(key)
  } catch {
    return undefined
  }
}

/** The same of the device's storage alone, in the few bytes that the script before the first paint has for it. */
export function readDeviceText(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key)
  } catch {
    return undefined
  }
}

/** Whether the text is stored now: a full or forbidden storage takes none. */
export function writeText(storage: StorageArea, key: string, text: string): boolean {
  try {
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function removeText(storage: StorageArea, key: string): void {
  try {
    storage.removeItem(key)
  } catch {
    return
  }
}

/** All keys, whoever has put them there. */
export function keysOf(storage: StorageArea): string[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null)
  } catch {
    return []
  }
}
