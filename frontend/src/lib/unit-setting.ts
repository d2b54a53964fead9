import { Kept } from './kept'
import type { UnitSystem } from './units'

/** Whose units recipes are shown in; null leaves those of each source. Kept on the device, for all recipes. */
export const unitSetting = new Kept<UnitSystem | null>('zest.units', (value) =>
  value === 'metric' || value === 'us' ? value : null,
)
