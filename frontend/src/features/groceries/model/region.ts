import { nullable, oneOf } from '../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'

/** Countries served by the grocery service, and "elsewhere". */
export const REGIONS = ['US', 'CA', 'elsewhere'] as const
export type Region = (typeof REGIONS)[number]

/** The region chosen by the user, or null. */
export const storedRegion = new StoredValue<Region | null>('zest.region', json(nullable(oneOf(REGIONS))), null)

/** Region from the browser's languages: the first with a country decides. */
export function regionOf(languages: readonly string[]): Region {
  for (const language of languages) {
    const country = /-([A-Z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase()
    if (country !== undefined) return REGIONS.find((region) => region === country) ?? 'elsewhere'
  }
  return 'elsewhere'
}

/** Locale of the service; it has French only in Canada. */
export function groceryLocale(region: Region, language: string): 'en-US' | 'en-CA' | 'fr-CA' {
  if (region !== 'CA') return 'en-US'
  return language === 'fr' ? 'fr-CA' : 'en-CA'
}
