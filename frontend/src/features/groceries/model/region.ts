import { nullable, oneOf } from '../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'

/** Countries that the grocery service delivers in, and all others. */
export const REGIONS = ['US', 'CA', 'elsewhere'] as const
export type Region = (typeof REGIONS)[number]

/** Where a person has said they shop; null while they have not. */
export const storedRegion = new StoredValue<Region | null>('zest.region', json(nullable(oneOf(REGIONS))), null)

/** Where the browser's languages say that somebody is: the first that names a country decides. */
export function regionOf(languages: readonly string[]): Region {
  for (const language of languages) {
    const country = /-([A-Z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase()
    if (country !== undefined) return REGIONS.find((region) => region === country) ?? 'elsewhere'
  }
  return 'elsewhere'
}

/** The service's name of the reader's language; it speaks French in Canada alone. */
export function groceryLocale(region: Region, language: string): 'en-US' | 'en-CA' | 'fr-CA' {
  if (region !== 'CA') return 'en-US'
  return language === 'fr' ? 'fr-CA' : 'en-CA'
}
