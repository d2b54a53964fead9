import { type ReactNode, useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Aisle } from '../../../shared/lib/foods/food-data'
import { aisleMessages } from '../messages'
import { byAisle } from '../model/items'
import { aisleOrder, storedShops } from '../model/shops'

interface AislesProps<Placed> {
  items: readonly Placed[]
  row: (item: Placed) => ReactNode
}

/** Items grouped by aisle, in the order of the chosen shop. */
export function Aisles<Placed extends { readonly aisle: Aisle }>({ items, row }: AislesProps<Placed>) {
  const shops = useSyncExternalStore(storedShops.subscribe, storedShops.read)
  return (
    <div className="gap-x-12 sm:columns-2 print:columns-2">
      {byAisle(items, aisleOrder(shops)).map(({ aisle, items: ofAisle }) => (
        <section key={aisle} data-aisle={aisle} aria-labelledby={`aisle-${aisle}`} className="mb-6 break-inside-avoid">
          <h2 id={`aisle-${aisle}`} className="mb-1 text-lg font-semibold">
            <FormattedMessage {...aisleMessages[aisle]} />
          </h2>
          <ul>{ofAisle.map(row)}</ul>
        </section>
      ))}
    </div>
  )
}
