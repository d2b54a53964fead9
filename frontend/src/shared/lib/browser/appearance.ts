import { readDeviceText } from './storage'

/** The colour themes: orange on stone, green on slate. */
export const PALETTES = ['orange', 'green'] as const
export type Palette = (typeof PALETTES)[number]

/** Light or dark by hand, or as the device has it. */
export const MODES = ['system', 'light', 'dark'] as const
export type Mode = (typeof MODES)[number]

export interface Appearance {
  readonly palette: Palette
  readonly mode: Mode
}

export const DEFAULT_APPEARANCE: Appearance = { palette: 'orange', mode: 'system' }

/** Where this device keeps its appearance. */
export const APPEARANCE_KEY = 'zest.look'

/** What the browser's own bars show around the page. */
const BAR_COLOURS = { light: '#ffffff', dark: '#111827' } as const

/** Reads a stored appearance; whatever in it is unknown is the default's. */
export function parseAppearance(stored: string): Appearance {
  const [palette, mode] = stored.split(' ')
  return {
    palette: PALETTES.find((known) => known === palette) ?? DEFAULT_APPEARANCE.palette,
    mode: MODES.find((known) => known === mode) ?? DEFAULT_APPEARANCE.mode,
  }
}

export function formatAppearance({ palette, mode }: Appearance): string {
  return `${palette} ${mode}`
}

/** The appearance that this device keeps. The script before the first paint calls it: no more than a text is read. */
export function storedAppearance(): Appearance {
  return parseAppearance(readDeviceText(APPEARANCE_KEY) ?? '')
}

/** Puts a appearance on the page. The style reads it from <html>, the browser's bars from the theme-color metas. */
export function applyAppearance({ palette, mode }: Appearance, page: Document): void {
  const { dataset } = page.documentElement
  dataset['palette'] = palette
  dataset['mode'] = mode
  for (const scheme of ['light', 'dark'] as const) {
    const media = `(prefers-color-scheme: ${scheme})`
    let meta = page.head.querySelector<HTMLMetaElement>(`meta[name="theme-color"][media="${media}"]`)
    if (meta === null) {
      meta = page.createElement('meta')
      meta.name = 'theme-color'
      meta.media = media
      page.head.append(meta)
    }
    meta.content = BAR_COLOURS[mode === 'system' ? scheme : mode]
  }
}
