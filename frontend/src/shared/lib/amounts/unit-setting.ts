import { nullable, oneOf } from '../browser/schema'
import { json, StoredValue } from '../browser/stored-value'
import type { UnitSystem } from './units'

/** Unit system for all recipes on this device; null keeps the source's units. */
export const unitSetting = new StoredValue<UnitSystem | null>(
  'zest.units',
  json(nullable(oneOf<UnitSystem>(['metric', 'us']))),
  null,
)
