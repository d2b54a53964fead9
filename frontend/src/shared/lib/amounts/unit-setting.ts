import { nullable, oneOf } from '../browser/schema'
import { json, StoredValue } from '../browser/stored-value'
import type { UnitSystem } from './units'

/** Whose units recipes are shown in; null leaves those of each source. Kept on the device, for all recipes. */
export const unitSetting = new StoredValue<UnitSystem | null>(
  'zest.units',
  json(nullable(oneOf<UnitSystem>(['metric', 'us']))),
  null,
)
