/** The colour themes: orange on stone, green on slate. */
export const PALETTES = ['orange', 'green'] as const
export type Palette = (typeof PALETTES)[number]

/** Light or dark by hand, or as the device has it. */
export const MODES = ['system', 'light', 'dark'] as const
export type Mode = (typeof MODES)[number]

export interface Look {
  readonly palette: Palette
  readonly mode: Mode
}

export const DEFAULT_LOOK: Look = { palette: 'orange', mode: 'system' }

/** Where this device keeps its look. */
export const LOOK_KEY = 'zest.look'

/** What the browser's own bars wear around the page. */
const BAR_COLOURS = { light: '#ffffff', dark: '#111827' } as const

/** Reads a stored look; whatever in it is unknown is the default's. */
export function parseLook(stored: string | null): Look {
  const [palette, mode] = (stored ?? '').split(' ')
  return {
    palette: PALETTES.find((known) => known === palette) ?? DEFAULT_LOOK.palette,
    mode: MODES.find((known) => known === mode) ?? DEFAULT_LOOK.mode,
  }
}

export function formatLook({ palette, mode }: Look): string {
  return `${palette} ${mode}`
}

/** The look that this device keeps; the default where nothing may be stored. */
export function storedLook(): Look {
  try {
    return parseLook(localStorage.getItem(LOOK_KEY))
  } catch {
    return DEFAULT_LOOK
  }
}

/** Puts a look on the page. The style reads it from <html>, the browser's bars from the theme-color metas. */
export function wearLook({ palette, mode }: Look, page: Document): void {
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
