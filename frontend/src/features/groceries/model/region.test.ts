import { expect, it } from 'vitest'
import { groceryLocale, regionOf } from './region'

it.each([
  [['en-US', 'en'], 'US'],
  [['en', 'es-US'], 'US'],
  [['fr-CA'], 'CA'],
  [['zh-Hant-CA'], 'CA'],
  [['en-US-u-hc-h23'], 'US'],
  [['fr', 'fr-FR', 'en-US'], 'elsewhere'],
  [['es'], 'elsewhere'],
  [[], 'elsewhere'],
])('a browser that speaks %j is in %s', (languages, region) => {
  expect(regionOf(languages)).toBe(region)
})

it.each([
  ['US', 'es', 'en-US'],
  ['CA', 'en', 'en-CA'],
  ['CA', 'es', 'en-CA'],
  ['CA', 'fr', 'fr-CA'],
  ['US', 'fr', 'en-US'],
] as const)('in %s, readers of %s are served in %s', (region, language, locale) => {
  expect(groceryLocale(region, language)).toBe(locale)
})
