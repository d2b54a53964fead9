/** Browser storage. The functions of this file never throw, even if it is forbidden or full. */
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

/** `localStorage`: kept across visits, shared by tabs. */
export const deviceStorage = (): StorageArea => opened(() => localStorage)

/** `sessionStorage`: kept while the tab is open. */
export const tabStorage = (): StorageArea => opened(() => sessionStorage)

/** Opens a storage. If access throws because it is forbidden, this returns an empty one that cannot be written. */
function opened(open: () => Storage): StorageArea {
  try {
    return open()
  } catch {
    return NOTHING
  }
}

/** The stored string; null if absent, undefined if storage is not readable. */
export function readText(storage: StorageArea, key: string): string | null | undefined {
  try {
    return storage.getItem(key)
  } catch {
    return undefined
  }
}

/** Like `readText`, for `localStorage` only; kept small for the script before the first paint. */
export function readDeviceText(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key)
  } catch {
    return undefined
  }
}

/** Returns whether the string was stored. */
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

/** All keys, including foreign ones. */
export function keysOf(storage: StorageArea): string[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null)
  } catch {
    return []
  }
}
