import Fraction from 'fraction.js'
import { useMemo, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { factorOf, withFactor, withServings } from '../../../../shared/lib/amounts/factor'
import type { View } from '../../../../shared/lib/amounts/pieces'
import { unitSetting } from '../../../../shared/lib/amounts/unit-setting'
import type { UnitSystem } from '../../../../shared/lib/amounts/units'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'

export interface ViewState {
  readonly view: View
  /** Scaled servings; null if the recipe has none. */
  readonly servings: Fraction | null
  readonly setServings: (wanted: Fraction) => void
  readonly setFactor: (factor: Fraction) => void
  readonly setSystem: (system: UnitSystem | null) => void
}

/** Scaling (in the address) and unit system (on the device) of a recipe. */
export function useView(recipe: Pick<Recipe, 'servings'> | null): ViewState {
  const [params, setParams] = useSearchParams()
  const system = useSyncExternalStore(unitSetting.subscribe, unitSetting.read)
  const servings = recipe?.servings ?? null
  const written = factorOf(params, servings).toFraction()
  return useMemo(() => {
    const factor = new Fraction(written)
    // Replace the history entry, so that "back" leaves the page.
    const go = (next: URLSearchParams) => setParams(next, { replace: true, preventScrollReset: true })
    return {
      view: { factor, system },
      servings: servings === null || servings <= 0 ? null : factor.mul(servings),
      setServings: (wanted) => servings !== null && go(withServings(params, wanted, servings)),
      setFactor: (wanted) => go(withFactor(params, wanted)),
      setSystem: unitSetting.write,
    }
  }, [written, system, servings, params, setParams])
}
