import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MODES, PALETTES, type Palette } from '../lib/browser/appearance'

type Rgb = readonly [number, number, number]
type Scheme = 'light' | 'dark'

const css = readFileSync('src/shared/ui/theme.css', 'utf8')
const tailwind = readFileSync('node_modules/tailwindcss/theme.css', 'utf8')

const COLOURS = new Map(
  Array.from(tailwind.matchAll(/(--color-[\w-]+):\s*([^;]+);/g), ([, name = '', value = '']) => [name, value]),
)

/** Linear value of an sRGB channel (0 to 1), as defined by WCAG. */
const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Linear sRGB of a theme colour: #rrggbb, oklch(…) or a Tailwind variable. */
function colour(value: string): Rgb {
  const variable = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (variable !== undefined) return colour(COLOURS.get(variable) ?? `unknown ${variable}`)
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(value)
  if (hex !== null) {
    const [r = 0, g = 0, b = 0] = hex.slice(1).map((part) => linear(Number.parseInt(part, 16) / 255))
    return [r, g, b]
  }
  const oklch = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(value)
  if (oklch === null) throw new Error(`a colour that this test cannot read: ${value}`)
  const [lightness = 0, chroma = 0, hue = 0] = oklch.slice(1).map(Number)
  const [L, a, b] = [
    lightness / 100,
    chroma * Math.cos((hue * Math.PI) / 180),
    chroma * Math.sin((hue * Math.PI) / 180),
  ]
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (channel: number) => Math.min(1, Math.max(0, channel))
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b

function contrast(one: Rgb, other: Rgb): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x)
  return (bright + 0.05) / (dim + 0.05)
}

/** One half of light-dark(…). */
function half(value: string, scheme: Scheme): string {
  const [, light = '', dark = ''] = /^light-dark\((.+?), (.+)\)$/.exec(value) ?? []
  return scheme === 'light' ? light : dark
}

function declarations(selector: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, head = '', body = ''] of css.matchAll(/^([^\s@/*][^{]*) \{\n([^}]*)\}/gm)) {
    if (head !== selector) continue
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+): (light-dark\([^;]+\));/g)) found.set(name, value)
  }
  return found
}

const ORANGE = declarations(':root')
const THEMES: Record<Palette, Map<string, string>> = {
  orange: ORANGE,
  green: new Map([...ORANGE, ...declarations(':root[data-palette="green"]')]),
}

/** Pairs of text and background roles. */
const TEXT: ReadonlyArray<readonly [string, string]> = [
  ...['--page', '--surface', '--sunken'].flatMap((ground) =>
    ['--ink', '--muted', '--accent', '--danger', '--good'].map((text) => [text, ground] as const),
  ),
  ['--accent-strong', '--page'],
  ['--accent-strong', '--surface'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-strong'],
  ['--on-accent-soft', '--accent-soft'],
  ['--ink', '--accent-soft'],
  ['--danger', '--danger-soft'],
  ['--ink', '--danger-soft'],
  ['--page', '--ink'],
]

const LOOKS = PALETTES.flatMap((palette) => (['light', 'dark'] as const).map((scheme) => [palette, scheme] as const))

describe.each(LOOKS)('%s, %s', (palette, scheme) => {
  const role = (name: string) => colour(half(THEMES[palette].get(name) ?? '', scheme))

  it.each(TEXT)('%s on %s can be read', (text, ground) => {
    expect(contrast(role(text), role(ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['--page', '--surface', '--sunken'])('the edge of a control is seen on %s', (ground) => {
    expect(contrast(role('--line-strong'), role(ground))).toBeGreaterThanOrEqual(3)
  })

  it.each(['--page', '--surface', '--sunken'])('the ring around what is focused is seen on %s', (ground) => {
    expect(contrast(role('--accent'), role(ground))).toBeGreaterThanOrEqual(3)
  })

  it('the letter on every tint is readable', () => {
    const tints = Array.from(
      css.matchAll(/@utility tint-\d \{\n\s*background: (light-dark\(.+\));\n\s*color: (light-dark\(.+\));/g),
      ([, ground = '', letter = '']) => contrast(colour(half(ground, scheme)), colour(half(letter, scheme))),
    )
    expect(tints).toHaveLength(6)
    // Large text needs a contrast of 3 only.
    expect(Math.min(...tints)).toBeGreaterThanOrEqual(3)
  })
})

it('contrast is calculated as in WCAG', () => {
  expect(contrast(colour('#ffffff'), colour('#000000'))).toBeCloseTo(21, 5)
  expect(contrast(colour('#767676'), colour('#ffffff'))).toBeCloseTo(4.54, 2)
  // Tailwind's older hexadecimal value of the same colour.
  expect(contrast(colour('var(--color-orange-700)'), colour('#c93400'))).toBeCloseTo(1, 1)
})

it('a chosen mode overrides the device', () => {
  for (const mode of MODES.filter((mode) => mode !== 'system')) {
    expect(css).toContain(`:root[data-mode="${mode}"] {\n  color-scheme: ${mode};`)
  }
})
