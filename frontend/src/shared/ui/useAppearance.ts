import { useSyncExternalStore } from 'react'
import {
  APPEARANCE_KEY,
  type Appearance,
  applyAppearance,
  DEFAULT_APPEARANCE,
  formatAppearance,
  type Mode,
  type Palette,
  parseAppearance,
} from '../lib/browser/appearance'
import { StoredValue } from '../lib/browser/stored-value'

export type { Mode, Palette } from '../lib/browser/appearance'

const setting = new StoredValue(
  APPEARANCE_KEY,
  { parse: parseAppearance, format: formatAppearance },
  DEFAULT_APPEARANCE,
)

function choose(change: Partial<Appearance>): void {
  setting.write({ ...setting.read(), ...change })
}

function subscribe(listener: () => void): () => void {
  return setting.subscribe(() => {
    applyAppearance(setting.read(), document)
    listener()
  })
}

export interface AppearanceSetting extends Appearance {
  readonly setPalette: (palette: Palette) => void
  readonly setMode: (mode: Mode) => void
}

const setPalette = (palette: Palette) => choose({ palette })
const setMode = (mode: Mode) => choose({ mode })

/** The appearance of this device and its setters, in sync across tabs and stored. */
export function useAppearance(): AppearanceSetting {
  const appearance = useSyncExternalStore(subscribe, setting.read, () => DEFAULT_APPEARANCE)
  return { ...appearance, setPalette, setMode }
}
