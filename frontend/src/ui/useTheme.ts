import { useSyncExternalStore } from 'react'
import {
  DEFAULT_LOOK,
  formatLook,
  LOOK_KEY,
  type Look,
  type Mode,
  type Palette,
  parseLook,
  storedLook,
  wearLook,
} from '../lib/look'

export type { Mode, Palette } from '../lib/look'

let worn: Look | null = null
const listeners = new Set<() => void>()

function current(): Look {
  worn ??= storedLook()
  return worn
}

function wear(look: Look): void {
  worn = look
  wearLook(look, document)
  for (const listener of listeners) listener()
}

function choose(change: Partial<Look>): void {
  const look = { ...current(), ...change }
  try {
    localStorage.setItem(LOOK_KEY, formatLook(look))
  } catch {
    // Without storage the look lasts as long as the page.
  }
  wear(look)
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Another tab of this device has chosen; a null key means that everything was forgotten.
    if (event.key === LOOK_KEY || event.key === null) wear(parseLook(event.newValue))
  }
  if (listeners.size === 0) worn = null
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

export interface Theme extends Look {
  readonly setPalette: (palette: Palette) => void
  readonly setMode: (mode: Mode) => void
}

const setPalette = (palette: Palette) => choose({ palette })
const setMode = (mode: Mode) => choose({ mode })

/** The look of this device, and how to change it: at once, in every tab, and for the next visit. */
export function useTheme(): Theme {
  const look = useSyncExternalStore(subscribe, current, () => DEFAULT_LOOK)
  return { ...look, setPalette, setMode }
}
