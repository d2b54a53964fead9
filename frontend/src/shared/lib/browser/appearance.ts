import { readDeviceText } from './storage'

export const PALETTES = ['orange', 'green'] as const
export type Palette = (typeof PALETTES)[number]

export const MODES = ['system', 'light', 'dark'] as const
export type Mode = (typeof MODES)[number]

export interface Appearance {
  readonly palette: Palette
  readonly mode: Mode
}

export const DEFAULT_APPEARANCE: Appearance = { palette: 'orange', mode: 'system' }

export const APPEARANCE_KEY = 'zest.look'

/** Colours of the browser's own bars. */
const BAR_COLOURS = { light: '#ffffff', dark: '#111827' } as const

/** Parses a stored appearance; unknown values become the default. */
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

/** The stored appearance. Runs before the first paint, so it must stay small. */
export function storedAppearance(): Appearance {
  return parseAppearance(readDeviceText(APPEARANCE_KEY) ?? '')
}

/**
 * Applies an appearance to the page: data attributes on <html> for the styles, theme-color metas for the browser's
 * bars.
 */
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
